import Findings
import Foundation

extension ReportRow {
  /// Reports 1–8: identity, structure, types.
  static let ofStructure: [ReportRow] = ofTypes + ofIdentity + ofVersion + ofNames

  private static let wifi = "com.apple.wifi.managed"
  private static let name = "<key>SSID_STR</key><string>a</string>"

  private static let ofTypes: [ReportRow] = [
    .says(
      "1", "an integer for a boolean deep in a privacy payload",
      macProfile(privacy("SystemPolicyAllFiles", "<key>Allowed</key>▸<integer>1</integer>")),
      expect: .error("wrong-type", "some devices take 1 for true")),
    .says(
      "1", "the same for Macs alone",
      macProfile(privacy("SystemPolicyAllFiles", "<key>Allowed</key>▸<integer>1</integer>")),
      target: "platform=macOS,version=15.1",
      expect: .warning("wrong-type", "upload checks refuse it")),
    .says(
      "1", "no PayloadVersion in a payload",
      macProfile(
        privacy("Calendar", "<key>Allowed</key><true/>").replacingOccurrences(
          of: "<key>PayloadVersion</key><integer>1</integer>\n", with: "")),
      expect: .warning("missing-required-key", "PayloadVersion")),
    .near(
      "1", "another key beside it",
      macProfile(
        privacy("Calendar", "<key>Allowed</key><true/><key>StaticCode</key>▸<integer>0</integer>")),
      expect: .error("wrong-type", "StaticCode")),
    .near(
      "1", "another payload type",
      profile(payload(wifi, "\(name)<key>AutoJoin</key>▸<integer>1</integer>")),
      expect: .error("wrong-type", "AutoJoin")),
    .near(
      "1", "another type than an integer",
      profile(restrictions("<key>allowCamera</key>▸<string>false</string>")),
      expect: .error("wrong-type", "expected a boolean")),
    .fine(
      "1", "a boolean", macProfile(privacy("SystemPolicyAllFiles", "<key>Allowed</key><true/>"))),
    .fine(
      "1", "an integer where one is due",
      profile(
        payload("com.apple.mobiledevice.passwordpolicy", "<key>minLength</key><integer>1</integer>")
      )
    ),
  ]

  private static let ofIdentity: [ReportRow] = [
    .says(
      "2", "the profile's own UUID in a payload",
      profile(
        restrictions("", number: "01").replacingOccurrences(
          of: "<string>6A5A", with: "▸<string>6A5A")),
      expect: .error("uuid-duplicate", "uuidgen")),
    .near(
      "2", "the same in small letters",
      profile(
        restrictions("", number: "01").replacingOccurrences(
          of: "<string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01",
          with: "▸<string>6a5a6e0b-3c53-4b0c-9c0b-0c5e5a7c1a01")
      ), expect: .error("uuid-duplicate")),
    .fine("2", "a UUID of its own in the payload", profile(restrictions(""))),
    .says(
      "3", "two payloads with one UUID",
      profile(
        restrictions("<key>allowCamera</key><false/>"),
        payload(wifi, name).replacingOccurrences(of: "<string>6A5A", with: "▸<string>6A5A")),
      expect: .error("uuid-duplicate", "used twice")),
    .near(
      "3", "two payloads with one identifier",
      profile(
        restrictions("<key>allowCamera</key><false/>"),
        payload(wifi, name).replacingOccurrences(of: "7C1A02", with: "7C1A03")),
      expect: .warning("identifier-duplicate")),
    .fine("3", "a UUID for each", profile(restrictions(""), payload(wifi, name, number: "03"))),
    .says(
      "4", "two profiles with one identifier",
      profile(restrictions("<key>allowCamera</key><false/>")),
      profile(payload(dns, dnsSettings, number: "04"), uuid: "03").replacingOccurrences(
        of: "<string>org.pbpolicy.a<", with: "▸<string>org.pbpolicy.a<"),
      expect: .warning("identifier-replaced", "replaces `file1`")),
    .near(
      "4", "the third replaces the second", profile(restrictions("")),
      profile(restrictions("<key>allowCamera</key><false/>")),
      profile(restrictions("<key>allowAirDrop</key><false/>")),
      expect: .warning("identifier-replaced", "replaces `file2`")),
    .near(
      "4", "two identifiers and one UUID", profile(payload(wifi, name)),
      profile(payload(dns, dnsSettings, number: "04"), identifier: "org.pbpolicy.b")
        .replacingOccurrences(
          of: "<key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01",
          with: "<key>PayloadUUID</key>▸<string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01"),
      expect: .warning("uuid-reused", "`file1`")),
    .near(
      "4", "one payload UUID in two profiles", profile(payload(wifi, name)),
      profile(payload(dns, dnsSettings), identifier: "org.pbpolicy.b", uuid: "09"),
      expect: .warning("uuid-reused", "`file1`")),
    .fine("4", "a copy of one profile", profile(payload(wifi, name)), profile(payload(wifi, name))),
    .fine(
      "4", "two profiles", profile(payload(wifi, name)),
      profile(payload(dns, dnsSettings, number: "04"), identifier: "org.pbpolicy.b", uuid: "03")),
  ]

