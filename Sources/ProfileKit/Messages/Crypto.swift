import COpenSSL

/// The few joints between Swift and libcrypto.
enum Crypto {
  /// Bytes that libcrypto reads, for the time of `body`; nil where it has no memory or they are too
  /// many for it.
  static func reading<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Result?) -> Result? {
    guard let count = Int32(exactly: bytes.count) else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, let bio = BIO_new_mem_buf(start, count) else {
        return nil
      }
      defer { BIO_free_all(bio) }
      return body(bio)
    }
  }

  /// What libcrypto writes in `body`.
  static func written(_ body: (OpaquePointer) -> Void) -> [UInt8] {
    guard let bio = BIO_new(BIO_s_mem()) else { return [] }
    defer { BIO_free_all(bio) }
    body(bio)
    return contents(of: bio)
  }

  /// The bytes in a memory BIO.
  static func contents(of bio: OpaquePointer) -> [UInt8] {
    var start: UnsafePointer<UInt8>?
    let count = copenssl_bytes(bio, &start)
    guard let start else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// What one of the `d2i_` functions makes of DER, and how many bytes it took.
  static func decoding(
    _ bytes: [UInt8],
    _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
  ) -> (value: OpaquePointer, count: Int)? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var place: UnsafePointer<UInt8>? = start
      guard let value = decode(&place, buffer.count) else { return nil }
      return (value, place.map { $0 - start } ?? buffer.count)
    }
  }

  /// libcrypto's reason for the oldest error, in lower case; forgets all errors.
  static func reason() -> String {
    copenssl_reason().map { String(cString: $0).lowercased() } ?? "no reason given"
  }

  /// The name that libcrypto knows an algorithm by, such as `sha256`; its number where it has none.
  static func name(of object: OpaquePointer?) -> String {
    guard let object else { return "unknown" }
    var buffer = [CChar](repeating: 0, count: 96)
    guard OBJ_obj2txt(&buffer, Int32(buffer.count), object, 0) > 0 else { return "unknown" }
    return text(buffer)
  }

  /// The text in a buffer up to its zero.
  static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Seconds since 1970; nil where the time cannot be read.
  static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var seconds: Int64 = 0
    return copenssl_seconds(time, &seconds) == 1 ? seconds : nil
  }

  /// A serial number in hexadecimal.
  static func serial(_ number: UnsafePointer<ASN1_INTEGER>?) -> String {
    guard let number, let big = ASN1_INTEGER_to_BN(number, nil) else { return "" }
    defer { BN_free(big) }
    guard let text = BN_bn2hex(big) else { return "" }
    defer { CRYPTO_free(text, nil, 0) }
    return String(cString: text)
  }

  /// A name as RFC 2253 writes it, such as `CN=Signer,O=Example`.
  static func name(_ name: OpaquePointer?) -> String {
    guard let name else { return "" }
    return String(decoding: written { copenssl_print_name($0, name) }, as: UTF8.self)
  }

  /// The day of a time, such as `2030-01-31`.
  static func day(_ seconds: Int64) -> String {
    String(ScalarText.dateText(seconds).prefix { $0 != "T" })
  }

  /// The pieces of PEM text: each one's name and bytes; at most `most`.
  static func pieces(ofPEM bytes: [UInt8], most: Int = 1_000) -> [(name: String, bytes: [UInt8])] {
    var result: [(String, [UInt8])] = []
    _ = reading(bytes) { bio -> Bool? in
      while result.count < most {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard PEM_read_bio(bio, &name, &header, &data, &count) == 1 else { break }
        if let name, let data {
          result.append(
            (String(cString: name), Array(UnsafeBufferPointer(start: data, count: count))))
        }
        CRYPTO_free(name, nil, 0)
        CRYPTO_free(header, nil, 0)
        CRYPTO_free(data, nil, 0)
      }
      return true
    }
    ERR_clear_error()
    return result
  }
}
