/// A version of an operating system, compared number by number: 9 < 15.4 = 15.4.0 < 15.10.
public struct OSVersion: Sendable, BitwiseCopyable, Hashable, Comparable,
  CustomStringConvertible
{
  /// The first two numbers, 32 bits each, the more significant above.
  private let upper: UInt64
  /// The third and the fourth.
  private let lower: UInt64

  /// The first two numbers and the other two, 32 bits each, the more significant above.
  public var halves: (UInt64, UInt64) { (upper, lower) }

  /// The numbers, most significant first, without trailing zeros beyond the first number.
  public var numbers: [Int] {
    var numbers = (0..<4).map(number)
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers
  }

  private func number(_ place: Int) -> Int {
    let half = place < 2 ? upper : lower
    return Int(place % 2 == 0 ? half >> 32 : half & 0xFFFF_FFFF)
  }

  /// The version that `text` names: one to four numbers of up to six digits joined by dots.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let version = text.withUTF8({ OSVersion(utf8: $0) }) else { return nil }
    self = version
  }

  /// The version that these bytes name, as `init(_:)` reads it.
  public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    var numbers: (UInt64, UInt64) = (0, 0)
    var number: UInt64 = 0
    var digits = 0
    var place = 0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10, digits < 6 {
        number = number &* 10 &+ UInt64(digit)
        digits &+= 1
      } else if byte == UInt8(ascii: "."), digits > 0, place < 3 {
        Self.put(number, at: place, &numbers)
        (place, number, digits) = (place &+ 1, 0, 0)
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    Self.put(number, at: place, &numbers)
    (upper, lower) = numbers
  }

  @inline(__always)
  private static func put(_ number: UInt64, at place: Int, _ numbers: inout (UInt64, UInt64)) {
    let shifted = place & 1 == 0 ? number << 32 : number
    if place < 2 { numbers.0 |= shifted } else { numbers.1 |= shifted }
  }

  /// The version with these numbers.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    upper = UInt64(UInt32(clamping: major)) << 32 | UInt64(UInt32(clamping: minor))
    lower = UInt64(UInt32(clamping: patch)) << 32
  }

  /// Number by number; a missing number is 0.
  public static func < (left: OSVersion, right: OSVersion) -> Bool {
    left.upper == right.upper ? left.lower < right.lower : left.upper < right.upper
  }

  /// Such as `15.4`; a whole version is written with `.0`.
  public var description: String {
    let last = lower & 0xFFFF_FFFF != 0 ? 3 : lower != 0 ? 2 : 1
    var text = String(number(0))
    for place in 1...last {
      text += "."
      text += String(number(place))
    }
    return text
  }
}
