/// The text of an XML property list in the making, laid out as `plutil -convert xml1` does.
public struct PlistText: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8]
  private var level = 0

  /// Begins a text with Apple's usual first lines.
  public init() {
    bytes = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
  }

  /// Ends it.
  public mutating func finish() { bytes += "</plist>\n".utf8 }

  /// `<dict>` or `<array>` on a line of its own; what follows is indented until `close`.
  public mutating func open(_ name: StaticString) {
    line("<\(name)>")
    level += 1
  }

  /// Ends what `open` began.
  public mutating func close(_ name: StaticString) {
    level -= 1
    line("</\(name)>")
  }

  /// `<dict/>`, `<array/>` or `<data/>`.
  public mutating func empty(_ name: StaticString) { line("<\(name)/>") }

  /// `<key>`.
  public mutating func key(_ text: String) { element("key", text) }
  /// `<string>`; characters that XML forbids are the caller's to refuse.
  public mutating func string(_ text: String) { element("string", text) }
  /// `<integer>`.
  public mutating func integer(_ number: some FixedWidthInteger) {
    line("<integer>\(number)</integer>")
  }
  /// `<true/>` or `<false/>`.
  public mutating func boolean(_ flag: Bool) { line(flag ? "<true/>" : "<false/>") }
  mutating func date(_ seconds: Int64) { line("<date>\(ScalarText.dateText(seconds))</date>") }

  /// A number that archives use; XML says it as `{ CF$UID = n; }`.
  mutating func uid(_ number: UInt32) {
    open("dict")
    key("CF$UID")
    integer(number)
    close("dict")
  }

  mutating func real(_ number: Double) {
    let text =
      number.isNaN
      ? "nan" : number.isInfinite ? number > 0 ? "+infinity" : "-infinity" : "\(number)"
    line("<real>\(text)</real>")
  }

  /// `<data>`; never as an empty tag, which Apple's reader refuses.
  public mutating func data(_ content: ArraySlice<UInt8>) {
    line("<data>")
    let text = base64(content)
    for start in stride(from: 0, to: text.count, by: 68) {
      indent()
      bytes += text[start..<min(start + 68, text.count)]
      bytes.append(UInt8(ascii: "\n"))
    }
    line("</data>")
  }

  private mutating func element(_ name: StaticString, _ text: String) {
    indent()
    bytes += "<\(name)>".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      // Readers of XML make a newline of it otherwise.
      case 0x0D: bytes += "&#13;".utf8
      default: bytes.append(byte)
      }
    }
    bytes += "</\(name)>\n".utf8
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: min(level, Self.deepest)))
  }

  /// Levels beyond are not indented, so that depth does not multiply the size.
  private static let deepest = 16

  private mutating func line(_ text: String) {
    indent()
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// Base 64 of RFC 4648, section 4, with padding.
private func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  var index = bytes.startIndex
  while index < bytes.endIndex {
    let group = bytes[index..<min(index + 3, bytes.endIndex)]
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= 8 * UInt32(3 - group.count)
    for place in 0..<4 {
      result.append(
        place > group.count
          ? UInt8(ascii: "=") : digits[Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)])
    }
    index += 3
  }
  return result
}