  private static let versionless = profile(restrictions("<key>allowCamera</key><false/>"))
    .replacingOccurrences(
      of: "Configuration</string>\n<key>PayloadVersion</key><integer>1</integer>",
      with: "Configuration</string>"
    ).replacingOccurrences(
      of: "\n<dict>\n<key>PayloadType</key><string>Conf",
      with: "\n▸<dict>\n<key>PayloadType</key><string>Conf")

  private static let ofVersion: [ReportRow] = [
    .says(
      "6", "no PayloadVersion at the top, for iOS", versionless, target: "platform=iOS",
      expect: .error("missing-required-key", "the profile has no `PayloadVersion`")),
    .says(
      "6", "no PayloadVersion at the top, for Macs", versionless, target: "platform=macOS",
      expect: .warning("missing-required-key", "the profile has no `PayloadVersion`")),
    .near(
      "6", "no PayloadUUID at the top",
      profile(restrictions("")).replacingOccurrences(
        of: "<key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>", with: ""),
      target: "platform=iOS", expect: .error("missing-required-key", "PayloadUUID")),
    .near(
      "6", "another version",
      profile(restrictions("")).replacingOccurrences(
        of: "Configuration</string>\n<key>PayloadVersion</key><integer>1",
        with: "Configuration</string>\n<key>PayloadVersion</key>▸<integer>2"),
      expect: .warning("payload-version")),
    .fine("6", "with its version", profile(restrictions("")), target: "platform=iOS"),
  ]

  private static let ofNames: [ReportRow] = [
    .says(
      "7", "the scope in small letters",
      profile(payload(wifi, name), top: "▸<key>payloadScope</key><string>system</string>"),
      expect: .error("unknown-key", "the key is `PayloadScope`: keys are case-sensitive")),
    .says(
      "7", "the type of a payload at the top",
      profile(payload(wifi, name)).replacingOccurrences(
        of: "<string>Configuration<", with: "▸<string>com.apple.wifi.managed<"),
      expect: .error("not-a-profile", "belongs into the payload")),
    .near(
      "7", "the scope's value in small letters",
      profile(payload(wifi, name), top: "<key>PayloadScope</key>▸<string>system</string>"),
      expect: .error("value-not-allowed", "System, User")),
    .near(
      "7", "another key at the top",
      profile(payload(wifi, name), top: "▸<key>PayloadDisplayname</key><string>a</string>"),
      expect: .error("unknown-key", "PayloadDisplayName")),
    .near(
      "7", "a payload's type in capitals",
      profile(payload("com.apple.WiFi.managed", name)),
      expect: .warning("unknown-payload-type", "did you mean `com.apple.wifi.managed`?")),
    .near(
      "7", "white space around a payload's type",
      profile(payload(" com.apple.wifi.managed\n", name)),
      expect: .warning("identifier-form", "white space")),
    .fine(
      "7", "the scope",
      profile(payload(wifi, name), top: "<key>PayloadScope</key><string>System</string>")),
    .says(
      "8", "a value written as a key",
      profile(restrictions("<key>PayloadDisplayName</key>▸<key>b</key>")),
      expect: .error("plist-key-as-value", "read as the string `b`")),
    .near(
      "8", "the same at the top",
      profile(restrictions(""), top: "<key>PayloadOrganization</key>▸<key>b</key>"),
      expect: .error("plist-key-as-value")),
    .near(
      "8", "a key without a value",
      profile(restrictions("<key>PayloadDisplayName</key>")),
      expect: .error("plist-refused-by-apple")),
    .fine(
      "8", "a string", profile(restrictions("<key>PayloadDisplayName</key><string>b</string>"))),
  ]
}
