import Devices
import Findings
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// What a device or its server says beside the files.
@Suite struct ResponseTests {
  static let phone = "platform=iOS,version=18.1,supervised=yes,enrollment=automated,shared-ipad=no"

  private func response(_ body: String, _ device: String = phone, whole: Bool = true) throws
    -> RestrictionsResponse
  {
    let inner = "<dict>\(body)</dict>"
    let text =
      whole
      ? "<dict><key>Status</key><string>Acknowledged</string><key>GlobalRestrictions</key>\n\(inner)</dict>"
      : inner
    let file = PlistFile(reading: plist(text), path: "response")
    return try #require(RestrictionsResponse(file, from: Device(parsing: device)))
  }

  private func bool(_ keys: [(String, Bool)]) -> String {
    "<key>restrictedBool</key><dict>"
      + keys.map { "<key>\($0)</key><dict><key>value</key><\($1)/></dict>" }.joined(separator: "\n")
      + "</dict>"
  }

  private func compare(_ files: [Profile], _ response: RestrictionsResponse) throws -> [String:
    String]
  {
    let device = try Device(parsing: Self.phone)
    let comparison = RestrictionComparison(RestrictionsInForce(files, on: device), with: response)
    return Dictionary(
      uniqueKeysWithValues: comparison.differences.map { ($0.key, $0.kind.rawValue) })
  }

