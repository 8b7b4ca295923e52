import Devices
import Findings
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// A profile with one Restrictions payload.
func restrictions(_ keys: [(String, Bool)], _ identifier: String, path: String? = nil) throws
  -> Profile
{
  let body = keys.map { "<key>\($0)</key><\($1)/>" }.joined(separator: "\n")
  let bytes = plist(
    """
    <dict>
    <key>PayloadType</key><string>Configuration</string><key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>\(identifier)</string>
    <key>PayloadUUID</key><string>\(identifier)-1</string>
    <key>PayloadContent</key><array><dict>
    <key>PayloadType</key><string>com.apple.applicationaccess</string>
    <key>PayloadIdentifier</key><string>\(identifier).r</string>
    <key>PayloadUUID</key><string>\(identifier)-2</string><key>PayloadVersion</key><integer>1</integer>
    \(body)
    </dict></array></dict>
    """)
  return try #require(Profile(PlistFile(reading: bytes, path: path ?? identifier)))
}

@Suite struct InForceTests {
  static let full = "platform=iOS,version=18.1,supervised=yes,enrollment=automated,install=mdm"

  private func state(_ profiles: [Profile], _ device: String) throws -> RestrictionsInForce {
    RestrictionsInForce(profiles, on: try Device(parsing: device))
  }

