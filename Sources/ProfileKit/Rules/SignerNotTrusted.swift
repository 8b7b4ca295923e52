import Findings

extension Rule {
  static let signerNotTrusted = Rule(
    .signerNotTrusted, .warning, "a signer whom the given trust list does not lead to",
    explanation: """
      A device shows a signed profile as verified where a chain of certificates leads from the signer to a root
      that the device trusts. With `--trust`, each signer is held against that list, dates apart; without it
      nothing is said of trust, for nothing is known. The usual cause is an intermediate certificate that the
      message does not carry. The example is read with a trust list of another authority.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.intact, trusting: ExampleCertificate.other,
        says:
          "no chain leads from the signer `Example Signer` to a certificate of the trust list: unable to get local issuer certificate"
      )
    ],
    check: { $0.noticed(by: .signerNotTrusted) })
}
