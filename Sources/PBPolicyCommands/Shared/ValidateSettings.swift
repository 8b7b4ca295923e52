import Devices
import Findings
import Glibc
import PolicyFiles
import ProfileKit

/// The options of `validate` that say what is held against what.
enum ValidateOption {
  static let target = Option(
    "target", short: "t", .text("DEVICE"), repeatable: true,
    help: "a device the profiles are meant for, such as platform=iOS,version=18.1; further facts: "
      + "supervised, enrollment, shared-ipad, channel, install")
  static let select = Option(
    "select", .text("RULE"), repeatable: true,
    help: "use these rules only; a final * stands for any ending")
  static let ignore = Option(
    "ignore", .text("RULE"), repeatable: true,
    help: "leave these rules out; a final * stands for any ending")
  static let severity = Option(
    "severity", .text("RULE=SEVERITY"), repeatable: true,
    help: "what findings of a rule weigh: error, warning, notice, or off")
  static let strict = Option(
    "strict", help: "count warnings as errors, except of rules whose severity is given")
  static let now = Option(
    "now", .text("DATE"),
    help: "hold dates against this day or time of RFC 3339, or `none`; the present where it is "
      + "not given")
  static let config = Option(
    "config", .file("FILE"),
    help: "read options from a file, YAML or JSON; those given here add to it")
  static let baseline = Option(
    "baseline", .file("FILE"), help: "count only findings that this file does not know")
  static let writeBaseline = Option(
    "write-baseline", .file("FILE"), help: "write what is found now to a file for --baseline")
  static let stdinName = Option(
    "stdin-name", .text("NAME"), help: "the name of standard input in reports")

  static let all = [
    target, select, ignore, severity, strict, .failOn, now, config, baseline, writeBaseline,
    stdinName, .catalog, .trust, .decryptionKey,
  ]
}

/// Options and configuration together.
struct ValidateSettings {
  var config = ValidateConfig()
  /// The severity from which a finding makes the run fail.
  var threshold = Severity.error
  /// In seconds since 1970.
  var now: Int64?
  var writeBaseline: String?
  var catalog = Catalog.standard

  init(_ arguments: Arguments, _ console: Console) throws {
    if let path = arguments.value(ValidateOption.config) {
      config = try ValidateConfig(path, console)
    }
    catalog = try arguments.catalog(console, after: config.catalogs)
    let targets: [Device] = try arguments.each(ValidateOption.target) { try Device(parsing: $0) }
    // Other devices than the configuration's, not more of them.
    if !targets.isEmpty { config.targets = targets }
    config.choice.selected += try arguments.each(ValidateOption.select) { try RulePattern($0) }
    config.choice.ignored += try arguments.each(ValidateOption.ignore) { try RulePattern($0) }
    config.choice.severities += try arguments.each(ValidateOption.severity) {
      try RuleChoice.severity($0)
    }
    if arguments.isSet(ValidateOption.strict) { config.isStrict = true }
    if arguments.isSet(.failOn) || config.failOn == nil {
      config.failOn = arguments.value(.failOn).flatMap(Severity.init(rawValue:))
    }
    threshold = config.failOn ?? .error
    let stated = try arguments.value(ValidateOption.now) { try CheckTime($0) } ?? config.now
    now = stated.map { $0.seconds } ?? Int64(time(nil))
    if let path = arguments.value(ValidateOption.baseline) { config.baseline = path }
    writeBaseline = arguments.value(ValidateOption.writeBaseline)
    if config.choice.rules.isEmpty { throw arguments.wrong("every rule is left out") }
  }

  /// Checks `files`.
  func validation(of files: [PlistFile]) -> Validation {
    Validation(
      files, targets: config.targets, rules: config.choice.rules, catalog: catalog, now: now,
      severities: config.choice.overrides, isStrict: config.isStrict, honoursComments: true)
  }
}

extension Arguments {
  /// All values of `option`, each as `read` reads it; its error becomes one about the option.
  fileprivate func each<Value>(_ option: Option, as read: (String) throws -> Value) throws
    -> [Value]
  {
    try values(option).map { text in
      do { return try read(text) } catch {
        throw UsageError(
          .badValue(what: "option `\(option.flag)`", found: text, why: "\(error)"),
          at: command.path)
      }
    }
  }
}
