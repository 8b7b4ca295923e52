import Devices
import Findings

/// Options that several commands take.
extension Option {
  static let failOn = Option(
    "fail-on", .choice("SEVERITY", ["error", "warning", "notice"]), default: "error",
    help: "end with status 1 where a finding is at least this grave")
  static let policy = Option(
    "policy", short: "p", .file("FILE"), repeatable: true, required: true,
    help:
      "a policy: YAML, JSON, a property list, compiled or signed; several are layers that only tighten, "
      + "emergency files among them")
  static let policyKey = Option(
    "policy-key", .file("FILE"), repeatable: true,
    help: "a public key that policies must be signed with; without it signatures are not checked")
  static let profile = Option(
    "profile", .file("FILE"), repeatable: true,
    help: "a configuration profile on the device")
  static let device = Option(
    "device", short: "d", .text("DEVICE"),
    help: "the device, such as platform=iOS,version=18.1; further facts: supervised, "
      + "enrollment, shared-ipad, channel, install")
  static let key = Option(
    "key", .file("FILE"), help: "the log's key: the signing key to write, the public one to verify")
}

extension Arguments {
  /// The status for findings, by `--fail-on`.
  func status(of findings: some Sequence<Finding>) -> ExitStatus {
    let threshold = value(.failOn).flatMap(Severity.init(rawValue:)) ?? .error
    return status(of: findings, from: threshold)
  }

  /// The status for findings where those from `threshold` on make it fail; what is dismissed does
  /// not count.
  func status(of findings: some Sequence<Finding>, from threshold: Severity) -> ExitStatus {
    findings.contains { $0.isActive && $0.severity >= threshold } ? .findings : .success
  }

  /// The device that `option` describes; nil where it is not given.
  func device(_ option: Option) throws -> Device? {
    try value(option) { try Device(parsing: $0) }
  }
}
