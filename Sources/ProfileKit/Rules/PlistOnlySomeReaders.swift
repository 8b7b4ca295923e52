import Findings

extension Rule {
  static let plistOnlySomeReaders = Rule(
    .plistOnlySomeReaders, .warning, "Apple's reader takes the file, other tools do not",
    explanation: """
      White space before `<?xml`, text after `</plist>`, control characters, attributes gone wrong, nesting
      beyond 256 levels: a device installs such a profile, while a management server's upload check, Python or
      an XML editor may refuse it. A carriage return in a text, which Windows line ends leave there, is
      read by all, but not as the same text.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "<plist><true/></plist>▸junk",
        says:
          "text after the end of the property list: Apple's reader takes this, generic XML tools do not"
      )
    ],
    check: { $0.noticed(by: .plistOnlySomeReaders) })
}
