import Findings
import ProfileKit

/// Rules as a command line or a configuration names them: one by its name, or all whose names
/// begin with what stands before a final `*`.
struct RulePattern: Sendable, Hashable {
  /// The pattern as written.
  let text: String

  /// Why a pattern is none.
  struct Mistake: Error, CustomStringConvertible {
    /// One line, lower case, no full stop.
    let description: String
  }

  /// Reads a pattern.
  /// - Throws: `Mistake` where it names no rule.
  init(_ text: String) throws(Mistake) {
    self.text = text
    let known = allRules.map(\.id.name)
    if known.contains(where: matches) { return }
    if text.hasSuffix("*") {
      throw Mistake(description: "there is no rule whose name begins with `\(text.dropLast())`")
    }
    let near = nearestName(to: text, among: known).map { "; did you mean `\($0)`?" } ?? ""
    throw Mistake(description: "there is no rule `\(text)`\(near)")
  }

  /// Whether it names the rule called `name`.
  func matches(_ name: String) -> Bool {
    text.hasSuffix("*") ? name.hasPrefix(text.dropLast()) : name == text
  }
}

/// Which rules are used, and how much their findings weigh.
struct RuleChoice: Sendable {
  /// These only; all where empty.
  var selected: [RulePattern] = []
  /// Not these.
  var ignored: [RulePattern] = []
  /// What findings weigh, the last that names a rule deciding; nil is off.
  var severities: [(pattern: RulePattern, severity: Severity?)] = []

  /// The words for a severity.
  static let words = Severity.allCases.reversed().map(\.rawValue) + ["off"]

  /// The rules that are used.
  var rules: [ProfileKit.Rule] {
    allRules.filter { rule in
      let name = rule.id.name
      let isChosen = selected.isEmpty || selected.contains { $0.matches(name) }
      let isOff = severities.last { $0.pattern.matches(name) }.map { $0.severity == nil } ?? false
      return isChosen && !isOff && !ignored.contains { $0.matches(name) }
    }
  }

  /// The severities that replace the rules' own.
  var overrides: [RuleID: Severity] {
    var result: [RuleID: Severity] = [:]
    for rule in allRules {
      let stated = severities.last { $0.pattern.matches(rule.id.name) }
      if let severity = stated?.severity { result[rule.id] = severity }
    }
    return result
  }

  /// Reads `RULE=SEVERITY`.
  static func severity(_ text: String) throws(RulePattern.Mistake) -> (RulePattern, Severity?) {
    let pair = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard pair.count == 2 else {
      throw RulePattern.Mistake(description: "expected RULE=SEVERITY")
    }
    guard words.contains(pair[1]) else {
      throw RulePattern.Mistake(
        description: "the severity must be one of \(words.joined(separator: ", ")), "
          + "found `\(pair[1])`")
    }
    return (try RulePattern(pair[0]), Severity(rawValue: pair[1]))
  }
}
