import Findings

extension RuleContext {
  /// What the reader noticed while it read, under one rule's name.
  func noticed(by rule: RuleID) -> [Finding] {
    files.flatMap { $0.findings.filter { $0.rule == rule } }
  }
}
