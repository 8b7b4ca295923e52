import Findings
import PolicyKit
import ProfileKit
import StrictJSON

extension Command {
  private static let id = Positional(
    .text("ID"), .optional,
    help: "the fact, such as N2; `merge` for the rules by which several values come to one")

  /// `pbpolicy facts`
  static let facts = Command(
    path: ["facts"],
    summary: "list or show what is known of the platforms, and how well",
    discussion: """
      Decisions cite these facts by id. Each says on which platforms and versions it holds, how it \
      is known (A documented by Apple, S Apple's schema, D decompiled, T reported by third \
      parties, I inferred, NF looked for and not found), what a promise resting on it is worth, \
      and where it can be read.
      """,
    positionals: [id],
    examples: [
      Example("pbpolicy facts N2", "why local-only on a Mac is contested"),
      Example("pbpolicy facts merge", "what two profiles that disagree are taken to come to"),
    ],
    run: { arguments, console in
      if arguments.word(id) == "merge" { return try showMergeRules(arguments, console) }
      var facts = PlatformFact.all
      if let wanted = arguments.word(id) {
        facts = facts.filter { $0.id.lowercased() == wanted.lowercased() }
        if facts.isEmpty {
          let near = nearestName(to: wanted, among: PlatformFact.all.map(\.id))
          throw arguments.wrong(
            "there is no fact `\(wanted)`\(near.map { "; did you mean `\($0)`?" } ?? "")")
        }
      }
      if arguments.format == .json {
        try console.print(JSONValue.array(facts.map(\.json)).prettyText)
      } else {
        for line in columns(facts.map { ($0.id, $0.words) }, width: console.width) {
          try console.print(line)
        }
      }
      return .success
    })

  /// The rules by which several values of one restriction come to one.
  private static func showMergeRules(_ arguments: Arguments, _ console: Console) throws
    -> ExitStatus
  {
    let rows = MergeRule.table()
    if arguments.format == .json {
      try console.print(JSONValue.array(rows.map(\.json)).prettyText)
      return .success
    }
    let lead =
      "Apple documents no rule by which several values of one restriction come to one, but for the"
      + " lists marked so: present pages call the result undefined (fact M6), an older one lets the"
      + " more restrictive value win on iPhone and iPad (fact M7). These rules are assumed; where"
      + " values differ, both ends are kept."
    for line in wrapped(lead, width: console.width) + [""] { try console.print(line) }
    let rules = rows.map { ($0.key, "\($0.rule.words) (\($0.assurance))") }
    for line in columns(rules, width: console.width) { try console.print(line) }
    return .success
  }
}

extension PlatformFact {
  fileprivate var words: String {
    "\(statement) (\(versions); \(confidence.map(\.rawValue).joined(separator: "/")), "
      + "\(assurance.rawValue); \(source))"
  }

  fileprivate var json: JSONValue {
    [
      "id": .string(id), "statement": .string(statement), "versions": .string(versions),
      "confidence": .array(confidence.map { .string($0.rawValue) }),
      "assurance": .string(assurance.rawValue), "source": .string(source),
    ]
  }
}
