import Devices
import Findings
import Foundation
import ProfileKit
import Testing

/// Profiles that devices refuse whole, or may, and profiles of which nobody knows what they set.
@Suite struct ProfileRefusalTests {
  static let phone = "platform=iOS,version=18.1,supervised=yes,enrollment=automated,install=mdm"
  static let mac = "platform=macOS,version=15.1,supervised=yes,enrollment=device,install=mdm"
  private static let version = "<key>PayloadVersion</key><integer>1</integer>"

  static func payload(
    _ keys: String, type: String = "com.apple.applicationaccess", _ number: Int = 2
  ) -> String {
    """
    <dict><key>PayloadType</key><string>\(type)</string>\(version)
    <key>PayloadIdentifier</key><string>com.example.a.\(number)</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A0\(number)</string>
    \(keys)</dict>
    """
  }

  static let off = "<key>allowActivityContinuation</key><false/>"

  static func profile(_ payloads: String, _ top: String = "", identifier: String = "com.example.a")
    -> String
  {
    """
    <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string>\(version)
    <key>PayloadIdentifier</key><string>\(identifier)</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>\(top)
    <key>PayloadContent</key><array>\(payloads)</array></dict></plist>
    """
  }

  private func read(_ bytes: [UInt8], _ path: String = "a.mobileconfig") throws -> Profile {
    try #require(Profile(PlistFile(reading: bytes, path: path)))
  }

  private func universal(_ profiles: Profile..., on device: String = phone) throws
    -> ClipboardSummary.State
  {
    RestrictionsInForce(profiles, on: try Device(parsing: device)).clipboard.universalClipboard
      .state
  }

  private func universal(_ text: String, on device: String = phone) throws
    -> ClipboardSummary.State
  {
    try universal(try read(Array(text.utf8)), on: device)
  }

  @Test func aWholeOneCloses() throws {
    let whole = Self.profile(Self.payload(Self.off))
    #expect(try universal(whole) == .closed && universal(whole, on: Self.mac) == .closed)
  }

  /// What iOS refuses a Mac may take.
  @Test func aProfileWithoutAVersion() throws {
    let whole = Self.profile(Self.payload(Self.off))
    let first = try #require(whole.range(of: Self.version))
    var text = whole
    text.removeSubrange(first)
    #expect(try universal(text) == .open && universal(text, on: Self.mac) == .closed)
    var second = whole
    second.removeSubrange(try #require(whole.ranges(of: Self.version).last))
    #expect(try universal(second) == .uncertain && universal(second, on: Self.mac) == .closed)
    for value in ["<string>1</string>", "<integer>2</integer>"] {
      let other = whole.replacing(
        "<key>PayloadVersion</key><integer>1</integer>", with: "<key>PayloadVersion</key>" + value,
        maxReplacements: 1)
      #expect(try universal(other) == .uncertain && universal(other, on: Self.mac) == .uncertain)
    }
  }

  @Test(arguments: [
    "<key>PayloadIdentifier</key><string>com.example.a</string>",
    "<key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>",
    "<key>PayloadIdentifier</key><string>com.example.a.2</string>",
    "<key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>",
  ])
  func whatEveryProfileHasIsMissing(_ key: String) throws {
    let text = Self.profile(Self.payload(Self.off))
    #expect(text.contains(key))
    #expect(try universal(text.replacing(key, with: "")) == .uncertain)
  }

  @Test(arguments: [
    profile(payload(off, 1)),
    profile(payload(off), "<key>TargetDeviceType</key><string>1</string>"),
    profile(payload(off) + payload("", type: "com.apple.notificationsettings", 3)),
    profile(
      payload(off)
        + payload(
          """
          <key>NotificationSettings</key><array><dict><key>AlertType</key><integer>1</integer></dict>
          </array>
          """, type: "com.apple.notificationsettings", 3)),
    profile(payload(off) + "<string>x</string>"),
  ])
  func whatSomeDevicesRefuseIsUncertain(_ text: String) throws {
    #expect(try universal(text) == .uncertain)
  }

  /// By hand all of it is refused; where the way is not known it is taken as installed.
  @Test func aKeyForServersAlone() throws {
    let text = Self.profile(
      Self.payload(Self.off + "<key>allowUnmanagedToReadManagedContacts</key><true/>"))
    let phone = "platform=iOS,version=18.1,supervised=yes,enrollment=automated"
    #expect(try universal(text, on: phone + ",install=manual") == .open)
    #expect(try universal(text, on: phone + ",install=mdm") == .closed)
    #expect(try universal(text, on: phone) == .closed)
    #expect(
      try universal(Self.profile(Self.payload(Self.off)), on: phone + ",install=manual") == .closed)
  }

