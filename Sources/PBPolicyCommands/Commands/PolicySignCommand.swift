import AuditKit
import DecisionService
import Findings
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "a policy or an emergency file, however it is encoded, or a compiled one")
  private static let key = Option(
    "key", .file("FILE"), required: true,
    help: "the signing key, made with `pbpolicy log keygen`")

  /// `pbpolicy policy sign`
  static let policySign = Command(
    path: ["policy", "sign"],
    summary: "sign a policy or an emergency file",
    discussion: """
      Prints a signed note (C2SP): the policy's canonical JSON (RFC 8785) on one line, a blank \
      line, and an Ed25519 signature. It is read wherever a policy is. Only what has a version of \
      numbers joined by dots is signed, so that a later release can be told from an earlier one. \
      Of a compiled policy every file in it must have one.
      """,
    positionals: [file],
    options: [key],
    examples: [
      Example(
        "pbpolicy policy sign --key policy.key policy.yaml > policy.signed", "sign one release")
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let path = arguments.word(file), let keyPath = arguments.value(key) else {
        return .usage
      }
      let signer: SigningKey
      do { signer = try SigningKey(contentsOf: keyPath) } catch {
        throw LogFailure(message: "\(error)", advice: nil)
      }
      let input = try PolicyDocumentInput(path, console)
      let document = try input.document()
      let note = try input.told {
        _ = try PolicyRelease(document)
        return try PolicyNote.sign(document, by: signer)
      }
      if arguments.format == .json {
        let json: JSONValue = [
          "signer": .string(signer.identity.name), "note": .string(note.noteText),
        ]
        try console.print(json.prettyText)
      } else {
        try console.write(note.noteText)
      }
      return .success
    })
}
