/// A place in a text: line and column in characters (Unicode scalars), both from 1.
public struct TextPosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column in characters, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// By line, then column.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// One value of a property list together with where its element starts.
public struct PlistNode: Sendable, Equatable {
  /// What stands there.
  public indirect enum Kind: Sendable, Equatable {
    /// `<dict>`: entries in the order written, duplicate keys kept.
    case dictionary([PlistEntry])
    /// `<array>`.
    case array([PlistNode])
    /// `<string>`, white space kept.
    case string(String)
    /// `<integer>` within Int64.
    case integer(Int64)
    /// `<integer>` above Int64's and within UInt64's range.
    case largeInteger(UInt64)
    /// `<real>`.
    case real(Double)
    /// `<true/>` or `<false/>`.
    case boolean(Bool)
    /// `<date>`, in seconds since 1970-01-01T00:00:00Z.
    case date(Int64)
    /// `<data>`, decoded.
    case data([UInt8])
  }

  /// The value.
  public let kind: Kind
  /// Where the `<` of its element stands.
  public let position: TextPosition

  /// Makes a node.
  public init(_ kind: Kind, at position: TextPosition) {
    self.kind = kind
    self.position = position
  }
}

/// One entry of a dictionary.
public struct PlistEntry: Sendable, Equatable {
  /// The key.
  public let key: String
  /// Where the `<` of its `<key>` element stands.
  public let keyPosition: TextPosition
  /// The value.
  public let value: PlistNode

  /// Makes an entry.
  public init(_ key: String, at position: TextPosition, _ value: PlistNode) {
    self.key = key
    self.keyPosition = position
    self.value = value
  }
}

extension PlistNode {
  /// The entry for `key`: the last one written, as Apple's reader takes it.
  public func entry(_ key: String) -> PlistEntry? { entries.last { $0.key == key } }

  /// The value for `key`: the last one written, as Apple's reader takes it.
  public subscript(key: String) -> PlistNode? { entry(key)?.value }

  /// The entries of a dictionary; empty for anything else.
  public var entries: [PlistEntry] {
    guard case .dictionary(let entries) = kind else { return [] }
    return entries
  }

  /// The entries of a dictionary as a device sees them: of a key set twice only the last.
  public var effectiveEntries: [PlistEntry] {
    var seen: Set<String> = []
    return entries.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// The elements of an array; empty for anything else.
  public var elements: [PlistNode] {
    guard case .array(let elements) = kind else { return [] }
    return elements
  }

  /// The text, if this is a string.
  public var string: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }

  /// The truth value, if this is one.
  public var boolean: Bool? {
    guard case .boolean(let value) = kind else { return nil }
    return value
  }

  /// The number, if this is an integer within Int64.
  public var integer: Int64? {
    guard case .integer(let value) = kind else { return nil }
    return value
  }

  /// The truth value that some devices take it for: booleans, and the integers 0 and 1.
  public var coercedBoolean: Bool? {
    switch kind {
    case .boolean(let value): value
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  /// The number, if this is an integer or a real.
  public var number: Double? {
    switch kind {
    case .integer(let value): Double(value)
    case .largeInteger(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// Whether this is a dictionary.
  public var isDictionary: Bool {
    if case .dictionary = kind { true } else { false }
  }

  /// The name of the value's type as people write it: `boolean`, `string`, `dictionary`…
  public var typeName: String {
    switch kind {
    case .dictionary: "dictionary"
    case .array: "array"
    case .string: "string"
    case .integer, .largeInteger: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    }
  }
}
