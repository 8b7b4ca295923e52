import Findings

extension Rule {
  static let signerExpired = Rule(
    "signer-expired", .warning,
    "a signer whose certificate, or one of the chain to the trust list, is over or not valid yet",
    explanation: """
      The profile is still what was signed, and devices still install it; they show it as not verified, which
      makes people stop. The same goes for the certificates between it and the trust list, and for the root. An installed profile stays as it is. Nothing is said where no time is given to hold the
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
        file.signatures.flatMap(\.signers).flatMap { findings($0, file, now) }
      }
    })

  private static func findings(
    _ signer: SignatureReport.Signer, _ file: PlistFile, _ now: Int64
  ) -> [Finding] {
    let state = signer.state == .intact ? "content intact; " : ""
    var result: [Finding] = []
    if let expiry = signer.certificate?.expiry(at: now) {
      result.append(
        Finding(
          "signer-expired", .warning, at: file.location,
          "\(state)the certificate of the signer `\(signer.name)` \(expiry)",
          help: "devices install the profile and show it as not verified; sign it anew"))
    }
    if let broken = signer.brokenLink(at: now) {
      result.append(
        Finding(
          "signer-expired", .warning, at: file.location,
          "\(state)in the chain of the signer `\(signer.name)`, the certificate \(broken)",
          help: "devices install the profile and show it as not verified; embed the renewed"
            + " intermediate certificate, or trust the renewed root"))
    }
    return result
  }
}
