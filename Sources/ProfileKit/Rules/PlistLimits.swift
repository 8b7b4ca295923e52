import Findings

extension Rule {
  static let plistLimits = Rule(
    .plistLimits, .error, "larger or deeper than is read",
    explanation: """
      Apple's reader stops at 512 levels of nesting; this one also at 16 MiB, a million elements, 256
      attributes in one tag and 30,000 payloads in one profile.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        String(repeating: "<array>", count: 512) + "▸<array>"
          + String(repeating: "</array>", count: 513),
        says: "more than 512 levels of nesting; reading stopped here")
    ],
    check: { $0.noticed(by: .plistLimits) + $0.profiles.compactMap(tooMany) })

  private static func tooMany(_ profile: Profile) -> Finding? {
    profile.firstUnchecked.map { node in
      Finding(
        .plistLimits, .error, at: profile.location(node.position), keyPath: "PayloadContent",
        "more than \(Profile.mostPayloads) payloads; those from here on are not checked",
        help: "divide the profile")
    }
  }
}
