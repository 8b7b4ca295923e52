import Findings
import Foundation
@testable import ProfileKit

extension ReportRow {
  /// Reports 29–39 and the schema's traps: signatures, encodings, readers.
  static let ofFiles: [ReportRow] = ofSignatures + ofText + ofReaders + ofNumbers + ofSchema

  /// A profile without payloads, signed by `Example Signer` until 2046, as bytes.
  private static let signed: [UInt8] = Array(
    Data(
      base64Encoded: """
        MIIEDwYJKoZIhvcNAQcCoIIEADCCA/wCAQExDTALBglghkgBZQMEAgEwggFKBgkqhkiG9w0BBwGgggE7BIIBNzxwbGlzdCB2
        ZXJzaW9uPSIxLjAiPjxkaWN0PjxrZXk+UGF5bG9hZFR5cGU8L2tleT48c3RyaW5nPkNvbmZpZ3VyYXRpb248L3N0cmluZz48
        a2V5PlBheWxvYWRWZXJzaW9uPC9rZXk+PGludGVnZXI+MTwvaW50ZWdlcj48a2V5PlBheWxvYWRJZGVudGlmaWVyPC9rZXk+
        PHN0cmluZz5jb20uZXhhbXBsZS5zaWduZWQ8L3N0cmluZz48a2V5PlBheWxvYWRVVUlEPC9rZXk+PHN0cmluZz42QTVBNkUw
        Qi0zQzUzLTRCMEMtOUMwQi0wQzVFNUE3QzFBMDE8L3N0cmluZz48a2V5PlBheWxvYWRDb250ZW50PC9rZXk+PGFycmF5Lz48
        L2RpY3Q+PC9wbGlzdD4KoIIBjDCCAYgwggEtoAMCAQICFANFXSRTQsU1PPLVmDHmZc6sQ8fNMAoGCCqGSM49BAMCMBkxFzAV
        BgNVBAMMDkV4YW1wbGUgU2lnbmVyMB4XDTI2MTEzMDIxNTYyM1oXDTQ2MTEyNTIxNTYyM1owGTEXMBUGA1UEAwwORXhhbXBs
        ZSBTaWduZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARdUbF9n2rZp0ozfNYykh62QOt8de8rKCRX0n4x6LIOxpslyJBO
        64vXduP/hU3UIeJJlujetSo8rF7RTfM/mHmOo1MwUTAdBgNVHQ4EFgQUgsMYjeMl9A+rjQS01px3qaU5INMwHwYDVR0jBBgw
        FoAUgsMYjeMl9A+rjQS01px3qaU5INMwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA0eofuatRfpcjUkBV
        nMrblXPXNXAkhTiPLloCaUIEjvsCIQClTN1FknVutAISCxcw33/jDe3nZ5Nklhjxw//YJsLJbzGCAQgwggEEAgEBMDEwGTEX
        MBUGA1UEAwwORXhhbXBsZSBTaWduZXICFANFXSRTQsU1PPLVmDHmZc6sQ8fNMAsGCWCGSAFlAwQCAaBpMBgGCSqGSIb3DQEJ
        AzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEzMDIxNTYyM1owLwYJKoZIhvcNAQkEMSIEIO64exNzQOlxzDrh
        jpLQ9o5rWxtvrPtz/tjDXveevlMmMAoGCCqGSM49BAMCBEgwRgIhANAURtpgTgvovNsnEJKEsTAuftnX8TAFCzjMzqRPeNAu
        AiEA1gf6OD3fABvOLQaLdbG+Oe02g8QWg//aNX18i9jOCf8=
        """, options: .ignoreUnknownCharacters) ?? Data())

  private static func message(
    _ report: String, _ role: Role, _ about: String, _ bytes: [UInt8], _ expected: Expected...
  ) -> ReportRow {
    ReportRow(report: report, role: role, about: about, files: [bytes], expected: expected)
  }

  /// The same, held against a list of certificates to trust.
  private func trusting(_ certificate: [UInt8]) -> ReportRow {
    var row = self
    var list = TrustList()
    try? list.add(certificate)
    row.options.trust = list
    return row
  }

  /// The year 2100, and 2030.
  private static let later: Int64 = 4_102_444_800
  private static let soon: Int64 = 1_893_456_000

  /// The certificate that `signed` carries.
  private static let signer: [UInt8] = {
    let start: [UInt8] = [0x30, 0x82, 0x01, 0x88]
    let place = signed.indices.first { signed[$0...].starts(with: start) } ?? 0
    return Array(signed[place...].prefix(0x188 + 4))
  }()

  /// The certificate of somebody else.
  private static let stranger = Array(
    Data(
      base64Encoded: ExampleCertificate.authority.replacingOccurrences(of: "<data>", with: "")
        .replacingOccurrences(of: "</data>", with: ""), options: .ignoreUnknownCharacters) ?? Data()
  )

