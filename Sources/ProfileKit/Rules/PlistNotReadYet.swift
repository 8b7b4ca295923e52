import Findings

extension Rule {
  static let plistNotReadYet = Rule(
    .plistNotReadYet, .warning, "a kind of file that this version recognises and does not read",
    explanation: """
      Binary property lists, signed and encrypted profiles. Nothing is said against the file; nothing in it
      was checked.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "-----BEGIN PKCS7-----",
        says:
          "a signed profile (CMS); this version of the reader does not read it, so nothing in it was checked"
      )
    ],
    check: { $0.noticed(by: .plistNotReadYet) })
}
