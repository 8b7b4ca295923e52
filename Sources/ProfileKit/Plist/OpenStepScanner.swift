/// The characters of OpenStep text: white space, comments, strings, data.
struct OpenStepScanner {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of what comes next.
  var index = 0
  /// Texts that the file spells with backslashes.
  private(set) var heap: [UInt8] = []

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The next byte; nil at the end.
  var peek: UInt8? { index < text.count ? text[index] : nil }

  /// The next character, as messages name it.
  var character: String {
    guard index < text.count else { return "the end" }
    let rest = String(decoding: text[index...].prefix(4), as: UTF8.self)
    return "`\(shown(String(rest.prefix(1)), 8))`"
  }

  /// Passes over `mark` if it is next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  /// A failure at what comes next.
  func failure(_ message: String, isLimit: Bool = false) -> OpenStepFailure {
    OpenStepFailure(offset: index, message: message, isLimit: isLimit)
  }

  // MARK: White space

  /// Passes over white space and comments; false at the end.
  mutating func skipSpace() -> Bool {
    while let byte = peek {
      if (0x09...0x0D).contains(byte) || byte == 0x20 {
        index += 1
      } else if isLineSeparator {
        index += 3
      } else if byte == UInt8(ascii: "/"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "/")
      {
        skipLine()
      } else if byte == UInt8(ascii: "/"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "*")
      {
        skipBlock()
      } else {
        return true
      }
    }
    return false
  }

  /// Whether U+2028 or U+2029 is next.
  private var isLineSeparator: Bool {
    index + 2 < text.count && text[index] == 0xE2 && text[index + 1] == 0x80
      && (text[index + 2] == 0xA8 || text[index + 2] == 0xA9)
  }

  private mutating func skipLine() {
    while let byte = peek, byte != 0x0A, byte != 0x0D, !isLineSeparator { index += 1 }
  }

  /// A comment that does not end goes on to the end of the file.
  private mutating func skipBlock() {
    index += 2
    while index < text.count {
      let isEnd =
        text[index] == UInt8(ascii: "*") && index + 1 < text.count
        && text[index + 1] == UInt8(ascii: "/")
      index += isEnd ? 2 : 1
      if isEnd { return }
    }
  }

  // MARK: Strings

  /// Whether a value of any kind is next.
  var startsValue: Bool {
    guard let byte = peek else { return false }
    return Self.isBare(byte) || "{(<'\"".utf8.contains(byte)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  /// A quoted or bare string; nil where none is next.
  mutating func string(_ kind: PlistRecord.Kind) throws(OpenStepFailure) -> PlistRecord? {
    let start = index
    guard let byte = peek else { return nil }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted(kind, byte) }
    while let byte = peek, Self.isBare(byte) { index += 1 }
    guard index > start else { return nil }
    return PlistRecord(kind, at: start, low: start, high: index - start)
  }

  private mutating func quoted(
    _ kind: PlistRecord.Kind, _ quote: UInt8
  ) throws(OpenStepFailure) -> PlistRecord {
    let start = index
    index += 1
    while let byte = peek, byte != quote {
      if byte == UInt8(ascii: "\\") { return try escaped(kind, quote, from: start) }
      index += 1
    }
    guard index < text.count else { throw unended(start) }
    index += 1
    return PlistRecord(kind, at: start, low: start + 1, high: index - start - 2)
  }

  /// A quoted string with backslashes, from its first one on.
  private mutating func escaped(
    _ kind: PlistRecord.Kind, _ quote: UInt8, from start: Int
  ) throws(OpenStepFailure) -> PlistRecord {
    let place = heap.count
    var units = OpenStepUnits()
    heap.append(contentsOf: text[(start + 1)..<index])
    while let byte = peek, byte != quote {
      if byte == UInt8(ascii: "\\") {
        index += 1
        guard index < text.count else {
          throw failure("a backslash at the end of the text")
        }
        units.append(escape(), to: &heap)
      } else {
        units.flush(to: &heap)
        heap.append(byte)
        index += 1
      }
    }
    units.flush(to: &heap)
    guard index < text.count else { throw unended(start) }
    index += 1
    return PlistRecord(kind, at: start, low: place, high: heap.count - place, isInHeap: true)
  }

