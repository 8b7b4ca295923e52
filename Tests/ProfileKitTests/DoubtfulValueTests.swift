import Devices
import Findings
import ProfileKit
import StrictJSON
import Testing

/// Values that readers take differently are reckoned with and not relied on.
@Suite struct DoubtfulValueTests {
  private func profile(_ payloads: String..., top: String = "", identifier: String = "a") throws
    -> Profile
  {
    let dicts = payloads.enumerated().map {
      """
      <dict><key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>\(identifier).\($0)</string>
      <key>PayloadUUID</key><string>\(identifier)-\($0)</string>\($1)</dict>
      """
    }
    let text = """
      <plist><dict><key>PayloadType</key><string>Configuration</string>\(top)
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadUUID</key><string>\(identifier)</string>
      <key>PayloadIdentifier</key><string>\(identifier)</string>
      <key>PayloadContent</key><array>\(dicts.joined())</array></dict></plist>
      """
    return try #require(Profile(read(text)))
  }

  private func state(_ profiles: Profile..., on device: String = InForceTests.full) throws
    -> RestrictionsInForce
  {
    RestrictionsInForce(profiles, on: try Device(parsing: device))
  }

  @Test(arguments: ["<integer>0</integer>", "<integer>7</integer>", "<string>false</string>"])
  func anIntegerIsNoCertainBoolean(_ value: String) throws {
    let found = try state(profile("<key>allowActivityContinuation</key>\(value)"))
    let handoff = found["allowActivityContinuation"]
    #expect(handoff.standing == .uncertain)
    #expect(handoff.requireFlag == false && handoff.relyOnFlag == true)
    #expect(handoff.why.contains { $0.contains("where a boolean is due") }, "\(handoff.why)")
    #expect(found.clipboard.universalClipboard.state == .uncertain)
  }

  @Test func onlyZeroAndOneAreTruthValues() {
    #expect(read("<integer>0</integer>").root?.coercedBoolean == false)
    #expect(read("<integer>1</integer>").root?.coercedBoolean == true)
    for number: Int64 in [-1, 2, 7, .min] {
      #expect(read("<integer>\(number)</integer>").root?.coercedBoolean == nil)
    }
  }

  @Test func aKeySetTwiceIsNotReliedOn() throws {
    for pair in [("true", "false"), ("false", "true")] {
      let found = try state(
        profile(
          "<key>allowActivityContinuation</key><\(pair.0)/>"
            + "<key>allowActivityContinuation</key><\(pair.1)/>"))
      let handoff = found["allowActivityContinuation"]
      #expect(handoff.standing == .uncertain && !handoff.isConflict)
      #expect(handoff.requireFlag == false && handoff.relyOnFlag == true)
      #expect(handoff.setBy.map(\.value) == [pair.0, pair.1].map { .boolean($0 == "true") })
    }
  }

  @Test func contentSetTwiceCountsWhole() throws {
    let found = try state(
      profile(
        "<key>allowCamera</key><false/>",
        top: """
          <key>PayloadContent</key><array><dict>
          <key>PayloadType</key><string>com.apple.applicationaccess</string>
          <key>allowActivityContinuation</key><false/></dict></array>
          """))
    for key in ["allowActivityContinuation", "allowCamera"] {
      #expect(found[key].requireFlag == false && found[key].relyOnFlag == true, "\(key)")
    }
  }

  /// What is not in force is shown as the file says it, and that the default holds instead.
  @Test func theValueShownIsTheFiles() throws {
    let found = try state(
      profile("<key>allowActivityContinuation</key><false/>"),
      on: "platform=iOS,version=18.1,enrollment=user")
    let handoff = found["allowActivityContinuation"]
    #expect(handoff.standing == .notInForce && handoff.shownValue == .boolean(false))
    #expect(handoff.json["value"] == false && handoff.json["require"] == true)
    let text = found.text()
    #expect(text.contains("allowActivityContinuation  false     no"), "\(text)")
    #expect(text.contains("the default, true, holds"), "\(text)")
  }

  @Test func payloadsOfOneProfileDisagree() throws {
    let found = try state(
      profile("<key>allowCamera</key><false/>", "<key>allowCamera</key><true/>"))
    let camera = found["allowCamera"]
    #expect(camera.isConflict)
    #expect(camera.why.first?.hasPrefix("payloads of one profile disagree") == true)
    #expect(found.findings.first?.keyPath == "PayloadContent[1].allowCamera")
  }
}
