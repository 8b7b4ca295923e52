import Findings

extension Rule {
  static let payloadVersion = Rule(
    "payload-version", .warning, "a `PayloadVersion` other than 1",
    explanation: """
      The number is the version of the format, not of the content, and Apple knows only 1.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile("").replacing("<integer>1<", with: "▸<integer>2<"),
        says: "`PayloadVersion` is 2; Apple knows only 1")
    ],
    check: { context in
      var list = context.list
      for profile in context.profiles {
        if !profile.isBarePayload, let entry = odd(profile.node) {
          list.add(finding(entry, profile.location(entry.value.position), entry.key))
        }
        for payload in profile.payloads {
          guard let entry = odd(payload.node) else { continue }
          list.add(
            finding(entry, payload.location(entry.value.position), payload.keyPath(entry.key)))
        }
      }
      return list.findings
    })

  /// The version of a profile or a payload, where it is another than the one that Apple knows.
  private static func odd(_ node: PlistNode) -> PlistEntry? {
    guard let entry = node.entry("PayloadVersion"), let version = entry.value.integer, version != 1
    else { return nil }
    return entry
  }

  private static func finding(_ entry: PlistEntry, _ location: SourceLocation, _ keyPath: String)
    -> Finding
  {
    Finding(
      "payload-version", .warning, at: location, keyPath: keyPath,
      "`PayloadVersion` is \(entry.value.shortText); Apple knows only 1",
      help:
        "write 1; to publish a new version of a profile keep its identifier and change its content")
  }
}