  /// A string without its second quote; CoreFoundation stands behind the first one then.
  private mutating func unended(_ start: Int) -> OpenStepFailure {
    index = start + 1
    return OpenStepFailure(offset: start, message: "a quoted string that does not end")
  }

  /// What stands after a backslash.
  private mutating func escape() -> OpenStepUnits.Unit {
    let byte = text[index]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var number: UInt8 = 0
      var digits = 0
      while digits < 3, let digit = peek, (0x30...0x37).contains(digit) {
        number = number << 3 | (digit - 0x30)
        digits += 1
        index += 1
      }
      return .utf16(NextStep.character(number))
    case UInt8(ascii: "U"):
      index += 1
      var number: UInt16 = 0
      var digits = 0
      while digits < 4, let digit = peek?.hexadecimalValue {
        number = number << 4 | UInt16(digit)
        digits += 1
        index += 1
      }
      return .utf16(number)
    case 0x80...:
      // One character, whatever its length.
      let start = index
      index += 1
      while let next = peek, next & 0xC0 == 0x80 { index += 1 }
      return .utf8(Array(text[start..<index]))
    default:
      index += 1
      let named: [UInt8: UInt16] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
      ]
      return .utf16(named[byte] ?? UInt16(byte))
    }
  }

  // MARK: Data

  /// `<68656c6c 6f>`.
  mutating func data() throws(OpenStepFailure) -> PlistRecord {
    let start = index
    let place = heap.count
    index += 1
    while let byte = peek, byte != UInt8(ascii: ">") {
      if let digit = takeDigit() {
        guard let second = takeDigit() else {
          throw failure("half a byte in data; digits go in pairs")
        }
        heap += [digit, second]
      } else if byte.isXMLSpace {
        index += 1
      } else if isLineSeparator {
        index += 3
      } else {
        throw failure("\(character) in data; only hexadecimal digits may stand there")
      }
    }
    guard index < text.count else {
      throw OpenStepFailure(offset: start, message: "data that does not end in `>`")
    }
    index += 1
    return PlistRecord(
      .hexadecimal, at: start, low: place, high: heap.count - place, isInHeap: true)
  }

  /// A hexadecimal digit; of a character beyond ASCII, CoreFoundation looks at the lower byte only.
  private mutating func takeDigit() -> UInt8? {
    guard let byte = peek else { return nil }
    guard byte >= 0xC0 else {
      guard byte.hexadecimalValue != nil else { return nil }
      index += 1
      return byte
    }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    let scalar = String(decoding: text[index...].prefix(length), as: UTF8.self).unicodeScalars.first
    let low = UInt8(truncatingIfNeeded: scalar?.value ?? 0)
    guard length < 4, low.hexadecimalValue != nil else { return nil }
    index += length
    return low
  }
}

/// UTF-16 units written one by one, joined to pairs where two of them make a character.
struct OpenStepUnits {
  /// What an escape gives.
  enum Unit {
    case utf16(UInt16)
    case utf8([UInt8])
  }

  private var high: UInt16?

  /// Appends a unit; the first half of a pair waits for the second.
  mutating func append(_ unit: Unit, to bytes: inout [UInt8]) {
    switch unit {
    case .utf8(let text):
      flush(to: &bytes)
      bytes.append(contentsOf: text)
    case .utf16(let unit) where UTF16.isLeadSurrogate(unit):
      flush(to: &bytes)
      high = unit
    case .utf16(let unit):
      if let lead = high, UTF16.isTrailSurrogate(unit) {
        bytes.append(contentsOf: String(decoding: [lead, unit], as: UTF16.self).utf8)
        high = nil
      } else {
        flush(to: &bytes)
        bytes.append(contentsOf: String(decoding: [unit], as: UTF16.self).utf8)
      }
    }
  }

  /// Half a pair alone is no character: U+FFFD stands for it.
  mutating func flush(to bytes: inout [UInt8]) {
    if high != nil { bytes.append(contentsOf: "\u{FFFD}".utf8) }
    high = nil
  }
}
