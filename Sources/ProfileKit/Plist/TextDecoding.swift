import CLibXML2
import Glibc

/// A text as UTF-8, whatever it was written in.
struct DecodedText {
  /// The text without its byte order mark.
  var bytes: [UInt8]
  /// The byte order mark found, by its encoding's name.
  var mark: String?
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
      let rest = Array(bytes.dropFirst(mark.count))
      return converted(rest, from: name, mark: name, limit: limit)
    }
    guard let name = declaredEncoding(bytes) else { return DecodedText(bytes: bytes) }
    return converted(bytes, from: name, mark: nil, limit: limit)
  }

  private static func converted(_ bytes: [UInt8], from name: String, mark: String?, limit: Int)
    -> DecodedText
  {
    let spellings = spellings(name)
    let upper = spellings.map { $0.uppercased() }
    if upper.contains(where: { ["UTF8", "USASCII", "ASCII"].contains($0) }) {
      return DecodedText(bytes: bytes, mark: mark)
    }
    if mark == nil, upper.contains(where: { $0.hasPrefix("UTF16") || $0.hasPrefix("UTF32") }) {
      return DecodedText(
        bytes: bytes, failure: "the declaration says `\(shown(name))`, the bytes are not of it")
    }
    if mark == nil, upper.contains(where: { $0.hasPrefix("UTF") }) {
      return DecodedText(bytes: bytes, failure: "the encoding `\(shown(name))` is unknown")
    }
    var decoded: [UInt8]?
    for spelling in (mark == nil ? spellings : [name]) where decoded == nil {
      decoded = decode(bytes, as: spelling, limit)
    }
    guard let decoded else {
      return DecodedText(
        bytes: bytes, mark: mark,
        failure: "the encoding `\(shown(name))` is unknown or the bytes are not of it")
    }
    return DecodedText(bytes: decoded, mark: mark)
  }

  private static func decode(_ bytes: [UInt8], as name: String, _ limit: Int) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      guard let base = buffer.baseAddress, let size = Int32(exactly: buffer.count),
        let text = clibxml2_decode(name, base, size, limit, &count)
      else { return nil }
      defer { free(text) }
      return Array(UnsafeBufferPointer(start: text, count: count))
    }
  }

  /// The letters and digits of `encoding="…"` in the XML declaration, straight quotes only.
  ///
  /// Apple's reader takes no notice of anything else in the name, and looks for the closing quote
  /// in the whole file; nil where there is none.
  static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let text = bytes.drop { $0.isXMLSpace }
    guard text.starts(withText: "<?xml") else { return nil }
    var place = text.startIndex + 5
    while place < text.endIndex, !"?>".utf8.contains(text[place]) {
      defer { place += 1 }
      guard text[place...].starts(withText: "encoding=") else { continue }
      let rest = text[place...].dropFirst(9)
      guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      guard value.endIndex < rest.endIndex else { return nil }
      return String(decoding: value.prefix(60), as: UTF8.self)
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
    let hyphened =
      plain.lowercased().hasPrefix("iso8859") ? "ISO-8859-\(plain.dropFirst(7))" : plain
    let written = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._:-".contains($0))
    }
    return (written ? [name] : []) + [plain, hyphened]
  }
}
