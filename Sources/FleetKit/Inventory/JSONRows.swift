import StrictJSON

/// Reads the objects of a JSON inventory as rows, one after the other in one place.
///
/// Nearly all of them are flat, of plain texts, and called the same as those before them: these are
/// read here in one pass. Whatever is unusual in any way, or wrong, is left to `JSONRow`.
struct JSONRows {
  /// The row of the object read last.
  private(set) var row = InventoryRow()
  /// What the members of an object are called, in the order in which they mostly come.
  private var titles: [Title] = []
  private var cells = [Cell](repeating: .missing, count: InventoryColumn.allCases.count)
  private var ranks = [Int](repeating: Int.max, count: InventoryColumn.allCases.count)

  /// How many names are held.
  var titlesHeld: Int { titles.count }

  private struct Title {
    var name: [UInt8]
    var column: InventoryColumn?
    var rank: Int
    /// Whether a name that means nothing here was told of.
    var isTold = false
  }

  private struct Cell {
    enum Kind { case missing, text, list, yes, no, empty }
    var kind: Kind
    /// The bytes of a text, or of a list from bracket to bracket.
    var range: Range<Int>
    var line: Int
    var column: Int

    static let missing = Cell(kind: .missing, range: 0..<0, line: 0, column: 0)
  }

  /// The most members that are looked for twice by comparing each with each.
  private static let most = 24

  /// Reads an object that begins at that place; what is wrong with it, or nil.
  /// - Parameter unused: called with members that mean nothing here, a name at least once.
  mutating func read(
    _ bytes: [UInt8], line: Int, column: Int,
    unused: (_ name: String, _ line: Int, _ column: Int) -> Void = { _, _, _ in }
  ) -> InventoryProblem? {
    let isPlain = bytes.withUnsafeBufferPointer { readPlainly($0, line: line, column: column) }
    if isPlain { return nil }
    let (row, problem) = JSONRow.read(bytes, line: line, column: column, unused: unused)
    self.row = row
    return problem
  }

  /// Whether the object was plain and nothing is wrong with it; then its row is there.
  private mutating func readPlainly(
    _ bytes: UnsafeBufferPointer<UInt8>, line: Int, column: Int
  ) -> Bool {
    for index in cells.indices {
      cells[index] = .missing
      ranks[index] = Int.max
    }
    var scanner = PlainScanner(bytes, line: line, column: column)
    guard members(&scanner) else { return false }
    for column in InventoryColumn.allCases where column.isNeeded {
      if cells[column.rawValue].kind == .missing { return false }
    }
    fill(bytes, line: line, column: column)
    return true
  }

  private mutating func members(_ scanner: inout PlainScanner) -> Bool {
    guard scanner.take(UInt8(ascii: "{")) else { return false }
    var count = 0
    while true {
      guard count < Self.most, let name = scanner.string(), scanner.take(UInt8(ascii: ":")) else {
        return false
      }
      let title = place(of: UnsafeBufferPointer(rebasing: scanner.bytes[name]), count)
      // Names seen before stand first, so a name twice is one that is found among them.
      if title < count { return false }
      if title != count { titles.swapAt(title, count) }
      guard let cell = Self.cell(&scanner) else { return false }
      if let column = titles[count].column {
        // What two members say is for the careful reader.
        guard ranks[column.rawValue] == Int.max, Self.fits(cell, column) else { return false }
        ranks[column.rawValue] = titles[count].rank
        cells[column.rawValue] = cell
      } else if !titles[count].isTold {
        titles[count].isTold = true
        return false
      }
      count += 1
      if scanner.take(UInt8(ascii: "}")) { return scanner.isAtEnd }
      guard scanner.take(UInt8(ascii: ",")) else { return false }
    }
  }

  /// Where the title stands that is called `name`, looked for first where it is due.
  private mutating func place(of name: UnsafeBufferPointer<UInt8>, _ due: Int) -> Int {
    if due < titles.count, titles[due].name.elementsEqual(name) { return due }
    if let known = titles.firstIndex(where: { $0.name.elementsEqual(name) }) { return known }
    // Objects that are all called otherwise must not make it grow.
    if titles.count > 2 * Self.most { titles.removeSubrange(max(due, Self.most)...) }
    let named = InventoryColumn.named(String(decoding: name, as: UTF8.self))
    titles.append(Title(name: Array(name), column: named?.column, rank: named?.rank ?? 0))
    return titles.count - 1
  }

