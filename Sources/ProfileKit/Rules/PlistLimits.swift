import Findings

extension Rule {
  static let plistLimits = Rule(
    .plistLimits, .error, "larger or deeper than is read",
    explanation: """
      Apple's reader stops at 512 levels of nesting; this one also at 16 MiB, a million elements and 256
      attributes in one tag.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        String(repeating: "<array>", count: 512) + "▸<array>"
          + String(repeating: "</array>", count: 513),
        says: "more than 512 levels of nesting; reading stopped here")
    ],
    check: { $0.noticed(by: .plistLimits) })
}
