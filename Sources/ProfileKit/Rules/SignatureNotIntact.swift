import Findings

extension Rule {
  static let signatureNotIntact = Rule(
    .signatureNotIntact, .error, "a signature that does not hold, or cannot be checked",
    explanation: """
      What the message carries is not what was signed: a server or an editor changed it. Devices refuse such a
      profile. Where the certificate of the signer is not in the message, nobody can tell.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.tampered,
        says:
          "the signature by `Example Signer` does not hold: verification failure"
      )
    ],
    check: { $0.noticed(by: .signatureNotIntact) })
}
