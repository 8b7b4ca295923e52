import Findings

extension Rule {
  static let certificateNotRoot = Rule(
    "certificate-not-root", .warning, "a root payload whose certificate is no root",
    explanation: """
      `com.apple.security.root` makes a certificate an anchor of trust. One that another issued belongs into
      `com.apple.security.pkcs1`, where it completes chains and anchors none. A certificate that signed itself is
      taken as an anchor, whether it may issue others or not.
      """,
    accepted: ExampleCertificate.inTheirPlaces,
    rejected: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.leaf),
        says: "`Example Signer` is no root: `Example CA` issued it, and it may not issue others")
    ],
    check: { context in
      context.eachCertificate { found in
        guard found.payload.type == "com.apple.security.root" else { return [] }
        return found.certificates.filter { $0.subject != $0.issuer }.map { certificate in
          let name = shown(Certificate.shortName(certificate.subject), 120)
          let issuer = shown(Certificate.shortName(certificate.issuer), 120)
          return found.finding(
            "certificate-not-root", .warning,
            "`\(name)` is no root: `\(issuer)` issued it"
              + (certificate.isAuthority ? "" : ", and it may not issue others"),
            help:
              "use `com.apple.security.pkcs1` for it, and `com.apple.security.root` for its root")
        }
      }
    })
}
