/// Why the text of a scalar is not read.
struct ScalarError: Error {
  /// One line, lower case, no full stop.
  var message: String
}

/// The values of `<integer>`, `<real>`, `<date>` and `<data>`, read from the bytes between
/// their tags as CoreFoundation's `CFPropertyList.c` reads them.
enum ScalarText {
  /// A value, and what the reader silently made of a text that said something else.
  struct Reading {
    var kind: PlistRecord.Kind
    var bits: UInt64
    var change: String?

    init(_ kind: PlistRecord.Kind, bits: UInt64, change: String? = nil) {
      self.kind = kind
      self.bits = bits
      self.change = change
    }
  }

  /// The value of up to fifteen digits and nothing else, which is what numbers nearly always are.
  static func plainDigits(_ text: Bytes) -> UInt64? {
    guard (1...15).contains(text.count) else { return nil }
    var value: UInt64 = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
    }
    return value
  }

  // Leading white space (any control character) and a sign; decimal, or hexadecimal after `0x`; nothing after it.
  static func integer(_ text: Bytes) throws(ScalarError) -> Reading {
    var rest = withoutSpace(text)
    guard let first = rest.first else { throw ScalarError(message: "empty `<integer>`") }
    let isNegative = first == UInt8(ascii: "-")
    if isNegative || first == UInt8(ascii: "+") { rest = withoutSpace(rest.dropFirst()) }
    var radix: UInt64 = 10
    if rest.starts(withText: "0x") || rest.starts(withText: "0X") {
      radix = 16
      rest = rest.dropFirst(2)
    }
    var value: UInt64 = 0
    guard !rest.isEmpty else { throw ScalarError(message: "`<integer>` without a digit") }
    for byte in rest {
      guard let digit = byte.hexadecimalValue, digit < radix
      else {
        throw ScalarError(message: "\(byteName(byte)) in `<integer>`; only digits may stand there")
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else { throw ScalarError(message: "`<integer>` above 2^64 - 1") }
      value = sum
    }
    if isNegative {
      guard value <= Int64.min.magnitude else {
        throw ScalarError(message: "`<integer>` below -2^63")
      }
      return Reading(.integer, bits: 0 &- value)
    }
    let isOdd = text.contains { $0 >= 0x7F }
    let change =
      radix == 16
      ? "a hexadecimal number is read as \(value)"
      : isOdd ? "characters before the digits are skipped; it is read as \(value)" : nil
    return Reading(value > Int64.max ? .largeInteger : .integer, bits: value, change: change)
  }

  /// Apple's reader counts all controls as white space here, byte by byte those of Latin-1 too, and
  /// the first byte of some wide spaces, whose others are among these.
  private static func withoutSpace(_ text: Bytes) -> Bytes {
    var rest = text
    while let byte = rest.first {
      let isWide =
        switch byte {
        case 0xE2: isWideSpace(rest.dropFirst().prefix(2))
        case 0xE3: rest.dropFirst().starts(with: [0x80, 0x80])
        default: false
        }
      guard isWide || byte <= 0x20 || (0x7F...0xA0).contains(byte) else { break }
      rest = rest.dropFirst()
    }
    return rest
  }

  /// Whether these follow the 0xE2 of a wide space; of U+202F the last byte is not skipped then.
  private static func isWideSpace(_ rest: Bytes) -> Bool {
    guard let first = rest.first, let last = rest.dropFirst().first else { return false }
    return first == 0x80 && ((0x50...0x8B).contains(last) || last == 0xAF)
      || first == 0x81 && last == 0x9F
  }

  static func real(_ bytes: Bytes) throws(ScalarError) -> Reading {
    guard !bytes.isEmpty else { throw ScalarError(message: "empty `<real>`") }
    let text = String(decoding: bytes, as: UTF8.self)
    switch text.lowercased() {
    case "nan": return Reading(.real, bits: Double.nan.bitPattern)
    case "+infinity", "infinity", "+inf", "inf":
      return Reading(.real, bits: Double.infinity.bitPattern)
    case "-infinity", "-inf": return Reading(.real, bits: (-Double.infinity).bitPattern)
    default: break
    }
    let trimmed = String(text.unicodeScalars.drop(while: isSkippedBeforeReal))
    let isDecimal = trimmed.utf8.allSatisfy { byte in
      "0123456789+-.eE".utf8.contains(byte)
    }
    guard isDecimal, let value = Double(trimmed) else {
      throw ScalarError(message: "`\(shown(text, 40))` is not a `<real>`; write it like 1.5")
    }
    return Reading(.real, bits: value.bitPattern)
  }

  /// Controls, those of Latin-1 too, and most wide spaces.
  private static func isSkippedBeforeReal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0x2000...0x200B, 0x3000: true
    default: false
    }
  }

  /// Base 64, characters beyond its alphabet skipped, an incomplete last group dropped; the bytes
  /// themselves are made by `base64` when somebody asks for them.
  static func data(_ text: Bytes) throws(ScalarError) -> Reading {
    var count = 0
    var skipped = false
    for byte in text {
      let digit = base64Digits[Int(byte)]
      if digit < 64 {
        count += 1
      } else if digit == 0xFF {
        guard byte < 0x80 else { throw ScalarError(message: "a byte beyond ASCII in `<data>`") }
        skipped = true
      }
    }
    var change: String?
    if count % 4 != 0 { change = "an incomplete group at the end of `<data>` is dropped" }
    if skipped { change = "characters in `<data>` that are not base64 are skipped" }
    return Reading(.base64, bits: 0, change: change)
  }

  /// The bytes that the text of a `<data>` stands for.
  static func base64(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
      } else if !byte.isXMLSpace, byte != 0x0B, byte != 0x0C {
        padding = 0
      }
      let digit = base64Digits[Int(byte)]
      guard digit < 64 else { continue }
      group = group << 6 | UInt32(digit)
      count += 1
      guard count % 4 == 0 else { continue }
      result.append(UInt8(truncatingIfNeeded: group >> 16))
      if padding < 2 { result.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if padding < 1 { result.append(UInt8(truncatingIfNeeded: group)) }
    }
    return result
  }

  /// The bytes that OpenStep's `<68656c6c 6f>` stands for; what is no digit stands between them.
  static func hexadecimal(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var half: UInt8?
    for digit in text.lazy.compactMap(\.hexadecimalValue) {
      if let high = half { result.append(high << 4 | digit) }
      half = half == nil ? digit : nil
    }
    return result
  }

  /// The value of each base 64 digit, `=` as 0; 0xFE for white space, 0xFF for anything else.
  private static let base64Digits: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case UInt8(ascii: "="): 0
    default: byte.isXMLSpace ? 0xFE : 0xFF
    }
  }

  private static func byteName(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F
      ? "`\(Character(UnicodeScalar(byte)))`" : "byte 0x\(String(byte, radix: 16))"
  }
}
