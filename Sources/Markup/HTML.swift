import Findings

/// A piece of an HTML page that is safe by construction.
///
/// Whatever comes from outside goes in as text or as the value of an attribute and is escaped
/// there; names of elements and attributes, styles and scripts can only be literals of the program.
public struct HTML: Sendable, Hashable {
  /// The markup as UTF-8.
  public private(set) var bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nothing.
  public static let empty = HTML(bytes: [])

  /// Text, escaped. Control characters and marks that reorder text are shown as `�`; newlines and
  /// tabs stay.
  public init(_ text: String) { bytes = Self.escaped(text) }

  /// Pieces one after the other.
  public init(_ pieces: some Sequence<HTML>) {
    bytes = []
    for piece in pieces { bytes += piece.bytes }
  }

  /// An element and what stands in it.
  public init(_ name: StaticString, _ attributes: [Attribute] = [], _ content: HTML...) {
    self.init(name, attributes, content)
  }

  /// An element and the pieces that stand in it.
  public init(_ name: StaticString, _ attributes: [Attribute] = [], _ content: [HTML]) {
    bytes = Self.tag(name, attributes)
    for piece in content { bytes += piece.bytes }
    bytes += Array("</".utf8) + name.bytes + [UInt8(ascii: ">")]
  }

  /// An element with text in it.
  public init(_ name: StaticString, _ attributes: [Attribute] = [], text: String) {
    self.init(name, attributes, [HTML(text)])
  }

  /// An element that has no end, such as `input`.
  public static func void(_ name: StaticString, _ attributes: [Attribute] = []) -> HTML {
    HTML(bytes: tag(name, attributes))
  }

  /// One piece after another.
  public static func + (left: HTML, right: HTML) -> HTML { HTML(bytes: left.bytes + right.bytes) }

  /// Adds a piece at the end.
  public static func += (left: inout HTML, right: HTML) { left.bytes += right.bytes }

  /// The markup as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func tag(_ name: StaticString, _ attributes: [Attribute]) -> [UInt8] {
    var bytes = [UInt8(ascii: "<")] + name.bytes
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      bytes += attribute.name.bytes
      guard let value = attribute.value else { continue }
      bytes += Array("=\"".utf8) + escaped(value) + [UInt8(ascii: "\"")]
    }
    return bytes + [UInt8(ascii: ">")]
  }

  /// One way of escaping for text and for quoted values, so that none can be taken for the other.
  private static func escaped(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in visible(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "'"): result += Array("&#39;".utf8)
      default: result.append(byte)
      }
    }
    return result
  }

  private static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    var part = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        result += printable(String(part))
        result.unicodeScalars.append(scalar)
        part = String.UnicodeScalarView()
      } else {
        part.append(scalar)
      }
    }
    return result + printable(String(part))
  }
}

extension HTML: ExpressibleByStringLiteral {
  /// Text, escaped.
  public init(stringLiteral value: String) { self.init(value) }
}

extension StaticString {
  /// The bytes of the literal.
  var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