  @Test func disagreementKeepsBothValues() throws {
    let state = try state(
      [
        try restrictions([("allowActivityContinuation", false)], "a"),
        try restrictions([("allowActivityContinuation", true)], "b"),
      ],
      Self.full)
    let handoff = state["allowActivityContinuation"]
    #expect(handoff.isConflict)
    #expect(handoff.require == .boolean(false))
    #expect(handoff.relyOn == .boolean(true))
    #expect(handoff.standing == .uncertain)
    #expect(handoff.setBy.map(\.location.path) == ["a", "b"])
    #expect(state.clipboard.universalClipboard.state == .uncertain)
    let finding = try #require(state.findings.first)
    #expect(finding.rule == "restrictions-disagree")
    #expect(finding.location.path == "b" && finding.related.map(\.location.path) == ["a"])
    #expect(finding.location.line == finding.related[0].location.line && finding.location.line > 0)
    let help = try #require(finding.help)
    #expect(
      help.contains("Restrictions page") && help.contains("undefined")
        && help.contains("more restrictive"))
    let onMac = try self.state(
      [
        try restrictions([("allowCamera", false)], "a"),
        try restrictions([("allowCamera", true)], "b"),
      ],
      "platform=macOS,version=15.1,enrollment=device")
    #expect(onMac.findings.first?.help?.contains("assumed") == true)
  }

  /// Whether each fact that is missing makes the key uncertain, and each that is against it ends it.
  @Test(arguments: [
    ("allowAirDrop", full, "in force"),
    ("allowAirDrop", "platform=iOS,version=18.1,enrollment=device", "uncertain"),
    ("allowAirDrop", "platform=iOS,version=18.1,supervised=no,enrollment=device", "not in force"),
    ("allowAirDrop", "platform=iOS,version=6.0,supervised=yes", "not in force"),
    ("allowAirDrop", "platform=iOS,supervised=yes", "uncertain"),
    ("allowAirDrop", "platform=tvOS,version=18.1", "not in force"),
    ("allowActivityContinuation", "platform=iOS,version=18.1,enrollment=user", "not in force"),
    ("allowActivityContinuation", "platform=iOS,version=18.1", "uncertain"),
    ("allowActivityContinuation", "platform=iOS,version=18.1,enrollment=profile", "in force"),
    ("allowActivityContinuation", "platform=iOS,version=31.0,enrollment=profile", "uncertain"),
    (
      "allowCloudDocumentSync",
      "platform=iPadOS,version=18.1,supervised=yes,enrollment=automated,shared-ipad=yes",
      "not in force"
    ),
    (
      "allowCloudDocumentSync", "platform=iPadOS,version=18.1,supervised=yes,enrollment=automated",
      "uncertain"
    ),
    ("allowCloudDocumentSync", full, "in force"),
    ("allowUniversalControl", "platform=macOS,version=13.0,enrollment=device", "in force"),
    ("allowUniversalControl", "platform=macOS,version=12.7,enrollment=device", "not in force"),
    ("allowNothingOfTheKind", full, "uncertain"),
  ])
  func standing(_ key: String, _ device: String, _ expected: String) throws {
    let restriction = try state([try restrictions([(key, false)], "a")], device)[key]
    #expect(restriction.standing.rawValue == expected, "\(restriction.why)")
    #expect((restriction.standing == .inForce) == restriction.why.isEmpty)
    if expected == "uncertain", key.hasPrefix("allow"), key != "allowNothingOfTheKind" {
      #expect(restriction.require == .boolean(false) && restriction.relyOn == .boolean(true))
    }
  }

  @Test func nobodySetsIt() throws {
    let state = try state([], Self.full)
    #expect(state["allowActivityContinuation"].relyOn == .boolean(true))
    #expect(state["requireManagedPasteboard"].require == .boolean(false))
    #expect(state["allowUniversalControl"].require == nil)
    #expect(state["allowUniversalControl"].why == ["not available on iOS"])
  }

  @Test(arguments: [
    (false, true, true, "allowed", "allowed"), (true, true, true, "allowed", "allowed"),
    (true, false, true, "blocked", "allowed"), (true, true, false, "allowed", "blocked"),
    (true, false, false, "blocked", "blocked"), (false, false, false, "allowed", "allowed"),
  ])
  func managedPasteboard(
    _ board: Bool, _ out: Bool, _ into: Bool, _ first: String, _ second: String
  ) throws {
    let profile = try restrictions(
      [
        ("requireManagedPasteboard", board), ("allowOpenFromManagedToUnmanaged", out),
        ("allowOpenFromUnmanagedToManaged", into),
      ], "a")
    for device in [
      Self.full, "platform=visionOS,version=2.0", "platform=iPadOS,version=15.0,enrollment=user",
    ] {
      let clipboard = try state([profile], device).clipboard
      #expect(clipboard.managedToUnmanaged.paste == first, "\(device)")
      #expect(clipboard.unmanagedToManaged.paste == second, "\(device)")
    }
    for device in ["platform=tvOS", "platform=watchOS"] {
      #expect(
        try state([profile], device).clipboard.managedToUnmanaged.paste == "not on this platform")
    }
    // Nothing there keeps managed data from being pasted.
    #expect(
      try state([profile], "platform=macOS,version=15.1").clipboard.managedToUnmanaged.paste
        == "allowed")
    #expect(
      try state([profile], "platform=iOS,version=14.8").clipboard.managedToUnmanaged.paste
        == "allowed")
  }

  @Test func filesThatAppleRefusesRestrictNothing() throws {
    let text = RuleExampleText.refused
    let profile = try #require(Profile(read(text)))
    let state = try state([profile], Self.full)
    #expect(state["allowActivityContinuation"].standing == .notInForce)
    #expect(state["allowActivityContinuation"].why.first?.contains("refuses") == true)
    #expect(state.clipboard.universalClipboard.state == .open)
  }

  @Test func numbersAndLists() throws {
    func profile(_ body: String, _ name: String) throws -> Profile {
      let text = """
        <plist><dict><key>PayloadType</key><string>Configuration</string><key>PayloadIdentifier</key>
        <string>\(name)</string><key>PayloadUUID</key><string>\(name)-1</string>
        <key>PayloadVersion</key><integer>1</integer><key>PayloadContent</key><array><dict>
        <key>PayloadIdentifier</key><string>\(name).r</string><key>PayloadUUID</key>
        <string>\(name)-2</string><key>PayloadVersion</key><integer>1</integer><key>PayloadType</key>
        <string>com.apple.applicationaccess</string>\(body)</dict></array></dict></plist>
        """
      return try #require(Profile(read(text)))
    }
    let a = try profile(
      "<key>enforcedSoftwareUpdateDelay</key><integer>30</integer><key>ratingMovies</key><integer>100</integer><key>blockedAppBundleIDs</key><array><string>x</string><string>y</string></array><key>allowListedAppBundleIDs</key><array><string>x</string><string>y</string></array>",
      "a")
    let b = try profile(
      "<key>enforcedSoftwareUpdateDelay</key><integer>60</integer><key>ratingMovies</key><integer>300</integer><key>blockedAppBundleIDs</key><array><string>y</string><string>z</string></array><key>allowListedAppBundleIDs</key><array><string>y</string></array>",
      "b")
    let state = try state([a, b], Self.full)
    #expect(state["enforcedSoftwareUpdateDelay"].require == .number(60))
    #expect(state["enforcedSoftwareUpdateDelay"].relyOn == .number(30))
    #expect(state["ratingMovies"].require == .number(100))
    #expect(state["blockedAppBundleIDs"].require == .list(["x", "y", "z"]))
    #expect(state["blockedAppBundleIDs"].relyOn == .list(["y"]))
    #expect(state["allowListedAppBundleIDs"].require == .list(["y"]))
    #expect(state["allowListedAppBundleIDs"].relyOn == .list(["x", "y"]))
  }

  @Test func theReportsKeysAreThoseThatOthersBuildOn() throws {
    let json = try state([try restrictions([("allowAirDrop", false)], "a")], Self.full).json
    #expect(
      json.members?.map(\.key) == [
        "device", "evidence", "restrictions", "clipboard", "otherPayloads", "findings",
      ])
    let restriction = try #require(json["restrictions"]?.array?.first)
    for key in ["key", "value", "inForce", "why", "default", "conflict", "setBy"] {
      #expect(restriction[key] != nil, "\(key)")
    }
    #expect(
      restriction["inForce"] == true && restriction["value"] == false
        && restriction["default"] == true)
    let setting = try #require(restriction["setBy"]?.array?.first)
    #expect(
      setting.members?.map(\.key).prefix(6) == [
        "path", "line", "column", "profile", "payload", "value",
      ])
    let clipboard = try #require(json["clipboard"])
    for key in ["universalClipboard", "managedToUnmanaged", "unmanagedToManaged", "roadsOpen"] {
      #expect(clipboard[key] != nil, "\(key)")
    }
    #expect(try JSONValue(parsing: Array(json.prettyText.utf8)) == json)
    let report = Validation([read(plist("<dict/>"))]).json
    #expect(report.members?.map(\.key) == ["files", "targets", "now", "findings", "summary"])
    #expect(
      report["files"]?.array?.first?.members?.map(\.key) == [
        "path", "kind", "coreFoundationReads", "payloads", "signature", "encryption",
      ])
  }

  @Test func textKeepsTheWidth() throws {
    let keys = [
      "allowApplePersonalizedAdvertising", "allowActivityContinuation", "allowAirDrop",
      "requireManagedPasteboard",
    ]
    let profiles = try (0..<3).map { number in
      try restrictions(
        keys.map { ($0, number % 2 == 0) }, "p\(number)",
        path: "folder/profile-\(number).mobileconfig")
    }
    let text = try state(profiles, "platform=iOS").text()
    #expect(text.contains("would be in force if installed"))
    #expect(text.contains("reckon with false, rely on true"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}

enum RuleExampleText {
  /// A profile whose Handoff restriction stands beside an element that Apple's reader refuses.
  static let refused = """
    <plist><dict><key>PayloadType</key><string>Configuration</string><key>PayloadContent</key><array><dict>
    <key>PayloadType</key><string>com.apple.applicationaccess</string>
    <key>allowActivityContinuation</key><false/><key>n</key><null/></dict></array></dict></plist>
    """
}
