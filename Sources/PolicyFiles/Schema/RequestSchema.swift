import PolicyKit
import StrictJSON

/// The schema of requests. Which attribute applies to which operation it leaves to the reader.
enum RequestSchema {
  static var request: JSONValue {
    let given = Attribute.allCases.filter { !$0.isDerived }.map(\.rawValue)
    return PolicySchema.map(given + RequestReader.others, required: ["operation", "platform"]) {
      key in
      switch key {
      case "items":
        [
          "type": "array", "maxItems": .integer(Int64(RequestBounds.items)),
          "items": PolicySchema.ref("item"),
        ]
      case "can": PolicySchema.list(PolicySchema.words(ObligationKind.self))
      case "copy-id":
        [
          "type": "string",
          "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        ]
      default:
        Attribute(rawValue: key).map { attribute in
          // What a request cannot do without is never unknown.
          [.operation, .platform, .askedBy].contains(attribute)
            ? value(attribute) : unknownOr(value(attribute))
        }
      }
    }
  }

  static var item: JSONValue {
    PolicySchema.map(Attribute.allCases.filter(\.variesByItem).map(\.rawValue), required: []) {
      Attribute(rawValue: $0).map { unknownOr(value($0)) }
    }
  }

  private static func unknownOr(_ schema: JSONValue) -> JSONValue {
    ["anyOf": [["type": "null"], schema]]
  }

  private static func value(_ attribute: Attribute) -> JSONValue {
    let names = Int64(RequestBounds.names)
    func several(_ element: JSONValue, _ minimum: Int64) -> JSONValue {
      var schema = PolicySchema.oneOrMore(element, minimum: 0)
      schema.add("minItems", .integer(minimum))
      schema.add("maxItems", .integer(names))
      return schema
    }
    switch attribute.kind {
    case .word(["yes", "no"]): return PolicySchema.flag
    case .word(let words): return PolicySchema.words(words)
    case .words(let words): return several(PolicySchema.words(words), 0)
    case .names: return several(text, 0)
    case .types: return several(text, 1)
    case .classes: return several(ConditionSchema.className, 1)
    case .number:
      let isCount = attribute == .expiresAfter || attribute == .itemCount
      return PolicySchema.integer(isCount ? 1 : 0, 1 << 53)
    case .version: return PolicySchema.version
    case .instant: return PolicySchema.instant
    case .text: return attribute.isIdentifier ? identifier : text
    }
  }

  private static var text: JSONValue {
    [
      "type": "string", "minLength": 1, "maxLength": .integer(Int64(RequestBounds.textBytes)),
      "pattern": "^[^\\u0000-\\u001F\\u007F]*$",
    ]
  }

  private static var identifier: JSONValue {
    [
      "type": "string", "maxLength": .integer(Int64(RequestBounds.textBytes)),
      "pattern": "^[A-Za-z0-9.-]+$",
    ]
  }
}
