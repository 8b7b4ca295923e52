/// The text of a `<string>` or `<key>` as CoreFoundation makes it of the bytes between the tags.
///
/// libxml2 says where the text stands; what it means is CoreFoundation's to say: line ends are
/// kept, characters that XML forbids may be written as numbers, and an unknown reference ends the
/// file.
enum CharacterText {
  /// What stands in a text besides plain ASCII.
  struct Contents: OptionSet {
    let rawValue: UInt8
    /// References, sections, or tags that should not be there.
    static let markup = Contents(rawValue: 1)
    /// Bytes above 0x7F.
    static let beyondASCII = Contents(rawValue: 2)
  }

  /// Looks for `&`, `<` and bytes above 0x7F, eight bytes at a time.
  static func contents(of bytes: UnsafeRawBufferPointer) -> Contents {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
    var high: UInt64 = 0
    var marks: UInt64 = 0
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      high |= word & tops
      marks |= zeroes(word ^ (ones &* 0x26)) | zeroes(word ^ (ones &* 0x3C))
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      high |= UInt64(byte & 0x80)
      if byte == 0x26 || byte == 0x3C { marks = 1 }
      index += 1
    }
    var found: Contents = []
    if high != 0 { found.insert(.beyondASCII) }
    if marks != 0 { found.insert(.markup) }
    return found
  }

  /// What ends a text for Apple's reader, and at which offset in it.
  struct Failure: Error {
    var offset: Int
    var message: String
  }

  /// Appends what `raw` means to `result`.
  static func append(_ raw: Bytes, to result: inout [UInt8]) throws(Failure) {
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      if byte == UInt8(ascii: "&") {
        index = try reference(raw, at: index, to: &result)
      } else if byte == UInt8(ascii: "<") {
        index = section(raw, at: index, to: &result)
      } else {
        result.append(byte)
        index += 1
      }
    }
  }

  /// The place after a section, whose text is appended, or after another tag, which is left out.
  private static func section(_ raw: Bytes, at start: Int, to result: inout [UInt8]) -> Int {
    let mark: StaticString = "<![CDATA["
    guard raw[start...].starts(withText: mark) else {
      return raw[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? raw.endIndex
    }
    let begin = start + mark.utf8CodeUnitCount
    var index = begin
    while index < raw.endIndex, !raw[index...].starts(withText: "]]>") { index += 1 }
    result.append(contentsOf: raw[begin..<index])
    return min(index + 3, raw.endIndex)
  }

  private static let names: [(text: StaticString, byte: UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&apos;", UInt8(ascii: "'")), ("&quot;", UInt8(ascii: "\"")),
  ]

  /// The place after a reference, whose character is appended.
  private static func reference(
    _ raw: Bytes, at start: Int, to result: inout [UInt8]
  ) throws(Failure) -> Int {
    let rest = raw[start...]
    for name in names where rest.starts(withText: name.text) {
      result.append(name.byte)
      return start + name.text.utf8CodeUnitCount
    }
    let end = rest.prefix(60).firstIndex(of: UInt8(ascii: ";"))
    let body = end.map { shown(String(decoding: rest[...$0], as: UTF8.self), 40) } ?? ""
    let offset = start - raw.startIndex
    guard let end else {
      throw Failure(offset: offset, message: "`&` does not begin a known reference")
    }
    guard rest.starts(withText: "&#") else {
      throw Failure(offset: offset, message: "unknown entity `\(body)`")
    }
    guard let character = character(rest[(start + 2)..<end]) else {
      throw Failure(offset: offset, message: "`\(body)` is not the number of a character")
    }
    result.append(contentsOf: String(Character(character)).utf8)
    return end + 1
  }

  /// Apple's reader gives up on more than eight digits, zeroes in front counted.
  private static func character(_ digits: Bytes) -> UnicodeScalar? {
    let isHex = digits.first == UInt8(ascii: "x")
    let digits = isHex ? digits.dropFirst() : digits
    guard digits.count <= 8 else { return nil }
    var number: UInt32 = 0
    for byte in digits {
      guard let digit = byte.hexadecimalValue, isHex || digit < 10 else { return nil }
      number = number &* (isHex ? 16 : 10) &+ UInt32(digit)
    }
    return UnicodeScalar(number)
  }
}

/// A stretch of the text that is being read.
typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>
