import COpenSSL

/// Base 64 of RFC 4648, section 4, through OpenSSL; reading accepts the one canonical text only.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    var result = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&result, bytes, Int32(clamping: bytes.count))
    return String(decoding: result.prefix(max(0, Int(count))), as: UTF8.self)
  }

  /// The bytes; nil for anything but the text that `text` makes of them.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let source = Array(text.utf8)
    guard source.count.isMultiple(of: 4), source.count <= 1 << 20 else { return nil }
    guard !source.isEmpty else { return [] }
    var result = [UInt8](repeating: 0, count: source.count / 4 * 3)
    guard EVP_DecodeBlock(&result, source, Int32(source.count)) == Int32(result.count) else {
      return nil
    }
    result.removeLast(source.suffix(2).filter { $0 == UInt8(ascii: "=") }.count)
    return Self.text(result).utf8.elementsEqual(source) ? result : nil
  }
}
