import Devices
import Findings
import StrictJSON

extension Condition: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Condition {
    if case .object(let members) = node.json.kind,
      members.contains(where: { $0.key == "attribute" })
    {
      return .leaf(try Leaf.read(node))
    }
    let part = try node.choice(["all", "any", "not"])
    switch part.key {
    case "all": return .all(try [Condition].read(part.value))
    case "not": return .not(try Condition.read(part.value))
    default:
      let parts = try [Condition].read(part.value)
      guard !parts.isEmpty else { throw part.value.expected("at least one condition") }
      return .any(parts)
    }
  }

  func written(in file: SavedFile) -> JSONValue {
    switch self {
    case .all(let parts): ["all": parts.written(in: file)]
    case .any(let parts): ["any": parts.written(in: file)]
    case .not(let part): ["not": part.written(in: file)]
    case .leaf(let leaf): leaf.written(in: file)
    }
  }
}

extension SavedCheck<Condition> {
  /// Such a condition as a text may hold.
  static let bounded = SavedCheck(
    "a condition of at most \(PolicyBounds.conditionTests) tests and "
      + "\(PolicyBounds.conditionLevels) levels", \.isBounded)
}

extension Condition.Leaf: SavedStructure {
  static let blank = Condition.Leaf(.operation, .oneOf([]))
  static let fields: [SavedField<Condition.Leaf>] = [
    SavedField("attribute", \.attribute), SavedField("test", \.test),
    SavedField("isNegated", \.isNegated, unless: false),
    SavedField("mustBeKnown", \.mustBeKnown, unless: false),
    SavedField("location", \.location),
  ]

  /// Whether the test fits the attribute, as it must in a text.
  func problem(in file: SavedFile) -> String? {
    let name = attribute.rawValue
    switch (attribute.kind, test) {
    case (.version, .versions), (.number, .numbers), (.instant, .instants): return nil
    case (.version, _), (.number, _), (.instant, _):
      return "expected bounds of `\(name)`, found another test"
    case (.text, .prefix(let texts)), (.types, .prefix(let texts)), (.names, .prefix(let texts)):
      return filled(texts)
    case (.word(let words), .oneOf(let texts)), (.words(let words), .oneOf(let texts)):
      return filled(texts)
        ?? texts.first { !words.contains($0) }.map {
          "expected one of \(words.joined(separator: ", ")) for `\(name)`, found `\($0)`"
        }
    case (.classes, .oneOf(let texts)):
      return filled(texts)
        ?? texts.first { !file.classes.contains($0) }.map { "unknown content class `\($0)`" }
    case (.text, .oneOf(let texts)), (.types, .oneOf(let texts)), (.names, .oneOf(let texts)):
      return filled(texts)
    default: return "this test does not fit `\(name)`"
    }
  }

  private func filled(_ texts: [String]) -> String? {
    if texts.isEmpty { return "expected a value to test for, found an empty list" }
    return texts.contains("") ? "expected texts that are not empty, found an empty one" : nil
  }
}

extension Condition.Test: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Condition.Test {
    let test = try node.choice(["oneOf", "prefix", "versions", "numbers", "instants"])
    switch test.key {
    case "oneOf": return .oneOf(try [String].read(test.value))
    case "prefix": return .prefix(try [String].read(test.value))
    case "versions": return .versions(try Condition.Bounds<OSVersion>.read(test.value))
    case "numbers":
      let bounds = try Condition.Bounds<Int>.read(test.value)
      let ends = [bounds.from, bounds.above, bounds.below, bounds.through].compactMap(\.self)
      guard ends.allSatisfy({ PolicyBounds.numbers.contains(Int64($0)) }) else {
        throw test.value.expected("numbers of 0 or more")
      }
      return .numbers(bounds)
    default: return .instants(try Condition.Bounds<Int64>.read(test.value))
    }
  }

  func written(in file: SavedFile) -> JSONValue {
    switch self {
    case .oneOf(let texts): ["oneOf": texts.written(in: file)]
    case .prefix(let texts): ["prefix": texts.written(in: file)]
    case .versions(let bounds): ["versions": bounds.written(in: file)]
    case .numbers(let bounds): ["numbers": bounds.written(in: file)]
    case .instants(let bounds): ["instants": bounds.written(in: file)]
    }
  }
}

/// A generic structure has no stored list of fields, and there are many bounds.
extension Condition.Bounds: Saved where Value: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Condition.Bounds<Value> {
    var bounds = Self()
    for member in try node.members() {
      switch member.key {
      case "from": bounds.from = try Value.read(member.value)
      case "above": bounds.above = try Value.read(member.value)
      case "below": bounds.below = try Value.read(member.value)
      case "through": bounds.through = try Value.read(member.value)
      default: throw member.unknown(among: ["from", "above", "below", "through"])
      }
    }
    guard bounds != Self() else { throw node.expected("at least one bound") }
    if bounds.isEmpty { throw node.error("no value lies within these bounds") }
    return bounds
  }

  func written(in file: SavedFile) -> JSONValue {
    let ends = [("from", from), ("above", above), ("below", below), ("through", through)]
    return .object(
      ends.compactMap { name, end in
        end.map { JSONValue.Member(name, $0.written(in: file)) }
      })
  }
}
