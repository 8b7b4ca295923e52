/// Turns places in a UTF-8 text into lines and columns as an editor shows them.
///
/// Lines end at a newline, a carriage return, or both; columns count Unicode scalars. Both are
/// numbered from 1. Asking in ascending order costs one pass over the text in all.
struct TextPositions {
  private let bytes: [UInt8]
  private var lineBytes: [Int] = [0]
  private var lineScalars: [Int] = [0]
  private var newlines: [Int] = [0]
  private var cursor = (byte: 0, scalar: 0)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scalars = 0
    for (index, byte) in bytes.enumerated() {
      if byte & 0xC0 != 0x80 { scalars += 1 }
      let endsLine =
        byte == 0x0A
        || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if endsLine {
        lineBytes.append(index + 1)
        lineScalars.append(scalars)
      }
      if byte == 0x0A { newlines.append(index + 1) }
    }
  }

  /// The place of the scalar numbered `index` from 0.
  func position(ofScalar index: Int) -> (line: Int, column: Int) {
    let line = lastIndex(in: lineScalars, notAfter: index)
    return (line + 1, index - lineScalars[line] + 1)
  }

  /// The scalar numbered `index` from 0; nil beyond the end.
  func scalar(at index: Int) -> UnicodeScalar? {
    let line = lastIndex(in: lineScalars, notAfter: index)
    let text = String(
      decoding: bytes[lineBytes[line]...].prefix(4 * (index - lineScalars[line] + 1)), as: UTF8.self
    )
    return text.unicodeScalars.dropFirst(index - lineScalars[line]).first
  }

  /// The place of the byte at `offset`.
  mutating func position(ofByte offset: Int) -> (line: Int, column: Int) {
    let line = lastIndex(in: lineBytes, notAfter: offset)
    if cursor.byte > offset || cursor.byte < lineBytes[line] {
      cursor = (lineBytes[line], lineScalars[line])
    }
    while cursor.byte < min(offset, bytes.count) {
      if bytes[cursor.byte] & 0xC0 != 0x80 { cursor.scalar += 1 }
      cursor.byte += 1
    }
    return (line + 1, cursor.scalar - lineScalars[line] + 1)
  }

  /// The byte at `column`, in bytes from 1, of the line numbered `line` where only newlines end
  /// lines.
  func offset(newlineLine line: Int, byteColumn column: Int) -> Int {
    let start = newlines[min(max(line - 1, 0), newlines.count - 1)]
    return min(start + max(column - 1, 0), bytes.count)
  }

  /// The index of the last of the ascending `numbers` that is not after `number`.
  private func lastIndex(in numbers: [Int], notAfter number: Int) -> Int {
    var low = 0
    var high = numbers.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}
