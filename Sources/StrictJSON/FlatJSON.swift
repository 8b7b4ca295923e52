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
    case texts([UnsafeBufferPointer<UInt8>])
    /// A whole number, in plain digits.
    case number(Int64)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
  }

  /// Calls `member` with each member in turn, until it gives false.
  ///
  /// Names may come twice: whoever is called has to notice.
  /// - Returns: whether all of `bytes` was read so.
  public static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    member: (_ name: UnsafeBufferPointer<UInt8>, _ value: Value) -> Bool
  ) -> Bool {
    var cursor = FlatCursor(bytes: bytes)
    guard cursor.take("{") else { return false }
    if cursor.take("}") { return cursor.isAtEnd }
    repeat {
      guard let name = cursor.string(), cursor.take(":"), let value = cursor.value(),
        member(name, value)
      else { return false }
    } while cursor.take(",")
    return cursor.take("}") && cursor.isAtEnd
  }
}

private struct FlatCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  /// Steps over `scalar` where it comes next, space aside.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - index >= length else { return false }
    for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] { return false }
    index += length
    return true
  }

  /// A text in quotes; nil where it is none, or not plain.
  mutating func string() -> UnsafeBufferPointer<UInt8>? {
    guard take("\"") else { return nil }
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        defer { index += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<index])
      }
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      index += 1
    }
    return nil
  }

  mutating func value() -> FlatJSON.Value? {
    skipSpace()
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "["): return list().map { .texts($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .number($0) }
    default: return nil
    }
  }

  private mutating func list() -> [UnsafeBufferPointer<UInt8>]? {
    index += 1
    var texts: [UnsafeBufferPointer<UInt8>] = []
    if take("]") { return texts }
    repeat {
      guard let text = string() else { return nil }
      texts.append(text)
    } while take(",")
    return take("]") ? texts : nil
  }

  /// Up to eighteen digits without a leading zero, and nothing that would go on as a number.
  private mutating func number() -> Int64? {
    let start = index
    var number: Int64 = 0
    while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9")
    {
      guard index - start < 18 else { return nil }
      number = number * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    if bytes[start] == UInt8(ascii: "0"), index - start > 1 { return nil }
    guard index < bytes.count else { return number }
    switch bytes[index] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: return number
    default: return nil
    }
  }
}
