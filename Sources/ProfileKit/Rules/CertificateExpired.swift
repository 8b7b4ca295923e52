import Findings

extension Rule {
  static let certificateExpired = Rule(
    "certificate-expired", .error, "a certificate in a payload that is over, or not valid yet",
    explanation: """
      A device installs a certificate that is over, and whatever relies on it fails: Wi-Fi, VPN, the trust in a
      server. Nothing is said where no time is given to hold the dates against. One that ends within thirty
      days is worth replacing now.
      """,
    accepted: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.authority),
        now: 1_800_000_000),
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.authority)),
    ],
    rejected: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.authority),
        now: 2_500_000_000, says: "the certificate of `Example CA` expired on 2046-11-25"),
      RuleExample(
        ExampleCertificate.profile("com.apple.security.pkcs1", ExampleCertificate.leaf),
        now: 1_000_000_000,
        says: "the certificate of `Example Signer` is not valid before 2026-11-30"),
    ],
    check: { context in
      guard let now = context.now else { return [] }
      return context.eachCertificate { found in
        found.certificates.compactMap { finding(of: $0, in: found, now) }
      }
    })

  private static func finding(
    of certificate: Certificate, in found: FoundCertificate, _ now: Int64
  ) -> Finding? {
    let name = shown(Certificate.shortName(certificate.subject), 120)
    if let expiry = certificate.expiry(at: now) {
      return found.finding(
        "certificate-expired", now > certificate.notAfter ? .error : .warning,
        "the certificate of `\(name)` \(expiry)",
        help: "put one in that is valid; what relies on this one fails")
    }
    guard certificate.notAfter - now < soon else { return nil }
    return found.finding(
      "certificate-expired", .warning,
      "the certificate of `\(name)` expires on \(Crypto.day(certificate.notAfter))",
      help: "put one in that holds longer")
  }

  /// Thirty days.
  private static let soon: Int64 = 30 * 86_400
}
