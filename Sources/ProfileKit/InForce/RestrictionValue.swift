public import StrictJSON

/// The value of a restriction.
public enum RestrictionValue: Sendable, Hashable, CustomStringConvertible {
  /// A truth value; 0 and 1 are taken as a device takes them.
  case boolean(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A list of texts.
  case list([String])
  /// Something else, in words.
  case other(String)

  init(_ node: PlistNode, _ known: KeyDefinition?) {
    if let flag = node.boolean {
      self = .boolean(flag)
    } else if known?.type == "boolean", let flag = node.coercedBoolean {
      self = .boolean(flag)
    } else if let number = node.number {
      self = .number(number)
    } else if let text = node.string {
      self = .text(text)
    } else if case .array(let elements) = node.kind, elements.allSatisfy({ $0.string != nil }) {
      self = .list(elements.compactMap(\.string))
    } else {
      self = .other(node.shortText)
    }
  }

  /// The value that the catalogue writes as `text`.
  init(parsing text: String, _ known: KeyDefinition) {
    switch known.type {
    case "boolean": self = .boolean(text == "true")
    case "integer", "real": self = Double(text).map { .number($0) } ?? .text(text)
    default: self = .text(text)
    }
  }

  /// The truth value, if this is one.
  public var boolean: Bool? {
    guard case .boolean(let flag) = self else { return nil }
    return flag
  }

  /// The value in a few words.
  public var description: String {
    switch self {
    case .boolean(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text), .other(let text): text
    case .list(let texts): "[\(texts.joined(separator: ", "))]"
    }
  }

  /// The value as JSON.
  public var json: JSONValue {
    switch self {
    case .boolean(let flag): .bool(flag)
    case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
    case .text(let text), .other(let text): .string(text)
    case .list(let texts): .array(texts.map { .string($0) })
    }
  }
}
