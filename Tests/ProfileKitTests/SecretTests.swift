import Findings
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// Secrets are found, and shown nowhere.
@Suite struct SecretTests {
  private static let places: [(type: String, before: String, key: String, after: String)] = [
    ("com.apple.wifi.managed", "", "Password", ""),
    (
      "com.apple.wifi.managed", "<key>EAPClientConfiguration</key><dict>", "UserPassword", "</dict>"
    ),
    ("com.apple.vpn.managed", "<key>IPSec</key><dict>", "XAuthPassword", "</dict>"),
    ("com.apple.security.scep", "<key>PayloadContent</key><dict>", "Challenge", "</dict>"),
    ("com.apple.mail.managed", "", "IncomingPassword", ""),
    ("com.apple.profileRemovalPassword", "", "RemovalPassword", ""),
    ("org.pbpolicy.agent", "<key>a</key><array><dict>", "ApiToken", "</dict></array>"),
    (
      "com.apple.ManagedClient.preferences",
      "<key>PayloadContent</key><dict><key>x</key><dict><key>Forced</key><array><dict><key>mcx_preference_settings</key><dict>",
      "client_secret", "</dict></dict></array></dict></dict>"
    ),
  ]

  /// No report says it: not the message, not the advice, not the line under it.
  @Test func secretsAreNeverShown() {
    var random = TestSupport.SeededGenerator("secrets")
    for place in Self.places {
      for break_ in ["", "\n", "<!-- x -->"] {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789äß")
        let secret = String((0..<12).map { _ in random.pick(letters) })
        let keys =
          "\(place.before)<key>\(place.key)</key>\(break_)<string>\(secret)</string>\(place.after)"
        let validation = Validation([read(profile(payload(place.type, keys)))])
        let found = validation.findings.filter { $0.rule == "secret-in-clear" }
        #expect(found.count == 1, "\(place) (seed \(random.seed))")
        #expect(found.first?.keyPath.hasSuffix(place.key) == true)
        let text = TextReporter(sources: validation.sources, width: 400).text(
          of: validation.findings)
        #expect(!text.contains(secret), "\(place) (seed \(random.seed)): \(text)")
        #expect(!validation.json.prettyText.contains(secret))
        #expect(text.contains("<key>\(place.key)</key>"), "the line is still shown")
      }
    }
  }

  /// However it is written, and whatever else is wrong there, no report says it.
  @Test(arguments: [
    "<key>Password</key><string>hunter2secret</string><key>Password</key><string>hunter2secret</string>",
    "<key>Password</key><key>hunter2secret</key>",
    "<key>Password</key><array><key>hunter2secret</key></array>",
    "<key>Password</key><string><![CDATA[x</y>hunter2secret]]></string>",
    "<key>Password</key><string><![CDATA[</string>]]>hunter2secret</string>",
    "<key>Password</key><integer>4711082</integer>", "<key>Password</key><real>4711082</real>",
    "<key>Password</key><integer>hunter2secret</integer>",
    "<key>Password</key><real>hunter2secret</real>",
    "<key>Password</key><date>hunter2secret</date>",
    "<key>Password</key><string>hunter2secret & co</string>",
    "<key>Password</key><string>a &hunter2secret; b</string>",
    "<key>Password</key><string>hunter2secret</strin>",
    "<key>Password</key><string>hun<hunter2secret</string>",
    "<key>Password</key>\n<string>hunter2secret\n<key>a</key>",
    "<key>Password</key>hunter2secret<key>a</key>",
    "<key> Password</key><string>hunter2secret &</string>",
    "<key>Password</key><string><!-- hunter2secret --></string>",
    "<key>Password</key><string>a<!-- x -->hunter2secret</string>",
    "<key>Password</key><dict><key>hunter2secret</key><string>hunter2secret</string></dict>",
    "<key>Password</key><dict><key>hunter2secret</key><string>hunter2secret &</string></dict>",
    "<key>Password</key><string>$hunter2secret</string>",
    "<key>Password</key><string>hunter2secret{{x}}</string>",
    "<key>Password</key><string>%hunter2secret%</string>",
    "<key>Link</key><string>https://bob:hunter2secret@example.org/</string>",
  ])
  func neverShownHoweverWritten(_ keys: String) {
    for type in ["com.apple.wifi.managed", "org.pbpolicy.x"] {
      let text = profile(payload(type, keys))
      for whole in [text, text.replacing("<plist version=\"1.0\">", with: "<plist><q/>")] {
        let validation = Validation([read(whole)])
        let findings = validation.findings + pointing(at: whole)
        let report = TextReporter(sources: validation.everySource, width: 400).text(of: findings)
        for part in ["hunter2secret", "4711082"] {
          #expect(!report.contains(part), "\(report)")
          #expect(!validation.json.prettyText.contains(part))
        }
        #expect(report.contains("com.apple") || report.contains("org.pbpolicy"))
      }
    }
  }

