import Findings

extension Rule {
  static let plistSilentlyChanged = Rule(
    .plistSilentlyChanged, .warning, "a value that is read as something else than it says",
    explanation: """
      Apple's reader lets dates run over, drops the end of incomplete base 64 and reads `0x1F` as 31,
      without a word.
      """,
    accepted: [RuleExample("<plist><date>2030-01-31T00:00:00Z</date></plist>")],
    rejected: [
      RuleExample(
        "<plist>▸<date>2030-02-30T00:00:00Z</date></plist>",
        says: "`2030-02-30T00:00:00Z` is no date; it is read as 2030-03-02T00:00:00Z")
    ],
    check: { $0.noticed(by: .plistSilentlyChanged) })
}
