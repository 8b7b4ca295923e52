/// How many findings there are of each severity, and how many do not count.
public struct FindingsSummary: Sendable, Hashable {
  /// Findings that are errors.
  public var errors = 0
  /// Findings that are warnings.
  public var warnings = 0
  /// Findings that are notices.
  public var notices = 0
  /// Findings that a comment in their file suppresses.
  public var suppressed = 0
  /// Findings that the baseline knows.
  public var known = 0

  /// Counts `findings`.
  public init(_ findings: some Sequence<Finding>) {
    for finding in findings {
      switch (finding.dismissal?.kind, finding.severity) {
      case (.suppressed, _): suppressed += 1
      case (.known, _): known += 1
      case (nil, .error): errors += 1
      case (nil, .warning): warnings += 1
      case (nil, .notice): notices += 1
      }
    }
  }

  /// Such as `2 errors, 1 warning, 0 notices (3 suppressed)`.
  public var description: String {
    let apart = [(suppressed, "suppressed"), (known, "in the baseline")].filter { $0.0 > 0 }
    return "\(counted(errors, "error")), \(counted(warnings, "warning")), "
      + counted(notices, "notice")
      + (apart.isEmpty ? "" : " (\(apart.map { "\($0) \($1)" }.joined(separator: ", ")))")
  }

  /// The worst severity that counts; nil where there is no finding.
  public var worst: Severity? {
    errors > 0 ? .error : warnings > 0 ? .warning : notices > 0 ? .notice : nil
  }
}

/// `1 file`, `2 files`.
public func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
