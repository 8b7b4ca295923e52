import Findings

extension Rule {
  static let plistRefusedByApple = Rule(
    .plistRefusedByApple, .error, "well-formed XML that Apple's reader refuses",
    explanation: """
      Apple's reader is stricter than XML in places: comments inside a value, unknown elements, empty `<data/>`,
      a space after an integer, a date with fractions, a value without a key. XML tools show the file as good;
      a device rejects all of it.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "<plist>▸<integer>1 </integer></plist>",
        says:
          "byte 0x20 in `<integer>`; only digits may stand there: Apple's reader refuses the whole file here, generic XML tools do not"
      ),
      RuleExample(
        "<plist><dict><key>a</key>▸<null/></dict></plist>",
        says:
          "unknown element `<null>`: Apple's reader refuses the whole file here, generic XML tools do not"
      ),
    ],
    check: { $0.noticed(by: .plistRefusedByApple) })
}
