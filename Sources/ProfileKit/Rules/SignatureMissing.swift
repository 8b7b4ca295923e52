import Findings

extension Rule {
  static let signatureMissing = Rule(
    .signatureMissing, .error, "a signed message without any signature",
    explanation: """
      The form of a signed message, and nobody signed it: devices show the profile inside as not signed. Where there
      is no profile inside either, it is a bag of certificates.
      """,
    accepted: [RuleExample(ExampleMessage.intact)],
    rejected: [
      RuleExample(
        ExampleMessage.certificatesOnly,
        says:
          "a message (CMS) of 1 certificate only, without a profile"
      )
    ],
    check: { $0.noticed(by: .signatureMissing) })
}
