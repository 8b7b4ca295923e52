import Devices
import Findings
import Foundation
import ProfileKit
import Testing

/// Keys that name a certificate payload, in every payload type that has one.
@Suite struct CertificateReferenceTests {
  private static let uuid = "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A"

  /// A payload type, the keys of the payload with `@` for a UUID, the types that serve, and one
  /// that does not.
  struct Case: Sendable, CustomTestStringConvertible {
    var type: String
    var keys: String
    var right: [String]
    var wrong: String
    var testDescription: String { "\(type): \(keys.prefix(60))" }
  }

  private static let identity = ["pkcs12", "scep", "acme"]
  private static let any = ["pkcs1", "root", "pem", "pkcs12", "scep"]

  static let cases: [Case] = [
    Case(
      type: "com.apple.wifi.managed",
      keys: "<key>PayloadCertificateUUID</key><string>@</string>", right: identity, wrong: "root"),
    Case(
      type: "com.apple.wifi.managed",
      keys: """
        <key>EAPClientConfiguration</key><dict><key>PayloadCertificateAnchorUUID</key><array>
        <string>@</string></array></dict>
        """, right: any, wrong: "font"),
    Case(
      type: "com.apple.vpn.managed",
      keys: """
        <key>IKEv2</key><dict><key>PayloadCertificateUUID</key><string>@</string></dict>
        """, right: identity, wrong: "pkcs1"),
    Case(
      type: "com.apple.vpn.managed.applayer",
      keys: """
        <key>IKEv2</key><dict><key>PayloadCertificateUUID</key><string>@</string></dict>
        """, right: identity, wrong: "pkcs1"),
    Case(
      type: "com.apple.relay.managed",
      keys: """
        <key>Relays</key><array><dict><key>PayloadCertificateUUID</key><string>@</string></dict></array>
        """, right: identity, wrong: "pkcs1"),
    Case(
      type: "com.apple.mdm", keys: "<key>IdentityCertificateUUID</key><string>@</string>",
      right: identity, wrong: "root"),
    Case(
      type: "com.apple.mdm",
      keys: "<key>ServerURLPinningCertificateUUIDs</key><array><string>@</string></array>",
      right: any, wrong: "font"),
    Case(
      type: "com.apple.education",
      keys: "<key>LeaderPayloadCertificateAnchorUUID</key><array><string>@</string></array>",
      right: ["root", "pkcs1"], wrong: "pkcs12"),
    Case(
      type: "com.apple.security.FDERecoveryKeyEscrow",
      keys: "<key>EncryptCertPayloadUUID</key><string>@</string>", right: ["pkcs1"], wrong: "root"),
    Case(
      type: "com.apple.MCX.FileVault2",
      keys: "<key>PayloadCertificateUUID</key><string>@</string>", right: any, wrong: "font"),
  ]

  private func found(_ keys: String, in type: String, beside other: String = "") -> [Finding] {
    Validation([read(profile(payload(type, keys), other))]).findings.filter {
      $0.rule == "certificate-reference"
    }
  }

  @Test(arguments: cases)
  func names(_ row: Case) {
    func certificate(_ kind: String) -> String {
      payload(kind == "font" ? "com.apple.font" : "com.apple.security.\(kind)", "", number: "07")
    }
    let keys = row.keys.replacingOccurrences(of: "@", with: Self.uuid + "07")
    for kind in row.right {
      #expect(found(keys, in: row.type, beside: certificate(kind)).isEmpty, "\(kind)")
      let small = keys.replacingOccurrences(of: Self.uuid, with: Self.uuid.lowercased())
      #expect(found(small, in: row.type, beside: certificate(kind)).isEmpty, "\(kind)")
    }
    let wrong = found(keys, in: row.type, beside: certificate(row.wrong))
    #expect(wrong.count == 1 && wrong[0].message.contains("names a payload of `com.apple"))
    #expect(wrong.first?.related.count == 1)
    let missing = found(keys, in: row.type)
    #expect(missing.count == 1 && missing[0].message.hasSuffix("names no payload of this profile"))
    #expect((missing.first?.location.line ?? 0) > 10)
    // What a server fills in later, and the UUID of the payload itself.
    for text in ["$CERTIFICATE_UUID", "{{certificate}}"] {
      let keys = row.keys.replacingOccurrences(of: "@", with: text)
      #expect(found(keys, in: row.type).isEmpty, "\(text)")
    }
    let own = row.keys.replacingOccurrences(of: "@", with: Self.uuid + "02")
    #expect(found(own, in: row.type).count == 1)
  }

  /// Keys that look alike and name nothing.
  @Test func othersAreLeftAlone() {
    #expect(
      found(
        "<key>SMIMESigningCertificateUUIDUserOverrideable</key><true/>",
        in: "com.apple.mail.managed"
      )
      .isEmpty)
    #expect(
      found("<key>VPNUUID</key><string>a</string>", in: "com.apple.vpn.managed.applayer").isEmpty)
    // A lone payload: its certificate stands elsewhere.
    let alone = payload(
      "com.apple.wifi.managed", "<key>PayloadCertificateUUID</key><string>\(Self.uuid)99</string>")
    let findings = Validation([read("<plist>\(alone)</plist>")]).findings
    #expect(!findings.contains { $0.rule == "certificate-reference" })
  }

  /// What needs an enrollment, on devices of which less and less is known.
  @Test(arguments: [
    (
      "platform=macOS,version=15.1,enrollment=none",
      ["needs-user-approval", "needs-automated-enrollment"]
    ),
    ("platform=macOS,version=15.1,enrollment=device", ["needs-automated-enrollment"]),
    (
      "platform=macOS,version=10.15,enrollment=device",
      ["needs-newer-version", "needs-automated-enrollment"]
    ),
    ("platform=macOS,version=15.1,enrollment=automated", []),
    ("platform=macOS,version=15.1", []), ("platform=macOS", []),
  ])
  func enrollments(_ target: String, _ expected: [RuleID]) throws {
    let text = macProfile(
      payload(
        "com.apple.MCX.FileVault2",
        """
        <key>Enable</key><string>On</string><key>Defer</key><true/>
        <key>ForceEnableInSetupAssistant</key><true/>
        """))
    let findings = Validation(
      [read(text)], targets: [try Device(parsing: target + ",install=mdm")]
    ).findings.filter { $0.severity > .notice && $0.rule.name.hasPrefix("needs-") }
    #expect(Set(findings.map(\.rule)) == Set(expected), "\(findings.map(\.message))")
  }
}
