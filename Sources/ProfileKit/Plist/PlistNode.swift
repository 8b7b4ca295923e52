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

/// One value of a property list together with where it stands: a view into the file it was read
/// from, which it keeps alive.
public struct PlistNode: Sendable {
  let tape: PlistTape
  let index: Int

  private var record: PlistRecord { tape[index] }

  /// What stands there.
  public enum Kind: Sendable, Equatable {
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

  /// The value, made when it is asked for.
  public var kind: Kind {
    let record = record
    return switch record.kind {
    case .dictionary: .dictionary(entries)
    case .array: .array(elements)
    case .key, .string: .string(tape.text(of: index))
    case .integer: .integer(Int64(bitPattern: record.bits))
    case .largeInteger: .largeInteger(record.bits)
    case .real: .real(Double(bitPattern: record.bits))
    case .yes: .boolean(true)
    case .no: .boolean(false)
    case .date: .date(Int64(bitPattern: record.bits))
    case .base64: .data(tape.withBytes(of: index) { ScalarText.base64($0) })
    case .hexadecimal: .data(tape.withBytes(of: index) { ScalarText.hexadecimal($0) })
    }
  }

  /// Where the `<` of its element stands; in OpenStep text, its first character.
  public var position: TextPosition { tape.source.position(of: Int(record.start)) }
}

extension PlistNode {
  /// The entry for `key`: the last one written, as Apple's reader takes it.
  public func entry(_ key: String) -> PlistEntry? {
    var key = key
    return key.withUTF8 { tape.lastEntry(of: index, key: $0) }.map {
      PlistEntry(tape: tape, index: $0)
    }
  }

  /// The value for `key`: the last one written, as Apple's reader takes it.
  public subscript(key: String) -> PlistNode? { entry(key)?.value }

  /// The entries of a dictionary; empty for anything else.
  public var entries: [PlistEntry] {
    guard record.kind == .dictionary else { return [] }
    var entries: [PlistEntry] = []
    entries.reserveCapacity(count)
    for entry in lazyEntries { entries.append(entry) }
    return entries
  }

  /// The entries of a dictionary as a device sees them: of a key set twice only the last.
  public var effectiveEntries: [PlistEntry] {
    let gone = lazyEntries.overridden(of: count)
    return gone.isEmpty ? entries : entries.filter { !gone.holds($0.index) }
  }

  /// `effectiveEntries` one after the other, without a list made of them.
  var lazyEffectiveEntries: EffectiveEntries {
    let entries = lazyEntries
    return EffectiveEntries(entries: entries, overridden: entries.overridden(of: count))
  }

  /// The elements of an array; empty for anything else.
  public var elements: [PlistNode] {
    guard record.kind == .array else { return [] }
    var elements: [PlistNode] = []
    elements.reserveCapacity(count)
    for element in lazyElements { elements.append(element) }
    return elements
  }

  /// How many entries or elements stand in it; 0 for anything but dictionaries and arrays.
  public var count: Int { record.kind.isContainer ? Int(record.low) : 0 }

  /// `entries` one after the other, without a list made of them.
  var lazyEntries: PlistEntries {
    record.kind == .dictionary
      ? PlistEntries(tape: tape, place: index + 1, end: Int(record.high)) : PlistEntries()
  }

  /// `elements` one after the other, without a list made of them.
  var lazyElements: PlistElements {
    record.kind == .array
      ? PlistElements(tape: tape, place: index + 1, end: Int(record.high)) : PlistElements()
  }

  /// How many keys and values it is, with all that it holds.
  var recordCount: Int { tape.end(of: index) - index }

  /// The text, if this is a string.
  public var string: String? {
    record.kind == .string || record.kind == .key ? tape.text(of: index) : nil
  }

  /// The truth value, if this is one.
  public var boolean: Bool? {
    switch record.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The number, if this is an integer within Int64.
  public var integer: Int64? {
    record.kind == .integer ? Int64(bitPattern: record.bits) : nil
  }

  /// The truth value that some devices take it for: booleans, and the integers 0 and 1.
  public var coercedBoolean: Bool? {
    switch integer {
    case 0: false
    case 1: true
    default: boolean
    }
  }

  /// The number, if this is an integer or a real.
  public var number: Double? {
    switch record.kind {
    case .integer: Double(Int64(bitPattern: record.bits))
    case .largeInteger: Double(record.bits)
    case .real: Double(bitPattern: record.bits)
    default: nil
    }
  }

  /// Whether this is a dictionary.
  public var isDictionary: Bool { record.kind == .dictionary }

  /// Whether this is an array.
  public var isArray: Bool { record.kind == .array }

  /// The name of the value's type as people write it: `boolean`, `string`, `dictionary`…
  public var typeName: String {
    switch record.kind {
    case .dictionary: "dictionary"
    case .array: "array"
    case .key, .string: "string"
    case .integer, .largeInteger: "integer"
    case .real: "real"
    case .yes, .no: "boolean"
    case .date: "date"
    case .base64, .hexadecimal: "data"
    }
  }
}

extension PlistNode: Equatable {
  /// The same values at the same places, in one file or in two.
  public static func == (left: PlistNode, right: PlistNode) -> Bool {
    if left.tape === right.tape { return left.index == right.index }
    return left.position == right.position
      && left.hasValue(of: right) { one, other in
        one.position == other.position
      }
  }

  /// Whether both hold the same values, wherever these stand.
  public func hasSameValue(as other: PlistNode) -> Bool { hasValue(of: other) { _, _ in true } }

  /// Walks both row by row: a tree is the same where its records are, and no depth matters.
  private func hasValue(of other: PlistNode, _ agree: (PlistNode, PlistNode) -> Bool) -> Bool {
    let count = tape.end(of: index) - index
    guard count == other.tape.end(of: other.index) - other.index else { return false }
    for step in 0..<count {
      let one = PlistNode(tape: tape, index: index + step)
      let two = PlistNode(tape: other.tape, index: other.index + step)
      guard one.hasOwnValue(of: two, offset: other.index - index), agree(one, two) else {
        return false
      }
    }
    return true
  }

  private func hasOwnValue(of other: PlistNode, offset: Int) -> Bool {
    let left = record
    let right = other.record
    switch (left.kind, right.kind) {
    case (.base64, .base64), (.base64, .hexadecimal), (.hexadecimal, .base64),
      (.hexadecimal, .hexadecimal):
      return kind == other.kind
    case (.dictionary, .dictionary), (.array, .array):
      return Int(left.high) + offset == Int(right.high) && left.low == right.low
    case (.key, .key), (.string, .string), (.key, .string), (.string, .key):
      return tape.hasText(at: index, equalTo: other.tape, at: other.index)
    default: return left.kind == right.kind && left.bits == right.bits
    }
  }
}
