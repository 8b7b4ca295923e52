import Findings

extension Rule {
  static let plistInternalSubset = Rule(
    .plistInternalSubset, .error, "the document type declares things of its own",
    explanation: """
      Entities and other declarations between `[` and `]` can make a small file huge or draw in other files.
      Apple's reader refuses them and so does this one, unread.
      """,
    accepted: [RuleExample("<!DOCTYPE plist><plist><dict/></plist>")],
    rejected: [
      RuleExample(
        "<!DOCTYPE plist ▸[<!ENTITY a \"b\">]><plist><dict/></plist>",
        says: "the document type declares things of its own, such as entities; refused unread")
    ],
    check: { $0.noticed(by: .plistInternalSubset) })
}
