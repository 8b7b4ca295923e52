/// Writes JSON straight into bytes, escaped as `JSONValue.compactText` is, for what is written too
/// often to be made into values first.
///
/// Commas and brackets are the writer's own business: `raw` takes them as they are.
public struct JSONBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// An empty text with room for `capacity` bytes; it grows where that is not enough.
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// What was written.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    wider.update(from: start, count: count)
    start.deallocate()
    start = wider
  }

  /// Writes `text` as it is.
  @inline(__always)
  public mutating func raw(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    (start + count).update(from: text.utf8Start, count: length)
    count += length
  }

  /// Writes `text` as it is.
  @inline(__always)
  public mutating func raw(_ text: UnsafeRawBufferPointer) {
    guard let first = text.baseAddress else { return }
    reserve(text.count)
    UnsafeMutableRawPointer(start + count).copyMemory(from: first, byteCount: text.count)
    count += text.count
  }

  /// Writes a text in quotes, with what must be escaped.
  public mutating func string(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard let first = utf8.baseAddress else {
        raw("\"\"")
        return true
      }
      guard Self.isPlain(UnsafeRawPointer(first), utf8.count) else { return false }
      reserve(utf8.count + 2)
      start[count] = UInt8(ascii: "\"")
      (start + count + 1).update(from: first, count: utf8.count)
      start[count + 1 + utf8.count] = UInt8(ascii: "\"")
      count += utf8.count + 2
      return true
    }
    if !isPlain { value(.string(text)) }
  }

  /// Writes a whole value, as `compactText` writes it.
  public mutating func value(_ value: JSONValue) {
    var writer = JSONWriter(indent: nil, escapesInvisible: true)
    writer.write(value, depth: 0)
    reserve(writer.bytes.count)
    for byte in writer.bytes {
      start[count] = byte
      count += 1
    }
  }

  /// Writes a whole number.
  public mutating func number(_ number: Int) {
    if number >= 0, number < 10 {
      reserve(1)
      start[count] = UInt8(ascii: "0") + UInt8(number)
      count += 1
      return
    }
    reserve(20)
    var rest = number.magnitude
    var digits = number < 0 ? 1 : 0
    var power: UInt = 1
    while rest / power > 9 { power *= 10 }
    if number < 0 { start[count] = UInt8(ascii: "-") }
    while power > 0 {
      start[count + digits] = UInt8(ascii: "0") + UInt8(rest / power)
      rest %= power
      power /= 10
      digits += 1
    }
    count += digits
  }

  /// Whether nothing needs an escape; eight bytes at a time.
  @inline(__always)
  private static func isPlain(_ text: UnsafeRawPointer, _ length: Int) -> Bool {
    var offset = 0
    while offset + 8 <= length {
      if PlainText.special(text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) != 0 {
        return false
      }
      offset += 8
    }
    while offset < length {
      guard PlainText.isPlain(text.load(fromByteOffset: offset, as: UInt8.self)) else {
        return false
      }
      offset += 1
    }
    return true
  }
}
