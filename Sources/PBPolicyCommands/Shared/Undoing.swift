import Findings
import ProfileKit

extension RuleID {
  /// Rules about what devices refuse whole, or may, and about what nobody could look into.
  static let undoingWhole: Set<RuleID> = [
    "plist-refused-by-apple", "not-a-profile", "signature-not-intact", "message-damaged",
    "encrypted-not-checked", "missing-required-key", "uuid-duplicate", "payload-version",
    "not-by-manual-install", "not-by-channel",
  ]

  /// Rules about whatever may undo what a profile says: a file, a payload or a value that is taken
  /// otherwise than it looks.
  static let undoing: Set<RuleID> = undoingWhole.union([
    "plist-key-as-value", "plist-silently-changed", "duplicate-key", "wrong-type", "unknown-key",
    "unknown-payload-type", "identifier-form",
  ])
}

extension Validation {
  /// What may undo an answer that rests on these profiles; to be said beside it.
  var undoing: [Finding] {
    findings.filter { RuleID.undoing.contains($0.rule) && $0.severity >= .warning }
  }
}
