/// One test of a policy, run.
public struct PolicyTestRun: Sendable {
  /// The test.
  public let test: PolicyTest
  /// The answer it got.
  public let decision: Decision
  /// What was expected and what was found, one line each; empty where the test passed.
  public let failures: [String]

  /// Runs `test` against `policy`.
  public init(_ test: PolicyTest, policy: CompiledPolicy) {
    self.test = test
    decision = decide(test.request, policy: policy)
    failures = Self.failures(test.expected, decision)
  }

  private static func failures(_ expected: PolicyTest.Expectation, _ decision: Decision)
    -> [String]
  {
    var failures: [String] = []
    func compare(_ what: String, _ wanted: String?, _ found: String) {
      guard let wanted, wanted != found else { return }
      failures.append("expected \(what) \(wanted), found \(found)")
    }
    compare("outcome", expected.outcome?.rawValue, decision.outcome.rawValue)
    compare("required", expected.required?.rawValue, decision.required.rawValue)
    compare("honoured", expected.honoured?.rawValue, decision.honoured.rawValue)
    compare(
      "would-be", expected.wouldBe?.rawValue,
      (decision.wouldBe?.outcome ?? decision.outcome).rawValue)
    compare("assurance", expected.assurance?.rawValue, decision.assurance?.rawValue ?? "none")
    if let rule = expected.rule {
      let determining = decision.reasons.filter { $0.effect != nil }.map(\.id)
      if !determining.contains(rule) {
        failures.append(
          "expected rule `\(rule)` to determine it, found \(determining.joined(separator: ", "))")
      }
    }
    compare(
      "because-unknown",
      expected.becauseUnknown.map { $0.map(\.rawValue).sorted().joined(separator: ", ") },
      decision.becauseUnknown.map(\.rawValue).joined(separator: ", "))
    return failures
  }
}
