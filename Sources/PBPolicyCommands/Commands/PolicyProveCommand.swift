import DecisionService
import Findings
import Glibc
import PolicyFiles
import PolicyKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a policy; several are layers that only tighten")
  private static let never = Option(
    "never", .text("CONDITION"), repeatable: true,
    help: "what must never be, beside the files' invariants: key=value words, among them "
      + "exposure, outcome or honoured; or a map as in a file")
  private static let always = Option(
    "always", .text("CONDITION"), repeatable: true,
    help: "what every answer must be, among them outcome, at-least or honoured, where the other "
      + "words hold")
  private static let write = Option(
    "write", .directory("DIR"),
    help: "put each counterexample there, a request file that `decide` accepts; the folder is made")

  /// `pbpolicy policy prove`
  static let policyProve = Command(
    path: ["policy", "prove"],
    summary: "prove a policy's invariants over every request that there is",
    discussion: """
      Holds each invariant of the files, and those of the command line, against every request: \
      every class, platform, version and all that is unknown. What is broken comes with a request \
      that `decide` was asked, and with where else it is broken.

      A test of something unknown counts as possibly true, and that is enough to break an invariant; \
      `{ is: …, known: yes }` leaves the unknown out. An invariant that speaks of no request fails. \
      With --device, only requests on those devices are looked at, with the restrictions that \
      --profile puts on each. Calls with several items are not looked at: they are answered as \
      their items are.
      """,
    positionals: [files], options: [.policyKey, never, always, .profile, .devices, write, .bound],
    examples: [
      Example(
        "pbpolicy policy prove Policies/app-protection/policy.yaml", "prove what a file states"),
      Example(
        "pbpolicy policy prove policy.yaml --never "
          + "'operation=copy content-class=credential exposure=other-devices'",
        "no credential reaches another device"),
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let policy = try arguments.analysedPolicy(arguments.words(files), console)
      let stated =
        arguments.values(never).map { (kind: "never", text: $0) }
        + arguments.values(always).map { (kind: "always", text: $0) }
      let invariants =
        policy.invariants
        + (try InvariantInput(classes: policy.classes, arguments: arguments).invariants(
          stated, console))
      guard !invariants.isEmpty else {
        throw InvalidInput(
          message:
            "nothing to prove: no file has `invariants:`, and no `--never` or `--always` is given")
      }
      let situations = try arguments.situations(profiles: arguments.values(.profile), console)
      let bound = try arguments.analysisBound
      let progress = Progress("proving invariant", of: invariants.count, on: console)
      let proofs = invariants.map { invariant in
        progress.step(invariant.id)
        return Proof(invariant, policy: policy, situations: situations, bound: bound)
      }
      progress.end()
      if arguments.format == .json {
        try console.print(json(proofs).prettyText)
      } else {
        for proof in proofs { try show(proof, console) }
        try console.print(summary(proofs))
      }
      if let folder = arguments.value(write) { try put(proofs, in: folder) }
      return status(proofs)
    })

  private static func put(_ proofs: [Proof], in folder: String) throws {
    for proof in proofs {
      guard case .broken(let witness) = proof.verdict else { continue }
      // What is in the way says so when the file is written.
      mkdir(folder, 0o777)
      try writeFile(
        Array((witness.request.json.prettyText + "\n").utf8),
        to: "\(folder)/\(proof.invariant.id).json")
    }
  }

  private static func status(_ proofs: [Proof]) -> ExitStatus {
    var isUnfinished = false
    for proof in proofs {
      switch proof.verdict {
      case .proved: break
      case .notFinished: isUnfinished = true
      case .broken, .vacuous, .unconfirmed: return .findings
      }
    }
    return isUnfinished ? .notFinished : .success
  }

  private static func show(_ proof: Proof, _ console: Console) throws {
    let invariant = proof.invariant
    let place = invariant.location.path.isEmpty ? "" : "  [\(invariant.location)]"
    func title(_ verdict: String, _ words: String) throws {
      let spaces = String(repeating: " ", count: max(1, 12 - verdict.count))
      try console.show("\(verdict)\(spaces)\(invariant.id): \(words)\(place)", indent: 0)
    }
    switch proof.verdict {
    case .proved:
      try title("proved", "holds of all \(proof.classes) classes of requests that it speaks of")
    case .vacuous:
      try title("VACUOUS", "speaks of no request that there is, so it says nothing")
    case .notFinished(let error):
      try title("not finished", error.description)
    case .unconfirmed(let witness):
      try title("UNCONFIRMED", "`decide` does not confirm what was found: please report this")
      try console.show(witness, as: "request", indent: 4)
    case .broken(let witness):
      try title(
        "BROKEN", "by \(proof.broken) of \(proof.classes) classes of requests that it speaks of")
      if let reason = invariant.reason { try console.show(reason, indent: 4) }
      for (situation, cover) in proof.regions {
        try console.show(
          "where" + (situation.name.isEmpty ? ":" : " on \(situation.name):"), indent: 4)
        try console.show(cover, indent: 6)
      }
      try console.show(witness, as: "for example", indent: 4)
    }
  }

  private static func summary(_ proofs: [Proof]) -> String {
    var counts: [(String, Int)] = [
      ("proved", 0), ("broken", 0), ("vacuous", 0), ("unconfirmed", 0), ("not finished", 0),
    ]
    for proof in proofs {
      let name = proof.verdict.name
      for index in counts.indices where counts[index].0 == name { counts[index].1 += 1 }
    }
    return counts.enumerated().filter { $0.offset < 2 || $0.element.1 > 0 }
      .map { "\($0.element.1) \($0.element.0)" }.joined(separator: ", ")
  }

  private static func json(_ proofs: [Proof]) -> JSONValue {
    [
      "invariants": .array(proofs.map(json)),
      "summary": [
        "proved": .integer(Int64(proofs.filter { $0.verdict.name == "proved" }.count)),
        "broken": .integer(Int64(proofs.filter { $0.verdict.name == "broken" }.count)),
        "vacuous": .integer(Int64(proofs.filter { $0.verdict.name == "vacuous" }.count)),
        "notFinished": .integer(Int64(proofs.filter { $0.verdict.name == "not finished" }.count)),
      ],
    ]
  }

  private static func json(_ proof: Proof) -> JSONValue {
    var counterexample = JSONValue.null
    switch proof.verdict {
    case .broken(let witness), .unconfirmed(let witness): counterexample = witness.json
    case .proved, .vacuous, .notFinished: break
    }
    return [
      "id": .string(proof.invariant.id), "path": .string(proof.invariant.location.path),
      "line": .integer(Int64(proof.invariant.location.line)),
      "column": .integer(Int64(proof.invariant.location.column)),
      "reason": proof.invariant.reason.map { .string($0) } ?? .null,
      "verdict": .string(proof.verdict.name), "classes": proof.classes.json,
      "broken": proof.broken.json,
      "regions": .array(
        proof.regions.map { situation, cover in
          .object([.init("device", .string(situation.name))] + (cover.json.members ?? []))
        }),
      "counterexample": counterexample,
    ]
  }
}

extension Proof.Verdict {
  fileprivate var name: String {
    switch self {
    case .proved: "proved"
    case .broken: "broken"
    case .vacuous: "vacuous"
    case .unconfirmed: "unconfirmed"
    case .notFinished: "not finished"
    }
  }
}
