import Findings
import PolicyKit

/// Reads `when` and `unless`: a map is a conjunction of tests by attribute.
struct ConditionReader {
  /// Named conditions that `group:` may refer to.
  var groups: [String: Condition] = [:]
  /// Every content class there is.
  var classes: Set<String>

  private static let operators = ["any", "all", "not", "group"]
  /// What a rule may test: everything but what only the call as a whole carries.
  private static let attributes = Attribute.allCases.map(\.rawValue)

  func condition(_ node: PolicyNode) throws(PolicyNodeError) -> Condition {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.operators + Self.attributes).first {
      throw PolicyNodeError(unknown)
    }
    var parts: [Condition] = []
    for entry in map.entries { parts.append(try part(entry)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private func part(_ entry: PolicyEntry) throws(PolicyNodeError) -> Condition {
    switch entry.key {
    case "any": return .any(try several(entry.value))
    case "all": return .all(try several(entry.value))
    case "not": return .not(try condition(entry.value))
    case "group":
      var parts: [Condition] = []
      for node in entry.value.oneOrMore { parts.append(try group(node)) }
      return parts.count == 1 ? parts[0] : .any(parts)
    default:
      guard let attribute = Attribute(rawValue: entry.key) else {
        throw entry.value.error("unknown key `\(entry.key)`", rule: .policyUnknownKey)
      }
      return .leaf(try leaf(attribute, entry))
    }
  }

  private func several(_ node: PolicyNode) throws(PolicyNodeError) -> [Condition] {
    let nodes = try node.list()
    guard !nodes.isEmpty else {
      throw node.error("expected at least one condition, found an empty list")
    }
    var parts: [Condition] = []
    for node in nodes { parts.append(try condition(node)) }
    return parts
  }

  private func group(_ node: PolicyNode) throws(PolicyNodeError) -> Condition {
    let name = try node.string()
    if let condition = groups[name] { return condition }
    throw node.error(
      "there is no group `\(name)`",
      help: nearestName(to: name, among: groups.keys).map { "did you mean `\($0)`?" }
        ?? "add it under `groups:`", rule: .policyUnknownReference)
  }

  private func leaf(_ attribute: Attribute, _ entry: PolicyEntry) throws(PolicyNodeError)
    -> Condition.Leaf
  {
    var leaf = Condition.Leaf(attribute, .oneOf([]), at: entry.keyLocation)
    guard case .map = entry.value.content else {
      leaf.test = try test(attribute, entry.value)
      return leaf
    }
    let map = try entry.value.map()
    if let known = map["known"] { leaf.mustBeKnown = try known.flag() }
    let rest = map.entries.filter { $0.key != "known" }
    switch rest.first?.key {
    case "is" where rest.count == 1: leaf.test = try test(attribute, rest[0].value)
    case "not" where rest.count == 1:
      leaf.isNegated = true
      leaf.test = try test(attribute, rest[0].value)
    case nil:
      throw entry.value.error(
        "expected a test of `\(attribute.rawValue)`, found none",
        help: "write `is: …` or `not: …` beside `known`")
    default: leaf.test = try BoundsReader(attribute).test(map, rest)
    }
    return leaf
  }

  private func test(_ attribute: Attribute, _ node: PolicyNode) throws(PolicyNodeError)
    -> Condition.Test
  {
    if case .map = node.content {
      let map = try node.map()
      return try BoundsReader(attribute).test(map, map.entries)
    }
    let nodes = node.oneOrMore
    guard !nodes.isEmpty else {
      throw node.error("expected a value or a list of values, found an empty list")
    }
    if nodes.count == 1, BoundsReader.isOrdered(attribute) {
      return try BoundsReader(attribute).exactly(nodes[0])
    }
    var texts: [String] = []
    for node in nodes { texts += try words(attribute, node) }
    return .oneOf(texts)
  }

  private func words(_ attribute: Attribute, _ node: PolicyNode) throws(PolicyNodeError) -> [String]
  {
    if BoundsReader.isOrdered(attribute) {
      throw node.error(
        "`\(attribute.rawValue)` is tested against one value or bounds, not a list",
        help: "write `{ from: …, through: … }`")
    }
    switch attribute.kind {
    case .word(["yes", "no"]): return [try node.flag() ? "yes" : "no"]
    case .word(let choices), .words(let choices):
      if attribute == .platform, let group = Self.platformGroups[try node.string()] {
        return group
      }
      return [try node.word(among: choices, for: attribute.rawValue)]
    case .classes:
      let name = try node.string()
      guard classes.contains(name) else {
        throw node.error(
          "unknown content class `\(name)`",
          help: nearestName(to: name, among: classes).map { "did you mean `\($0)`?" }
            ?? "add it under `classes:`", rule: .policyUnknownValue)
      }
      return [name]
    default:
      let text = try node.string()
      guard !text.isEmpty else { throw node.error("expected a text that is not empty") }
      return [text]
    }
  }

  private static let platformGroups = [
    "mobile": ["iOS", "iPadOS", "visionOS"],
    "all-apple": ["iOS", "iPadOS", "macOS", "visionOS", "watchOS", "tvOS"],
  ]
}
