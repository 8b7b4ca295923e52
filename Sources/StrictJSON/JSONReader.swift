/// One value of a JSON text together with where it stands.
public struct JSONNode: Sendable {
  /// What stands there.
  public indirect enum Kind: Sendable {
    /// `null`, a truth value, a number or a string.
    case scalar(JSONValue)
    /// An array.
    case array([JSONNode])
    /// An object; members in the order written, duplicates kept.
    case object([(key: String, keyPosition: JSONPosition, value: JSONNode)])
  }

  /// The value.
  public let kind: Kind
  /// Where its first character stands.
  public let position: JSONPosition

  /// The value without positions.
  public var value: JSONValue {
    switch kind {
    case .scalar(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members): .object(members.map { .init($0.key, $0.value.value) })
    }
  }
}

/// A place in a text: line and column, both from 1; columns count bytes of UTF-8.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in bytes, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Where reading stopped.
  public var position: JSONPosition
  /// What was expected or found; one line, lower case, no full stop.
  public var message: String

  /// `line:column: message`.
  public var description: String { "\(position.line):\(position.column): \(message)" }
}

/// What a reader accepts before it gives up.
public struct JSONLimits: Sendable {
  /// Bytes of the whole text.
  public var bytes = 64 << 20
  /// Arrays and objects within each other.
  public var depth = 128
  /// Values in all, arrays and objects among them.
  public var values = Int.max
  /// Whether one object may hold a name twice. Names are compared by their bytes, as RFC 8785
  /// does: two encodings of one accented letter are two names.
  public var duplicateMembers = false

  /// The defaults: 64 MiB, 128 levels, any number of values, no duplicate names.
  public init() {}
}

extension JSONValue {
  /// Reads a JSON text of RFC 8259, strictly: UTF-8, one value, nothing after it.
  /// - Throws: `JSONError` at the first byte that is not JSON.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits())
    throws(JSONError)
  {
    self = try JSONNode(parsing: bytes, limits: limits).value
  }
}

extension JSONNode {
  /// Reads a JSON text of RFC 8259, strictly, with the place of every value.
  /// - Throws: `JSONError` at the first byte that is not JSON.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits())
    throws(JSONError)
  {
    var reader = JSONReader(bytes: Array(bytes), limits: limits)
    self = try reader.document()
  }
}

struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits
  var index = 0
  var line = 1
  var lineStart = 0
  private var count = 0

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private var here: JSONPosition { JSONPosition(line: line, column: index - lineStart + 1) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func failure(_ message: String, at position: JSONPosition? = nil) -> JSONError {
    JSONError(position: position ?? here, message: message)
  }

  private var found: String {
    guard let next else { return "the end of the text" }
    return next > 0x20 && next < 0x7F
      ? "`\(Character(UnicodeScalar(next)))`" : "byte 0x\(String(next, radix: 16))"
  }

  mutating func document() throws(JSONError) -> JSONNode {
    guard bytes.count <= limits.bytes else {
      throw failure("more than \(limits.bytes) bytes of JSON")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure("a byte order mark before the JSON text")
    }
    skipSpace()
    let node = try value(depth: 0)
    skipSpace()
    guard next == nil else { throw failure("expected the end of the text, found \(found)") }
    return node
  }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x20, 0x09, 0x0D: index += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    let position = here
    count += 1
    guard count <= limits.values else { throw failure("more than \(limits.values) values") }
    switch next {
    case UInt8(ascii: "{"): return JSONNode(kind: try object(depth: depth), position: position)
    case UInt8(ascii: "["): return JSONNode(kind: try array(depth: depth), position: position)
    case UInt8(ascii: "\""):
      return JSONNode(kind: .scalar(.string(try string())), position: position)
    case UInt8(ascii: "t"): return try word("true", .bool(true), position)
    case UInt8(ascii: "f"): return try word("false", .bool(false), position)
    case UInt8(ascii: "n"): return try word("null", .null, position)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return JSONNode(kind: .scalar(try number()), position: position)
    default: throw failure("expected a value, found \(found)")
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue, _ position: JSONPosition)
    throws(JSONError) -> JSONNode
  {
    guard bytes[index...].starts(with: text.utf8) else {
      throw failure("expected a value, found \(found)")
    }
    index += text.utf8.count
    return JSONNode(kind: .scalar(value), position: position)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONNode.Kind {
    try open(depth: depth)
    var elements: [JSONNode] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      index += 1
      return .array([])
    }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if next == UInt8(ascii: "]") { break }
      try expect(",", orElse: "`]`")
    }
    index += 1
    return .array(elements)
  }

  /// Steps over a bracket that has `depth` others round it.
  private mutating func open(depth: Int) throws(JSONError) {
    guard depth < limits.depth else {
      throw failure("more than \(limits.depth) levels of nesting")
    }
    index += 1
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONNode.Kind {
    try open(depth: depth)
    var members: [(key: String, keyPosition: JSONPosition, value: JSONNode)] = []
    var names: Set<[UInt8]> = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      index += 1
      return .object([])
    }
    while true {
      skipSpace()
      let position = here
      guard next == UInt8(ascii: "\"") else {
        throw failure("expected a member name in double quotes, found \(found)")
      }
      let key = try string()
      if !names.insert(Array(key.utf8)).inserted && !limits.duplicateMembers {
        throw failure("member `\(key)` stands twice in one object", at: position)
      }
      skipSpace()
      try expect(":", orElse: nil)
      skipSpace()
      members.append((key, position, try value(depth: depth + 1)))
      skipSpace()
      if next == UInt8(ascii: "}") { break }
      try expect(",", orElse: "`}`")
    }
    index += 1
    return .object(members)
  }

  private mutating func expect(_ text: Unicode.Scalar, orElse other: String?) throws(JSONError) {
    guard next == UInt8(ascii: text) else {
      throw failure("expected `\(text)`\(other.map { " or \($0)" } ?? ""), found \(found)")
    }
    index += 1
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    let position = here
    var isInteger = true
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") {
      index += 1
    } else {
      try digits()
    }
    if next == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw failure("number `\(text.prefix(40))` is out of range", at: position)
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw failure("expected a digit, found \(found)") }
  }

  private mutating func string() throws(JSONError) -> String {
    let position = here
    index += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw failure("this string is not UTF-8", at: position)
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw failure("expected an escaped control character, found \(found)")
      default:
        content.append(byte)
        index += 1
      }
    }
    throw failure("this string never ends", at: position)
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    let position = here
    index += 1
    guard let byte = next else { throw failure("expected an escape, found \(found)") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): try appendScalar(to: &content, at: position)
    default: throw failure("unknown escape in a string", at: position)
    }
  }

  private mutating func appendScalar(to content: inout [UInt8], at position: JSONPosition)
    throws(JSONError)
  {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      guard bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
        throw failure("half a surrogate pair in a string", at: position)
      }
      index += 2
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else {
        throw failure("half a surrogate pair in a string", at: position)
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = UnicodeScalar(code) else {
      throw failure("half a surrogate pair in a string", at: position)
    }
    content.append(contentsOf: String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let next, next < 0x80, let digit = Character(UnicodeScalar(next)).hexDigitValue else {
        throw failure("expected four hexadecimal digits, found \(found)")
      }
      code = code << 4 + UInt32(digit)
      index += 1
    }
    return code
  }
}
