import Findings
import ProfileKit
import TestSupport
import Testing

/// What is an error by the file's name, and what a catalogue cannot mean.
@Suite struct MendedFactsTests {
  @Test(arguments: ["hello", "404", "<plist><array/></plist>", "<plist><dict/></plist>"])
  func aProfileThatIsNone(_ text: String) {
    for (path, severity) in [
      ("a.mobileconfig", Severity.error), ("a.MobileConfig", .error), ("a.plist", .warning),
    ] {
      let file = PlistFile(reading: Array(text.utf8), path: path)
      let found = Validation([file]).findings.filter { $0.rule == "not-a-profile" }
      #expect(found.map(\.severity) == [severity], "\(path): \(text)")
    }
  }

  @Test(arguments: [
    (#"string\#tformat=([ "#, "is no POSIX extended regular expression"),
    (#"string\#tformat=(a{900}){900}"#, "could take too long"),
    (#"string\#tformat=^\d+$"#, "means nothing"),
    (#"string\#tformat=^\\d+$"#, "a digit is `[0-9]`"),
    (#"string\#tdefault=a\"#, "means nothing"),
    ("integer\trange=5..1", "greater number first"),
    ("integer\trange=5", "expected two numbers"),
    ("integer\trange=a..b", "`a` is no number"),
    ("array\tcount=-1..", "`-1` is no number"),
    ("integer\tdefault=abc", "no integer"),
    ("boolean\tdefault=yes", "no boolean"),
    ("integer\tvalues=1|two", "no integer"),
    ("integer\n k\tstring", "string here and integer before"),
    ("integer\tstring", "string here and integer before"),
  ])
  func whatCannotBeMeant(_ fields: String, _ message: String) {
    let bytes = Array("payload\torg.pbpolicy.x\n k\t\(fields)\n".utf8)
    let problems = Catalog.standard.adding(bytes, named: "c").1
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.message.contains(message) == true, "\(problems)")
    #expect(problems.first?.line == (fields.contains("\n") ? 3 : 2))
  }

  @Test(arguments: [
    #"string\#tformat=^[0-9]+\\.[0-9]+$"#, #"string\#tvalues=a\|b|c\\d"#, "integer\trange=..",
    "integer\trange=..5", "real\tdefault=1.5", "integer|string\tdefault=abc",
    "integer\n k\tdefault=3", "array\tcount=2..2", "integer\n k\tinteger",
  ])
  func whatCan(_ fields: String) {
    let bytes = Array("payload\torg.pbpolicy.x\n k\t\(fields)\n".utf8)
    #expect(Catalog.standard.adding(bytes, named: "c").1 == [])
  }

  /// A later layer may say that a key has another type.
  @Test func anotherLayerMayChangeAType() {
    let text = "layer\ta\npayload\tx\n k\tinteger\nlayer\tb\npayload\tx\n k\tstring\n"
    let (catalog, problems) = Catalog.standard.adding(Array(text.utf8), named: "c")
    #expect(problems == [])
    #expect(catalog.payload("x")?.keys["k"]?.type == "string")
  }

  /// `also` shares the keys of another dictionary and keeps its own.
  @Test func alsoSharesKeys() {
    let text =
      "payload\tx\n a\tdictionary\tas=A\n  one\tinteger\n b\tdictionary\talso=A\n  two\tstring\n"
    let (catalog, problems) = Catalog.standard.adding(Array(text.utf8), named: "c")
    #expect(problems == [])
    let keys = catalog.payload("x")?.keys
    #expect(keys?["b"]?.keys.keys.sorted() == ["one", "two"])
    #expect(keys?["a"]?.keys.keys.sorted() == ["one"])
    let lost = Catalog.standard.adding(
      Array("payload\tx\n b\tdictionary\talso=Z\n".utf8), named: "c")
    #expect(lost.1.map(\.line) == [2])
  }

  @Test(arguments: [
    ("https://example.org/", true), ("tel:112", true), ("mailto:a@example.org", true),
    ("shortcuts://run-shortcut?name=a", true), ("{{url}}", true), ("$FLEET_VAR_URL/x", true),
    ("http://localhost", true), ("HTTPS://EXAMPLE.ORG", true), ("x-app:open", true),
    ("example.org", false), ("", false), ("not a url at all", false), ("http//example.org", false),
    ("https://", false), ("https:///a", false), ("https:example.org", false), ("tel:", false),
    ("https://a b", false), ("example.org:8443", false), ("//example.org", false),
  ])
  func locations(_ text: String, _ isOne: Bool) {
    for (type, keys) in [
      ("com.apple.webClip.managed", "<key>URL</key><string>\(text)</string>"),
      (
        "com.apple.security.scep",
        "<key>PayloadContent</key><dict><key>URL</key><string>\(text)</string></dict>"
      ),
      ("com.apple.extensiblesso", "<key>URLs</key><array><string>\(text)</string></array>"),
    ] {
      let found = Validation([read(profile(payload(type, keys)))]).findings
      #expect(found.contains { $0.rule == "value-not-allowed" } != isOne, "\(type): \(text)")
    }
  }

  /// A tunnel that is always on has the keys of IKEv2, checked as there, and its own.
  @Test func tunnelsHaveTheKeysOfIKEv2() {
    let keys = """
      <key>VPNType</key><string>AlwaysOn</string><key>AlwaysOn</key><dict>
      <key>TunnelConfigurations</key><array><dict>
        <key>ProtocolType</key><string>IKEv2</string>
        <key>Interfaces</key><array><string>WiFi</string></array>
        <key>RemoteAddress</key><string>vpn.example.org</string>
        <key>DeadPeerDetectionRate</key><string>Often</string>
        <key>NATKeepAliveInterval</key><string>20</string>
        <key>Nonsense</key><true/>
      </dict></array></dict>
      """
    let found = Validation([read(profile(payload("com.apple.vpn.managed", keys)))]).findings
    let inTunnel = found.filter { $0.keyPath.contains("TunnelConfigurations[0].") }
    #expect(inTunnel.filter { $0.rule == "unknown-key" }.map(\.keyPath.last) == ["e"])
    #expect(inTunnel.contains { $0.rule == "wrong-type" && $0.keyPath.hasSuffix("Interval") })
    #expect(inTunnel.contains { $0.rule == "value-not-allowed" && $0.keyPath.hasSuffix("Rate") })
  }

  @Test(arguments: ["App", "Application"]) func anApplicationNeedsItsIdentifier(_ type: String) {
    for key in ["", "<key>BundleID</key><string>com.example.a</string>"] {
      let keys = """
        <key>Dock</key><array><dict><key>Type</key><string>\(type)</string>\(key)</dict></array>
        <key>Pages</key><array/>
        """
      let found = Validation([read(profile(payload("com.apple.homescreenlayout", keys)))]).findings
      #expect(found.contains { $0.rule == "companion-key-missing" } == key.isEmpty)
      #expect(!found.contains { $0.rule == "value-not-allowed" }, "\(found)")
    }
  }

  /// One mistake is one finding.
  @Test func aServerWithoutEncryptionIsToldOnce() {
    let keys = "<key>ServerURL</key><string>http://mdm.example.org</string>"
    let found = Validation([read(profile(payload("com.apple.mdm", keys)))]).findings
    #expect(found.filter { $0.keyPath.hasSuffix("ServerURL") }.count == 1, "\(found)")
  }

  /// A restriction and a preference of the same name disagree, and neither is then idle.
  @Test func aRestrictionAndAPreferenceDisagree() {
    let forced = payload(
      "com.apple.ManagedClient.preferences",
      """
      <key>PayloadContent</key><dict><key>com.apple.applicationaccess</key><dict><key>Forced</key>
      <array><dict><key>mcx_preference_settings</key><dict>
      <key>allowActivityContinuation</key><true/></dict></dict></array></dict></dict>
      """)
    func restriction(_ value: String) -> String {
      profile(restrictions("<key>allowActivityContinuation</key><\(value)/>"))
        .replacing("org.pbpolicy", with: "org.pbpolicy.other")
    }
    func rules(_ value: String) -> [RuleID] {
      let files = [restriction(value), profile(forced)].enumerated().map {
        PlistFile(reading: Array($0.element.utf8), path: "p\($0.offset)")
      }
      return Validation(files).findings.map(\.rule)
    }
    #expect(rules("false").contains("managed-preferences-disagree"))
    #expect(!rules("true").contains("managed-preferences-disagree"))
  }
}
