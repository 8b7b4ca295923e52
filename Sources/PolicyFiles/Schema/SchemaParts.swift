import PolicyKit
import StrictJSON

/// The pieces that the schema is put together from.
extension PolicySchema {
  static var string: JSONValue { ["type": "string"] }
  static var filled: JSONValue { ["type": "string", "minLength": 1] }
  static func string(_ bound: TextBound) -> JSONValue {
    ["type": "string", "maxLength": .integer(Int64(bound.most))]
  }
  static func filled(_ bound: TextBound) -> JSONValue {
    ["type": "string", "minLength": 1, "maxLength": .integer(Int64(bound.most))]
  }
  static var identifier: JSONValue { ["type": "string", "pattern": "^[a-z0-9.-]{1,100}$"] }
  static var flag: JSONValue { ["enum": ["yes", "no", true, false]] }
  static var version: JSONValue {
    ["type": "string", "pattern": "^[0-9]{1,6}(\\.[0-9]{1,6}){0,3}$"]
  }
  static var instant: JSONValue {
    [
      "type": "string",
      "pattern":
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
    ]
  }
  static var number: JSONValue { integer(0, 1 << 53) }

  static func integer(_ least: Int64, _ greatest: Int64) -> JSONValue {
    ["type": "integer", "minimum": .integer(least), "maximum": .integer(greatest)]
  }

  static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  static func words(_ words: [String]) -> JSONValue {
    ["enum": .array(words.map { .string($0) })]
  }

  static func words<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) -> JSONValue
  {
    words(Value.allCases.map(\.rawValue))
  }

  static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

  /// A value, or a list of at least `minimum`.
  static func oneOrMore(_ element: JSONValue, minimum: Int64 = 1) -> JSONValue {
    var several = list(element)
    if minimum > 0 { several.add("minItems", .integer(minimum)) }
    return ["anyOf": [element, several]]
  }

  static func byOperation(_ value: JSONValue) -> JSONValue {
    map(PolicyKit.Operation.allCases.map(\.rawValue), required: []) { _ in value }
  }

  /// A map of `keys` and no others. A key without a form of its own takes anything, which a test
  /// forbids.
  static func map(
    _ keys: [String], required: [String], _ value: (String) -> JSONValue?
  ) -> JSONValue {
    var schema: JSONValue = [
      "type": "object",
      "properties": .object(keys.map { .init($0, value($0) ?? true) }),
      "additionalProperties": false,
    ]
    if !required.isEmpty { schema.add("required", .array(required.map { .string($0) })) }
    return schema
  }

  static func says(_ description: String, _ schema: JSONValue) -> JSONValue {
    var schema = schema
    schema.add("description", .string(description))
    return schema
  }
}

extension JSONValue {
  mutating func add(_ key: String, _ value: JSONValue) {
    guard let members else { return }
    self = .object(members + [.init(key, value)])
  }
}
