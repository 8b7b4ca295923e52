import Findings

/// What does not decide always, or at all: worth knowing, and easily forgotten.
enum WatchedChecks {
  static func findings(_ policy: Policy) -> [Finding] {
    var findings: [Finding] = []
    if policy.mode == .auditOnly {
      findings.append(
        Finding(
          "policy-watched", .notice, at: SourceLocation(path: policy.path),
          "everything in `\(policy.name)` is only watched (`mode: audit-only`)"))
    }
    for rule in policy.rules {
      if rule.mode == .auditOnly, policy.mode == .enforce {
        findings.append(
          Finding(
            "policy-watched", .notice, at: rule.location,
            "rule `\(rule.id)` is only watched (`mode: audit-only`)"))
      }
      if let window = rule.valid, let from = window.from, let until = window.until, until <= from {
        findings.append(
          Finding(
            "policy-window-empty", .error, at: window.location,
            "rule `\(rule.id)` holds at no time: its window ends before it begins"))
      }
    }
    return findings
  }

  /// That an emergency file is loaded.
  static func notice(_ glass: BreakGlass) -> Finding {
    let names = (glass.rules + glass.layers).map { "`\($0.name)`" }.joined(separator: ", ")
    return Finding(
      "break-glass-loaded", .notice, at: glass.location,
      "emergency `\(glass.name)` takes out \(names) from \(Instant.text(glass.from)) until "
        + "\(Instant.text(glass.until)): \(glass.reason)")
  }
}
