/// A SHA-256 digest: 32 bytes.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// Reads 32 bytes; nil where there are more or fewer.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    guard let bytes = Hexadecimal.bytes(hex), let digest = Digest(bytes) else { return nil }
    self = digest
  }

  init(filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
    words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words, body)
  }

  /// Thirty-two zero bytes: what the first record names as the one before it.
  public static let zero = Digest { _ in }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// The digest in 64 lower-case hexadecimal digits.
  public var hex: String { Hexadecimal.text(bytes) }

  /// The same as `hex`.
  public var description: String { hex }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: words, body)
  }

  /// Whether both hold the same bytes.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

/// Lower-case hexadecimal, strictly.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Collection<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func bytes(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var half: UInt8?
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let high = half {
        result.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    return half == nil ? result : nil
  }
}
