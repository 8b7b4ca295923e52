import Findings

extension Rule {
  static let byteOrderMark = Rule(
    .byteOrderMark, .warning, "the file begins with a byte order mark",
    explanation: """
      Apple's reader takes one. Some management servers answer that the file is not well-formed XML.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "\u{FEFF}<plist><dict/></plist>", says: "the file begins with a UTF-8 byte order mark")
    ],
    check: { $0.noticed(by: .byteOrderMark) })
}
