import PolicyKit
public import StrictJSON

/// The JSON Schema (2020-12) of policy and emergency files, made from the same tables of keys and
/// words that the readers use, for editors that complete and check while somebody types.
public enum PolicySchema {
  /// The schema as `Docs/policy.schema.json` holds it.
  public static var json: JSONValue {
    let parts: JSONValue = [
      "policy": policy, "break-glass": breakGlass, "rule": rule, "invariant": invariant,
      "test": test, "request": RequestSchema.request, "item": RequestSchema.item,
      "condition": ConditionSchema.condition, "window": window,
      "posture": words(Posture.self), "assurance": words(Assurance.self),
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "pasteboard policy",
      "if": ["type": "object", "required": [.string(BreakGlassReader.mark)]],
      "then": ["$ref": "#/$defs/break-glass"],
      "else": ["$ref": "#/$defs/policy"],
      "$defs": .object((parts.members ?? []) + ConditionSchema.definitions),
    ]
  }

  private static var policy: JSONValue {
    var schema = map(PolicyReader.keys, required: [PolicyReader.mark, "name"], policyKey)
    schema.add("dependentRequired", ["relax": ["layer"]])
    return schema
  }

  private static func policyKey(_ key: String) -> JSONValue? {
    switch key {
    case PolicyReader.mark: says("the form of the language", ["const": 1])
    case "name": says("what the policy is called", filled(.name))
    case "version": says("its version, in quotes: \"2026.11\"", string(.version))
    case "layer":
      says("whose policy it is; only the organisation's may relax", words(LayerKind.self))
    case "mode": says("whether it decides or is only watched", words(EnforcementMode.self))
    case "minimum-assurance": says("the least that a promise may rest on", ref("assurance"))
    case "defaults":
      says("what holds where no rule does", byOperation(ref("posture")))
    case "relax": says("built-in rules to switch off", list(string))
    case "expects":
      says(
        "optional attributes raised to expected",
        byOperation(
          oneOrMore(
            words(Attribute.allCases.filter { !$0.isDerived }.map(\.rawValue)), minimum: 0)))
    case "organisation": says("named in the texts that users see", string(.name))
    case "classes":
      says(
        "content classes added to the built-in ones",
        [
          "type": "object", "propertyNames": ConditionSchema.className,
          "additionalProperties": ["type": ["object", "null"], "maxProperties": 0],
        ])
    case "groups":
      says(
        "named conditions, for `group:`",
        ["type": "object", "additionalProperties": ref("condition")])
    case "rules": says("what is answered, and when", list(ref("rule")))
    case "invariants": says("what must hold of every answer", list(ref("invariant")))
    case "tests": says("requests and the answers they must get", list(ref("test")))
    default: nil
    }
  }

  private static var rule: JSONValue {
    map(RuleReader.keys, required: ["id", "effect", "when"]) { key in
      switch key {
      case "id": says("its name, unique in the policy", identifier)
      case "effect": says("what it answers", ref("posture"))
      case "when": says("when it applies: all of these tests", ref("condition"))
      case "unless": says("when it does not, all the same", ref("condition"))
      case "reason": says("why it is there; shown to people", string(.reason))
      case "instead": says("what to do instead", oneOrMore(words(Advice.self), minimum: 0))
      case "controls": says("controls it carries out", oneOrMore(string(.name), minimum: 0))
      case "expires-after": says("after how many seconds the content is to be gone", expiry)
      case "keep-out-of":
        says("histories it must stay out of", oneOrMore(words(History.self), minimum: 0))
      case "unenforceable":
        says("what to do where local-only cannot be kept", words(Unenforceable.self))
      case "minimum-assurance": says("more than the policy asks for", ref("assurance"))
      case "valid": says("when it holds", ref("window"))
      case "mode": says("whether it decides or is only watched", words(EnforcementMode.self))
      default: nil
      }
    }
  }

  private static var expiry: JSONValue {
    let seconds = integer(
      PolicyBounds.expirySeconds.lowerBound, PolicyBounds.expirySeconds.upperBound)
    let whole = map(RuleReader.expiryKeys, required: ["seconds"]) { key in
      switch key {
      case "seconds": seconds
      case "scope": words(Expiry.Scope.self)
      case "required": flag
      default: nil
      }
    }
    return ["anyOf": [seconds, whole]]
  }

  private static var window: JSONValue {
    var schema = map(WindowReader.keys, required: []) { _ in instant }
    schema.add("minProperties", 1)
    return schema
  }

  private static var test: JSONValue {
    map(PolicyTestReader.keys, required: PolicyTestReader.keys) { key in
      switch key {
      case "name": filled(.title)
      case "request": ref("request")
      case "expect":
        {
          var schema = map(PolicyTestReader.expectKeys, required: [], expectation)
          schema.add("minProperties", 1)
          return schema
        }()
      default: nil
      }
    }
  }

  private static func expectation(_ key: String) -> JSONValue? {
    switch key {
    case "outcome", "required", "would-be": ref("posture")
    case "honoured": honoured
    case "assurance": ref("assurance")
    case "rule": string
    case "because-unknown": list(words(Attribute.self))
    default: nil
    }
  }

  private static var honoured: JSONValue {
    ["enum": .array(Honoured.allCases.map { .string($0.rawValue) } + [true, false])]
  }

  private static var invariant: JSONValue {
    var schema = map(InvariantReader.keys, required: ["id"]) { key in
      switch key {
      case "id": identifier
      case "never": never
      case "always": always
      case "reason": string(.reason)
      default: nil
      }
    }
    schema.add("oneOf", [["required": ["never"]], ["required": ["always"]]])
    return schema
  }

  private static func answer(_ key: String) -> JSONValue? {
    switch key {
    case "when": ref("condition")
    case "outcome": oneOrMore(ref("posture"))
    case "at-least": ref("posture")
    case "exposure": oneOrMore(words(Exposure.Place.self))
    case "honoured": oneOrMore(honoured)
    default: nil
    }
  }

  private static func anyRequired(_ keys: [String]) -> JSONValue {
    .array(keys.map { ["required": [.string($0)]] })
  }

  private static var never: JSONValue {
    let tests = ConditionSchema.tests
    var schema = map(InvariantReader.neverKeys + tests.map(\.key), required: []) { key in
      answer(key) ?? tests.first { $0.key == key }?.value
    }
    schema.add("anyOf", anyRequired(InvariantReader.neverKeys))
    return says("no request like this gets an answer like this", schema)
  }

  private static var always: JSONValue {
    var schema = map(InvariantReader.alwaysKeys, required: ["when"], answer)
    schema.add("anyOf", anyRequired(InvariantReader.alwaysKeys.filter { $0 != "when" }))
    return says("every request like this gets an answer like this", schema)
  }

  private static var breakGlass: JSONValue {
    let keys = BreakGlassReader.keys
    return map(keys, required: keys.filter { $0 != "version" }) { key in
      switch key {
      case BreakGlassReader.mark: ["const": 1]
      case "name": filled(.name)
      case "reason": filled(.reason)
      case "version": string(.version)
      case "valid":
        says(
          "both ends, at most seven days apart",
          map(WindowReader.keys, required: WindowReader.keys) { _ in instant })
      case "suspends":
        {
          var schema = map(BreakGlassReader.suspendsKeys, required: []) { _ in list(filled) }
          schema.add(
            "anyOf",
            .array(
              BreakGlassReader.suspendsKeys.map {
                [
                  "required": [.string($0)],
                  "properties": .object([.init($0, ["minItems": 1])]),
                ]
              }))
          return says("rules and layers it takes out, by name", schema)
        }()
      default: nil
      }
    }
  }
}
