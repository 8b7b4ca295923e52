import Synchronization

/// UTF-8 bytes, and the line and column of any offset into them: a few bytes for every stretch,
/// and a search that never walks more than those.
///
/// The table is made when a place is first asked for, once for all copies.
public struct TextPlaces: Sendable {
  /// The text.
  public let bytes: [UInt8]
  private let table = Table()
  fileprivate static let stretch = 256

  /// Lines end at a newline, a carriage return, or both together, as XML counts them.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var marks: [Mark] { table.marks(of: bytes) }

  /// The line and column, both from 1, of an offset; of the end where it is beyond.
  public func place(of offset: Int) -> (line: Int, column: Int) {
    let marks = marks
    let offset = min(max(offset, 0), bytes.count)
    let mark = min(offset / Self.stretch, marks.count - 1)
    var walk = Walk(line: marks[mark].line, scalars: marks[mark].scalars)
    bytes.withUnsafeBufferPointer { bytes in
      for index in (mark * Self.stretch)..<offset { walk.step(bytes, index) }
    }
    return (Int(walk.line) + 1, Int(walk.scalars) + 1)
  }

  /// The offset of a place, both parts from 1; of the line's end where the column is beyond, nil
  /// where the line is.
  public func offset(line: Int, column: Int) -> Int? {
    guard line > 0, let line = UInt32(exactly: line - 1) else { return nil }
    let scalars = UInt32(clamping: max(column - 1, 0))
    let marks = marks
    var low = 0
    var high = marks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if (marks[middle].line, marks[middle].scalars) <= (line, scalars) {
        low = middle
      } else {
        high = middle
      }
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var walk = Walk(line: marks[low].line, scalars: marks[low].scalars)
      var index = low * Self.stretch
      while index < bytes.count {
        let isThere = walk.line == line && walk.scalars >= scalars
        let isEnd = walk.line == line && bytes[index].endsLine
        if isThere && !bytes[index].continuesScalar || isEnd { return index }
        walk.step(bytes, index)
        index += 1
      }
      return walk.line == line ? index : nil
    }
  }

  /// Where a stretch begins: lines and, in the line, scalars before it.
  fileprivate typealias Mark = (line: UInt32, scalars: UInt32)

  fileprivate struct Walk {
    var line: UInt32 = 0
    var scalars: UInt32 = 0

    mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) {
      let byte = bytes[index]
      let isHalf = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte.endsLine, !isHalf {
        line &+= 1
        scalars = 0
      } else if !byte.continuesScalar {
        scalars &+= 1
      }
    }
  }
}

/// The marks of one text, made once.
private final class Table: Sendable {
  private let made = Mutex<[TextPlaces.Mark]>([])

  func marks(of bytes: [UInt8]) -> [TextPlaces.Mark] {
    made.withLock { marks in
      if marks.isEmpty { marks = Self.marks(of: bytes) }
      return marks
    }
  }

  private static func marks(of bytes: [UInt8]) -> [TextPlaces.Mark] {
    var marks: [TextPlaces.Mark] = [(0, 0)]
    marks.reserveCapacity(bytes.count / TextPlaces.stretch + 1)
    var walk = TextPlaces.Walk()
    bytes.withUnsafeBufferPointer { bytes in
      var end = TextPlaces.stretch
      while end < bytes.count {
        for index in (end - TextPlaces.stretch)..<end { walk.step(bytes, index) }
        marks.append((walk.line, walk.scalars))
        end += TextPlaces.stretch
      }
    }
    return marks
  }
}

extension UInt8 {
  /// A newline or a carriage return.
  var endsLine: Bool { self == 0x0A || self == 0x0D }
  /// Whether it is no first byte of a scalar in UTF-8.
  var continuesScalar: Bool { self & 0xC0 == 0x80 }
}
