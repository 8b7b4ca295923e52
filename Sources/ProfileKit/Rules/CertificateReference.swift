import Findings

extension Rule {
  static let certificateReference = Rule(
    "certificate-reference", .error,
    "a key that names a certificate payload names none of this profile",
    explanation: """
      `PayloadCertificateUUID` and its relatives hold the `PayloadUUID` of a certificate payload in the same
      profile: an identity (PKCS #12, SCEP, ACME, Active Directory) where the device proves who it is, a
      certificate where it trusts or encrypts. One that names nothing, or something else, makes the
      installation fail, or the connection that needs the certificate.
      """,
    accepted: [
      wifi("<key>PayloadCertificateUUID</key><string>\(identity)</string>", beside: scep)
    ],
    rejected: [
      wifi(
        "▸<key>PayloadCertificateUUID</key><string>\(identity)</string>",
        says: "`PayloadCertificateUUID` names no payload of this profile"),
      wifi(
        "▸<key>PayloadCertificateUUID</key><string>\(identity)</string>",
        beside: other("com.apple.dock"),
        says:
          "`PayloadCertificateUUID` names a payload of `com.apple.dock`, expected one with an identity"
      ),
      wifi(
        "▸<key>PayloadCertificateUUID</key><string>\(identity)</string>",
        beside: other("com.apple.security.root"),
        says:
          "`PayloadCertificateUUID` names a payload of `com.apple.security.root`, expected one with an"
          + " identity"),
      wifi(
        """
        <key>EAPClientConfiguration</key><dict>
          <key>AcceptEAPTypes</key><array><integer>13</integer></array>
          <key>PayloadCertificateAnchorUUID</key><array>▸<string>\(identity)</string></array>
        </dict>
        """,
        says:
          "`EAPClientConfiguration.PayloadCertificateAnchorUUID[0]` names no payload of this profile"
      ),
    ],
    check: { context in
      let payloads = context.profiles.map(CertificatePayloads.init)
      return context.eachValue { value in
        guard let wanted = CertificateUse(value), let text = value.node.string,
          !value.node.isServerVariable,
          let complaint = payloads[value.use.profile].complaint(about: text, wanted)
        else { return nil }
        let position =
          value.node.position == value.use.entry.value.position
          ? value.use.entry.keyPosition : value.node.position
        let place = context.location(value.use, position)
        return LateFinding("certificate-reference", .error, at: place) {
          Finding(
            "certificate-reference", .error, at: place, keyPath: value.keyPath,
            "`\(value.name)` \(complaint.message)", help: complaint.help,
            related: complaint.related)
        }
      }
    })

  private static let identity = "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A03"

  private static func other(_ type: String, _ keys: String = "") -> String {
    RuleExample.payload(
      keys, type: type, identifier: "com.example.profile.other", uuid: identity)
  }

  private static let scep = other(
    "com.apple.security.scep",
    "<key>PayloadContent</key><dict><key>URL</key><string>https://example.com</string></dict>")

  private static func wifi(_ keys: String, beside: String = "", says message: String = "")
    -> RuleExample
  {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>SSID_STR</key><string>a</string>\(keys)", type: "com.apple.wifi.managed") + beside),
      says: message)
  }
}

/// What a key wants of the certificate payload that it names.
enum CertificateUse {
  /// A private key: the device proves who it is.
  case identity
  /// A certificate, with a private key or without.
  case any
  /// A certificate alone, in `com.apple.security.pkcs1`.
  case pkcs1
  /// A certificate alone, in any form.
  case certificate

  /// nil where the key names no certificate payload.
  fileprivate init?(_ value: KnownValue) {
    let key = value.use.entry.key
    // Every payload has one, and it refers to nothing.
    if key == "PayloadUUID" { return nil }
    guard value.known.types.contains("string"), value.use.payload?.isManagedSettings != true,
      key.hasSuffix("UUID") || key.hasSuffix("UUIDs"),
      key.contains("Certificate") || key.contains("certificate") || key.contains("CertPayload")
    else { return nil }
    self = Self.use(key, value.use.payload?.type ?? "")
  }

  private static func use(_ key: String, _ type: String) -> CertificateUse {
    switch (key, type) {
    case ("EncryptCertPayloadUUID", _): .pkcs1
    case ("LeaderPayloadCertificateAnchorUUID", _), ("MemberPayloadCertificateAnchorUUID", _):
      .certificate
    case (_, "com.apple.MCX.FileVault2"), (_, "com.apple.security.certificatepreference"): .any
    default:
      key.contains("Anchor") || key.contains("CA") || key.contains("Pinning") ? .any : .identity
    }
  }

  fileprivate var types: Set<String> {
    switch self {
    case .identity: Self.identities
    case .pkcs1: ["com.apple.security.pkcs1"]
    case .certificate: Self.certificates
    case .any: Self.identities.union(Self.certificates)
    }
  }

  fileprivate var words: String {
    switch self {
    case .identity: "one with an identity"
    case .pkcs1: "one of `com.apple.security.pkcs1`"
    case .certificate: "one with a certificate and no private key"
    case .any: "one with a certificate"
    }
  }

  private static let identities: Set<String> = [
    "com.apple.security.pkcs12", "com.apple.security.scep", "com.apple.security.acme",
    "com.apple.ADCertificate.managed", "com.apple.security.wapi-identity",
  ]
  private static let certificates: Set<String> = [
    "com.apple.security.root", "com.apple.security.pkcs1", "com.apple.security.pem",
  ]
}

/// The payloads of a profile by what certificate keys name them with.
private struct CertificatePayloads {
  private let byUUID: [String: Payload]
  private let isWhole: Bool

  init(_ profile: Profile) {
    byUUID = Dictionary(
      profile.payloads.compactMap { payload in payload.uuid.map { ($0.uppercased(), payload) } }
    ) { first, _ in first }
    // A lone payload's certificate stands elsewhere, and what is encrypted may be one.
    isWhole = !profile.isBarePayload && profile.node["EncryptedPayloadContent"] == nil
  }

  func complaint(about text: String, _ use: CertificateUse) -> (
    message: String, help: String, related: [Finding.Related]
  )? {
    guard isWhole else { return nil }
    guard let payload = byUUID[text.uppercased()] else {
      return (
        "names no payload of this profile",
        "write the `PayloadUUID` of the payload that carries it, and put both into one profile", []
      )
    }
    // What kind a stranger is nobody knows.
    guard let type = payload.type, !use.types.contains(type) else { return nil }
    return (
      "names a payload of `\(shown(type))`, expected \(use.words)",
      "write the `PayloadUUID` of the right payload",
      [.init(payload.location(of: "PayloadType"), "the payload that is named")]
    )
  }
}
