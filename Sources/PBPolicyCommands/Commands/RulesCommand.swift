import Findings
import PolicyKit
import ProfileKit
import StrictJSON

extension Command {
  private static let id = Positional(.text("RULE"), help: "the rule to show")

  /// `pbpolicy rules`
  static let rules = Command(
    path: ["rules"],
    summary: "list the rules that profiles are checked by",
    discussion: """
      Lists every rule of `pbpolicy validate` with its severity, for `--select` and `--ignore`, and \
      apart from these what other commands and the reading of files say.
      """,
    formats: [.text, .json, .markdown],
    examples: [
      Example("pbpolicy rules", "list all rules"),
      Example("pbpolicy rules --format markdown", "write the page of every rule"),
    ],
    run: { arguments, console in
      try list(arguments, console)
      return .success
    })

  /// `pbpolicy rules show`
  static let rulesShow = Command(
    path: ["rules", "show"],
    summary: "explain a rule or another finding, with examples",
    discussion: """
      Explains a rule of `pbpolicy validate` and shows input that it accepts and input that it \
      rejects, with a mark before the element that the finding points at. Of a finding that is no \
      rule it says what it means and what to do.
      """,
    positionals: [id],
    formats: [.text, .json, .markdown],
    examples: [Example("pbpolicy rules show managed-pasteboard-not-required", "explain one rule")],
    run: { arguments, console in
      let wanted = arguments.word(id) ?? ""
      if let other = OtherFinding.all.first(where: { $0.id == wanted }) {
        try show(other, as: arguments.format, console)
        return .success
      }
      let known = allRules.map(\.id.name) + OtherFinding.all.map(\.id)
      guard let rule = allRules.first(where: { $0.id.name == wanted }) else {
        let near = nearestName(to: wanted, among: known).map { "; did you mean `\($0)`?" } ?? ""
        throw arguments.wrong("there is no rule `\(wanted)`\(near)")
      }
      switch arguments.format {
      case .json: try console.print(rule.json.prettyText)
      case .markdown: try console.write(rule.markdown)
      default: try show(rule, console)
      }
      return .success
    })

  private static func list(_ arguments: Arguments, _ console: Console) throws {
    if arguments.format == .json {
      try console.print(JSONValue.array(allRules.map(\.json)).prettyText)
      return
    }
    if arguments.format == .markdown {
      let pages = allRules.map(\.markdown) + OtherFinding.all.map(\.markdown)
      try console.write(pages.joined(separator: "\n"))
      return
    }
    let rows = allRules.sorted { $0.id < $1.id }.map {
      (term: $0.id.name, text: "\($0.severity.rawValue): \($0.summary)")
    }
    for line in columns(rows, width: console.width) { try console.print(line) }
    try console.print("\nNot rules of `validate`, but said elsewhere:")
    let others = OtherFinding.all.map { (term: $0.id, text: $0.summary) }
    for line in columns(others, width: console.width) { try console.print(line) }
  }

  private static func show(
    _ other: OtherFinding, as format: OutputFormat, _ console: Console
  ) throws {
    switch format {
    case .json: try console.print(other.json.prettyText)
    case .markdown: try console.write(other.markdown)
    default:
      try console.print("\(other.id): \(other.summary)\n")
      for line in wrapped("Said by \(other.saidBy). To do: \(other.advice).", width: console.width)
      {
        try console.print(line)
      }
    }
  }

  private static func show(_ rule: ProfileKit.Rule, _ console: Console) throws {
    try console.print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)\n")
    for line in wrapped(rule.explanation, width: console.width) { try console.print(line) }
    for (title, examples) in [("accepted", rule.accepted), ("rejected", rule.rejected)] {
      for example in examples {
        let target = example.target.isEmpty ? "" : " on \(example.target)"
        let time = example.day.map { ", on \($0)" } ?? ""
        try console.print("\n\(title)\(target)\(time):\n")
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

extension OtherFinding {
  fileprivate var json: JSONValue {
    [
      "finding": .string(id), "saidBy": .string(saidBy), "summary": .string(summary),
      "advice": .string(advice),
    ]
  }

  fileprivate var markdown: String {
    "# \(id)\n\n\(summary)\n\nSaid by \(saidBy). To do: \(advice).\n"
  }
}

extension ProfileKit.Rule {
  fileprivate var json: JSONValue {
    func examples(_ examples: [RuleExample]) -> JSONValue {
      .array(
        examples.map {
          [
            "files": .array($0.files.map { .string($0) }), "target": .string($0.target),
            "now": $0.now.map { .integer($0) } ?? .null,
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