  /// A finding at each line, so that each is shown.
  private func pointing(at text: String) -> [Finding] {
    (1...text.split(separator: "\n", omittingEmptySubsequences: false).count).map {
      Finding("test", .notice, at: SourceLocation(path: "p", line: $0, column: 1), "here")
    }
  }

  @Test(arguments: ["\"hunter2secret\"", "hunter2secret", "\"a\\\"hunter2secret\"", "<68756e74>"])
  func neverShownInOpenStepText(_ value: String) {
    let text = "{\nPayloadType = Configuration;\nPassword = \(value);\nb = c;\n}\n"
    let report = TextReporter(sources: Validation([read(text)]).everySource, width: 400).text(
      of: pointing(at: text))
    #expect(!report.contains("hunter2secret") && !report.contains("68756e74"), "\(report)")
    #expect(report.contains("Password = ") && report.contains("b = c;"))
  }

  /// A text that only looks like a variable is a password, and told of.
  @Test(arguments: [
    "hunter$SECRET2", "hunter2{{x}}", "%hunter2%", "$hunter2", "a${B}", "hunter2",
  ])
  func realPasswords(_ value: String) {
    let keys = "<key>Password</key><string>\(value)</string>"
    let found = Validation([read(profile(payload("com.apple.wifi.managed", keys)))]).findings
    #expect(found.contains { $0.rule == "secret-in-clear" }, "\(value)")
  }

  /// Keys of free dictionaries inside payloads that are known, switches and other values.
  @Test(arguments: [
    ("<key>VendorConfig</key><dict><key>apiToken</key><string>a1</string></dict>", true),
    (
      "<key>VendorConfig</key><dict><key>a</key><array><dict><key>preshared_key</key><data>AAAA</data></dict></array></dict>",
      true
    ),
    ("<key>VendorConfig</key><dict><key>preshared_key</key><integer>1234</integer></dict>", true),
    ("<key>VendorConfig</key><dict><key>usePassword</key><integer>1</integer></dict>", false),
    ("<key>VendorConfig</key><dict><key>usePassword</key><true/></dict>", false),
    (
      "<key>VendorConfig</key><dict><key>url</key><string>https://a@example.org</string></dict>",
      false
    ),
    (
      "<key>VendorConfig</key><dict><key>url</key><string>https://a:b1@example.org</string></dict>",
      true
    ),
    (
      "<key>VendorConfig</key><dict><key>url</key><string>https://{{a}}:{{b}}@example.org</string></dict>",
      false
    ),
    (
      "<key>VendorConfig</key><dict><key>url</key><string>https://example.org/a:b@c</string></dict>",
      false
    ),
  ])
  func insideKnownPayloads(_ keys: String, _ isFound: Bool) {
    for type in ["com.apple.vpn.managed", "com.apple.webcontent-filter"] {
      let found = Validation([read(profile(payload(type, keys)))]).findings
      #expect(found.contains { $0.rule == "secret-in-clear" } == isFound, "\(keys)")
    }
  }

