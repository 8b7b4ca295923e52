/// An Apple operating system.
public enum Platform: String, Sendable, Hashable, CaseIterable, Comparable {
  /// iPhone.
  case iOS
  /// iPad; carries iOS's version numbers, and counts as iOS in Apple's schema.
  case iPadOS
  /// Mac, native, Catalyst and iOS apps on a Mac alike.
  case macOS
  /// Apple Vision.
  case visionOS
  /// Apple Watch; no pasteboard.
  case watchOS
  /// Apple TV; no pasteboard.
  case tvOS

  /// In the order declared.
  public static func < (left: Platform, right: Platform) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .iOS: 0
    case .iPadOS: 1
    case .macOS: 2
    case .visionOS: 3
    case .watchOS: 4
    case .tvOS: 5
    }
  }
}

/// A version of an operating system, compared number by number: 9 < 15.4 = 15.4.0 < 15.10.
public struct OSVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The numbers, most significant first, without trailing zeros beyond the first number.
  public let numbers: [Int]

  /// The version that `text` names: one to four numbers of up to six digits joined by dots.
  public init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// The same of a whole text.
  public init?(_ text: String) {
    var numbers: [Int] = []
    var number = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        guard digits <= 6 else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."):
        guard digits > 0, numbers.count < 3 else { return nil }
        numbers.append(number)
        (number, digits) = (0, 0)
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(numbers: numbers + [number])
  }

  /// The version with these numbers.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.init(numbers: [major, minor, patch])
  }

  private init(numbers: [Int]) {
    var numbers = numbers
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// Number by number; a missing number is 0.
  public static func < (left: OSVersion, right: OSVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Such as `15.4`; a whole version is written with `.0`.
  public var description: String {
    numbers.count == 1 ? "\(numbers[0]).0" : numbers.map(String.init).joined(separator: ".")
  }
}
