import Findings

extension Rule {
  static let encryptedNotChecked = Rule(
    .encryptedNotChecked, .error, "something encrypted in which nothing was checked",
    explanation: """
      A profile may be encrypted as a whole, or its payloads may be (`EncryptedPayloadContent`), for the certificate
      of one device. Nothing is said against it; but nothing in it is checked unless the private key of a
      recipient is given with `--key`.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.enveloped,
        says:
          "the profile is encrypted for serial 1001 of `CN=Example CA`: no key was given, so nothing in it was checked"
      )
    ],
    check: { $0.noticed(by: .encryptedNotChecked) })
}
