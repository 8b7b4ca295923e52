import Findings

extension Rule {
  static let notAPropertyList = Rule(
    .notAPropertyList, .error, "the file is no property list at all",
    explanation: """
      An empty file, a web page that was saved in place of a profile, or something else.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample("<html><body/></html>", says: "this is a web page, not a profile"),
      RuleExample("", says: "the file is empty"),
    ],
    check: { $0.noticed(by: .notAPropertyList) })
}
