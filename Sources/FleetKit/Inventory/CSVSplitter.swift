/// Splits comma-separated values (RFC 4180) into rows as the bytes arrive; holds one row at most.
///
/// Rows end at CRLF, LF or CR; empty lines are passed over. A quote within a field that does not
/// begin with one, and text after a closing quote, spoil their row and nothing else.
struct CSVSplitter {
  /// What is done with each row, and with what spoils it.
  typealias Taking = (borrowing InventoryRow, InventoryProblem?) throws -> Void

  private enum State { case start, plain, quoted, closed, spoiled }

  /// The byte between fields.
  var separator = UInt8(ascii: ",")
  private var state = State.start
  private var row = InventoryRow()
  private var line = 1
  private var column = 1
  private var field = InventoryRow.Field(range: 0..<0, line: 1, column: 1)
  private var isBegun = false
  private var endedByReturn = false
  private var problem: InventoryProblem?
  /// The most bytes of one row.
  private static let limit = 1 << 20

  init(separator: UInt8) { self.separator = separator }

  /// Takes some bytes.
  /// - Throws: a row that does not end, and what `take` throws.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: Taking) throws {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if endedByReturn {
        endedByReturn = false
        if byte == .lineFeed {
          index += 1
          continue
        }
      }
      if state != .quoted, byte == .lineFeed || byte == .carriageReturn {
        endedByReturn = byte == .carriageReturn
        try endRow(take)
        index += 1
      } else if state == .start || state == .plain || state == .spoiled,
        let end = run(bytes, from: index), end > index
      {
        if state != .spoiled {
          row.bytes.append(contentsOf: bytes[index..<end])
          state = .plain
        }
        isBegun = true
        index = end
      } else {
        step(byte)
        index += 1
      }
      if row.bytes.count > Self.limit { throw tooLong }
    }
  }

  /// Ends the input.
  mutating func finish(_ take: Taking) throws {
    if state == .quoted {
      problem = InventoryProblem(
        field.line, field.column, "the quote that begins here is not closed",
        help: "close it, and double a quote that belongs to the text")
    }
    try endRow(take)
  }

  /// Where the bytes that mean nothing but themselves end, counting their columns.
  private mutating func run(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    var columns = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .lineFeed || byte == .carriageReturn { break }
      if state != .spoiled, byte == separator || byte == .quote { break }
      if byte >= 0x80 {
        row.isWide = true
        columns += byte & 0xC0 == 0x80 ? 0 : 1
      } else {
        columns += 1
      }
      index += 1
    }
    column += columns
    return index
  }

  private mutating func step(_ byte: UInt8) {
    isBegun = true
    switch (state, byte) {
    case (.start, separator), (.plain, separator), (.closed, separator): endField()
    case (.start, .quote): state = .quoted
    case (.plain, .quote):
      spoil(
        "a quote stands within a field that does not begin with one",
        help: "put the whole field in quotes, and double the quote")
    case (.quoted, .quote): state = .closed
    case (.closed, .quote):
      row.bytes.append(byte)
      state = .quoted
    case (.closed, _):
      spoil("text follows a closing quote", help: "double a quote that belongs to the text")
    default: row.bytes.append(byte)
    }
    if byte >= 0x80 { row.isWide = true }
    if byte == .lineFeed {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  private mutating func endField() {
    field.range = field.range.lowerBound..<row.bytes.count
    row.fields.append(field)
    field = .init(range: row.bytes.count..<row.bytes.count, line: line, column: column + 1)
    state = .start
  }

  private mutating func spoil(_ message: String, help: String) {
    problem = InventoryProblem(line, column, message, help: help)
    state = .spoiled
  }

  private mutating func endRow(_ take: Taking) throws {
    if isBegun {
      endField()
      try take(row, problem)
    }
    line += 1
    column = 1
    row.clear()
    row.line = line
    field = .init(range: 0..<0, line: line, column: 1)
    problem = nil
    state = .start
    isBegun = false
  }

  private var tooLong: InventoryProblem {
    InventoryProblem(
      row.line, 1, "the row that begins here is longer than \(Self.limit >> 10) KiB",
      help: "a quote is probably not closed")
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
}
