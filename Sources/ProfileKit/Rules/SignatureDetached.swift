import Findings

extension Rule {
  static let signatureDetached = Rule(
    .signatureDetached, .error, "a signature without the profile that was signed",
    explanation: """
      The message holds the signature alone. Devices need the profile in it.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.detached,
        says:
          "a detached signature: the message (CMS) does not carry the profile that was signed"
      )
    ],
    check: { $0.noticed(by: .signatureDetached) })
}
