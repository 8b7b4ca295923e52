/// A UUID of version 7 (RFC 9562, section 5.7): milliseconds since 1970, then random bits.
public struct UUIDv7: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  fileprivate init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the usual text of 36 lower-case characters; nil for anything else, also for a UUID of
  /// another version.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      let bytes = Hexadecimal.bytes(parts.joined())
    else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    guard high >> 12 & 15 == 7, low >> 62 == 2 else { return nil }
  }

  /// Milliseconds since 1970 that the first 48 bits say.
  public var milliseconds: Int64 { Int64(high >> 16) }

  /// The 36 lower-case characters.
  public var description: String {
    let bytes = [high, low].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    let text = Array(Hexadecimal.text(bytes).utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(decoding: text[$0], as: UTF8.self) }.joined(separator: "-")
  }

  /// Orders by time, then by the order of making within one process.
  public static func < (left: UUIDv7, right: UUIDv7) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  private static let latest = Guarded<Counter>(Counter())

  /// A new UUID, greater than every one that this process made before, also where the clock
  /// stands still or goes back.
  public static func make(milliseconds: Int64 = Wall.milliseconds()) -> UUIDv7 {
    latest.with { $0.next(UInt64(clamping: milliseconds)) }
  }

  /// The last UUID as three numbers; RFC 9562, section 6.2, method 2.
  private struct Counter: Sendable {
    var time: UInt64 = 0
    var a: UInt64 = 0
    var b: UInt64 = 0

    mutating func next(_ milliseconds: UInt64) -> UUIDv7 {
      let random = Randomness.bytes(10)
      let fresh = random.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if milliseconds > time {
        time = milliseconds
        // The topmost bit of the counter starts at 0, to leave room for counting up.
        a = (UInt64(random[8]) << 8 | UInt64(random[9])) & 0x7FF
        b = fresh >> 2
      } else {
        countUp(by: 1 + fresh >> 40)
      }
      return UUIDv7(high: time << 16 | 7 << 12 | a, low: 2 << 62 | b)
    }

    private mutating func countUp(by step: UInt64) {
      b += step
      guard b >> 62 != 0 else { return }
      b &= 1 << 62 - 1
      a += 1
      guard a > 0xFFF else { return }
      a = 0
      time += 1
    }
  }
}
