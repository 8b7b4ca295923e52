import AuditKit
import DecisionService
import Findings
import StrictJSON

extension Command {
  private static let directory = Positional(.directory("DIR"), help: "the log's folder")
  private static let key = Option(
    "key", .file("FILE"), repeatable: true,
    help: "a public key that may have signed the log, kept outside its folder")
  private static let anchor = Option(
    "anchor", .file("FILE"), help: "a checkpoint of this log that was kept elsewhere")
  private static let requireAnchor = Option(
    "require-anchor", help: "do not call a log verified without an anchor")

  /// `pbpolicy log verify`
  static let logVerify = Command(
    path: ["log", "verify"],
    summary: "prove that a log is whole and unchanged, or say what is not",
    discussion: """
      Reads every record, hashes everything again, and compares it with the signed heads. Without \
      a key from outside the log nothing is called verified. Without a checkpoint kept elsewhere \
      the answer is "unanchored": anyone could have cut the log back to an older signed head, and \
      whoever holds the signing key could have replaced all of it.
      """,
    positionals: [directory],
    options: [key, anchor, requireAnchor],
    examples: [
      Example("pbpolicy log verify --key log.key.pub LOG", "verify with the public key"),
      Example(
        "pbpolicy log verify --key log.key.pub --anchor yesterday.checkpoint LOG",
        "and that nothing before yesterday was removed"),
    ],
    statuses: [.success, .altered, .incomplete, .cannotTell],
    run: { arguments, console in
      guard let directory = arguments.word(directory) else { return .usage }
      var options = VerificationOptions()
      do {
        options.keys = try arguments.values(key).map { try VerificationKey(contentsOf: $0) }
      } catch let error as KeyError {
        throw LogFailure(message: "\(error)", advice: nil)
      }
      if let path = arguments.value(anchor) {
        options.anchor = String(decoding: try console.read(path, limit: 1 << 20), as: UTF8.self)
      }
      options.requiresAnchor = arguments.isSet(requireAnchor)
      options.columns = DecisionRecord.columns
      let report = LogVerifier.verify(directory: directory, options: options)
      if arguments.format == .json {
        try console.print(report.json.prettyText)
      } else {
        try show(report, console)
      }
      return report.status
    })

  private static func show(_ report: VerificationReport, _ console: Console) throws {
    for line in wrapped(report.summary, width: console.width) { try console.print(printable(line)) }
    for problem in report.problems {
      for (index, line) in wrapped("\(problem)", width: console.width - 4).enumerated() {
        try console.print((index == 0 ? "  - " : "    ") + printable(line))
      }
    }
    if report.omitted > 0 { try console.print("  - and \(report.omitted) more") }
    if let identity = report.identity {
      try console.print("log \(printable(identity.log)), \(counted(Int(report.records), "record"))")
    }
  }
}

extension VerificationReport {
  fileprivate var status: ExitStatus {
    switch verdict {
    case .verified: .success
    case .altered: .altered
    case .incomplete: .incomplete
    case .cannotTell: .cannotTell
    }
  }

  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    switch verdict {
    case .verified(let size, let anchor):
      members = [
        .init("verdict", "verified"), .init("verifiedTo", .integer(size)),
        .init("anchoredAt", anchor.map { .integer($0) } ?? .null),
      ]
    case .altered(let first):
      members = [
        .init("verdict", "altered"), .init("firstSeq", first.map { .integer($0) } ?? .null),
      ]
    case .incomplete: members = [.init("verdict", "incomplete")]
    case .cannotTell: members = [.init("verdict", "cannot-tell")]
    }
    return .object(
      members + [
        .init("summary", .string(summary)),
        .init("problems", .array(problems.map { .string("\($0)") })),
        .init("problemsOmitted", .integer(Int64(omitted))),
        .init("log", identity.map { .string($0.log) } ?? .null),
        .init("origin", identity.map { .string($0.origin) } ?? .null),
        .init("records", .integer(records)),
        .init("root", root.map { .string($0.hex) } ?? .null),
        .init("checkpoints", .integer(Int64(checkpoints))),
      ])
  }
}
