import Findings

extension Rule {
  static let plistNotReadYet = Rule(
    .plistNotReadYet, .warning, "a kind of file that this version recognises and does not read",
    explanation: """
      OpenStep text. Nothing is said against the file; nothing in it was checked.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "{ PayloadType = Configuration; }",
        says:
          "an OpenStep property list; this version of the reader does not read it, so nothing in it was checked"
      )
    ],
    check: { $0.noticed(by: .plistNotReadYet) })
}
