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
      let known = { (entry: PlistEntry) in
        entry.key == "PayloadVersion" && entry.value.integer != nil && entry.value.integer != 1
      }
      return context.eachTopKey { profile, entry, _ in
        known(entry) ? [finding(entry, profile.location(entry.value.position), entry.key)] : []
      }
        + context.eachPayload { _, payload in
          payload.node.lazyEffectiveEntries.filter(known).map {
            finding($0, payload.location($0.value.position), payload.keyPath($0.key))
          }
        }
    })

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
