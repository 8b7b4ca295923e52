import Findings
import PolicyKit

/// A policy that is being put together from somebody else's settings.
struct ImportDraft {
  private let source: PolicyImport.Source
  var policy: Policy
  private var findings: [Finding] = []

  init(source: PolicyImport.Source, path: String) {
    self.source = source
    policy = Policy(name: "imported-from-\(source.rawValue)", layer: .appProtection, path: path)
  }

  /// The id that `name` gives: lower-case letters, digits and hyphens, none twice.
  mutating func id(_ name: String) -> String {
    var text = ""
    for scalar in name.lowercased().unicodeScalars {
      let isFit = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isFit { text.unicodeScalars.append(scalar) } else if text.last != "-" { text += "-" }
      if text.utf8.count >= 80 { break }
    }
    while text.hasPrefix("-") { text.removeFirst() }
    while text.hasSuffix("-") { text.removeLast() }
    if text.isEmpty { text = "rule" }
    let taken = Set(policy.rules.map(\.id))
    guard taken.contains(text) else { return text }
    var number = 2
    while taken.contains("\(text)-\(number)") { number += 1 }
    return "\(text)-\(number)"
  }

  /// Adds a rule that `node` became; `change` says what it means more or less than the original.
  mutating func add(_ rule: Rule, from node: PolicyNode, changed change: String? = nil) {
    var rule = rule
    rule.location = node.location
    policy.rules.append(rule)
    if let change {
      note(.importChanged, .warning, node, "became rule `\(rule.id)`, which \(change)")
    } else {
      note(.importCarried, .notice, node, "became rule `\(rule.id)`")
    }
  }

  /// A setting that asks for nothing.
  mutating func needsNothing(_ node: PolicyNode, _ why: String) {
    note(.importCarried, .notice, node, "needs no rule: \(why)")
  }

  /// A setting that cannot be said here.
  mutating func leaveOut(_ node: PolicyNode, _ why: String, help: String? = nil) {
    note(.importLeftOut, .warning, node, "not carried over: \(why)", help: help)
  }

  /// Settings that have nothing to do with a pasteboard, said once for all of them.
  mutating func passOver(_ entries: [PolicyEntry], beside node: PolicyNode) {
    guard !entries.isEmpty else { return }
    let names = entries.prefix(3).map { "`\(excerpt($0.key))`" }.joined(separator: ", ")
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    note(
      .importUnrelated, .notice, node, "\(names)\(more): not about a pasteboard, not looked at")
  }

  private mutating func note(
    _ rule: RuleID, _ severity: Severity, _ node: PolicyNode, _ message: String,
    help: String? = nil
  ) {
    let path = node.path.description
    findings.append(
      Finding(
        rule, severity, at: node.location, keyPath: path,
        (path.isEmpty ? "" : "`\(excerpt(path))` ") + message, help: help))
  }

  func finished(adding more: [Finding]) -> PolicyImport {
    PolicyImport(source: source, policy: policy, findings: (findings + more).sorted())
  }
}

/// Conditions, tersely.
func test(_ attribute: Attribute, _ values: [String], not isNegated: Bool = false) -> Condition {
  .leaf(Condition.Leaf(attribute, .oneOf(values), isNegated: isNegated))
}

/// Content of no more than `count` characters.
func atMost(_ count: Int64, _ attribute: Attribute) -> Condition {
  .leaf(Condition.Leaf(attribute, .numbers(.init(through: Int(count)))))
}
