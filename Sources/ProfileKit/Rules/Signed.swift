import Findings

extension Rule {
  static let signed = Rule(
    "signed", .notice, "who signed a profile, and what that is worth",
    explanation: """
      One line for each signed file: the signer and who issued the certificate, whether the content is what was
      signed, how long the certificate holds, how many intermediate certificates the message carries, and
      whether a chain leads to the trust list. Lines and columns of other findings are those of the profile
      inside, as `pbpolicy extract FILE` prints it.
      """,
    accepted: [RuleExample("<plist><dict/></plist>")],
    rejected: [
      RuleExample(
        ExampleMessage.intact, now: 1_800_000_000,
        says:
          "signed by `Example Signer`, issued by `Example CA`: signature intact (sha256); certificate of EC 256 valid until 2046-11-25; no intermediate certificate embedded; chain not checked; says it was signed on 2026-11-30"
      )
    ],
    check: { context in
      context.files.flatMap { file in
        file.signatures.filter { !$0.signers.isEmpty }.map { report in
          Finding(
            "signed", .notice, at: file.location, report.sentence(now: context.now),
            help: file.root == nil
              ? nil : "lines below are those of what `pbpolicy extract` prints of it")
        }
      }
    })
}
