import Findings

extension Rule {
  static let plistOpenStep = Rule(
    .plistOpenStep, .warning, "the file is OpenStep text, the form before XML",
    explanation: """
      `{ key = value; }`: a Mac's tools read it, and what stands in it was checked. Management servers,
      Python and XML tools do not read it, and no device is known to install such a profile. It knows
      strings and data only: numbers and truth values in it are texts.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "▸{ PayloadType = Configuration; }",
        says: "this is OpenStep text: Apple's reader on a Mac takes it, nearly nothing else does")
    ],
    check: { $0.noticed(by: .plistOpenStep) })
}
