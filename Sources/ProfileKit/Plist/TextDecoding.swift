import CLibXML2
import Glibc

/// A text as UTF-8, whatever it was written in.
struct DecodedText {
  /// The text without its byte order mark.
  var bytes: [UInt8]
  /// The byte order mark found, by its encoding's name.
  var mark: String?
  /// The declared encoding, where the bytes were read by it although all of them are UTF-8.
  var wronglyDeclared: String?
  /// Where half a character (an unpaired surrogate) stands: Apple's reader of XML sees nothing from
  /// there on, its reader of OpenStep text does.
  var cut: Int?
  /// Why Apple's reader gives up on the encoding; the bytes are then as good as can be made.
  var failure: String?
}

/// Turns the bytes of an XML file into UTF-8 as Apple's reader does: a byte order mark decides,
/// then the declaration's `encoding`, then UTF-8.
enum TextDecoding {
  static func decode(_ bytes: [UInt8], limit: Int) -> DecodedText {
    let marks: [([UInt8], String)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"),
      ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    for (mark, name) in marks where bytes.starts(with: mark) {
      // What is left of the last character is not looked at.
      let unit = name.hasPrefix("UTF-32") ? 4 : name.hasPrefix("UTF-16") ? 2 : 1
      let count = (bytes.count - mark.count) / unit * unit
      let rest = Array(bytes.dropFirst(mark.count).prefix(count))
      return converted(rest, from: name, mark: name, limit: limit)
    }
    guard let name = declaredEncoding(bytes) else { return DecodedText(bytes: bytes) }
    var text = converted(bytes, from: name, mark: nil, limit: limit)
    // Where nothing was converted, or ASCII only, there is nothing to doubt.
    if text.failure == nil, text.bytes != bytes,
      bytes.withUnsafeBufferPointer({ UTF8Repair.isUTF8($0) })
    {
      text.wronglyDeclared = name
    }
    return text
  }

  private static func converted(_ bytes: [UInt8], from name: String, mark: String?, limit: Int)
    -> DecodedText
  {
    let spellings = spellings(name)
    let upper = spellings.map { $0.uppercased() }
    if upper.contains("UTF8") {
      return marked(DecodedText(bytes: bytes, mark: mark))
    }
    if mark == nil, let name = upper.first, isUnknownToApple(name) {
      return DecodedText(bytes: bytes, failure: "the encoding `\(shown(name))` is unknown")
    }
    if mark == nil, upper.contains(where: { $0.hasPrefix("UTF16") || $0.hasPrefix("UTF32") }) {
      return DecodedText(
        bytes: bytes, failure: "the declaration says `\(shown(name))`, the bytes are not of it")
    }
    if mark == nil, upper.contains(where: { $0.hasPrefix("UTF") && $0 != "UTF7" }) {
      return DecodedText(bytes: bytes, failure: "the encoding `\(shown(name))` is unknown")
    }
    // Five bytes of windows-1252 stand for nothing; conversion libraries make controls of them.
    let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    if upper.contains(where: { ["WINDOWS1252", "WINDOWS-1252", "CP1252"].contains($0) }),
      bytes.contains(where: { undefined.contains($0) })
    {
      return DecodedText(bytes: bytes, failure: "the bytes are not of `\(shown(name))`")
    }
    var decoded: [UInt8]?
    for spelling in (mark == nil ? spellings : [name]) where decoded == nil {
      decoded = decode(bytes, as: written(spelling), limit)
    }
    guard let decoded else {
      if mark != nil, name.hasPrefix("UTF-16") {
        return marked(halved(bytes, isBigEndian: name.hasSuffix("BE"), mark: mark))
      }
      return DecodedText(
        bytes: bytes, mark: mark,
        failure: "the encoding `\(shown(name))` is unknown or the bytes are not of it")
    }
    return marked(DecodedText(bytes: decoded, mark: mark))
  }

  /// A text with its failure where it begins with a second mark.
  private static func marked(_ text: DecodedText) -> DecodedText {
    var text = text
    if text.mark != nil, text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { text.failure = twoMarks }
    return text
  }

  /// Apple's reader takes one mark.
  private static let twoMarks = "the file begins with two byte order marks"

  /// The name that conversion libraries know: what is called ASCII is read as Latin-1.
  private static func written(_ name: String) -> String {
    switch name.uppercased() {
    case "US-ASCII", "USASCII", "ASCII": "ISO-8859-1"
    case "UTF7": "UTF-7"
    default: name
    }
  }

  /// Encodings that conversion libraries know and CoreFoundation's open-source build does not.
  private static func isUnknownToApple(_ name: String) -> Bool {
    let letters = name.filter { $0.isLetter || $0.isNumber }
    return ["MACINTOSH", "UNICODE", "ISO10646"].contains { letters.hasPrefix($0) }
      || letters.hasPrefix("XCP") || letters.hasPrefix("XMAC") || letters.hasPrefix("MAC")
      || letters.hasPrefix("UCS")
  }

  /// Whether a NUL among the first two bytes makes Apple's reader take the file for UTF-16.
  static func isUnmarkedUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && (bytes[0] == 0 || bytes[1] == 0) && !bytes.starts(with: [0, 0, 0xFE, 0xFF])
  }

