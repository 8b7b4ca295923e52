import Devices
import Findings
import PolicyKit
import StrictJSON

/// Conditions as JSON, in the form that is read back as the same condition.
enum ConditionForm {
  static func json(_ condition: Condition) throws(PolicyNodeError) -> JSONValue {
    switch condition {
    case .leaf, .any, .not: return .object([try member(condition)])
    case .all(let parts):
      if parts.isEmpty { return .object([]) }
      var members: [JSONValue.Member] = []
      for part in parts where parts.count > 1 && !isBare(part) { members.append(try member(part)) }
      // One map, unless a key would stand twice or the map would be read as something else.
      let keys = Set(members.map(\.key))
      if members.count == parts.count, keys.count == parts.count { return .object(members) }
      return .object([try member(condition)])
    }
  }

  private static func isBare(_ condition: Condition) -> Bool {
    if case .all(let parts) = condition { parts.isEmpty } else { false }
  }

  private static func member(_ condition: Condition) throws(PolicyNodeError) -> JSONValue.Member {
    switch condition {
    case .all(let parts): return .init("all", try list(parts))
    case .any(let parts): return .init("any", try list(parts))
    case .not(let part): return .init("not", try json(part))
    case .leaf(let leaf): return .init(leaf.attribute.rawValue, test(leaf))
    }
  }

  private static func list(_ parts: [Condition]) throws(PolicyNodeError) -> JSONValue {
    guard !parts.isEmpty else {
      throw PolicyNodeError(
        Finding(
          .policyUnknownValue, .error, at: SourceLocation(path: ""),
          "a condition of nothing has no form in the language"))
    }
    var values: [JSONValue] = []
    for part in parts { values.append(try json(part)) }
    return .array(values)
  }

  private static func test(_ leaf: Condition.Leaf) -> JSONValue {
    let value = value(leaf.test)
    let known = JSONValue.Member("known", "yes")
    switch (leaf.isNegated, leaf.mustBeKnown) {
    case (false, false): return value
    case (true, false): return ["not": value]
    case (true, true): return .object([.init("not", value), known])
    case (false, true): return .object([.init("is", value), known])
    }
  }

  private static func value(_ test: Condition.Test) -> JSONValue {
    switch test {
    case .oneOf(let texts): oneOrMore(texts)
    case .prefix(let texts): ["prefix": oneOrMore(texts)]
    case .versions(let bounds): limits(bounds) { .string($0.description) }
    case .numbers(let bounds): limits(bounds) { .integer(Int64($0)) }
    case .instants(let bounds): limits(bounds) { .string(Instant.text($0)) }
    }
  }

  static func oneOrMore(_ texts: [String]) -> JSONValue {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }

  private static func limits<Value>(
    _ bounds: Condition.Bounds<Value>, _ json: (Value) -> JSONValue
  ) -> JSONValue {
    if let from = bounds.from, from == bounds.through, bounds.above == nil, bounds.below == nil {
      return json(from)
    }
    let ends = [
      ("from", bounds.from), ("above", bounds.above), ("below", bounds.below),
      ("through", bounds.through),
    ]
    return .object(ends.compactMap { key, value in value.map { .init(key, json($0)) } })
  }
}
