import COpenSSL
public import StrictJSON

/// What stands in an X.509 certificate.
public struct Certificate: Sendable, Hashable {
  /// Its bytes (DER).
  public let der: [UInt8]
  /// Whom it is for, as RFC 2253 writes names.
  public let subject: String
  /// Who issued it.
  public let issuer: String
  /// The issuer's number for it, in hexadecimal.
  public let serial: String
  /// From when it holds, in seconds since 1970.
  public let notBefore: Int64
  /// Until when it holds, in seconds since 1970.
  public let notAfter: Int64
  /// Whether it may issue others.
  public let isAuthority: Bool
  /// Whether it carries a true signature by its own key.
  public let isSelfSigned: Bool
  /// Such as `RSA` or `EC`.
  public let keyType: String
  /// The bits of its key.
  public let keyBits: Int
  /// The digest that its signature is of, such as `sha256`; nil where the algorithm has none.
  public let digest: String?

  /// Reads DER; nil where it is no certificate, or more than one.
  public init?(der bytes: [UInt8]) {
    defer { ERR_clear_error() }
    guard let found = Crypto.decoding(bytes, { d2i_X509(nil, $0, $1) }) else { return nil }
    defer { X509_free(found.value) }
    guard found.count == bytes.count else { return nil }
    self.init(found.value, bytes)
  }

  /// Takes over what libcrypto has read.
  init?(_ certificate: OpaquePointer) {
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &start)
    guard count > 0, let start else { return nil }
    defer { CRYPTO_free(start, nil, 0) }
    self.init(certificate, Array(UnsafeBufferPointer(start: start, count: Int(count))))
  }

  private init?(_ certificate: OpaquePointer, _ bytes: [UInt8]) {
    guard let begin = Crypto.seconds(X509_get0_notBefore(certificate)),
      let end = Crypto.seconds(X509_get0_notAfter(certificate))
    else { return nil }
    der = bytes
    notBefore = begin
    notAfter = end
    subject = Crypto.name(X509_get_subject_name(certificate))
    issuer = Crypto.name(X509_get_issuer_name(certificate))
    serial = Crypto.serial(X509_get0_serialNumber(certificate))
    isAuthority = X509_check_ca(certificate) > 0
    isSelfSigned = X509_self_signed(certificate, 1) == 1
    let key = X509_get0_pubkey(certificate)
    keyBits = key.map { Int(EVP_PKEY_get_bits($0)) } ?? 0
    let name = key.flatMap { EVP_PKEY_get0_type_name($0) }.map { String(cString: $0) }
    keyType = name == "id-ecPublicKey" ? "EC" : name ?? "unknown"
    var number: Int32 = 0
    let isKnown = X509_get_signature_info(certificate, &number, nil, nil, nil) == 1
    digest =
      isKnown && number != NID_undef
      ? OBJ_nid2sn(number).map { String(cString: $0).lowercased() } : nil
  }

  /// The part of a name that people go by: the common name, else the organisation, else all of it.
  static func shortName(_ name: String) -> String {
    for prefix in ["CN=", "O="] {
      var rest = name[...]
      while !rest.isEmpty {
        let part = component(&rest)
        if part.hasPrefix(prefix), part.count > prefix.count {
          return String(part.dropFirst(prefix.count))
        }
      }
    }
    return name.isEmpty ? "no name" : name
  }

  /// The text up to the next comma that stands for itself.
  private static func component(_ rest: inout Substring) -> String {
    var part = ""
    while let letter = rest.popFirst() {
      if letter == "," { break }
      if letter == "\\", let next = rest.popFirst() {
        part.append(next)
      } else {
        part.append(letter)
      }
    }
    return part
  }

  /// Such as `RSA 2048`.
  public var keyText: String { "\(keyType) \(keyBits)" }

  /// What is weak in it, in words; nil where nothing is. The signature of a certificate that signs
  /// itself says nothing, so its digest does not matter.
  public var weakness: String? {
    if keyType.hasPrefix("RSA"), keyBits < 2048 { return "an RSA key of \(keyBits) bits" }
    if keyType == "DSA" { return "a DSA key" }
    if keyType == "EC", keyBits < 224 { return "an elliptic-curve key of \(keyBits) bits" }
    if !isSelfSigned, let digest, WeakDigest.names.contains(digest) {
      return "a signature of \(WeakDigest.shown(digest))"
    }
    return nil
  }

  /// Whether it holds at `now`, in words; nil where it does.
  func expiry(at now: Int64) -> String? {
    if now > notAfter { return "expired on \(Crypto.day(notAfter))" }
    if now < notBefore { return "is not valid before \(Crypto.day(notBefore))" }
    return nil
  }

  /// `subject`, `issuer`, `serial`, `notBefore`, `notAfter`, `key`.
  public var json: JSONValue {
    [
      "subject": .string(subject), "issuer": .string(issuer), "serial": .string(serial),
      "notBefore": .string(ScalarText.dateText(notBefore)),
      "notAfter": .string(ScalarText.dateText(notAfter)), "key": .string(keyText),
    ]
  }
}

/// Digests whose collisions can be made.
enum WeakDigest {
  /// As libcrypto names them, in lower case.
  static let names: Set<String> = ["md2", "md4", "md5", "sha1", "sha"]

  /// As people name it.
  static func shown(_ name: String) -> String {
    name == "sha1" ? "SHA-1" : name.uppercased()
  }
}
