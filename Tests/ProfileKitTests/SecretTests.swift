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