  @Test(arguments: [true, false])
  func keyByKey(_ whole: Bool) throws {
    let files = [
      try restrictions(
        [
          ("allowCamera", false), ("allowAirDrop", false), ("allowScreenShot", true),
          ("forceAirDropUnmanaged", true),
        ], "a"),
      try restrictions([("allowActivityContinuation", true)], "b"),
      try restrictions([("allowActivityContinuation", false)], "c"),
    ]
    let said = try response(
      bool([
        ("allowCamera", false), ("allowActivityContinuation", false), ("allowCloudBackup", false),
        ("allowHostPairing", true), ("forceAirDropUnmanaged", false),
      ]), whole: whole)
    // Set alike, a default that is not named, and a default that is: no differences.
    #expect(
      try compare(files, said) == [
        "allowAirDrop": "only-in-files", "allowCloudBackup": "only-on-device",
        "forceAirDropUnmanaged": "different-value", "allowActivityContinuation": "settled",
      ])
  }

  @Test func nothingDiffersWhereBothSayTheSame() throws {
    var random = TestSupport.SeededGenerator("comparison")
    let keys = InForceProperties.keys
    let device = try Device(parsing: Self.phone)
    for _ in 0..<40 {
      let files = try (0..<2).map { number in
        try restrictions(
          keys.filter { _ in random.percent(40) }.map { ($0, random.percent(50)) }, "p\(number)")
      }
      let alone = RestrictionsInForce(files, on: device)
      // A device that takes the restrictive value of everything, and names all of it.
      let said = try response(
        bool(alone.restrictions.compactMap { one in one.requireFlag.map { (one.key, $0) } }))
      let differences = RestrictionComparison(alone, with: said).differences
      #expect(differences.allSatisfy { $0.kind == .settled }, "seed \(random.seed)")
      #expect(
        Set(differences.map(\.key)) == Set(alone.restrictions.filter { !$0.isCertain }.map(\.key)))
      // With the device's word nothing is uncertain any more.
      var evidence = Evidence()
      evidence.response = said
      let settled = RestrictionsInForce(files, on: device, evidence: evidence)
      #expect(settled.restrictions.allSatisfy { $0.isCertain && $0.standing != .uncertain })
      #expect(settled.clipboard.universalClipboard.state != .uncertain)
      for one in alone.restrictions where one.requireFlag != nil {
        #expect(settled[one.key].require == one.require)
      }
    }
  }

  @Test func numbersAndLists() throws {
    let file = try profileWithKeys(
      """
      <key>enforcedSoftwareUpdateDelay</key><integer>30</integer>
      <key>blockedAppBundleIDs</key><array><string>x</string><string>y</string></array>
      """)
    let same = try response(
      "<key>restrictedValue</key><dict><key>enforcedSoftwareUpdateDelay</key><dict><key>value</key>"
        + "<integer>30</integer></dict></dict><key>union</key><dict><key>blockedAppBundleIDs</key><dict>"
        + "<key>values</key><array><string>y</string><string>x</string></array></dict></dict>")
    #expect(try compare([file], same) == [:])
    let other = try response(
      "<key>restrictedValue</key><dict><key>enforcedSoftwareUpdateDelay</key><dict><key>value</key>"
        + "<integer>60</integer></dict></dict>")
    #expect(
      try compare([file], other) == [
        "enforcedSoftwareUpdateDelay": "different-value", "blockedAppBundleIDs": "only-in-files",
      ])
  }

  private func profileWithKeys(_ keys: String) throws -> Profile {
    let text = """
      <dict><key>PayloadType</key><string>Configuration</string><key>PayloadIdentifier</key><string>k</string>
      <key>PayloadUUID</key><string>U</string><key>PayloadVersion</key><integer>1</integer>
      <key>PayloadContent</key><array><dict>
      <key>PayloadVersion</key><integer>1</integer><key>PayloadIdentifier</key><string>k.r</string>
      <key>PayloadUUID</key><string>V</string>
      <key>PayloadType</key><string>com.apple.applicationaccess</string>\(keys)</dict></array></dict>
      """
    return try #require(Profile(PlistFile(reading: plist(text), path: "k")))
  }

  @Test func answersThatAreNone() throws {
    let mac = try response("", "platform=macOS,version=15.1")
    #expect(!mac.isUsable && mac.findings.map(\.rule.name) == ["response-not-usable"])
    let user = try response(bool([("allowCamera", false)]), "platform=iOS,enrollment=user")
    #expect(!user.isUsable)
    let text =
      "<dict><key>Status</key><string>NotNow</string><key>GlobalRestrictions</key><dict/></dict>"
    let late = try #require(
      RestrictionsResponse(PlistFile(reading: plist(text), path: "r"), from: Device(.iOS)))
    #expect(!late.isUsable && late.findings.first?.message.contains("NotNow") == true)
    #expect(
      RestrictionsResponse(PlistFile(reading: plist("<dict/>"), path: "r"), from: Device(.iOS))
        == nil)
    let odd = try response("<key>restrictedBool</key><dict><key>allowCamera</key><true/></dict>")
    #expect(odd.findings.map(\.severity) == [.error] && odd.words.isEmpty)
    // What is not usable settles nothing.
    var evidence = Evidence()
    evidence.response = mac
    let files = [
      try restrictions([("allowCamera", false)], "a"),
      try restrictions([("allowCamera", true)], "b"),
    ]
    let state = RestrictionsInForce(files, on: Device(.macOS, OSVersion(15, 1)), evidence: evidence)
    #expect(state["allowCamera"].standing == .uncertain && state.evidence.basis == .files)
  }

  private func list(_ entries: [(id: String, uuid: String, types: [String]?)]) throws
    -> ProfileListResponse
  {
    let items = entries.map { entry in
      "<dict><key>PayloadIdentifier</key><string>\(entry.id)</string><key>PayloadUUID</key><string>\(entry.uuid)</string>"
        + (entry.types.map { types in
          "<key>PayloadContent</key><array>"
            + types.map { "<dict><key>PayloadType</key><string>\($0)</string></dict>" }.joined()
            + "</array>"
        } ?? "") + "</dict>"
    }
    let text = "<dict><key>ProfileList</key><array>\(items.joined(separator: "\n"))</array></dict>"
    return try #require(ProfileListResponse(PlistFile(reading: plist(text), path: "list")))
  }

  @Test func whatIsInstalledCounts() throws {
    let one = try profileWithKeys("<key>allowCamera</key><false/>")
    let two = try restrictions([("allowCamera", true)], "two")
    let uuid = try #require(one.uuid)
    let identifier = try #require(one.identifier)
    let other = try #require(two.identifier)
    let restricting = ["com.apple.wifi.managed", Payload.restrictionsType]
    let choice = try list([
      (identifier, uuid.lowercased(), nil), (other, "another", restricting),
      ("wifi", "w", ["com.apple.wifi.managed"]),
      ("hidden", "h", nil),
    ]).choose(from: [one, two, try restrictions([("allowCamera", true)], "three")])
    #expect(choice.installed.map(\.path) == [one.path])
    #expect(
      choice.unknown == [
        UnknownProfile(other), UnknownProfile("wifi", mayRestrict: false), UnknownProfile("hidden"),
      ])
    #expect(
      choice.findings.map { "\($0.severity) \($0.rule)" }.sorted() == [
        "notice profile-not-installed", "notice profile-without-file",
        "warning profile-edition-differs",
        "warning profile-without-file",
      ])
    #expect(choice.findings.allSatisfy { $0.location.line > 0 })
  }

  /// Whatever an unknown profile turns out to hold lies between the two readings.
  @Test func theUnknownIsBounded() throws {
    var random = TestSupport.SeededGenerator("unknown profile")
    var evidence = Evidence()
    evidence.unknown = [UnknownProfile("nobody")]
    let devices = [
      Self.phone, "platform=iOS,version=14.0,enrollment=user",
      "platform=macOS,version=15.1,enrollment=device",
      "platform=watchOS", "platform=visionOS,version=2.1,enrollment=device",
    ]
    for _ in 0..<60 {
      let device = try Device(parsing: random.pick(devices))
      let shown = try restrictions(
        InForceProperties.keys.filter { _ in random.percent(30) }.map { ($0, random.percent(50)) },
        "shown")
      let hidden = try restrictions(
        InForceProperties.keys.filter { _ in random.percent(50) }.map { ($0, random.percent(50)) },
        "hidden")
      let vague = RestrictionsInForce([shown], on: device, evidence: evidence)
      let known = RestrictionsInForce([shown, hidden], on: device)
      for key in InForceProperties.keys {
        let (bounds, truth) = (vague[key], known[key])
        let values = [truth.require, truth.relyOn].compactMap { $0 }
        for value in values {
          #expect(
            value == bounds.require || value == bounds.relyOn,
            "\(key) on \(device), seed \(random.seed)")
        }
        if bounds.isCertain { #expect(truth.require == bounds.require && truth.isCertain) }
      }
    }
  }
}
