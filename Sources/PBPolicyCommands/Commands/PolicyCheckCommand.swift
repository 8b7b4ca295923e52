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

      Then looks over every request that there is: rules that never match or never decide, and by \
      what they are overruled; rules without which every answer would be the same; local-only that \
      is kept nowhere; where a default alone answers; and where what is required cannot be carried \
      out.
      """,
    positionals: [files],
    options: [.policyKey, .failOn, .bound],
    examples: [Example("pbpolicy policy check Policies/strict/policy.yaml", "check one policy")],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let input = try PolicyInput(arguments.words(files), arguments, console)
      let bound = try arguments.analysisBound
      let review = input.set.policy.map { PolicyReview($0, bound: bound) }
      let findings = (input.set.findings + (review?.findings ?? [])).sorted()
      let report = review.map { ReviewReport(review: $0) }
      let summary = FindingsSummary(findings)
      if arguments.format == .json {
        let json = JSONValue.object(findings.report + (report?.json ?? []))
        try console.print(json.prettyText)
      } else {
        try console.show(findings, sources: input.sources)
        try report?.show(on: console)
        if let policy = input.set.policy {
          let rules = policy.layers.map(\.rules.count).reduce(0, +)
          try console.print(
            "\(counted(policy.layers.count, "layer")), \(counted(rules, "rule")), "
              + "minimum assurance \(policy.minimumAssurance.rawValue): \(summary.description)"
              + (review?.unfinished == nil ? "" : ", as far as it was looked at: not finished"))
        } else {
          try console.print("not loaded: \(summary.description)")
        }
      }
      if let unfinished = review?.unfinished {
        console.complain(unfinished.remark)
        return .notFinished
      }
      return arguments.status(of: findings)
    })
}
