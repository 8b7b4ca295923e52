import Findings

extension Rule {
  static let identityPasswordInClear = Rule(
    "identity-password-in-clear", .warning, "an identity whose password stands beside it",
    explanation: """
      Whoever reads the profile has the private key: the password protects nothing where it stands in clear
      beside what it opens. Leave it out, so that the user is asked; or encrypt the profile for the device; or
      let the device fetch an identity of its own (SCEP, ACME).
      """,
    accepted: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.pkcs12", ExampleCertificate.identity))
    ],
    rejected: [
      RuleExample(
        ExampleCertificate.profile(
          "com.apple.security.pkcs12", ExampleCertificate.identity,
          "<key>Password</key><string>secret</string>"
        ).replacing("▸", with: "").replacing("<key>Password", with: "▸<key>Password"),
        says: "`Password` stands in clear beside the private key that it opens")
    ],
    check: { context in
      let locked = Set(context.files.filter { $0.encryption != nil }.map(\.path))
      return context.eachCertificate { found in
        guard let key = found.place.password, !locked.contains(found.payload.path),
          case .identity(let identity) = found.contents, identity.opens != false,
          let entry = found.payload.node.entry(key)
        else { return [] }
        return [
          Finding(
            "identity-password-in-clear", .warning, at: found.payload.location(entry.keyPosition),
            keyPath: found.payload.keyPath(key),
            "`\(key)` stands in clear beside the private key that it opens",
            help: "leave it out, so that the user is asked, or encrypt the profile for the device")
        ]
      }
    })
}
