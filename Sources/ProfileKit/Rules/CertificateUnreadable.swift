import Findings

extension Rule {
  static let certificateUnreadable = Rule(
    "certificate-unreadable", .error, "data that should be a certificate and is none",
    explanation: """
      A certificate payload whose data is something else makes the installation of the whole profile fail. An
      identity (PKCS #12) belongs into a payload of `com.apple.security.pkcs12`, a private key alone nowhere,
      and the password that stands beside an identity must open it.
      """,
    accepted: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.authority)),
      RuleExample(
        ExampleCertificate.profile(
          "com.apple.security.pkcs12", ExampleCertificate.identity,
          "<key>Password</key><string>secret</string>")),
    ],
    rejected: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", "<data>SGVsbG8=</data>"),
        says: "a certificate is due here; this is 5 bytes that are no certificate"),
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.identity),
        says: "a certificate is due here; this is an identity (PKCS #12), private key and all"),
      RuleExample(
        ExampleCertificate.profile("com.apple.security.pkcs12", ExampleCertificate.authority),
        says: "an identity (PKCS #12) is due here; this is a certificate without a private key"),
      RuleExample(
        ExampleCertificate.profile(
          "com.apple.security.pkcs12", ExampleCertificate.identity,
          "<key>Password</key><string>Secret</string>"),
        says: "`Password` does not open this identity (PKCS #12)"),
    ],
    check: { context in
      context.eachCertificate { found in
        guard let words = words(found) else { return [] }
        return [
          found.finding(
            "certificate-unreadable", .error, words.message, help: words.help)
        ]
      }
    })

  private static func words(_ found: FoundCertificate) -> (message: String, help: String)? {
    let isIdentity = found.place.password != nil
    let due = isIdentity ? "an identity (PKCS #12)" : "a certificate"
    switch found.contents {
    case .other(let what):
      return (
        "\(due) is due here; this is \(what)",
        what == "a private key"
          ? "take it out, and count it as known to everybody who had the file"
          : "was the file that was put in the right one?"
      )
    case .certificates where isIdentity:
      return (
        "\(due) is due here; this is a certificate without a private key",
        "use a payload of `com.apple.security.pkcs1` for it"
      )
    case .certificates: return nil
    case .identity(let identity):
      guard isIdentity else {
        return (
          "\(due) is due here; this is an identity (PKCS #12), private key and all",
          "use a payload of `com.apple.security.pkcs12` for it, or take the certificate alone"
        )
      }
      guard identity.opens == false, let key = found.place.password else { return nil }
      return (
        "`\(key)` does not open this identity (PKCS #12)",
        "write the password that it was exported with, or none, so that the user is asked"
      )
    }
  }
}
