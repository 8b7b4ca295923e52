/// A whole property list as one row of records: nothing in it is allocated for itself, and texts
/// stay in the file's bytes wherever they stand there as they are meant.
final class PlistTape: Sendable {
  /// The file's text.
  let source: SourceText
  /// Texts that the file spells otherwise, with references or sections.
  let heap: [UInt8]
  private let records: [PlistRecord]

  init(_ source: SourceText, _ records: [PlistRecord], heap: [UInt8]) {
    self.source = source
    self.records = records
    self.heap = heap
  }

  subscript(index: Int) -> PlistRecord { records[index] }

  /// The index after the value at `index` and all that it holds.
  func end(of index: Int) -> Int {
    let record = records[index]
    return record.kind.isContainer ? Int(record.high) : index + 1
  }

  /// What `body` makes of the bytes of a text or of data.
  func withBytes<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let record = records[index]
    let start = Int(record.low)
    let end = start + Int(record.high)
    return (record.isInHeap ? heap : source.bytes).withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }

  /// A text of the file.
  func text(of index: Int) -> String {
    withBytes(of: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the texts at two places, of one file or of two, are the same bytes.
  func hasText(at index: Int, equalTo other: PlistTape, at place: Int) -> Bool {
    withBytes(of: index) { left in other.withBytes(of: place) { left.elementsEqual($0) } }
  }
}

extension PlistTape {
  /// Where the last entry of that key stands in the dictionary at `index`; nil where none does.
  func lastEntry(of index: Int, key: UnsafeBufferPointer<UInt8>) -> Int? {
    let dictionary = self[index]
    guard dictionary.kind == .dictionary else { return nil }
    var found: Int?
    var place = index + 1
    while place < Int(dictionary.high) {
      if hasText(at: place, key) { found = place }
      place = end(of: place + 1)
    }
    return found
  }

  /// Whether the text at a place is these bytes.
  func hasText(at index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard self[index].high == text.count else { return false }
    return withBytes(of: index) { $0.elementsEqual(text) }
  }
}

/// The entries of a dictionary in the order written.
struct PlistEntries: Sequence, IteratorProtocol {
  let tape: PlistTape?
  private var place: Int
  private let end: Int

  /// None.
  init() { (tape, place, end) = (nil, 0, 0) }

  init(tape: PlistTape, place: Int, end: Int) {
    self.tape = tape
    self.place = place
    self.end = end
  }

  mutating func next() -> PlistEntry? {
    guard let tape, place < end else { return nil }
    defer { place = tape.end(of: place + 1) }
    return PlistEntry(tape: tape, index: place)
  }
}

/// The elements of an array in the order written.
struct PlistElements: Sequence, IteratorProtocol {
  private let tape: PlistTape?
  private var place: Int
  private let end: Int

  /// None.
  init() { (tape, place, end) = (nil, 0, 0) }

  init(tape: PlistTape, place: Int, end: Int) {
    self.tape = tape
    self.place = place
    self.end = end
  }

  mutating func next() -> PlistNode? {
    guard let tape, place < end else { return nil }
    defer { place = tape.end(of: place) }
    return PlistNode(tape: tape, index: place)
  }
}

/// One value or key of a tape, in sixteen bytes.
struct PlistRecord: Sendable, Equatable {
  /// What it is.
  enum Kind: UInt8, Sendable {
    case dictionary, array, key, string, integer, largeInteger, real, yes, no, date
    /// Base 64 as it stands in the file.
    case base64
    /// Hexadecimal digits as they stand in the file.
    case hexadecimal

    var isContainer: Bool { self == .dictionary || self == .array }
  }

  /// The offset of its `<`, or of its first character.
  let start: UInt32
  /// The lower half of a number; the offset of a text; how many children.
  var low: UInt32
  /// The upper half of a number; the length of a text; the index after the last descendant.
  var high: UInt32
  let kind: Kind
  /// Whether the text is one of the heap's.
  var isInHeap = false

  init(_ kind: Kind, at start: Int, low: Int = 0, high: Int = 0, isInHeap: Bool = false) {
    self.kind = kind
    self.start = UInt32(clamping: start)
    self.low = UInt32(clamping: low)
    self.high = UInt32(clamping: high)
    self.isInHeap = isInHeap
  }

  init(_ kind: Kind, at start: Int, bits: UInt64) {
    self.kind = kind
    self.start = UInt32(clamping: start)
    low = UInt32(truncatingIfNeeded: bits)
    high = UInt32(truncatingIfNeeded: bits >> 32)
  }

  /// A number's 64 bits.
  var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }
}
