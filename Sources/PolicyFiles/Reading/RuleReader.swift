import Findings
import PolicyKit

/// Reads one rule.
struct RuleReader {
  let conditions: ConditionReader

  static let keys = [
    "id", "effect", "when", "unless", "reason", "instead", "controls", "expires-after",
    "keep-out-of", "unenforceable", "minimum-assurance", "valid", "mode",
  ]
  static let expiryKeys = ["seconds", "scope", "required"]

  func rule(_ node: PolicyNode, _ notes: inout ReadingNotes) -> Rule? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    notes.add(map.unknownKeys(besides: Self.keys))
    let id = notes.attempt { () throws(PolicyNodeError) in try Self.identifier(map.required("id")) }
    let effect = notes.attempt { () throws(PolicyNodeError) in
      try word(map.required("effect"), Posture.self, "effect")
    }
    let when = notes.attempt { () throws(PolicyNodeError) in try map.required("when") }.flatMap {
      conditions.bounded($0, &notes)
    }
    let unless = map["unless"].map { conditions.bounded($0, &notes) }
    guard let id, let effect, let when else { return nil }
    var rule = Rule(id: id, effect: effect, when: when, location: location(map))
    if let unless {
      guard let unless else { return nil }
      rule.unless = unless
    }
    return notes.attempt { () throws(PolicyNodeError) in try details(map, rule) }
  }

  /// A rule stands where its id stands.
  private func location(_ map: PolicyMap) -> SourceLocation {
    map.entries.first { $0.key == "id" }?.keyLocation ?? map.node.location
  }

  static func identifier(_ node: PolicyNode) throws(PolicyNodeError) -> String {
    let text = try node.string()
    guard PolicyBounds.isIdentifier(text) else {
      throw node.error(
        "an id is at most \(PolicyBounds.identifier) lower-case letters, digits, hyphens and dots, "
          + "found `\(excerpt(text))`",
        rule: .policyUnknownValue)
    }
    return text
  }

  private func details(_ map: PolicyMap, _ rule: Rule) throws(PolicyNodeError) -> Rule {
    var rule = rule
    if let node = map["reason"] { rule.reason = try node.string(.reason) }
    if let node = map["instead"] {
      for element in node.oneOrMore {
        rule.instead.append(try word(element, Advice.self, "advice"))
      }
    }
    if let node = map["controls"] {
      for element in node.oneOrMore { rule.controls.append(try element.string(.name)) }
    }
    if let node = map["expires-after"] { rule.expiry = try expiry(node) }
    if let node = map["keep-out-of"] {
      for element in node.oneOrMore {
        rule.keepOutOf.append(try word(element, History.self, "history"))
      }
    }
    if let node = map["unenforceable"] {
      rule.unenforceable = try word(node, Unenforceable.self, "value of `unenforceable`")
    }
    if let node = map["minimum-assurance"] {
      rule.minimumAssurance = try word(node, Assurance.self, "assurance")
    }
    if let node = map["valid"] { rule.valid = try WindowReader.window(node) }
    if let node = map["mode"] { rule.mode = try word(node, EnforcementMode.self, "mode") }
    return rule
  }

  private func expiry(_ node: PolicyNode) throws(PolicyNodeError) -> Expiry {
    let seconds = PolicyBounds.expirySeconds
    guard case .map = node.content else {
      return Expiry(seconds: Int(try node.integer(in: seconds)))
    }
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.expiryKeys).first {
      throw PolicyNodeError(unknown)
    }
    var expiry = Expiry(seconds: Int(try map.required("seconds").integer(in: seconds)))
    if let scope = map["scope"] { expiry.scope = try word(scope, Expiry.Scope.self, "scope") }
    if let required = map["required"] { expiry.isRequired = try required.flag() }
    return expiry
  }
}

/// The word at `node` as a value of a closed list.
func word<Value: RawRepresentable<String> & CaseIterable>(
  _ node: PolicyNode, _ type: Value.Type, _ what: String
) throws(PolicyNodeError) -> Value {
  let text = try node.word(among: Value.allCases.map(\.rawValue), for: what)
  guard let value = Value(rawValue: text) else { throw node.error("unknown \(what) `\(text)`") }
  return value
}
