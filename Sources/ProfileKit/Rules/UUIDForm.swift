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
    guard text.utf8.count == 36 else { return false }
    var place = 0
    for byte in text.utf8 {
      let isDash = place == 8 || place == 13 || place == 18 || place == 23
      let isRight =
        switch byte {
        case UInt8(ascii: "-"): isDash
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          !isDash
        default: false
        }
      if !isRight { return false }
      place += 1
    }
    return true
  }
}

extension Array {
  func appending(_ others: [Element]) -> [Element] { self + others }
}
