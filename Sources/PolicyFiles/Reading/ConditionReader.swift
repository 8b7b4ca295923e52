import Findings
import PolicyKit

/// Reads `when` and `unless`: a map is a conjunction of tests by attribute.
struct ConditionReader {
  /// Named conditions that `group:` may refer to.
  var groups: [String: Condition] = [:]
  /// Every content class there is.
  var classes: Set<String>

  static let operators = ["any", "all", "not", "group"]
  /// What a rule may test: everything but what only the call as a whole carries.
  private static let attributes = Attribute.allCases.map(\.rawValue)

  /// The condition; nil where something in it is wrong, all of which is noted.
  ///
  /// A map may hold the keys `known` too where it is part of another; they are not given here.
  func condition(
    _ node: PolicyNode, _ notes: inout ReadingNotes, besides known: [String] = []
  ) -> Condition? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    let strangers = map.unknownKeys(besides: Self.operators + Self.attributes + known)
    notes.add(strangers)
    var parts: [Condition] = []
    for entry in map.entries {
      if let part = part(entry, &notes) { parts.append(part) }
    }
    guard parts.count == map.entries.count else { return nil }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// One test; nil where it is wrong, which is noted, or no test at all, which is noted elsewhere.
  private func part(_ entry: PolicyEntry, _ notes: inout ReadingNotes) -> Condition? {
    switch entry.key {
    case "any": return several(entry.value, &notes).map { .any($0) }
    case "all": return several(entry.value, &notes).map { .all($0) }
    case "not": return condition(entry.value, &notes).map { .not($0) }
    case "group":
      let nodes = notes.attempt { () throws(PolicyNodeError) in
        try entry.value.oneOrMoreFilled()
      }
      guard let nodes else { return nil }
      let parts = nodes.compactMap { node in
        notes.attempt { () throws(PolicyNodeError) in try group(node) }
      }
      guard parts.count == nodes.count else { return nil }
      return parts.count == 1 ? parts[0] : .any(parts)
    default:
      guard let attribute = Attribute(rawValue: entry.key) else { return nil }
      return notes.attempt { () throws(PolicyNodeError) in .leaf(try leaf(attribute, entry)) }
    }
  }

  private func several(_ node: PolicyNode, _ notes: inout ReadingNotes) -> [Condition]? {
    let nodes = notes.attempt { () throws(PolicyNodeError) in
      let nodes = try node.list()
      guard !nodes.isEmpty else {
        throw node.error("expected at least one condition, found an empty list")
      }
      return nodes
    }
    guard let nodes else { return nil }
    let parts = nodes.compactMap { condition($0, &notes) }
    return parts.count == nodes.count ? parts : nil
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
    if nodes.count == 1, attribute.isOrdered {
      return try BoundsReader(attribute).exactly(nodes[0])
    }
    var texts: [String] = []
    for node in nodes { texts += try words(attribute, node) }
    return .oneOf(texts)
  }

  private func words(_ attribute: Attribute, _ node: PolicyNode) throws(PolicyNodeError) -> [String]
  {
    if attribute.isOrdered {
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

  static let platformGroups = [
    "mobile": ["iOS", "iPadOS", "visionOS"],
    "all-apple": ["iOS", "iPadOS", "macOS", "visionOS", "watchOS", "tvOS"],
  ]
}
