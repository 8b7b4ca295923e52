import Findings

extension RuleContext {
  /// What the reader noticed while it read, under one rule's name.
  func noticed(by rule: RuleID) -> [Finding] {
    files.flatMap { file in
      HiddenSecrets.redacted(file.findings.filter { $0.rule == rule }, of: file)
    }
  }
}
