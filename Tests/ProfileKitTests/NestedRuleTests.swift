import Devices
import Findings
import ProfileKit
import Testing

/// Mistakes at any depth, each with the neighbour that is right.
@Suite struct NestedRuleTests {
  private static func profile(_ type: String, _ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>PayloadType</key><string>Configuration</string><key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>com.example.a</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>
    <key>PayloadContent</key><array><dict><key>PayloadType</key><string>\(type)</string>
    <key>PayloadVersion</key><integer>1</integer><key>PayloadIdentifier</key><string>com.example.a.b</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>
    \(keys)
    </dict></array></dict></plist>
    """
  }

  static let about: Set<RuleID> = [
    "unknown-payload-type", "unknown-key", "wrong-type", "value-not-allowed",
    "missing-required-key", "deprecated-key", "removed-key", "not-on-target-platform",
    "needs-newer-version", "needs-supervision", "not-in-user-enrollment", "not-on-shared-ipad",
    "not-by-manual-install",
  ]

  static func findings(_ type: String, _ keys: String, _ target: String = "") throws -> [Finding] {
    let file = PlistFile(reading: Array(profile(type, keys).utf8), path: "a.mobileconfig")
    let targets = target.isEmpty ? [] : [try Device(parsing: target)]
    return Validation([file], targets: targets).findings.filter { about.contains($0.rule) }
  }

  struct Case: Sendable {
    var type: String
    var keys: String
    var target = ""
    /// `severity rule keyPath` of what is found; empty for silence.
    var found: [String]
  }

  private static func tcc(_ item: String) -> String {
    """
    <key>Services</key><dict><key>Camera</key><array><dict>
    <key>Identifier</key><string>a</string><key>IdentifierType</key><string>bundleID</string>
    <key>CodeRequirement</key><string>a</string>\(item)</dict></array></dict>
    """
  }
  private static let tccType = "com.apple.TCC.configuration-profile-policy"
  private static let tccPath = "PayloadContent[0].Services.Camera[0]"
  private static func dns(_ keys: String) -> String {
    "<key>DNSSettings</key><dict>\(keys)</dict>"
  }
  private static let https = "<key>DNSProtocol</key><string>HTTPS</string>"

  static let cases: [Case] = [
    Case(type: tccType, keys: tcc("<key>Allowed</key><true/>"), found: []),
    Case(type: tccType, keys: tcc("<key>Authorization</key><string>Deny</string>"), found: []),
    Case(
      type: tccType, keys: tcc("<key>StaticCode</key><integer>0</integer>"),
      found: ["error wrong-type \(tccPath).StaticCode"]),
    Case(
      type: tccType, keys: tcc("<key>StaticCode</key><integer>0</integer>"),
      target: "platform=macOS",
      found: ["warning wrong-type \(tccPath).StaticCode"]),
    Case(
      type: tccType, keys: tcc("<key>allowed</key><true/>"),
      found: ["error unknown-key \(tccPath).allowed"]),
    Case(
      type: tccType, keys: tcc("<key>Alowed</key><true/>"),
      found: ["warning unknown-key \(tccPath).Alowed"]),
    Case(
      type: tccType, keys: tcc("<key>Sandbox</key><true/>"),
      found: ["notice unknown-key \(tccPath).Sandbox"]),
    Case(
      type: tccType,
      keys: "<key>Services</key><dict><key>Camera</key><array><dict/></array></dict>",
      found: ["CodeRequirement", "Identifier", "IdentifierType"].map {
        "error missing-required-key \(tccPath).\($0)"
      }),
    Case(
      type: tccType, keys: "<key>Services</key><dict><key>Camera</key><dict/></dict>",
      found: ["error wrong-type PayloadContent[0].Services.Camera"]),
    Case(
      type: tccType,
      keys: "<key>Services</key><dict><key>Camera</key><array><array/></array></dict>",
      found: ["error wrong-type PayloadContent[0].Services.Camera[0]"]),
    Case(
      type: tccType, keys: tcc("<key>Authorization</key><string>deny</string>"),
      found: ["error value-not-allowed \(tccPath).Authorization"]),
    Case(
      type: tccType, keys: tcc("<key>Authorization</key><string>Sometimes</string>"),
      found: ["warning value-not-allowed \(tccPath).Authorization"]),
    Case(
      type: "com.apple.dnsSettings.managed", keys: dns(https), found: []),
    Case(
      type: "com.apple.dnsSettings.managed",
      keys: dns(https + "<key>AllowFailover</key><true/>"), target: "platform=iOS,version=18.1",
      found: ["warning needs-newer-version PayloadContent[0].DNSSettings.AllowFailover"]),
    Case(
      type: "com.apple.dnsSettings.managed",
      keys: dns(https + "<key>AllowFailover</key><true/>"), target: "platform=iOS,version=26.0",
      found: []),
    Case(
      type: "com.apple.dnsSettings.managed",
      keys: dns(https + "<key>AllowFailover</key><true/>"), target: "platform=iOS,version=27.0",
      found: ["notice deprecated-key PayloadContent[0].PayloadType"]),
    Case(
      type: "com.apple.dnsSettings.managed", keys: dns(https), target: "platform=tvOS,version=18.0",
      found: ["warning not-on-target-platform PayloadContent[0].PayloadType"]),
    Case(
      type: "com.apple.security.scep",
      keys: """
        <key>PayloadContent</key><dict><key>URL</key><string>https://a.example</string>
        <key>Keysize</key><integer>2048</integer><key>SubjectAltName</key><dict>
        <key>dNSName</key><array><string>a</string></array><key>rfc822Name</key><string>a</string></dict>
        <key>Subject</key><array><array><array><string>CN</string><string>a</string></array></array></array></dict>
        """, found: []),
    Case(
      type: "com.apple.security.scep",
      keys: """
        <key>PayloadContent</key><dict><key>URL</key><string>https://a.example</string>
        <key>Subject</key><array><array><array><string>a</string><string>b</string><string>c</string></array></array></array></dict>
        """, found: ["error value-not-allowed PayloadContent[0].PayloadContent.Subject[0][0]"]),
    Case(
      type: "com.apple.MCX",
      keys: """
        <key>com.apple.EnergySaver.desktop.ACPower</key><dict><key>Disk Sleep Timer</key><integer>0</integer>
        <key>Display Sleep Timer</key><integer>180</integer></dict>
        """, found: []),
    Case(
      type: "com.apple.MCX",
      keys: """
        <key>com.apple.EnergySaver.desktop.ACPower</key><dict><key>Display Sleep Timer</key><integer>181</integer></dict>
        """,
      found: [
        "error value-not-allowed PayloadContent[0].com.apple.EnergySaver.desktop.ACPower.Display Sleep Timer"
      ]),
    Case(
      type: "com.apple.wifi.managed",
      keys: """
        <key>SSID_STR</key><string>a</string><key>EAPClientConfiguration</key><dict>
        <key>AcceptEAPTypes</key><array><integer>25</integer><string>13</string></array></dict>
        """,
      found: ["error wrong-type PayloadContent[0].EAPClientConfiguration.AcceptEAPTypes[1]"]),
    Case(
      type: "com.apple.wifi.managed",
      keys: """
        <key>SSID_STR</key><string>a</string>
        <key>PayloadCertificateUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B</string>
        """, found: ["error value-not-allowed PayloadContent[0].PayloadCertificateUUID"]),
    Case(
      type: "com.apple.Siri", keys: "",
      found: ["notice unknown-payload-type PayloadContent[0].PayloadType"]),
    Case(
      type: "com.apple.wifi.manged", keys: "",
      found: ["warning unknown-payload-type PayloadContent[0].PayloadType"]),
    Case(
      type: "com.apple.notificationsettings", keys: "",
      found: ["error missing-required-key PayloadContent[0].NotificationSettings"]),
    Case(
      type: "com.apple.notificationsettings", keys: "<key>NotificationSettings</key><array/>",
      found: []),
  ]

  @Test(arguments: cases.indices)
  func mistakesAreFoundWhereTheyStand(_ index: Int) throws {
    let test = Self.cases[index]
    let found = try Self.findings(test.type, test.keys, test.target)
    let words = found.map { "\($0.severity) \($0.rule) \($0.keyPath)" }
    #expect(words.sorted() == test.found.sorted(), "\(found.map(\.message))")
    for finding in found { #expect(finding.location.line > 0 && finding.location.column > 0) }
  }

  @Test func aCatalogueOfOnesOwnIsAnAllowList() throws {
    let keys =
      "<key>forceInternetSharingOff</key><true/><key>policy</key><dict><key>Level</key><integer>9</integer></dict>"
    let text = """
      payload\tcom.apple.MCX
       forceInternetSharingOff\tboolean
      payload\tcom.example.app
       policy\tdictionary
        Level\tinteger\trange=1..5
      """
    let (catalog, problems) = Catalog.standard.adding(Array(text.utf8), named: "own.tsv")
    #expect(problems == [])
    func run(_ type: String, _ catalog: Catalog) -> [String] {
      let file = PlistFile(reading: Array(Self.profile(type, keys).utf8), path: "a")
      return Validation([file], catalog: catalog).findings.filter { Self.about.contains($0.rule) }
        .map { "\($0.rule) \($0.keyPath)" }
    }
    #expect(
      run("com.apple.MCX", .standard).first
        == "unknown-key PayloadContent[0].forceInternetSharingOff")
    #expect(run("com.apple.MCX", catalog) == ["unknown-key PayloadContent[0].policy"])
    #expect(
      run("com.example.app", .standard) == ["unknown-payload-type PayloadContent[0].PayloadType"])
    #expect(
      run("com.example.app", catalog).sorted() == [
        "unknown-key PayloadContent[0].forceInternetSharingOff",
        "value-not-allowed PayloadContent[0].policy.Level",
      ])
  }

  /// Forms from a catalogue are regular expressions from anywhere: none hangs, none traps.
  @Test(arguments: [
    "(a{1,255}){1,255}{1,255}", "((((a{99}){99}){99}){99}){99}", "(a*)*\\1\\1\\1", "[", "a{", "\\",
    "(",
    "^(a+)+$", "{1}{2}", "a{99999999999999999999}", "\u{0}",
    String(repeating: "(a|b)*", count: 400),
  ])
  func hostileFormsAreHarmless(_ form: String) throws {
    let text = "payload\tcom.example.app\n key\tstring\tformat=\(Catalog.field(form))"
    let (catalog, _) = Catalog.standard.adding(Array(text.utf8), named: "own.tsv")
    let keys = "<key>key</key><string>\(String(repeating: "a", count: 3000))b</string>"
    let file = PlistFile(reading: Array(Self.profile("com.example.app", keys).utf8), path: "a")
    let clock = ContinuousClock()
    let start = clock.now
    _ = Validation([file], catalog: catalog)
    #expect(clock.now - start < .seconds(2))
  }
}
