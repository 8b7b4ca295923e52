import COpenSSL

/// What a piece of data that is meant as a certificate turns out to be.
enum CertificateContents: Sendable {
  /// Certificates, one as a rule, in DER or as text.
  case certificates([Certificate], isPEM: Bool)
  /// A private key and its certificate under a password (PKCS #12).
  case identity(Identity)
  /// Something else, in words such as `12 bytes that are no certificate`.
  case other(String)

  /// What a PKCS #12 file gives away.
  struct Identity: Sendable {
    /// Whether the password opens it; nil where there is none, or trying it would take too long.
    var opens: Bool?
    /// The certificates in it, where it opens and its ciphers are known.
    var certificates: [Certificate] = []
  }

  /// Looks at `bytes`; `password` is tried on an identity where `allowance`, in rounds of key
  /// derivation, is enough for it. What it takes is taken off.
  init(_ bytes: [UInt8], password: String? = nil, allowance: inout Int) {
    defer { ERR_clear_error() }
    if bytes.isEmpty {
      self = .other("no bytes at all")
    } else if let one = Certificate(der: bytes) {
      self = .certificates([one], isPEM: false)
    } else if let file = Crypto.decoding(bytes, { d2i_PKCS12(nil, $0, $1) })?.value {
      defer { PKCS12_free(file) }
      self = .identity(Self.identity(file, password, &allowance))
    } else {
      self = Self.text(bytes) ?? .other(Self.words(bytes))
    }
  }

  private static func identity(
    _ file: OpaquePointer, _ password: String?, _ allowance: inout Int
  ) -> Identity {
    guard let password else { return Identity() }
    let rounds = copenssl_identity_rounds(file)
    guard rounds <= allowance else { return Identity() }
    allowance -= rounds
    switch copenssl_opens(file, password) {
    case 0: return Identity(opens: false)
    case 1: break
    default: return Identity()
    }
    let list = copenssl_identity_certificates(file, password)
    defer { if let list { copenssl_free_certificates(list) } }
    let certificates = (0..<min(copenssl_certificate_count(list), 100)).compactMap {
      copenssl_certificate_at(list, $0).flatMap(Certificate.init)
    }
    return Identity(opens: true, certificates: certificates)
  }

  private static func text(_ bytes: [UInt8]) -> CertificateContents? {
    guard bytes.prefix(4096).contains(UInt8(ascii: "-")) else { return nil }
    let pieces = Crypto.pieces(ofPEM: bytes)
    let found = pieces.filter { $0.name.hasSuffix("CERTIFICATE") }.compactMap {
      Certificate(der: $0.bytes)
    }
    if !found.isEmpty { return .certificates(found, isPEM: true) }
    guard let first = pieces.first else { return nil }
    if first.name.hasSuffix("PRIVATE KEY") { return .other("a private key") }
    return .other("a text of `\(shown(first.name.lowercased(), 40))`, not of a certificate")
  }

  private static func words(_ bytes: [UInt8]) -> String {
    switch PlistKind(recognising: bytes) {
    case .signed: return "a signed message (CMS)"
    case .encrypted: return "an encrypted message (CMS)"
    default: break
    }
    // Every one of these is a sequence; OpenSSL takes milliseconds to find that it is none.
    guard bytes.first == 0x30 else { return "\(bytes.count) bytes that are no certificate" }
    if let key = Crypto.decoding(bytes, { d2i_AutoPrivateKey(nil, $0, $1) })?.value {
      EVP_PKEY_free(key)
      return "a private key"
    }
    if let key = Crypto.decoding(bytes, { d2i_PUBKEY(nil, $0, $1) })?.value {
      EVP_PKEY_free(key)
      return "a public key alone"
    }
    if let found = Crypto.decoding(bytes, { d2i_X509(nil, $0, $1) }) {
      X509_free(found.value)
      return "a certificate and \(bytes.count - found.count) bytes more"
    }
    return "\(bytes.count) bytes that are no certificate"
  }
}
