import COpenSSL

/// Ed25519 of RFC 8032 through OpenSSL, with raw 32-byte keys.
enum Ed25519 {
  /// The public key of a seed; nil where the seed is not 32 bytes.
  static func publicKey(seed: [UInt8]) -> [UInt8]? {
    guard let key = privateKey(seed) else { return nil }
    defer { EVP_PKEY_free(key) }
    var result = [UInt8](repeating: 0, count: 32)
    var count = 32
    guard EVP_PKEY_get_raw_public_key(key, &result, &count) == 1, count == 32 else { return nil }
    return result
  }

  /// The 64-byte signature of `message`; nil where OpenSSL refuses.
  static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
    guard let key = privateKey(seed), let context = EVP_MD_CTX_new() else { return nil }
    defer {
      EVP_PKEY_free(key)
      EVP_MD_CTX_free(context)
    }
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else { return nil }
    var result = [UInt8](repeating: 0, count: 64)
    var count = 64
    guard EVP_DigestSign(context, &result, &count, message, message.count) == 1, count == 64
    else { return nil }
    return result
  }

  /// Whether `signature` is this key's signature of `message`.
  static func verify(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard publicKey.count == 32, signature.count == 64,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, 32),
      let context = EVP_MD_CTX_new()
    else { return false }
    defer {
      EVP_PKEY_free(key)
      EVP_MD_CTX_free(context)
    }
    guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, 64, message, message.count) == 1
  }

  private static func privateKey(_ seed: [UInt8]) -> OpaquePointer? {
    guard seed.count == 32 else { return nil }
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, 32)
  }
}
