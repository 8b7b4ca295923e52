import COpenSSL
public import StrictJSON

/// For whom a message was encrypted, and whether a key opened it.
public struct EncryptionReport: Sendable, Hashable {
  /// The recipients, as issuer and serial number of their certificates; empty where they are named
  /// otherwise.
  public var recipients: [String] = []
  /// Whether one of the keys given opened it.
  public var isDecrypted = false

  /// `recipients`, `decrypted`.
  public var json: JSONValue {
    ["recipients": .array(recipients.map { .string($0) }), "decrypted": .bool(isDecrypted)]
  }
}

extension Message {
  /// For whom it is encrypted.
  var recipients: [String] {
    defer { ERR_clear_error() }
    guard case .enveloped = kind else { return [] }
    return (0..<min(copenssl_recipient_count(pointer), 100)).compactMap { index in
      var issuer: OpaquePointer?
      var serial: UnsafeMutablePointer<ASN1_INTEGER>?
      guard copenssl_recipient(pointer, index, &issuer, &serial) == 1 else { return nil }
      return "serial \(Crypto.serial(serial)) of `\(shown(Crypto.name(issuer), 120))`"
    }
  }

  /// What `key` makes of it, at most `limit` bytes; nil where the key does not open it. To be asked
  /// once of each message: libcrypto keeps what a key left behind.
  func decrypted(with key: DecryptionKey, limit: Int) -> [UInt8]? {
    defer { ERR_clear_error() }
    return key.withKey { key -> [UInt8]? in
      // Tried openly: without it, a wrong key would seem to open the message to noise.
      guard CMS_decrypt(pointer, nil, nil, nil, nil, UInt32(CMS_DEBUG_DECRYPT)) == 1,
        CMS_decrypt_set1_pkey(pointer, key, nil) == 1, let plain = CMS_dataInit(pointer, nil),
        let output = BIO_new(BIO_s_mem())
      else { return nil }
      defer {
        BIO_free_all(plain)
        BIO_free_all(output)
      }
      guard copenssl_drain(plain, output, limit) == 1 else { return nil }
      return Crypto.contents(of: output)
    }
  }
}
