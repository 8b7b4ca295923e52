import Findings

extension Rule {
  static let plistKeyAsValue = Rule(
    .plistKeyAsValue, .error, "a `<key>` where a value is due",
    explanation: """
      Apple's reader takes it as a string. Either the value of the key before it was forgotten, or `<string>`
      was meant.
      """,
    accepted: [RuleExample("<plist><dict><key>a</key><string>b</string></dict></plist>")],
    rejected: [
      RuleExample(
        "<plist><dict><key>a</key>▸<key>b</key></dict></plist>",
        says: "`<key>` where the value of `a` is due; it is read as the string `b`"),
      RuleExample(
        "<plist><dict><key>Password</key>▸<key>b</key></dict></plist>",
        says: "`<key>` where the value of `Password` is due; it is read as the string `…`"),
    ],
    check: { $0.noticed(by: .plistKeyAsValue) })
}
