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

  /// What became of trying a key.
  enum Decryption {
    case opened([UInt8])
    /// It is the key of no recipient.
    case otherKey
    /// The key fits; what it opens is not what was encrypted.
    case damaged
    /// The key fits; there is more than the limit.
    case tooLong
  }

  /// What `key` makes of it, at most `limit` bytes. To be asked once of each message: libcrypto keeps
  /// what a key left behind.
  func decrypted(with key: DecryptionKey, limit: Int) -> Decryption {
    defer { ERR_clear_error() }
    let result = key.withKey { key -> Decryption? in
      // Tried openly: without it, a wrong key would seem to open the message to noise.
      guard CMS_decrypt(pointer, nil, nil, nil, nil, UInt32(CMS_DEBUG_DECRYPT)) == 1,
        CMS_decrypt_set1_pkey(pointer, key, nil) == 1
      else { return nil }
      guard let plain = CMS_dataInit(pointer, nil) else { return .damaged }
      defer { BIO_free_all(plain) }
      guard let output = BIO_new(BIO_s_mem()) else { return nil }
      defer { BIO_free_all(output) }
      switch copenssl_drain(plain, output, limit) {
      case 1: return .opened(Crypto.contents(of: output))
      case 0: return .damaged
      default: return .tooLong
      }
    }
    return result ?? .otherKey
  }
}