  private static let forged = signed.replacing(
    Array("com.example.signed".utf8), with: Array("com.example.forged".utf8))

  private static let ofSignatures: [ReportRow] = [
    message("29", .reported, "a signed profile", signed, .notice("signed", "Example Signer")),
    message(
      "29", .reported, "a stray byte before it", [0x0A] + signed,
      .error("message-damaged", "1 stray byte before")),
    message(
      "29", .neighbour, "two stray bytes before it", [0x0D, 0x0A] + signed,
      .error("message-damaged", "2 stray bytes before")),
    message("29", .neighbour, "cut short", Array(signed.dropLast(200)), .error("message-damaged")),
    message(
      "29", .neighbour, "a byte of the profile changed", forged, .error("signature-not-intact")),
    message("29", .correct, "as it was signed", signed).silent("message-damaged"),
    message(
      "30", .reported, "an expired signer", signed, .warning("signer-expired", "content intact")
    ).at(later),
    message(
      "30", .neighbour, "a signer who is not valid yet", signed,
      .warning("signer-expired", "is not valid before")
    ).at(1_000_000_000),
    message(
      "30", .neighbour, "expired, and changed as well", forged, .error("signature-not-intact"),
      .warning("signer-expired", "expired on")
    ).at(later),
    message("30", .correct, "a signer who is valid", signed).at(soon),
    message("32", .reported, "who signed, and the chain", signed, .notice("signed", "chain")),
    message(
      "32", .reported, "whether intermediates are there", signed,
      .notice("signed", "no intermediate certificate embedded")),
    message(
      "32", .neighbour, "a chain that does not end in the trust list", signed,
      .warning("signer-not-trusted", "no chain leads from the signer `Example Signer`")
    ).trusting(stranger),
    message("32", .correct, "a chain that does", signed).trusting(signer)
      .silent("signer-not-trusted"),
    message("33", .reported, "how to read it", signed, .notice("signed", "extract")),
    message(
      "33", .neighbour, "the same as text (PEM)", pem,
      .warning("message-damaged", "text form (PEM)")),
    message("33", .correct, "what is in it", Array(text.utf8)).silent("signed"),
  ]

  /// `signed` as text.
  private static let pem: [UInt8] = Array(
    ("-----BEGIN CMS-----\n"
      + Data(signed).base64EncodedString(options: .lineLength64Characters)
      + "\n-----END CMS-----\n").utf8)

  private static let text = profile(restrictions("<key>allowCamera</key><false/>"))

  private static let ofText: [ReportRow] = [
    .says(
      "34", "a web page", "<!DOCTYPE html>\n<html><body>Sign in</body></html>",
      expect: .error("not-a-property-list", "web page")),
    .says("34", "a byte order mark", "\u{FEFF}" + text, expect: .warning("byte-order-mark")),
    .near(
      "34", "a web page without a document type", "<html><head/></html>",
      expect: .error("not-a-property-list")),
    .near("34", "nothing at all", "", expect: .error("not-a-property-list", "empty")),
    .fine("34", "neither", text),
    .says(
      "35", "a bare ampersand",
      profile(restrictions("<key>PayloadDisplayName</key><string>R▸& D</string>")),
      expect: .error("plist-not-well-formed", "&")),
    .says(
      "35", "an ampersand escaped twice",
      profile(restrictions("<key>PayloadDisplayName</key>▸<string>R &amp;amp; D</string>")),
      expect: .warning("escaped-twice", "`&amp;`")),
    .near(
      "35", "a quotation mark escaped twice",
      macProfile(
        managed(
          forced("<key>a</key>▸<string>&amp;quot;b&amp;quot;</string>"), domain: "org.pbpolicy.x")),
      expect: .warning("escaped-twice", "`&quot;`")),
    .near(
      "35", "in an array",
      profile(
        restrictions("<key>blockedAppBundleIDs</key><array>▸<string>a&amp;lt;b</string></array>")),
      expect: .warning("escaped-twice")),
    .fine(
      "35", "escaped once",
      profile(restrictions("<key>PayloadDisplayName</key><string>R &amp; D</string>"))),
    .says("37", "a blank first line", "\n" + text, expect: .warning("plist-only-some-readers")),
    .near("37", "a blank before it", " " + text, expect: .warning("plist-only-some-readers")),
    .near("37", "text after the end", text + "more", expect: .warning("plist-only-some-readers")),
    .fine("37", "a blank line at the end", text + "\n"),
  ]

  private static func declared(_ subset: String) -> String {
    text.replacingOccurrences(
      of: "<plist version", with: "<!DOCTYPE plist [\(subset)]>\n<plist version")
  }

