import COpenSSL

/// Why a file of certificates or a key is not taken.
public struct CredentialError: Error, Sendable, CustomStringConvertible {
  /// One line, lower case, no full stop.
  public let description: String
}

/// The certificates that chains must end in to be trusted.
public struct TrustList: Sendable, Hashable {
  /// In the order given.
  public private(set) var certificates: [Certificate] = []

  /// An empty list.
  public init() {}

  /// Adds what stands in a file: PEM certificates, or one in DER.
  public mutating func add(_ bytes: [UInt8]) throws(CredentialError) {
    if let one = Certificate(der: bytes) {
      certificates.append(one)
      return
    }
    let pieces = Crypto.pieces(ofPEM: bytes).filter { $0.name.hasSuffix("CERTIFICATE") }
    let found = pieces.compactMap { Certificate(der: $0.bytes) }
    guard !found.isEmpty else {
      throw CredentialError(description: "no certificate in it, neither PEM nor DER")
    }
    guard found.count == pieces.count else {
      throw CredentialError(description: "a certificate in it cannot be read")
    }
    certificates += found
  }
}

/// A private key to decrypt with. It never prints itself.
public struct DecryptionKey: Sendable, CustomStringConvertible {
  private let der: [UInt8]
  /// Its certificate, where the file has it.
  public let certificate: Certificate?
  /// Such as `RSA 2048`.
  public let description: String

  /// Reads a private key in PEM, with its certificate or without; in DER; or PKCS #12 without a
  /// password.
  public init(_ bytes: [UInt8]) throws(CredentialError) {
    defer { ERR_clear_error() }
    let found = try Self.pem(bytes) ?? Self.binary(bytes) ?? Self.identity(bytes)
    guard let found else {
      throw CredentialError(
        description: "no private key in it, neither PEM, DER nor PKCS #12 without a password")
    }
    defer { EVP_PKEY_free(found.key) }
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_PrivateKey(found.key, &start)
    guard count > 0, let start else {
      throw CredentialError(description: "a private key of a kind that is not known")
    }
    defer { CRYPTO_clear_free(start, Int(count), nil, 0) }
    der = Array(UnsafeBufferPointer(start: start, count: Int(count)))
    certificate = found.certificate
    let name = EVP_PKEY_get0_type_name(found.key).map { String(cString: $0) } ?? "unknown"
    description = "\(name) \(EVP_PKEY_get_bits(found.key))"
  }

  private typealias Found = (key: OpaquePointer, certificate: Certificate?)

  private static func pem(_ bytes: [UInt8]) throws(CredentialError) -> Found? {
    var isLocked = false
    let key = Crypto.reading(bytes) { bio -> OpaquePointer? in
      var wanted: Int32 = 0
      let key = copenssl_private_key(bio, &wanted)
      isLocked = wanted != 0
      return key
    }
    guard let key else {
      if isLocked {
        throw CredentialError(
          description: "its private key is protected by a password; take that off first, such as"
            + " with `openssl pkey`")
      }
      return nil
    }
    let pieces = Crypto.pieces(ofPEM: bytes).filter { $0.name.hasSuffix("CERTIFICATE") }
    return (key, pieces.lazy.compactMap { Certificate(der: $0.bytes) }.first)
  }

  private static func binary(_ bytes: [UInt8]) -> Found? {
    Crypto.decoding(bytes, { d2i_AutoPrivateKey(nil, $0, $1) }).map { ($0.value, nil) }
  }

  /// Whether the bytes are an identity (PKCS #12), whatever its password.
  static func isIdentity(_ bytes: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let file = Crypto.decoding(bytes, { d2i_PKCS12(nil, $0, $1) })?.value else {
      return false
    }
    PKCS12_free(file)
    return true
  }

  private static func identity(_ bytes: [UInt8]) -> Found? {
    guard let file = Crypto.decoding(bytes, { d2i_PKCS12(nil, $0, $1) })?.value else { return nil }
    defer { PKCS12_free(file) }
    var key: OpaquePointer?
    var certificate: OpaquePointer?
    guard copenssl_opens(file, "") == 1, PKCS12_parse(file, "", &key, &certificate, nil) == 1 else {
      return nil
    }
    defer { X509_free(certificate) }
    return key.map { ($0, certificate.flatMap(Certificate.init)) }
  }

  /// The key as libcrypto has it, for the time of `body`.
  func withKey<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
    guard let key = Crypto.decoding(der, { d2i_AutoPrivateKey(nil, $0, $1) })?.value else {
      return nil
    }
    defer { EVP_PKEY_free(key) }
    return body(key)
  }
}

/// How files are to be read.
public struct ReadingOptions: Sendable {
  /// How much of a file to read.
  public var limits = PlistLimits()
  /// The certificates that signers are held against; nil where nothing is said of trust.
  public var trust: TrustList?
  /// Keys to decrypt with, tried in order.
  public var keys: [DecryptionKey] = []
  /// The time in seconds since 1970 at which a chain of certificates should hold, where there are
  /// several; nil where any will do.
  public var now: Int64?

  /// The defaults: no word about trust, nothing decrypted.
  public init() {}
}