  /// The lines that hide a secret are as long as they were, so that carets stand where they stood.
  @Test func linesKeepTheirLength() throws {
    let text = profile(
      payload(
        "com.apple.wifi.managed",
        "<key>Password</key><string>pä\nss</string><key>AutoJoin</key><integer>1</integer>"))
    let validation = Validation([read(text)])
    let lines = try #require(validation.sources["p"])
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let shown = lines[index + 1] else { continue }
      #expect(shown.unicodeScalars.count == line.unicodeScalars.count, "line \(index + 1)")
    }
    #expect((1...40).contains { lines[$0]?.contains("<string>**") == true })
  }

  @Test func aPrivateKeyIsOne() {
    let pem = "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"
    for value in [
      "<string>\(pem)</string>", "<data>\(Data(pem.utf8).base64EncodedString())</data>",
    ] {
      let found = Validation([read(profile(payload("org.pbpolicy.x", "<key>a</key>\(value)")))])
        .findings
      #expect(found.contains { $0.message == "a private key stands in clear in this file" })
    }
    let certificate = "<string>-----BEGIN CERTIFICATE-----</string>"
    let found = Validation([read(profile(payload("org.pbpolicy.x", "<key>a</key>\(certificate)")))])
      .findings
    #expect(!found.contains { $0.rule == "secret-in-clear" })
  }

  /// Names that only look like it.
  @Test(arguments: [
    "<key>allowPasswordAutoFill</key><false/>", "<key>PasswordManagerEnabled</key><true/>",
    "<key>Password</key><string>$FLEET_SECRET_X</string>", "<key>Password</key><string></string>",
    "<key>Password</key><string>{{password}}</string>", "<key>passwordHint</key><string>a</string>",
  ])
  func noSecret(_ keys: String) {
    for type in ["com.apple.applicationaccess", "org.pbpolicy.x"] {
      let found = Validation([read(profile(payload(type, keys)))]).findings
      #expect(!found.contains { $0.rule == "secret-in-clear" }, "\(keys)")
    }
  }
}

/// What is left in a template, and what only looks like it.
@Suite struct TemplateTests {
  private func severities(_ text: String) -> [Severity] {
    let file = read(profile(restrictions("<key>PayloadDescription</key><string>\(text)</string>")))
    return Validation([file]).findings.filter { $0.rule == "placeholder-left-in" }.map(\.severity)
  }

  @Test(arguments: [
    "{{mail}}", "{{ user.name }}", "${EMAIL}", "$EMAIL", "$FLEET_SECRET_X", "a $FLEET_VAR_HOST b",
    "%SerialNumber%", "https://x.org/$UDID/y", "user-{{serialnumber}}",
  ])
  func variables(_ text: String) { #expect(severities(text) == [.notice], "\(text)") }

  @Test(arguments: [
    "YOUR_COMPANY", "com.yourcompany.wifi", "your-company.wifi", "CHANGEME", "change_me", "TODO",
    "REPLACE_WITH_TOKEN", "workspace_id_goes_here", "password_here", "com.mycompany.x",
    "00000000-0000-0000-0000-000000000000", "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
    "[your_name]", "Your Password",
  ])
  func placeholders(_ text: String) {
    #expect(severities(text) == [.warning], "\(text)")
  }

  @Test(arguments: [
    "100 %", "50% of 20%", "costs $5", "US$", "^[a-z]+$", "a%20b%20c", "{a}", "{{}}", "$(whoami)",
    "$a",
    "To do: change me later, or not", "a todo list", "Put your company's name in Settings",
    "com.example.a",
    "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A07", "mycompanyname",
    "anchor apple generic and certificate leaf",
    "/Users/Shared/here", "over there", "%d of %d", "€ and $", "ourcompany.org", "discompany_name",
  ])
  func neither(_ text: String) { #expect(severities(text) == [], "\(text)") }
}
