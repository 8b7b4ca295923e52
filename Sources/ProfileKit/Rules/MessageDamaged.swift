import Findings

extension Rule {
  static let messageDamaged = Rule(
    .messageDamaged, .error,
    "a signed or encrypted message that is damaged, cut off, or in a form that devices do not open",
    explanation: """
      A signed profile is a message (CMS) of bytes. One byte more before it, or a part missing, and no device opens
      it: what servers and mail programs do to files that they take for text. The text form (PEM) is for
      people; devices expect the binary one (DER).
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        ExampleMessage.cutOff,
        says:
          "the signed or encrypted message (CMS) is cut off: 300 of 707 bytes are there"
      )
    ],
    check: { $0.noticed(by: .messageDamaged) })
}
