import Findings

/// Collects what is wrong with a text while reading goes on, so that one run shows everything.
struct ReadingNotes {
  private(set) var findings: [Finding] = []

  /// What `read` gives; nil where it fails, which is noted.
  @discardableResult
  mutating func attempt<Result>(_ read: () throws(PolicyNodeError) -> Result) -> Result? {
    do { return try read() } catch {
      findings.append(error.finding)
      return nil
    }
  }

  mutating func add(_ more: [Finding]) { findings += more }
}

extension RuleID {
  static let policyUnknownReference: RuleID = "policy-unknown-reference"
  static let requestInvalid: RuleID = "request-invalid"
}