  private static let ofReaders: [ReportRow] = [
    .says(
      "38", "a key set twice",
      profile(restrictions("<key>allowCamera</key><true/>▸<key>allowCamera</key><false/>")),
      expect: .error("duplicate-key", "takes the last")),
    .near(
      "38", "at the top",
      profile(restrictions(""), top: "▸<key>PayloadVersion</key><integer>1</integer>"),
      expect: .error("duplicate-key")),
    .near(
      "38", "deep down",
      macProfile(privacy("Calendar", "<key>Allowed</key><true/>▸<key>Allowed</key><true/>")),
      expect: .error("duplicate-key")),
    .fine(
      "38", "once in each payload",
      profile(
        restrictions("<key>allowCamera</key><false/>"),
        restrictions("<key>allowCamera</key><false/>", number: "03"))),
    .says(
      "39", "an entity of its own", declared("<!ENTITY a \"b\">"),
      expect: .error("plist-internal-subset")),
    .says(
      "39", "an entity from outside", declared("<!ENTITY a SYSTEM \"file:///etc/hostname\">"),
      expect: .error("plist-internal-subset")),
    .says(
      "39", "entities that grow", declared("<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">"),
      expect: .error("plist-internal-subset")),
    .near(
      "39", "a subset that declares nothing", declared(" "), expect: .error("plist-internal-subset")
    ),
    .fine(
      "39", "Apple's document type",
      text.replacingOccurrences(
        of: "<plist version",
        with:
          "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version"
      )),
  ]

  private static func value(_ text: String) -> String {
    macProfile(managed(forced("<key>a</key>▸\(text)"), domain: "org.pbpolicy.x"))
  }

  private static let ofNumbers: [ReportRow] =
    ["-65", "-1", "-9223372036854775808", "9223372036854775807", "18446744073709551615"].map {
      .fine("40", "the number \($0)", value("<integer>\($0)</integer>"))
    }
    + [
      .says(
        "40", "a negative number below all that there are",
        value("<integer>-9223372036854775809</integer>"), expect: .error("plist-refused-by-apple")),
      .near(
        "40", "a number above all that there are",
        value("<integer>18446744073709551616</integer>"), expect: .error("plist-refused-by-apple")),
      .near(
        "40", "a number with a fraction", value("<integer>-6.5</integer>"),
        expect: .error("plist-refused-by-apple")),
      .says(
        "42", "data over several lines, with a letter that is none of base 64's",
        value("<data>\n\tSGVs*\n\tbG8=\n</data>"), expect: .warning("plist-silently-changed")),
      .near(
        "42", "data whose last group is not whole", value("<data>\n\tSGVs\n\tbG8\n</data>"),
        expect: .warning("plist-silently-changed")),
      .fine("42", "data over several lines", value("<data>\n\tSGVs\n\tbG8=\n\t</data>")),
      .fine("42", "data with blanks in it", value("<data> SGVs bG8= </data>")),
    ]

  private static let ofSchema: [ReportRow] = [
    .fine(
      "traps", "keys of one payload type from several of Apple's files",
      macProfile(
        payload(
          "com.apple.MCX",
          """
          <key>EnableGuestAccount</key><false/><key>dontAllowFDEDisable</key><true/>
          <key>DestroyFVKeyOnStandby</key><true/>
          """))),
    .fine(
      "traps", "a Kerberos extension's keys",
      macProfile(
        payload(
          "com.apple.extensiblesso",
          """
          <key>ExtensionIdentifier</key><string>com.apple.AppSSOKerberos.KerberosExtension</string>
          <key>TeamIdentifier</key><string>apple</string><key>Type</key><string>Credential</string>
          <key>Realm</key><string>PBPOLICY.ORG</string>
          <key>Hosts</key><array><string>pbpolicy.org</string></array>
          <key>ExtensionData</key><dict><key>allowAutomaticLogin</key><true/></dict>
          """))),
    .fine(
      "traps", "an integer for a real",
      profile(restrictions("<key>safariAcceptCookies</key><integer>1</integer>"))),
    .fine(
      "traps", "a real", profile(restrictions("<key>safariAcceptCookies</key><real>1.5</real>"))),
    .says(
      "traps", "a real that is none of the four",
      profile(restrictions("<key>safariAcceptCookies</key>▸<real>1.7</real>")),
      expect: .warning("value-not-allowed")),
    .fine(
      "traps", "any key where any may stand",
      profile(
        payload(
          "com.apple.webcontent-filter",
          """
          <key>FilterType</key><string>Plugin</string><key>UserDefinedName</key><string>a</string>
          <key>PluginBundleID</key><string>org.pbpolicy.filter</string><key>FilterBrowsers</key><true/>
          <key>VendorConfig</key><dict><key>Whatever</key><true/></dict>
          """))),
    .says(
      "traps", "a name that only structure has",
      profile(
        payload(
          "com.apple.notificationsettings",
          "<key>NotificationSettingsItem</key><dict/><key>NotificationSettings</key><array/>")),
      expect: .notice("unknown-key", "is not in this catalogue")),
  ]
}
