/// How many findings there are of each severity.
public struct FindingsSummary: Sendable, Hashable {
  /// Findings that are errors.
  public var errors = 0
  /// Findings that are warnings.
  public var warnings = 0
  /// Findings that are notices.
  public var notices = 0

  /// Counts `findings`.
  public init(_ findings: some Sequence<Finding>) {
    for finding in findings {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .notice: notices += 1
      }
    }
  }

  /// Such as `2 errors, 1 warning, 0 notices`.
  public var description: String {
    "\(counted(errors, "error")), \(counted(warnings, "warning")), \(counted(notices, "notice"))"
  }

  /// The worst severity that occurs; nil where there is no finding.
  public var worst: Severity? {
    errors > 0 ? .error : warnings > 0 ? .warning : notices > 0 ? .notice : nil
  }
}

/// `1 file`, `2 files`.
public func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
