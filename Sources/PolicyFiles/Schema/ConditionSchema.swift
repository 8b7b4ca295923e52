import PolicyKit
import StrictJSON

/// The schema of conditions: what each attribute may be held against.
enum ConditionSchema {
  static var className: JSONValue {
    [
      "type": "string", "maxLength": 200,
      "pattern": "^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*$",
    ]
  }

  static var condition: JSONValue {
    let tests = tests
    return PolicySchema.map(tests.map(\.key), required: []) { key in
      tests.first { $0.key == key }?.value
    }
  }

  /// Every key of a condition.
  static var tests: [JSONValue.Member] {
    ConditionReader.operators.map { .init($0, combination($0)) }
      + Attribute.allCases.map { .init($0.rawValue, PolicySchema.ref("test.\(shape($0))")) }
  }

  private static func combination(_ key: String) -> JSONValue {
    switch key {
    case "not": return PolicySchema.ref("condition")
    case "group": return PolicySchema.oneOrMore(PolicySchema.string)
    default:
      var schema = PolicySchema.list(PolicySchema.ref("condition"))
      schema.add("minItems", 1)
      return schema
    }
  }

  /// What attributes that are tested alike have in common: the name of their definitions.
  private static func shape(_ attribute: Attribute) -> String {
    switch attribute.kind {
    case .word(["yes", "no"]): "flag"
    case .word, .words: attribute.rawValue
    case .number: "number"
    case .version: "version"
    case .instant: "instant"
    case .classes: "class"
    case .text, .names, .types: "text"
    }
  }

  /// For each shape: one value; a value, list, bounds or prefix; and these with `is`, `not`, `known`.
  static var definitions: [JSONValue.Member] {
    var seen: Set<String> = []
    return Attribute.allCases.filter { seen.insert(shape($0)).inserted }.flatMap { attribute in
      let shape = shape(attribute)
      return [
        JSONValue.Member("value.\(shape)", value(attribute)),
        .init("is.\(shape)", plain(attribute, shape)),
        .init("test.\(shape)", test(attribute, shape)),
      ]
    }
  }

  private static func plain(_ attribute: Attribute, _ shape: String) -> JSONValue {
    let value = PolicySchema.ref("value.\(shape)")
    var several = PolicySchema.list(value)
    several.add("minItems", 1)
    if attribute.isOrdered { several.add("maxItems", 1) }
    return ["anyOf": .array([value, several] + limits(attribute, shape, isAlone: false))]
  }

  private static func test(_ attribute: Attribute, _ shape: String) -> JSONValue {
    let plain = PolicySchema.ref("is.\(shape)")
    let wrapped = ["is", "not"].map { key in
      PolicySchema.map([key, "known"], required: [key]) {
        $0 == "known" ? PolicySchema.flag : plain
      }
    }
    let limits = limits(attribute, shape, isAlone: true)
    // An empty map is no test, though behind `is` it would be bounds that bind nothing.
    let filled: JSONValue = ["not": ["type": "object", "maxProperties": 0]]
    return ["allOf": [filled], "anyOf": .array([plain] + limits + wrapped)]
  }

  /// Bounds or a prefix; beside `known` where they are the whole test.
  private static func limits(_ attribute: Attribute, _ shape: String, isAlone: Bool) -> [JSONValue]
  {
    var keys = BoundsReader.bounds
    if !attribute.isOrdered {
      switch attribute.kind {
      case .text, .types, .names: keys = ["prefix"]
      default: return []
      }
    }
    var schema = PolicySchema.map(keys + (isAlone ? ["known"] : []), required: []) { key in
      switch key {
      case "known": PolicySchema.flag
      case "prefix": PolicySchema.oneOrMore(PolicySchema.filled)
      default: PolicySchema.ref("value.\(shape)")
      }
    }
    if keys == ["prefix"] {
      schema.add("required", ["prefix"])
    } else if isAlone {
      schema.add("anyOf", .array(keys.map { ["required": [.string($0)]] }))
    }
    return [schema]
  }

  private static func value(_ attribute: Attribute) -> JSONValue {
    switch attribute.kind {
    case .word(["yes", "no"]): PolicySchema.flag
    case .word(let words) where attribute == .platform:
      PolicySchema.words(words + ConditionReader.platformGroups.keys.sorted())
    case .word(let words), .words(let words): PolicySchema.words(words)
    case .number: PolicySchema.number
    case .version: PolicySchema.version
    case .instant: PolicySchema.instant
    case .classes: className
    case .text, .names, .types: PolicySchema.filled
    }
  }
}
