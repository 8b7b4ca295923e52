/// A version of an operating system, compared number by number: 9 < 15.4 = 15.4.0 < 15.10.
public struct OSVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
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
  public init?(_ text: some StringProtocol) { self.init(utf8: text.utf8) }

  /// The version that these bytes name, as `init(_:)` reads it.
  public init?(utf8 text: some Sequence<UInt8>) {
    var upper: UInt64 = 0
    var lower: UInt64 = 0
    var number: UInt64 = 0
    var digits = 0
    var place = 0
    func put() {
      let shifted = place % 2 == 0 ? number << 32 : number
      if place < 2 { upper |= shifted } else { lower |= shifted }
    }
    for byte in text {
      if byte == UInt8(ascii: "."), digits > 0, place < 3 {
        put()
        (place, number, digits) = (place + 1, 0, 0)
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 6 {
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        digits += 1
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    put()
    self.upper = upper
    self.lower = lower
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
