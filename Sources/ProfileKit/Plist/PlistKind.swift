/// What a file's first bytes say it is.
public enum PlistKind: String, Sendable, CaseIterable {
  /// An XML property list, or XML that was meant as one.
  case xml
  /// A binary property list (`bplist`).
  case binary
  /// A CMS (PKCS #7) signed message: a signed profile.
  case signed
  /// A CMS enveloped message: an encrypted profile.
  case encrypted
  /// An OpenStep property list: `{ key = value; }`.
  case openstep
  /// A web page.
  case html
  /// No bytes at all, or white space only.
  case empty
  /// UTF-16 or UTF-32 text without a byte order mark.
  case utf16 = "utf-16"
  /// None of these.
  case unknown

  /// Recognises `bytes`, which may be any bytes whatever.
  public init(recognising bytes: [UInt8]) {
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if bytes.starts(withText: "bplist") {
      self = Self.isShortText(bytes) ? .openstep : .binary
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0, 0, 0xFE, 0xFF])
    {
      self = .xml
    } else if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C])
      || bytes.starts(with: [0, 0, 0, 0x3C])
    {
      self = .utf16
    } else if let cms = Self.cmsKind(text) {
      self = cms
    } else {
      self = Self.textKind(text)
    }
  }

  /// Whether it is shorter than any binary property list and all text, which OpenStep may be.
  private static func isShortText(_ bytes: [UInt8]) -> Bool {
    bytes.count <= 40 && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0.isXMLSpace }
  }

  private static func cmsKind(_ bytes: ArraySlice<UInt8>) -> PlistKind? {
    if let type = messageType(bytes) { return type.isSigned ? .signed : .encrypted }
    let heads: [StaticString] = [
      "-----BEGIN PKCS7-----", "-----BEGIN CMS-----", "-----BEGIN PKCS #7 SIGNED DATA-----",
    ]
    if heads.contains(where: { bytes.starts(withText: $0) }) { return .signed }
    return isMessageTakenForText(bytes) ? .signed : nil
  }

  /// Whether it was a CMS message before something took it for text and wrote U+FFFD for every byte
  /// that was none.
  static func isMessageTakenForText(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lost: [UInt8] = [0xEF, 0xBF, 0xBD]
    let type: [UInt8] = [0x06, 0x09, 0x2A] + lost + [0x48] + lost + lost + [0x0D, 0x01, 0x07]
    let head = bytes.prefix(64)
    return head.indices.contains { head[$0] == 0x06 && head[$0...].starts(with: type) }
  }

  /// Where the type of a CMS message stands near the front, after at most a few stray bytes: the
  /// OID 1.2.840.113549.1.7.n, or 1.2.840.113549.1.9.16.1.23.
  static func messageType(_ bytes: ArraySlice<UInt8>) -> (place: Int, isSigned: Bool)? {
    let prefix: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
    let other: [UInt8] = [
      0x06, 0x0B, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17,
    ]
    let head = bytes.prefix(48)
    for start in head.indices.dropLast(prefix.count) where head[start] == 0x06 {
      if head[start...].starts(with: other) { return (start, false) }
      guard head[start...].starts(with: prefix) else { continue }
      switch head[start + prefix.count] {
      case 2: return (start, true)
      case 3, 6: return (start, false)
      default: return nil
      }
    }
    return nil
  }

  private static func textKind(_ bytes: ArraySlice<UInt8>) -> PlistKind {
    let text = bytes.drop { $0.isXMLSpace }
    guard let first = text.first else { return .empty }
    if first == UInt8(ascii: "<") {
      if startsHTML(text) { return .html }
      if hasPrefix(text, "<?xml"),
        let next = text.dropFirst().prefix(1023).firstIndex(of: UInt8(ascii: "<")),
        startsHTML(text[next...])
      {
        return .html
      }
      return isHexadecimalData(text) ? .openstep : .xml
    }
    let openers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/")]
    if openers.contains(first) { return .openstep }
    let isText = text.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0.isXMLSpace }
    let assignments = text.prefix(512).contains(UInt8(ascii: "="))
    return isText && assignments ? .openstep : .unknown
  }

  private static func startsHTML(_ text: ArraySlice<UInt8>) -> Bool {
    hasPrefix(text, "<!doctype html") || hasPrefix(text, "<html")
  }

  /// Whether `text` begins with these lower-case letters, in either case.
  private static func hasPrefix(_ text: ArraySlice<UInt8>, _ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      text.count >= prefix.count
        && zip(text, prefix).allSatisfy { byte, letter in
          byte == letter || byte | 0x20 == letter && (0x61...0x7A).contains(letter)
        }
    }
  }

  /// OpenStep writes data as `<68656c6c 6f>`.
  private static func isHexadecimalData(_ text: ArraySlice<UInt8>) -> Bool {
    let inner = text.dropFirst().prefix { $0 != UInt8(ascii: ">") }
    guard inner.count < text.count - 1,
      inner.allSatisfy({ $0.hexadecimalValue != nil || $0.isXMLSpace || $0 >= 0x80 })
    else { return false }
    // Of a character beyond ASCII the lower byte is the digit.
    return inner.allSatisfy { $0 < 0x80 }
      || String(decoding: inner, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
        let low = UInt8(truncatingIfNeeded: scalar.value)
        return scalar.value < 0x80 || scalar == "\u{2028}" || scalar == "\u{2029}"
          || scalar.value < 0x10000 && low.hexadecimalValue != nil
      }
  }
}
