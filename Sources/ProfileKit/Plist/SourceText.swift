import Findings

/// UTF-8 bytes of a text, and the line and column of any offset into them.
struct SourceText: Sendable {
  var bytes: [UInt8] { places.bytes }
  private let places: TextPlaces

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
}

extension Collection<UInt8> {
  /// Whether these bytes begin with the ASCII text given.
  func starts(withText text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in self.starts(with: buffer) }
  }
}
