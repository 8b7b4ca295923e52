import AuditKit
import DecisionService
import Findings
import StrictJSON

extension Command {
  private static let file = Positional(.file("FILE"), help: "a signed policy or emergency file")
  private static let key = Option(
    "key", .file("FILE"), repeatable: true, required: true,
    help: "a public key that may have signed")
  private static let previous = Option(
    "previous", .file("FILE"), help: "the release in use, which must not be gone back behind")
  private static let state = Option(
    "state", .file("FILE"),
    help: "a file that remembers the last release of each policy; made and brought up to date here")

  /// `pbpolicy policy verify`
  static let policyVerify = Command(
    path: ["policy", "verify"],
    summary: "check a policy's signature and that its version does not go back",
    discussion: """
      Checks the signature with a key from outside, reads the policy, and holds its release \
      against the one before: a lower version is refused, and so is the same version with other \
      content. Whether a newer release loosens something is another question, which this command \
      does not answer.
      """,
    positionals: [file],
    options: [key, previous, state],
    examples: [
      Example("pbpolicy policy verify --key policy.key.pub policy.signed", "check the signature"),
      Example(
        "pbpolicy policy verify --key policy.key.pub --state releases.json policy.signed",
        "and that it does not go back"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let path = arguments.word(file) else { return .usage }
      let keys = try arguments.verificationKeys(key)
      do {
        let (release, document) = try verified(path, keys, arguments, console)
        try show(release, document, arguments, console)
      } catch var refusal as InvalidInput {
        refusal.verdict = "refused"
        throw refusal
      }
      return .success
    })

  private static func verified(
    _ path: String, _ keys: [VerificationKey]?, _ arguments: Arguments, _ console: Console
  ) throws -> (PolicyRelease, PolicyDocument) {
    let (release, document) = try self.release(path, keys, console)
    var known: [PolicyRelease] = []
    if let path = arguments.value(previous) {
      known.append(try self.release(path, keys, console).0)
    }
    var memory = try arguments.value(state).map { try ReleaseMemory($0) }
    if let last = memory?.last(of: release.name) { known.append(last) }
    if let reason = known.lazy.compactMap({ release.refusal(after: $0) }).first {
      throw InvalidInput(message: "`\(path)` is refused: \(reason)")
    }
    try memory?.remember(release)
    return (release, document)
  }

  private static func release(_ path: String, _ keys: [VerificationKey]?, _ console: Console) throws
    -> (PolicyRelease, PolicyDocument)
  {
    let input = try PolicyDocumentInput(path, keys: keys, console)
    let document = try input.document()
    return (try input.told { try PolicyRelease(document) }, document)
  }

  private static func show(
    _ release: PolicyRelease, _ document: PolicyDocument, _ arguments: Arguments,
    _ console: Console
  ) throws {
    let signers = document.signers
    if arguments.format == .json {
      let json: JSONValue = [
        "verdict": "verified", "name": .string(release.name),
        "version": .string(release.version), "digest": .string(release.digest),
        "signers": .array(signers.map { .string($0) }),
      ]
      try console.print(json.prettyText)
    } else {
      try console.print(
        "verified: \(printable(release.name)) \(release.version), signed by "
          + printable(signers.joined(separator: ", ")))
      try console.print("sha256 \(release.digest) over the canonical form")
    }
  }
}
