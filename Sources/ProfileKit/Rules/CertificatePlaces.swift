import Findings
import Synchronization

/// A place in a payload where a certificate is due.
struct CertificatePlace: Sendable {
  /// The payload types that have it.
  var types: Set<String>
  /// The key of the data.
  var key: String
  /// The key of the password, where the data is an identity (PKCS #12).
  var password: String?
  /// Whether Apple asks for the binary form (DER).
  var isBinary = true

  /// Every place that Apple's schema names; and `PayloadContent` of certificate payloads.
  static let all = [
    CertificatePlace(
      types: ["com.apple.security.root", "com.apple.security.pkcs1"], key: "PayloadContent"),
    CertificatePlace(types: ["com.apple.security.pem"], key: "PayloadContent", isBinary: false),
    CertificatePlace(
      types: ["com.apple.security.pkcs12"], key: "PayloadContent", password: "Password"),
    CertificatePlace(
      types: ["com.apple.eas.account"], key: "Certificate", password: "CertificatePassword"),
    CertificatePlace(types: ["com.apple.MCX.FileVault2"], key: "Certificate"),
    CertificatePlace(types: ["com.apple.systempolicy.rule"], key: "LeafCertificate"),
    CertificatePlace(
      types: ["com.apple.security.wapi-identity"], key: "PEMData", isBinary: false),
  ]
}

/// A certificate, or what stands where one is due.
struct FoundCertificate: Sendable {
  var place: CertificatePlace
  var payload: Payload
  var entry: PlistEntry
  var contents: CertificateContents

  /// The certificates in it.
  var certificates: [Certificate] {
    switch contents {
    case .certificates(let list, _): list
    case .identity(let identity): identity.certificates
    case .other: []
    }
  }

  /// A finding at the data's key.
  func finding(_ rule: RuleID, _ severity: Severity, _ message: String, help: String) -> Finding {
    Finding(
      rule, severity, at: payload.location(entry.keyPosition), keyPath: payload.keyPath(entry.key),
      message, help: help)
  }
}

extension RuleContext {
  /// What `check` finds in each place where a payload carries a certificate as data.
  func eachCertificate(_ check: (FoundCertificate) -> [Finding]) -> [Finding] {
    var list = list
    for found in lazyCertificates.value(profiles) { list.add(check(found)) }
    return list.findings
  }
}

/// The certificates in some profiles, read once, when they are first asked for.
final class LazyCertificates: Sendable {
  private let made = Mutex<[FoundCertificate]?>(nil)

  /// How many rounds of key derivation all passwords of a run may take together: about a second.
  static let mostRounds = 1_000_000

  func value(_ profiles: [Profile]) -> [FoundCertificate] {
    made.withLock { made in
      if let known = made { return known }
      let new = Self.found(in: profiles)
      made = new
      return new
    }
  }

  /// One piece of data and the password beside it.
  private struct Key: Hashable {
    var bytes: [UInt8]
    var password: String?
  }

  private static func found(in profiles: [Profile]) -> [FoundCertificate] {
    var allowance = mostRounds
    var known: [Key: CertificateContents] = [:]
    var result: [FoundCertificate] = []
    for payload in profiles.lazy.flatMap(\.payloads) {
      for place in CertificatePlace.all where place.types.contains(payload.type ?? "") {
        guard let entry = payload.node.entry(place.key), case .data(let bytes) = entry.value.kind
        else { continue }
        let password = place.password.flatMap { payload.node[$0]?.string }
        let key = Key(bytes: bytes, password: password)
        let contents =
          known[key] ?? CertificateContents(bytes, password: password, allowance: &allowance)
        known[key] = contents
        result.append(
          FoundCertificate(place: place, payload: payload, entry: entry, contents: contents))
      }
    }
    return result
  }
}
