import Devices
import ProfileKit
import Testing

/// What a profile says of itself that keeps its restrictions from being relied on.
@Suite struct ProfileObstacleTests {
  func handoff(_ top: String, payload: String = "", type: String = "Configuration") throws
    -> Restriction
  {
    let text = """
      <plist version="1.0"><dict>
      <key>PayloadType</key><string>\(type)</string><key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>com.example.a</string>
      <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>
      \(top)
      <key>PayloadContent</key><array><dict>
      <key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>com.example.a.r</string>
      <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>
      <key>allowActivityContinuation</key><false/>\(payload)
      </dict></array></dict></plist>
      """
    let file = PlistFile(reading: Array(text.utf8), path: "a.mobileconfig")
    let profile = try #require(Profile(file))
    let device = try Device(parsing: "platform=macOS,version=15.0,enrollment=device,supervised=no")
    return RestrictionsInForce([profile], on: device)["allowActivityContinuation"]
  }

  @Test func aPlainProfileIsReliedOn() throws {
    let restriction = try handoff("")
    #expect(restriction.standing == .inForce)
    #expect(restriction.relyOn?.boolean == false)
    #expect(try handoff("<key>TargetDeviceType</key><integer>5</integer>").standing == .inForce)
  }

  @Test(arguments: [
    ("<key>TargetDeviceType</key><integer>1</integer>", ""),
    ("<key>RemovalDate</key><date>2020-01-01T00:00:00Z</date>", ""),
    ("<key>DurationUntilRemoval</key><integer>60</integer>", ""),
    ("<key>PayloadScope</key><string>User</string>", ""),
    ("", "<key>PayloadEnabled</key><false/>"),
  ])
  func aDoubtfulOneIsReckonedWithAndNotReliedOn(top: String, payload: String) throws {
    let restriction = try handoff(top, payload: payload)
    #expect(restriction.standing == .uncertain)
    #expect(restriction.require?.boolean == false)
    #expect(restriction.relyOn?.boolean == true)
    #expect(!restriction.why.isEmpty)
  }

  @Test func whatIsNoConfigurationIsNotInstalled() throws {
    let restriction = try handoff("", type: "Other")
    #expect(restriction.standing == .notInForce)
    #expect(restriction.require?.boolean == true)
  }
}
