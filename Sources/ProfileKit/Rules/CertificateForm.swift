import Findings

extension Rule {
  static let certificateForm = Rule(
    "certificate-form", .warning, "a certificate in another form than the payload asks for",
    explanation: """
      Payloads of `com.apple.security.root` and `com.apple.security.pkcs1` carry one certificate in its binary
      form (DER), which `<data>` then writes in base 64. Text (PEM) in its place is base 64 twice: devices have
      been seen to take it, other readers of profiles do not; and of several certificates in one payload a
      device takes the first.
      """,
    accepted: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.authority)),
      RuleExample(ExampleCertificate.profile("com.apple.security.pem", ExampleCertificate.pem)),
    ],
    rejected: [
      RuleExample(
        ExampleCertificate.profile("com.apple.security.root", ExampleCertificate.pem),
        says: "the certificate is in text form (PEM), where the binary form (DER) is due")
    ],
    check: { context in
      context.eachCertificate { found in
        guard case .certificates(let list, isPEM: true) = found.contents,
          found.place.password == nil
        else { return [] }
        var result: [Finding] = []
        if found.place.isBinary {
          result.append(
            found.finding(
              "certificate-form", .warning,
              "the certificate is in text form (PEM), where the binary form (DER) is due",
              help: "convert it with `openssl x509 -outform DER`, or use `com.apple.security.pem`"))
        }
        if list.count > 1 {
          result.append(
            found.finding(
              "certificate-form", .warning,
              "\(list.count) certificates in one payload, which carries one",
              help: "write a payload for each"))
        }
        return result
      }
    })
}
