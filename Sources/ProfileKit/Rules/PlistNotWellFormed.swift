import Findings

extension Rule {
  static let plistNotWellFormed = Rule(
    .plistNotWellFormed, .error, "no reader takes the file",
    explanation: """
      The text breaks off, tags do not match, or a character stands where none may.
      Neither a device nor any tool reads it.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "<plist><dict>▸</plist>", says: "closing tag that does not match: dict line 1 and plist"),
      RuleExample(
        "<plist><string>R▸& D</string></plist>", says: "`&` does not begin a known reference"),
    ],
    check: { $0.noticed(by: .plistNotWellFormed) })
}
