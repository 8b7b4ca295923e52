import Findings

extension Rule {
  static let uuidForm = Rule(
    "uuid-form", .warning, "a `PayloadUUID` that does not look like one",
    explanation: """
      A device takes any text. Management servers and Apple's own editor expect 32 hexadecimal digits in
      groups of 8, 4, 4, 4 and 12.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", uuid: "none").replacing("<string>none", with: "▸<string>none")),
        says: "`none` does not have the form of a UUID")
    ],
    check: { context in
      context.profiles.flatMap { profile in
        (profile.isBarePayload ? [] : [profile.node]).map { ($0, "PayloadUUID") }
          .appending(profile.payloads.map { ($0.node, $0.keyPath("PayloadUUID")) })
          .compactMap { node, keyPath in
            guard let value = node["PayloadUUID"], let text = value.string, !isUUID(text) else {
              return nil
            }
            return Finding(
              "uuid-form", .warning, at: profile.location(value.position), keyPath: keyPath,
              "`\(value.shortText)` does not have the form of a UUID",
              help: "make one with `uuidgen`")
          }
      }
    })

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { $0.isHexDigit && $0.isASCII } }
  }
}

extension Array {
  func appending(_ others: [Element]) -> [Element] { self + others }
}
