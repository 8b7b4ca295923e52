/// Reads the commonest kind of JSON without making anything of it first: one object whose values
/// are texts, lists of texts, whole numbers, truth values or null, all of plain ASCII without
/// escapes.
///
/// Whatever else a text is, JSON or not, is left to `JSONNode`, which says what is the matter; so
/// this accepts nothing that it would refuse.
public enum FlatJSON {
  /// The value of a member.
  public enum Value {
    /// A text.
    case text(UnsafeBufferPointer<UInt8>)
    /// A list of texts, perhaps of none.
    case texts(Texts)
    /// A whole number, in plain digits.
    case number(Int64)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
  }

  /// A list of texts, where they stand.
  public struct Texts: Sequence, IteratorProtocol {
    /// How many there are.
    public let count: Int
    private var cursor: FlatCursor

    fileprivate init(count: Int, cursor: FlatCursor) {
      self.count = count
      self.cursor = cursor
    }

    /// The next text.
    public mutating func next() -> UnsafeBufferPointer<UInt8>? {
      defer { _ = cursor.take(UInt8(ascii: ",")) }
      return cursor.string()
    }
  }

  /// Calls `member` with each member in turn, until it gives false.
  ///
  /// Names may come twice: whoever is called has to notice.
  /// - Returns: whether all of `bytes` was read so.
  public static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    member: (_ name: UnsafeBufferPointer<UInt8>, _ value: Value) -> Bool
  ) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var cursor = FlatCursor(place: start, end: start + bytes.count)
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    if cursor.take(UInt8(ascii: "}")) { return cursor.isAtEnd }
    repeat {
      guard let name = cursor.string(), cursor.take(UInt8(ascii: ":")), let value = cursor.value(),
        member(name, value)
      else { return false }
    } while cursor.take(UInt8(ascii: ","))
    return cursor.take(UInt8(ascii: "}")) && cursor.isAtEnd
  }
}

private struct FlatCursor {
  private(set) var place: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  init(place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.place = place
    self.end = end
  }

  @inline(__always)
  private mutating func skipSpace() {
    while place < end {
      switch place.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == end
    }
  }

  /// Steps over `byte` where it comes next, space aside.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard place < end, place.pointee == byte else { return false }
    place += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard end - place >= length else { return false }
    for offset in 0..<length where place[offset] != word.utf8Start[offset] { return false }
    place += length
    return true
  }

  /// A text in quotes; nil where it is none, or not plain.
  @inline(__always)
  mutating func string() -> UnsafeBufferPointer<UInt8>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    skipPlain()
    guard place < end, place.pointee == UInt8(ascii: "\"") else { return nil }
    defer { place += 1 }
    return UnsafeBufferPointer(start: start, count: place - start)
  }

  /// Steps over printable ASCII without `"` and `\`, eight bytes at a time.
  @inline(__always)
  private mutating func skipPlain() {
    while end - place >= 8 {
      let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
      let special = PlainText.special(UInt64(littleEndian: word))
      guard special == 0 else {
        place += special.trailingZeroBitCount / 8
        return
      }
      place += 8
    }
    while place < end, PlainText.isPlain(place.pointee) { place += 1 }
  }

  @inline(__always)
  mutating func value() -> FlatJSON.Value? {
    skipSpace()
    guard place < end else { return nil }
    switch place.pointee {
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "["): return list().map { .texts($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .number($0) }
    default: return nil
    }
  }

  private mutating func list() -> FlatJSON.Texts? {
    place += 1
    let first = self
    if take(UInt8(ascii: "]")) { return FlatJSON.Texts(count: 0, cursor: first) }
    var count = 0
    repeat {
      guard string() != nil else { return nil }
      count += 1
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? FlatJSON.Texts(count: count, cursor: first) : nil
  }

  /// Up to eighteen digits without a leading zero, and nothing that would go on as a number.
  private mutating func number() -> Int64? {
    let start = place
    var number: Int64 = 0
    while place < end, place.pointee >= UInt8(ascii: "0"), place.pointee <= UInt8(ascii: "9") {
      guard place - start < 18 else { return nil }
      number = number * 10 + Int64(place.pointee - UInt8(ascii: "0"))
      place += 1
    }
    if start.pointee == UInt8(ascii: "0"), place - start > 1 { return nil }
    guard place < end else { return number }
    switch place.pointee {
    case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: return number
    default: return nil
    }
  }
}

/// What stands in JSON's texts as it is: printable ASCII without `"` and `\`.
enum PlainText {
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }

  /// The top bit of each byte that is none; beyond the lowest such byte others may be marked too.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let delete = word ^ (ones &* 0x7F)
    let low = (word &- ones &* 0x20) & ~word
    let found =
      low | (quote &- ones) & ~quote | (slash &- ones) & ~slash | (delete &- ones) & ~delete
    return (found | word) & (ones &* 0x80)
  }
}
