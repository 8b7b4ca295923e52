import Findings

extension Rule {
  static let signerExpired = Rule(
    "signer-expired", .warning, "a signer whose certificate is over, or not valid yet",
    explanation: """
      The profile is still what was signed, and devices still install it; they show it as not verified, which
      makes people stop. An installed profile stays as it is. Nothing is said where no time is given to hold the
      dates against.
      """,
    accepted: [
      RuleExample(ExampleMessage.intact, now: 1_800_000_000), RuleExample(ExampleMessage.intact),
    ],
    rejected: [
      RuleExample(
        ExampleMessage.intact, now: 2_500_000_000,
        says:
          "content intact; the certificate of the signer `Example Signer` expired on 2046-11-25")
    ],
    check: { context in
      guard let now = context.now else { return [] }
      return context.files.flatMap { file in
        file.signatures.flatMap(\.signers).compactMap { signer in
          guard let expiry = signer.certificate?.expiry(at: now) else { return nil }
          return Finding(
            "signer-expired", .warning, at: file.location,
            (signer.state == .intact ? "content intact; " : "")
              + "the certificate of the signer `\(signer.name)` \(expiry)",
            help: "devices install the profile and show it as not verified; sign it anew")
        }
      }
    })
}
