/// How the tool ends: the one list of exit statuses.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Success: nothing to complain of, allowed, verified.
  case success = 0
  /// Findings at or above the threshold, a failed test or proof, a loosening difference.
  case findings = 1
  /// The command line was wrong.
  case usage = 2
  /// A file could not be opened, read or written.
  case file = 3
  /// The decision is to deny.
  case deny = 4
  /// The decision is local-only.
  case localOnly = 5
  /// The log was altered.
  case altered = 6
  /// The log is incomplete.
  case incomplete = 7
  /// Whether the log was altered cannot be told.
  case cannotTell = 8
  /// An analysis stopped at its bound.
  case notFinished = 9

  /// What the status says, for help, the manual page and the README.
  public var meaning: String {
    switch self {
    case .success: "success: no findings, allowed, verified"
    case .findings: "findings at or above the threshold, or a failed test or proof"
    case .usage: "wrong usage"
    case .file: "a file could not be opened, read or written"
    case .deny: "denied"
    case .localOnly: "local-only"
    case .altered: "the log was altered"
    case .incomplete: "the log is incomplete"
    case .cannotTell: "cannot tell whether the log was altered"
    case .notFinished: "an analysis stopped at its bound and is not finished"
    }
  }
}
