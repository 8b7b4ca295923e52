import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let id = Positional(.text("ID"), .optional, help: "the fact, such as N2")

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
    examples: [Example("pbpolicy facts N2", "why local-only on a Mac is contested")],
    run: { arguments, console in
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
