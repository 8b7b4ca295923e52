import Findings

/// UTF-8 bytes of a text, and the line and column of any offset into them.
struct SourceText: Sendable {
  let places: TextPlaces
  var bytes: [UInt8] { places.bytes }

  init(_ bytes: [UInt8]) { places = TextPlaces(bytes) }

  /// The place of `offset`.
  func position(of offset: Int) -> TextPosition {
    let place = places.place(of: offset)
    return TextPosition(line: place.line, column: place.column)
  }
}

extension UInt8 {
  /// Space, tab, newline, carriage return: what XML and Apple's reader skip.
  var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Collection<UInt8> {
  /// Whether these bytes begin with the ASCII text given.
  func starts(withText text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in self.starts(with: buffer) }
  }
}
