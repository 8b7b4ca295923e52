extension Report {
  /// JUnit's XML: a suite for every file, in it a case for every rule that has something to say.
  ///
  /// A rule with a finding at or above the threshold is a failed case, one whose findings do not
  /// count a skipped one; a file with nothing to complain of is one passed case, a file that could
  /// not be read one with an error. Names hold no line, so that services can follow a case over time.
  public var junitText: String {
    let byPath = Dictionary(grouping: findings, by: \.location.path)
    var suites: [JUnitSuite] = []
    var named: Set<String> = []
    for path in files.map(\.path) + failures.map(\.path) where named.insert(path).inserted {
      suites.append(suite(path, byPath[path] ?? []))
    }
    return JUnitSuite.document("pbpolicy validate", suites)
  }

  private func suite(_ path: String, _ findings: [Finding]) -> JUnitSuite {
    var suite = JUnitSuite(name: base.name(path))
    for failure in failures where failure.path == path {
      suite.add("file-not-read", .error, failure.message, [])
    }
    let byRule = Dictionary(grouping: findings, by: \.rule)
    for (rule, found) in byRule.sorted(by: { $0.key < $1.key }) {
      let active = found.filter(\.isActive)
      let failing = active.filter { $0.severity >= threshold }
      if let first = failing.first {
        let more = active.count > 1 ? " (and \(active.count - 1) more)" : ""
        suite.add(rule.name, .failure, first.placedMessage + more, active.map(line))
      } else if active.isEmpty, let first = found.first {
        let reason = first.dismissal?.reason ?? ""
        suite.add(
          rule.name, .skipped, reason.isEmpty ? "in the baseline" : "suppressed: \(reason)",
          found.map(line))
      } else {
        suite.add(rule.name, .passed, "", active.map(line))
      }
    }
    if suite.counts.tests == 0 { suite.add("nothing to complain of", .passed, "", []) }
    return suite
  }

  private func line(_ finding: Finding) -> String {
    var place = finding.location
    place.path = base.name(place.path)
    return "\(place): \(finding.severity.rawValue): \(finding.placedMessage)"
      + (finding.help.map { "\n  help: \($0)" } ?? "")
  }
}

struct JUnitCounts {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0

  var attributes: String {
    " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
      + " time=\"0\""
  }

  static func + (left: JUnitCounts, right: JUnitCounts) -> JUnitCounts {
    JUnitCounts(
      tests: left.tests + right.tests, failures: left.failures + right.failures,
      errors: left.errors + right.errors, skipped: left.skipped + right.skipped)
  }
}

/// A suite of JUnit's XML: what belongs together, such as the tests of one file.
public struct JUnitSuite {
  /// How a case ended.
  public enum Verdict: Sendable {
    /// Well.
    case passed
    /// What was expected was not found.
    case failure
    /// It could not be run.
    case error
    /// It was not run.
    case skipped
  }

  let name: String
  private(set) var counts = JUnitCounts()
  private var cases = ""

  /// An empty suite.
  public init(name: String) { self.name = name }

  /// The document that holds `suites`.
  public static func document(_ name: String, _ suites: [JUnitSuite]) -> String {
    let body = suites.map(\.text).joined()
    let counts = suites.reduce(JUnitCounts()) { $0 + $1.counts }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"\(xml(name))\"\(counts.attributes)>\n\(body)</testsuites>\n"
  }

  var text: String {
    "  <testsuite name=\"\(xml(name))\"\(counts.attributes)>\n\(cases)  </testsuite>\n"
  }

  /// Adds a case: its name, how it ended, a message, and more lines about it.
  public mutating func add(_ rule: String, _ verdict: Verdict, _ message: String, _ lines: [String])
  {
    counts.tests += 1
    let body = xml(lines.joined(separator: "\n"), isText: true)
    let message = "message=\"\(xml(message))\""
    let inside: String
    switch verdict {
    case .passed: inside = lines.isEmpty ? "" : "<system-out>\(body)</system-out>"
    case .failure:
      counts.failures += 1
      inside = "<failure \(message) type=\"\(xml(rule))\">\(body)</failure>"
    case .error:
      counts.errors += 1
      inside = "<error \(message) type=\"\(xml(rule))\">\(body)</error>"
    case .skipped:
      counts.skipped += 1
      inside = "<skipped \(message)/>"
    }
    let start = "    <testcase name=\"\(xml(rule))\" classname=\"\(xml(name))\""
    let place = " file=\"\(xml(name))\" time=\"0\""
    cases += start + place + (inside.isEmpty ? "/>\n" : ">\(inside)</testcase>\n")
  }
}

/// The text for XML: markup escaped, what XML forbids or a terminal would obey shown as `�`.
private func xml(_ text: String, isText: Bool = false) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n" where isText: result += "\n"
    case "\n", "\r", "\t": result += "&#\(scalar.value);"
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar.isPrintable ? scalar : "\u{FFFD}")
    }
  }
  return result
}
