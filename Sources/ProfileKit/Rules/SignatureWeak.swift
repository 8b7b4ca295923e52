import Findings

extension Rule {
  static let signatureWeak = Rule(
    .signatureWeak, .warning, "a signature whose digest or key is weak",
    explanation: """
      Signatures over MD5 and SHA-1 can be moved to other contents, keys of RSA below 2048 bits can be broken:
      such a signature proves nothing about who wrote the profile.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.sha1,
        says:
          "the signature by `Example Signer` is of SHA-1, which can be forged"
      )
    ],
    check: { $0.noticed(by: .signatureWeak) })
}
