import Devices
import Findings
import PolicyFiles
import PolicyKit
import ProfileKit

/// What `validate` is told by a file instead of its options.
///
/// A file is read only where `--config` names it: what is checked never depends on what happens to
/// lie in some folder.
struct ValidateConfig {
  var targets: [Device] = []
  var choice = RuleChoice()
  var isStrict = false
  var failOn: Severity?
  var now: CheckTime?
  /// The path of the baseline, from where the tool was started.
  var baseline: String?
  /// The paths of further catalogues, from where the tool was started.
  var catalogs: [String] = []

  static let keys = [
    "targets", "select", "ignore", "severity", "strict", "fail-on", "now", "baseline", "catalog",
  ]

  init() {}

  /// Reads the file at `path`, YAML or JSON; what is wrong with it goes to standard error.
  init(_ path: String, _ console: Console) throws {
    let bytes = try console.read(path)
    let (node, broken) = PolicyText.read(bytes, path: path)
    var findings = broken
    if let node {
      do throws(PolicyNodeError) {
        let map = try node.map()
        findings += map.unknownKeys(besides: Self.keys)
        for entry in map.entries {
          do throws(PolicyNodeError) { try read(entry.key, entry.value, path) } catch {
            findings.append(error.finding)
          }
        }
      } catch { findings.append(error.finding) }
    }
    guard findings.isEmpty else {
      throw InvalidInput(
        message: "the configuration `\(path)` cannot be used as it stands", findings: findings,
        sources: [path: SourceLines(utf8: bytes)])
    }
  }

  private mutating func read(_ key: String, _ value: PolicyNode, _ path: String)
    throws(PolicyNodeError)
  {
    switch key {
    case "targets":
      for node in value.oneOrMore {
        let text = try node.string()
        targets.append(
          try node.reading { () throws(DeviceDescriptionError) in
            try Device(parsing: text)
          })
      }
    case "select": choice.selected += try patterns(value)
    case "ignore": choice.ignored += try patterns(value)
    case "severity":
      for entry in try value.map().entries {
        let word = try entry.value.word(among: RuleChoice.words, for: "severity")
        let pattern = try value.reading { () throws(RulePattern.Mistake) in
          try RulePattern(entry.key)
        }
        choice.severities.append((pattern, Severity(rawValue: word)))
      }
    case "strict": isStrict = try value.flag()
    case "fail-on":
      let words = Severity.allCases.map(\.rawValue)
      failOn = Severity(rawValue: try value.word(among: words, for: "severity"))
    case "now":
      let text = try value.string()
      now = try value.reading { () throws(CheckTime.Mistake) in try CheckTime(text) }
    case "baseline": baseline = Self.beside(path, try value.string())
    case "catalog":
      for node in value.oneOrMore { catalogs.append(Self.beside(path, try node.string())) }
    default: break
    }
  }

  /// The path of a file that the configuration at `path` names, which is from its own folder.
  private static func beside(_ path: String, _ name: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return name.hasPrefix("/") ? name : folder + name
  }

  private func patterns(_ value: PolicyNode) throws(PolicyNodeError) -> [RulePattern] {
    var result: [RulePattern] = []
    for node in value.oneOrMore {
      let text = try node.string()
      result.append(try node.reading { () throws(RulePattern.Mistake) in try RulePattern(text) })
    }
    return result
  }
}

extension PolicyNode {
  /// What `read` gives; its error as one about this value.
  fileprivate func reading<Value, Mistake: Error & CustomStringConvertible>(
    _ read: () throws(Mistake) -> Value
  ) throws(PolicyNodeError) -> Value {
    do throws(Mistake) { return try read() } catch {
      throw self.error(error.description, rule: .policyUnknownValue)
    }
  }
}

/// The time that dates are held against.
struct CheckTime: Sendable, Equatable {
  /// In seconds since 1970; nil where dates are not looked at.
  let seconds: Int64?

  /// Why a text is no time.
  struct Mistake: Error, CustomStringConvertible {
    /// One line, lower case, no full stop.
    let description =
      "expected a date such as 2026-11-30, a time such as 2026-11-30T12:00:00Z, "
      + "or `none`"
  }

  /// Reads a date, which means its first moment in UTC, a time of RFC 3339, or `none`.
  init(_ text: String) throws(Mistake) {
    if text == "none" {
      seconds = nil
      return
    }
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    guard let milliseconds = Instant.milliseconds(whole) else { throw Mistake() }
    let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    seconds = rest < 0 ? quotient - 1 : quotient
  }
}