  @Test(.enabled(if: SigningTools.isThere)) func signaturesAndForms() throws {
    let tools = SigningTools.shared
    let content = Array(Self.profile(Self.payload(Self.off)).utf8)
    let message = tools.signed(content)
    #expect(try universal(read(message)) == .closed)
    let place = try #require(
      message.indices.first { message[$0...].starts(with: Array("allowActivity".utf8)) })
    var changed = message
    // Still the same restriction, in another display of it.
    let blank = try #require(changed[..<place].lastIndex(of: UInt8(ascii: "\n")))
    changed[blank] = UInt8(ascii: " ")
    #expect(try universal(read(changed)) == .open)
    #expect(try universal(read([0x20] + message)) == .open)
    #expect(try universal(read(message + [0x0A])) == .uncertain)
    #expect(
      try universal(read(tools.signed(content, by: "leaf", ["-nodetach", "-outform", "PEM"])))
        == .uncertain)
  }

  /// Nobody knows what is in it, so nothing else may be relied on.
  @Test func encryptedPayloads() throws {
    let off = try read(Array(Self.profile(Self.payload(Self.off)).utf8))
    let text = Self.profile("", "<key>IsEncrypted</key><true/>", identifier: "com.example.b")
      .replacing(
        "<key>PayloadContent</key><array></array>",
        with: "<key>EncryptedPayloadContent</key><data>AAAA</data>")
    let locked = try read(Array(text.utf8), "b.mobileconfig")
    #expect(locked.isLocked && !off.isLocked)
    #expect(try universal(off, locked) == .uncertain && universal(locked, off) == .uncertain)
    #expect(try universal(locked) == .uncertain)
    let found = RestrictionsInForce([off, locked], on: try Device(parsing: Self.phone))
    #expect(
      found["allowActivityContinuation"].why == [
        "encrypted, and not known what it restricts: `com.example.b`"
      ])
  }

  /// On a Mac the restrictions' domain can be set as managed preferences.
  @Test func managedPreferencesOfTheDomain() throws {
    func managed(_ value: String, _ domain: String = "com.apple.applicationaccess") throws
      -> Profile
    {
      let settings = """
        <key>PayloadContent</key><dict><key>\(domain)</key><dict><key>Forced</key><array><dict>
        <key>mcx_preference_settings</key><dict><key>allowActivityContinuation</key><\(value)/></dict>
        </dict></array></dict></dict>
        """
      let text = Self.profile(
        Self.payload(settings, type: "com.apple.ManagedClient.preferences"),
        identifier: "com.example.m")
      return try read(Array(text.utf8), "m.mobileconfig")
    }
    let off = try read(Array(Self.profile(Self.payload(Self.off)).utf8))
    #expect(try universal(off, managed("true"), on: Self.mac) == .uncertain)
    #expect(try universal(managed("false"), on: Self.mac) == .uncertain)
    #expect(try universal(off, managed("true", "com.apple.dock"), on: Self.mac) == .closed)
    #expect(try universal(off, managed("true")) == .closed)
    let found = RestrictionsInForce([try managed("true")], on: try Device(parsing: Self.mac))
    #expect(found.otherPayloads.isEmpty)
    #expect(found["allowActivityContinuation"].setBy.map(\.location.path) == ["m.mobileconfig"])
  }

  @Test func userChannels() throws {
    let text = Self.profile(Self.payload(Self.off))
    #expect(try universal(text, on: Self.mac + ",channel=user") == .uncertain)
    #expect(try universal(text, on: Self.phone + ",channel=user") == .open)
    let pad = "platform=iPadOS,version=18.1,supervised=yes,enrollment=automated,install=mdm"
    #expect(try universal(text, on: pad + ",channel=user,shared-ipad=no") == .open)
    #expect(try universal(text, on: pad + ",channel=user,shared-ipad=yes") == .uncertain)
    #expect(try universal(text, on: pad + ",channel=user") == .uncertain)
  }

  /// What no device takes replaces nothing, wherever it stands.
  @Test func theOrderOfCopiesDoesNotMatter() throws {
    let text = Self.profile(
      Self.payload(Self.off), "<key>PayloadDisplayName</key><string>x</string>")
    let refused = try read(
      Array(text.replacing("<string>x</string>", with: "<string>x<!-- c --></string>").utf8), "b")
    let good = try read(Array(text.utf8), "a")
    #expect(refused.node == good.node && !refused.isLike(good))
    #expect(try universal(refused) == .open)
    #expect(try universal(good, refused) == .closed && universal(refused, good) == .closed)
  }
}