  private static func cell(_ scanner: inout PlainScanner) -> Cell? {
    scanner.skipSpace()
    var cell = Cell(kind: .text, range: 0..<0, line: scanner.line, column: scanner.column)
    switch scanner.next {
    case .quote:
      guard let range = scanner.string() else { return nil }
      cell.range = range
    case UInt8(ascii: "["):
      guard let range = scanner.list() else { return nil }
      cell.kind = .list
      cell.range = range
    case UInt8(ascii: "t"): cell.kind = scanner.word("true") ? .yes : .missing
    case UInt8(ascii: "f"): cell.kind = scanner.word("false") ? .no : .missing
    case UInt8(ascii: "n"): cell.kind = scanner.word("null") ? .empty : .missing
    default:
      guard let range = scanner.number() else { return nil }
      cell.range = range
    }
    return cell.kind == .missing ? nil : cell
  }

  private static func fits(_ cell: Cell, _ column: InventoryColumn) -> Bool {
    switch cell.kind {
    case .text, .yes, .no: true
    case .list: column == .profiles
    case .empty: !column.isNeeded
    case .missing: false
    }
  }

  private mutating func fill(_ bytes: UnsafeBufferPointer<UInt8>, line: Int, column: Int) {
    row.clear()
    row.line = line
    for cell in cells {
      let start = row.bytes.count
      switch cell.kind {
      case .missing, .empty: break
      case .text: row.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[cell.range]))
      case .yes: row.bytes.append(contentsOf: "yes".utf8)
      case .no: row.bytes.append(contentsOf: "no".utf8)
      case .list: append(bytes[cell.range])
      }
      let isThere = cell.kind != .missing
      row.fields.append(
        .init(
          range: start..<row.bytes.count, line: isThere ? cell.line : line,
          column: isThere ? cell.column : column))
    }
  }

  /// The texts of a list, each with a separator after it.
  private mutating func append(_ list: Slice<UnsafeBufferPointer<UInt8>>) {
    var isInside = false
    for byte in list {
      if byte == .quote {
        if isInside { row.bytes.append(JSONRow.separator) }
        isInside.toggle()
      } else if isInside {
        row.bytes.append(byte)
      }
    }
  }
}

/// Walks a JSON text of ASCII without escapes; says no to everything else.
struct PlainScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0
  private(set) var line: Int
  /// What is added to `index` to have the column.
  private var shift: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int, column: Int) {
    self.bytes = bytes
    self.line = line
    shift = column
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }
  var column: Int { index + shift }
  var isAtEnd: Bool { index == bytes.count }

  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case .lineFeed:
        index += 1
        line += 1
        shift = 1 - index
      case 0x20, 0x09, .carriageReturn: index += 1
      default: return
      }
    }
  }

  /// Steps over `byte` and the space before it.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// The bytes between the quotes of a text.
  mutating func string() -> Range<Int>? {
    guard take(.quote) else { return nil }
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .quote {
        index += 1
        return start..<(index - 1)
      }
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return nil }
      index += 1
    }
    return nil
  }

  /// A list of texts, brackets included.
  mutating func list() -> Range<Int>? {
    let start = index
    guard take(UInt8(ascii: "[")) else { return nil }
    if take(UInt8(ascii: "]")) { return start..<index }
    while let name = string() {
      // A name of nothing is for the careful reader.
      guard bytes[name].contains(where: { $0 > 0x20 }) else { return nil }
      if take(UInt8(ascii: "]")) { return start..<index }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  mutating func word(_ text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    index = end
    return true
  }

  /// A whole number as it is written again: no sign, no nought before it, within 64 bits.
  mutating func number() -> Range<Int>? {
    let start = index
    while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9")
    {
      index += 1
    }
    let count = index - start
    guard (1...18).contains(count), count == 1 || bytes[start] != UInt8(ascii: "0") else {
      return nil
    }
    // A fraction or an exponent.
    let after = next ?? UInt8(ascii: ",")
    return after == UInt8(ascii: ".") || after | 0x20 == UInt8(ascii: "e") ? nil : start..<index
  }
}
