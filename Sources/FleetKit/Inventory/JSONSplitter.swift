/// Finds the objects of a JSON array, or of JSON Lines, as the bytes arrive; holds one at most.
///
/// It only counts brackets outside strings: each object is read strictly afterwards.
struct JSONSplitter {
  /// What is done with the bytes of each object, and with the place where it begins.
  typealias Taking = (borrowing [UInt8], _ line: Int, _ column: Int) throws -> Void

  private var object: [UInt8] = []
  private var depth = 0
  private var inString = false
  private var isEscaped = false
  private var line = 1
  private var column = 1
  private var start = (line: 1, column: 1)
  private var array = Array_.none
  private var mayFollow = true
  private var needsElement = false

  /// Whether the objects stand in an array.
  private enum Array_ { case none, open, closed }
  /// The most bytes of one object.
  private static let limit = 1 << 20

  /// Takes some bytes.
  /// - Throws: what stands between objects and is not due there, and what `take` throws.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: Taking) throws {
    var index = 0
    while index < bytes.count {
      if depth > 0 {
        let end = inner(bytes, from: index)
        object.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
        advance(over: bytes, index..<end)
        index = end
        if depth == 0 { try take(object, start.line, start.column) }
        if object.count > Self.limit { throw tooLong }
      } else {
        try between(bytes[index])
        advance(over: bytes, index..<(index + 1))
        index += 1
      }
    }
  }

  /// Counts the lines and columns of some bytes.
  private mutating func advance(over bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    for index in range {
      let byte = bytes[index]
      if byte == .lineFeed {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// Where the object ends, or the bytes do, or more than one object may hold.
  private mutating func inner(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let end = min(bytes.count, start + Self.limit + 1)
    var index = start
    while index < end {
      let byte = bytes[index]
      index += 1
      if inString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == .quote {
          inString = false
        }
      } else if byte == .quote {
        inString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return index
  }

  private var tooLong: InventoryProblem {
    InventoryProblem(
      start.line, start.column,
      "the object that begins here is longer than \(Self.limit >> 10) KiB")
  }

  /// Ends the input.
  func finish() throws {
    if depth > 0 {
      throw InventoryProblem(start.line, start.column, "the object that begins here is not closed")
    }
    if array == .open {
      throw InventoryProblem(
        line, column, "the array is not closed", help: "the file may be cut off")
    }
  }

  private mutating func between(_ byte: UInt8) throws {
    switch byte {
    case .lineFeed, .carriageReturn, 0x20, 0x09: return
    case UInt8(ascii: "{") where mayFollow && array != .closed:
      object.removeAll(keepingCapacity: true)
      object.append(byte)
      depth = 1
      start = (line, column)
      // In JSON Lines one object simply follows another.
      mayFollow = array == .none
      needsElement = false
    case UInt8(ascii: "[") where array == .none && mayFollow && object.isEmpty: array = .open
    case UInt8(ascii: ",") where array == .open && !mayFollow:
      mayFollow = true
      needsElement = true
    case UInt8(ascii: "]") where array == .open && !needsElement: array = .closed
    default: throw unexpected(byte)
    }
  }

  private func unexpected(_ byte: UInt8) -> InventoryProblem {
    let found =
      byte > 0x20 && byte < 0x7F ? "`\(Character(UnicodeScalar(byte)))`" : "byte \(byte)"
    return InventoryProblem(
      line, column, "expected an object for each device, found \(found)",
      help: "write an array of objects, or one object a line")
  }
}
