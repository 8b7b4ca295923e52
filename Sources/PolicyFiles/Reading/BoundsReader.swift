import Devices
import PolicyKit

/// Reads `{ below, from, above, through }` and `{ prefix }`.
struct BoundsReader {
  private let attribute: Attribute

  init(_ attribute: Attribute) { self.attribute = attribute }

  static let bounds = ["from", "above", "below", "through"]

  func test(_ map: PolicyMap, _ entries: [PolicyEntry]) throws(PolicyNodeError) -> Condition.Test {
    let name = attribute.rawValue
    guard attribute.isOrdered else {
      if entries.count == 1, entries[0].key == "prefix" { return try prefix(entries[0].value) }
      throw map.node.error(
        "`\(name)` is tested by a value, a list, `{ prefix: … }` or `{ not: … }`",
        rule: .policyUnknownKey)
    }
    for entry in entries where !Self.bounds.contains(entry.key) {
      throw entry.value.error(
        "unknown bound `\(entry.key)` of `\(name)`",
        help: "expected one of \(Self.bounds.joined(separator: ", "))", rule: .policyUnknownKey)
    }
    switch attribute.kind {
    case .version:
      return .versions(try read(map) { node throws(PolicyNodeError) in try node.version() })
    case .number:
      return .numbers(
        try read(map) { node throws(PolicyNodeError) in
          Int(try node.integer(in: PolicyBounds.numbers))
        })
    default:
      return .instants(try read(map) { node throws(PolicyNodeError) in try node.instant() })
    }
  }

  func exactly(_ node: PolicyNode) throws(PolicyNodeError) -> Condition.Test {
    switch attribute.kind {
    case .version:
      let version = try node.version()
      return .versions(.init(from: version, through: version))
    case .number:
      let number = Int(try node.integer(in: PolicyBounds.numbers))
      return .numbers(.init(from: number, through: number))
    default:
      let milliseconds = try node.instant()
      return .instants(.init(from: milliseconds, through: milliseconds))
    }
  }

  private func read<Value>(
    _ map: PolicyMap, _ value: (PolicyNode) throws(PolicyNodeError) -> Value
  ) throws(PolicyNodeError) -> Condition.Bounds<Value> {
    var bounds = Condition.Bounds<Value>()
    if let node = map["from"] { bounds.from = try value(node) }
    if let node = map["above"] { bounds.above = try value(node) }
    if let node = map["below"] { bounds.below = try value(node) }
    if let node = map["through"] { bounds.through = try value(node) }
    if bounds.isEmpty {
      throw map.node.error("no value of `\(attribute.rawValue)` lies within these bounds")
    }
    return bounds
  }

  private func prefix(_ node: PolicyNode) throws(PolicyNodeError) -> Condition.Test {
    switch attribute.kind {
    case .text, .types, .names: break
    default:
      throw node.error("`\(attribute.rawValue)` has fixed words; `prefix` does not fit it")
    }
    var prefixes: [String] = []
    for element in node.oneOrMore {
      let text = try element.string()
      guard !text.isEmpty else {
        throw element.error("an empty prefix fits everything, found `\"\"`")
      }
      prefixes.append(text)
    }
    guard !prefixes.isEmpty else { throw node.error("expected a prefix, found an empty list") }
    return .prefix(prefixes)
  }
}
