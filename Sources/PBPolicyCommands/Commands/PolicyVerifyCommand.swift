import AuditKit
import DecisionService
import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "a signed policy, compiled or not, or a signed emergency file")
  private static let key = Option(
    "key", .file("FILE"), repeatable: true, required: true,
    help: "a public key that may have signed")
  private static let previous = Option(
    "previous", .file("FILE"),
    help: "the release in use, which must not be gone back behind, nor loosened")
  private static let state = Option(
    "state", .file("FILE"),
    help: "a file that remembers the last release of each policy; made and brought up to date here")
  private static let acceptLoosened = Option(
    "accept-loosened", help: "let a release pass although it loosens something")

  /// `pbpolicy policy verify`
  static let policyVerify = Command(
    path: ["policy", "verify"],
    summary: "check a policy's signature, and that it neither goes back nor loosens anything",
    discussion: """
      Checks the signature with a key from outside, reads the policy, and holds its release \
      against the one before: a lower version is refused, and so is the same version with other \
      content.

      With --previous the answers to every request are compared, as `policy diff` does: a release \
      that loosens one is refused, with the number of classes of requests and one of each kind, \
      unless --accept-loosened is given. Both releases are looked at alone, without other layers \
      and without emergencies. A file of --state remembers no content to compare with.
      """,
    positionals: [file],
    options: [key, previous, state, acceptLoosened, .bound],
    examples: [
      Example("pbpolicy policy verify --key policy.key.pub policy.signed", "check the signature"),
      Example(
        "pbpolicy policy verify --key policy.key.pub --previous old.signed new.signed",
        "and that it loosens nothing"),
      Example(
        "pbpolicy policy verify --key policy.key.pub --state releases.json policy.signed",
        "and that it does not go back"),
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      do {
        guard let path = arguments.word(file) else { return .usage }
        let release = try ReleaseInput(path, arguments.verificationKeys(key), console)
        let before = try arguments.value(previous).map {
          try ReleaseInput($0, arguments.verificationKeys(key), console)
        }
        var memory = try arguments.value(state).map { try ReleaseMemory($0) }
        try refuseGoingBack(release, [before?.release, memory?.last(of: release.release.name)])
        let isAccepted = arguments.isSet(acceptLoosened)
        let change = try before.flatMap {
          try release.loosening(since: $0, bound: arguments.analysisBound, isAccepted: isAccepted)
        }
        let refusal = isAccepted ? nil : change?.refusal(of: path)
        if refusal == nil { try memory?.remember(release.release) }
        try show(release, change, refusal, arguments, console)
        if let refusal { throw refusal }
      } catch var refusal as InvalidInput {
        refusal.verdict = "refused"
        throw refusal
      }
      return .success
    })

  private static func refuseGoingBack(_ release: ReleaseInput, _ known: [PolicyRelease?]) throws {
    for case let last? in known {
      guard let reason = release.release.refusal(after: last) else { continue }
      throw InvalidInput(message: "`\(release.path)` is refused: \(reason)")
    }
  }

  private static func show(
    _ input: ReleaseInput, _ change: ReleaseChange?, _ refusal: LooseningRefused?,
    _ arguments: Arguments, _ console: Console
  ) throws {
    let (release, signers) = (input.release, input.document.signers)
    if arguments.format == .json {
      let error: JSONValue? = refusal.map {
        [
          "message": .string($0.message), "help": $0.advice.map { .string($0) } ?? .null,
          "status": .integer(Int64($0.status.rawValue)),
        ]
      }
      let json: [JSONValue.Member] = [
        .init("verdict", .string(refusal == nil ? "verified" : "refused")),
        .init("name", .string(release.name)), .init("version", .string(release.version)),
        .init("digest", .string(release.digest)),
        .init("signers", .array(signers.map { .string($0) })),
        .init("difference", change?.report.json ?? .null),
      ]
      let all = json + (error.map { [.init("error", $0)] } ?? [])
      return try console.print(JSONValue.object(all).prettyText)
    }
    if refusal != nil {
      try change?.report.show([.loosened, .mixed], on: console)
    } else {
      try console.print(
        "verified: \(printable(release.name)) \(printable(release.version)), signed by "
          + printable(signers.joined(separator: ", ")))
      try console.print("sha256 over the canonical form:")
      try console.print(release.digest)
    }
    if let change { try console.print("since \(change.version): \(change.report.counts)") }
    if arguments.value(previous) != nil, input.document.isBreakGlass {
      try console.print("not compared: what an emergency takes out is for its signers to weigh")
    }
  }
}
