extension JSONValue {
  /// The text on one line, without spaces; characters that would drive or confuse a terminal are
  /// escaped.
  public var compactText: String {
    var writer = JSONWriter(indent: nil, escapesInvisible: true)
    writer.write(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The text over several lines, two spaces a level, without a final newline; escaped as
  /// `compactText` is.
  public var prettyText: String {
    var writer = JSONWriter(indent: 2, escapesInvisible: true)
    writer.write(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The canonical bytes of RFC 8785, for values whose numbers are all integers.
  ///
  /// Members are sorted by their names' UTF-16 code units.
  /// - Throws: `CanonicalFormError` where the value holds a fractional number, an integer
  ///   beyond ±(2^53 − 1), or two members of one name: none of them has one canonical form.
  public func canonicalBytes() throws(CanonicalFormError) -> [UInt8] {
    var writer = JSONWriter(indent: nil)
    writer.write(try sorted(), depth: 0)
    return writer.bytes
  }

  private func sorted() throws(CanonicalFormError) -> JSONValue {
    switch self {
    case .null, .bool, .string: return self
    case .integer(let number):
      guard number.magnitude <= 9_007_199_254_740_991 else { throw .integerTooLarge(number) }
      return self
    case .number(let number): throw .notAnInteger(number)
    case .array(let elements):
      var result: [JSONValue] = []
      result.reserveCapacity(elements.count)
      for element in elements { result.append(try element.sorted()) }
      return .array(result)
    case .object(let members):
      var result: [Member] = []
      result.reserveCapacity(members.count)
      for member in members { result.append(Member(member.key, try member.value.sorted())) }
      result.sort { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      for (one, next) in zip(result, result.dropFirst())
      where one.key.utf8.elementsEqual(next.key.utf8) {
        throw .duplicateMember(next.key)
      }
      return .object(result)
    }
  }
}

/// Why a value has no canonical form here.
public enum CanonicalFormError: Error, Equatable, CustomStringConvertible {
  /// A number with a fraction or an exponent.
  case notAnInteger(Double)
  /// An integer that a reader with 64-bit floating point numbers would change.
  case integerTooLarge(Int64)
  /// A name that stands twice in one object.
  case duplicateMember(String)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .notAnInteger(let number): "`\(number)` is not an integer"
    case .integerTooLarge(let number): "`\(number)` is beyond the integers that JSON keeps exact"
    case .duplicateMember(let name): "member `\(name)` stands twice"
    }
  }
}

struct JSONWriter {
  let indent: Int?
  /// Whether to escape control characters beyond ASCII and marks that reorder text, which JSON
  /// need not and the canonical form must not.
  let escapesInvisible: Bool
  var bytes: [UInt8] = []

  init(indent: Int?, escapesInvisible: Bool = false) {
    self.indent = indent
    self.escapesInvisible = escapesInvisible
  }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(String(number))
    case .number(let number): append(number.isFinite ? "\(number)" : "null")
    case .string(let text): writeString(text)
    case .array(let elements):
      writeList(open: "[", close: "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1)
      }
    case .object(let members):
      writeList(open: "{", close: "}", count: members.count, depth: depth) { writer, index in
        writer.writeString(members[index].key)
        writer.append(writer.indent == nil ? ":" : ": ")
        writer.write(members[index].value, depth: depth + 1)
      }
    }
  }

  private mutating func writeList(
    open: String, close: String, count: Int, depth: Int, _ element: (inout JSONWriter, Int) -> Void
  ) {
    append(open)
    for index in 0..<count {
      if index > 0 { append(",") }
      newLine(depth + 1)
      element(&self, index)
    }
    if count > 0 { newLine(depth) }
    append(close)
  }

  private mutating func newLine(_ depth: Int) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * indent))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// RFC 8785 §3.2.2.2: the short escapes, `\u00xx` for other control characters, all else as is.
  private mutating func writeString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if escapesInvisible, text.utf8.contains(where: { $0 >= 0x7F }) {
      for scalar in text.unicodeScalars {
        if scalar.isInvisible {
          escape(UInt16(scalar.value))
        } else {
          writeBytes(String(Character(scalar)).utf8)
        }
      }
    } else {
      writeBytes(text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeBytes(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20: escape(UInt16(byte))
      default: bytes.append(byte)
      }
    }
  }

  private mutating func escape(_ unit: UInt16) {
    append("\\u")
    for shift in [12, 8, 4, 0] { bytes.append(Self.hexDigits[Int(unit >> UInt16(shift) & 15)]) }
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension UnicodeScalar {
  /// Delete and the C1 controls, marks of direction, line and paragraph separators, the byte order
  /// mark: all within one UTF-16 unit.
  fileprivate var isInvisible: Bool {
    switch value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
