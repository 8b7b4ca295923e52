import Findings
import PolicyKit
import ProfileKit
import StrictJSON

extension Command {
  private static let id = Positional(
    .text("RULE"), .optional, help: "the rule to show; without one all are listed")

  /// `pbpolicy rules`
  static let rules = Command(
    path: ["rules"],
    summary: "list or show the rules that profiles are checked by",
    discussion: """
      Without a RULE, lists every rule of `pbpolicy validate` with its severity. With one, explains \
      it and shows input that it accepts and input that it rejects, with a mark before the element \
      that the finding points at.
      """,
    positionals: [id],
    examples: [
      Example("pbpolicy rules", "list all rules"),
      Example("pbpolicy rules managed-pasteboard-not-required", "explain one"),
    ],
    run: { arguments, console in
      guard let wanted = arguments.word(id) else {
        try list(arguments, console)
        return .success
      }
      let known = allRules.map(\.id.name)
      guard let rule = allRules.first(where: { $0.id.name == wanted }) else {
        let near = nearestName(to: wanted, among: known).map { "; did you mean `\($0)`?" } ?? ""
        throw arguments.wrong("there is no rule `\(wanted)`\(near)")
      }
      if arguments.format == .json {
        try console.print(rule.json.prettyText)
      } else {
        try show(rule, console)
      }
      return .success
    })

  private static func list(_ arguments: Arguments, _ console: Console) throws {
    if arguments.format == .json {
      try console.print(JSONValue.array(allRules.map(\.json)).prettyText)
      return
    }
    let rows = allRules.sorted { $0.id < $1.id }.map {
      (term: $0.id.name, text: "\($0.severity.rawValue): \($0.summary)")
    }
    for line in columns(rows, width: console.width) { try console.print(line) }
  }

  private static func show(_ rule: ProfileKit.Rule, _ console: Console) throws {
    try console.print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)\n")
    for line in wrapped(rule.explanation, width: console.width) { try console.print(line) }
    for (title, examples) in [("accepted", rule.accepted), ("rejected", rule.rejected)] {
      for example in examples {
        let target = example.target.isEmpty ? "" : " on \(example.target)"
        try console.print("\n\(title)\(target):\n")
        for file in example.files {
          for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            try console.print("    \(printable(String(line)))")
          }
        }
        if !example.message.isEmpty { try console.print("    says: \(printable(example.message))") }
      }
    }
  }
}

extension ProfileKit.Rule {
  fileprivate var json: JSONValue {
    func examples(_ examples: [RuleExample]) -> JSONValue {
      .array(
        examples.map {
          [
            "files": .array($0.files.map { .string($0) }), "target": .string($0.target),
            "message": .string($0.message),
          ]
        })
    }
    return [
      "rule": .string(id.name), "severity": .string(severity.rawValue),
      "summary": .string(summary), "explanation": .string(explanation),
      "accepted": examples(accepted), "rejected": examples(rejected),
    ]
  }
}
