import Findings

extension Rule {
  static let certificateWeak = Rule(
    "certificate-weak", .warning, "a certificate with a weak key or signature",
    explanation: """
      Devices no longer trust servers whose certificates have keys of less than 2048 bits of RSA or signatures
      of SHA-1 or MD5. The signature of a root by itself says nothing, so its digest does not matter.
      """,
    accepted: ExampleCertificate.inTheirPlaces,
    rejected: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.weakKey),
        says: "the certificate of `Old` has an RSA key of 1024 bits"),
      RuleExample(
        ExampleCertificate.profile("com.apple.security.pkcs1", ExampleCertificate.sha1),
        says: "the certificate of `Example Signer` has a signature of SHA-1"),
    ],
    check: { context in
      context.eachCertificate { found in
        found.certificates.compactMap { certificate in
          certificate.weakness.map { weakness in
            found.finding(
              "certificate-weak", .warning,
              "the certificate of `\(shown(Certificate.shortName(certificate.subject), 120))` has"
                + " \(weakness)",
              help: "have it issued anew with RSA of 2048 bits or P-256, and SHA-256")
          }
        }
      }
    })
}
