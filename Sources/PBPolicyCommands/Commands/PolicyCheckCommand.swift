import DecisionService
import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a policy; several are layers that only tighten")

  /// `pbpolicy policy check`
  static let policyCheck = Command(
    path: ["policy", "check"],
    summary: "say what is wrong with a policy, or cannot work",
    discussion: """
      Reads policy files as they would be loaded and reports what is malformed, what can never \
      match, conditions that nobody can observe there, and which built-in rules are switched off.
      """,
    positionals: [files],
    options: [.policyKey, .failOn],
    examples: [Example("pbpolicy policy check Policies/strict/policy.yaml", "check one policy")],
    statuses: [.success, .findings],
    run: { arguments, console in
      let input = try PolicyInput(arguments.words(files), arguments, console)
      let findings = input.set.findings
      let summary = FindingsSummary(findings)
      if arguments.format == .json {
        try console.print(JSONValue.object(findings.report).prettyText)
      } else {
        try console.show(findings, sources: input.sources)
        if let policy = input.set.policy {
          let rules = policy.layers.map(\.rules.count).reduce(0, +)
          try console.print(
            "\(counted(policy.layers.count, "layer")), \(counted(rules, "rule")), "
              + "minimum assurance \(policy.minimumAssurance.rawValue): \(summary.description)")
        } else {
          try console.print("not loaded: \(summary.description)")
        }
      }
      return arguments.status(of: findings)
    })
}
