/// UTF-8 bytes of a text, and the line and column of any offset into them.
struct SourceText: Sendable {
  let bytes: [UInt8]
  private let lineStarts: [Int]
  private var last = (offset: 0, line: 0, column: 1)

  /// Lines end at a newline, a carriage return, or both together, as XML counts them.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      starts.append(index + 1)
    }
    lineStarts = starts
  }

  /// The place of `offset`; cheap when asked in rising order.
  mutating func position(of offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: offset)
    var from = lineStarts[line]
    var column = 1
    if last.line == line, last.offset >= from, last.offset <= offset {
      from = last.offset
      column = last.column
    }
    for index in from..<offset where bytes[index] & 0xC0 != 0x80 { column += 1 }
    last = (offset, line, column)
    return TextPosition(line: line + 1, column: column)
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
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