  /// UTF-16 as this machine has it, behind a mark that is passed over whether it is one or not.
  static func unmarkedUTF16(_ bytes: [UInt8], limit: Int) -> DecodedText {
    let rest = Array(bytes[2..<(bytes.count / 2 * 2)])
    return decode(rest, as: "UTF-16LE", limit).map { DecodedText(bytes: $0) }
      ?? halved(rest, isBigEndian: false, mark: nil)
  }

  /// UTF-16 with half a character in it, for which U+FFFD stands.
  private static func halved(_ bytes: [UInt8], isBigEndian: Bool, mark: String?) -> DecodedText {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place -> UInt16 in
      let high = UInt16(bytes[isBigEndian ? place : place + 1])
      let low = UInt16(bytes[isBigEndian ? place + 1 : place])
      return high << 8 | low
    }
    var decoder = UTF16.ForwardParser()
    var iterator = units.makeIterator()
    var text: [UInt8] = []
    var cut: Int?
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): text.append(contentsOf: String(UTF16.decode(scalar)).utf8)
      case .error:
        cut = cut ?? text.count
        text.append(contentsOf: "\u{FFFD}".utf8)
      case .emptyInput: return DecodedText(bytes: text, mark: mark, cut: cut)
      }
    }
  }

  private static func decode(_ bytes: [UInt8], as name: String, _ limit: Int) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      guard let base = buffer.baseAddress, let size = Int32(exactly: buffer.count),
        let text = clibxml2_decode(name, base, size, limit, &count)
      else { return nil }
      defer { free(text) }
      let decoded = UnsafeBufferPointer(start: text, count: count)
      // Of half a character some libraries make three bytes that are not UTF-8.
      guard !name.hasPrefix("UTF-16") || UTF8Repair.isUTF8(decoded) else { return nil }
      return Array(decoded)
    }
  }

  /// The letters and digits of `encoding="…"` in the XML declaration, straight quotes only.
  ///
  /// Apple's reader takes no notice of anything else in the name, and looks for the closing quote
  /// in the whole file; nil where there is none.
  static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let text = bytes[...]
    guard text.starts(withText: "<?xml") else { return nil }
    var place = text.startIndex + 5
    while place < text.endIndex, !"?>".utf8.contains(text[place]) {
      defer { place += 1 }
      guard text[place...].starts(withText: "encoding=") else { continue }
      let rest = text[place...].dropFirst(9)
      guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      guard value.endIndex < rest.endIndex else { return nil }
      // The name ends at a NUL, as names in C do.
      return String(decoding: value.prefix { $0 != 0 }.prefix(60), as: UTF8.self)
    }
    return nil
  }

  /// The names under which an encoding may be known: as written, without other characters, and
  /// with the hyphens that such names usually have.
  static func spellings(_ name: String) -> [String] {
    let letters = Array(name)
    // A zero before another digit counts for nothing: `UTF-08` is `UTF-8`.
    let kept = letters.indices.filter { index in
      letters[index] != "0" || index + 1 >= letters.count || !letters[index + 1].isNumber
        || index > 0 && letters[index - 1].isNumber
    }
    let plain = String(
      kept.map { letters[$0] }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    let isText = name.utf8.allSatisfy { $0 > 0 && $0 < 0x80 }
    // Conversion libraries take `UTF0-8` and the like, Apple's reader does not.
    let isMarkless = plain.uppercased().hasPrefix("UTF")
    if isMarkless { return isText ? [plain] : [] }
    guard isText, !plain.isEmpty, plain.count <= 40 else { return [] }
    let lower = name.lowercased()
    if plain.lowercased().hasPrefix("iso8859") {
      // After the usual spelling whatever follows the number counts for nothing.
      if lower.hasPrefix("iso-8859-"), let next = lower.dropFirst(9).first, next.isNumber {
        return ["ISO-8859-\(lower.dropFirst(9).prefix { $0.isNumber })"]
      }
      let part = plain.dropFirst(7)
      guard part.allSatisfy(\.isNumber) else { return [] }
      // With the year of the standard behind it: `ISO_8859-1:1987`.
      return ["ISO-8859-\(part.count == 5 ? part.prefix(1) : part)"]
    }
    if lower.hasPrefix("windows--") { return [] }
    var numbered: [String] = []
    for prefix in ["windows-", "cp"] where lower.hasPrefix(prefix) {
      let number = lower.dropFirst(prefix.count).prefix { $0.isNumber }
      if !number.isEmpty { numbered = ["\(prefix)\(number)"] }
    }
    let written = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._:-".contains($0))
    }
    return (written ? [name] : []) + [plain] + numbered
  }
}
