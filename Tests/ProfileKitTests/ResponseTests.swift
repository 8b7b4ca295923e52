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

  /// Entries of a list that do not prove themselves harmless may restrict anything.
  @Test(arguments: [
    ("<key>PayloadDisplayName</key><string>x</string>", true, 1),
    ("<key>PayloadIdentifier</key><string>x</string>", true, 1),
    ("\(x)<key>IsEncrypted</key><true/><key>PayloadContent</key><array/>", true, 0),
    ("\(x)<key>PayloadContent</key><dict><key>PayloadType</key><string>w</string></dict>", true, 0),
    ("\(x)<key>PayloadContent</key><array><dict><key>a</key><true/></dict></array>", true, 0),
    ("\(x)<key>PayloadContent</key><array><string>w</string></array>", true, 0),
    ("\(x)\(carrying("com.apple.ManagedClient.preferences"))", true, 0),
    ("\(x)\(carrying(" com.apple.ApplicationAccess"))", true, 0),
    ("\(x)\(carrying("w"))\(carrying("w"))", true, 1),
    ("\(x)\(carrying("com.apple.wifi.managed"))", false, 0),
    ("\(x)<key>IsEncrypted</key><false/>\(carrying("com.apple.wifi.managed"))", false, 0),
  ])
  func entriesThatMayRestrict(_ entry: String, _ mayRestrict: Bool, _ errors: Int) throws {
    let choice = try listing(entry).choose(from: [])
    #expect(choice.unknown.map(\.mayRestrict) == [mayRestrict])
    #expect(choice.findings.count { $0.rule.name == "response-not-understood" } == errors)
  }

  private static let x =
    "<key>PayloadIdentifier</key><string>k</string><key>PayloadUUID</key><string>U</string>"
  private static func carrying(_ type: String) -> String {
    "<key>PayloadContent</key><array><dict><key>PayloadType</key><string>\(type)</string></dict></array>"
  }
  private func listing(_ entry: String, _ more: String = "") throws -> ProfileListResponse {
    let text = "<dict>\(more)<key>ProfileList</key><array><dict>\(entry)</dict></array></dict>"
    return try #require(ProfileListResponse(PlistFile(reading: plist(text), path: "list")))
  }

  /// Of two files with one identity neither is chosen, in any order; a list that contradicts the
  /// file is of another edition; and one that was refused proves nothing.
  @Test func whatAListDoesNotProve() throws {
    let one = try profileWithKeys("<key>allowCamera</key><false/>")
    let two = try profileWithKeys("<key>allowCamera</key><true/>")
    for files in [[one, two], [two, one]] {
      let choice = try listing(Self.x).choose(from: files)
      #expect(choice.installed.isEmpty && choice.unknown == [UnknownProfile("k")])
      let finding = try #require(choice.findings.first { $0.rule.name == "profile-ambiguous" })
      #expect(finding.related.count == 2)
    }
    #expect(try listing(Self.x).choose(from: [one], pool: [one]).installed.count == 1)
    let fitting = Self.x + Self.carrying(Payload.restrictionsType)
    #expect(try listing(fitting).choose(from: [one]).installed.count == 1)
    let other = try listing(Self.x + Self.carrying("w")).choose(from: [one])
    #expect(other.installed.isEmpty && other.unknown == [UnknownProfile("k")])
    #expect(other.findings.map(\.rule.name) == ["profile-edition-differs"])
    for status in [
      "<key>Status</key><string>NotNow</string>", "<key>Status</key><true/>",
      "<key>ErrorChain</key><array/>",
    ] {
      let refused = try listing(Self.x, status)
      let choice = refused.choose(from: [one])
      #expect(!refused.isUsable && choice.unknown.map(\.mayRestrict) == [true])
      #expect(choice.installed.count == 1 && choice.findings.map(\.severity) == [.error])
    }
  }

  /// What a response leaves open is open, between what it and the files say.
  @Test(arguments: [
    "<key>c</key><dict><key>value</key><true/></dict><key>c</key><dict><key>value</key><false/></dict>",
    "<key>c</key><dict/>", "<key>c</key><true/>",
    "<key>c</key><dict><key>value</key><string>false</string></dict>",
    "<key>c</key><dict><key>value</key><integer>2</integer></dict>",
  ])
  func whatAResponseLeavesOpen(_ words: String) throws {
    let key = "allowActivityContinuation"
    let said = try response(
      "<key>restrictedBool</key><dict>"
        + words.replacingOccurrences(of: "<key>c<", with: "<key>\(key)<") + "</dict>")
    #expect(said.isUsable && said.words.isEmpty)
    #expect(said.findings.map(\.rule.name) == ["response-not-understood"])
    let files = [try restrictions([(key, false)], "a")]
    var evidence = Evidence()
    evidence.response = said
    let state = try RestrictionsInForce(
      files, on: Device(parsing: Self.phone), evidence: evidence)
    #expect(state[key].standing == .uncertain && state[key].relyOnFlag == true)
    #expect(state.clipboard.universalClipboard.state == .uncertain)
    #expect(try compare(files, said).isEmpty)
  }

  @Test func zeroAndOneAreTruthValues() throws {
    let said = try response(
      "<key>restrictedBool</key><dict><key>allowActivityContinuation</key><dict><key>value</key>"
        + "<integer>0</integer></dict></dict>")
    var evidence = Evidence()
    evidence.response = said
    let state = try RestrictionsInForce([], on: Device(parsing: Self.phone), evidence: evidence)
    #expect(state.clipboard.universalClipboard.state == .closed && said.findings.isEmpty)
  }

  @Test func aProfileThatSetsWhatTheDeviceIsSilentAbout() throws {
    let inner = bool([("allowActivityContinuation", false), ("allowCamera", true)])
    let text =
      "<dict><key>GlobalRestrictions</key><dict/><key>ProfileRestrictions</key><dict><key>p</key>"
      + "<dict>\(inner)</dict></dict></dict>"
    let said = try #require(
      RestrictionsResponse(PlistFile(reading: plist(text), path: "r"), from: Device(.iOS)))
    #expect(said.findings.count == 1 && said.isUsable)
    var evidence = Evidence()
    evidence.response = said
    let state = try RestrictionsInForce([], on: Device(parsing: Self.phone), evidence: evidence)
    #expect(state.clipboard.universalClipboard.state == .uncertain)
  }

  /// What is broken as a whole, or cannot be this device's, is not used and not compared.
  @Test(arguments: [
    ("<string>none</string>", "platform=iOS"),
    ("<dict><key>restrictedBool</key><array/></dict>", "platform=iOS"),
    ("<dict/><key>Status</key><true/>", "platform=iOS"),
    ("<dict/><key>ErrorChain</key><array/>", "platform=iOS"),
    (
      "<dict><key>restrictedBool</key><dict><key>requireManagedPasteboard</key><dict><key>value</key>"
        + "<true/></dict></dict></dict>", "platform=iOS,version=14.8"
    ),
    (
      "<dict><key>restrictedBool</key><dict><key>allowCamera</key><dict><key>value</key>"
        + "<true/></dict></dict></dict>", "platform=macOS,version=15.1"
    ),
  ])
  func whatIsNotUsed(_ body: String, _ device: String) throws {
    let text = "<dict><key>GlobalRestrictions</key>\(body)</dict>"
    let said = try #require(
      RestrictionsResponse(
        PlistFile(reading: plist(text), path: "r"), from: Device(parsing: device)))
    #expect(!said.isUsable && !said.findings.isEmpty)
    let files = try RestrictionsInForce(
      [restrictions([("allowCamera", false)], "a")], on: Device(parsing: device))
    let comparison = RestrictionComparison(files, with: said)
    #expect(!comparison.isMade && comparison.json == .null)
  }

  @Test func answersOfTwoDevices() throws {
    let text =
      "<dict><key>UDID</key><string>b</string><key>GlobalRestrictions</key><dict/></dict>"
    let said = try #require(
      RestrictionsResponse(PlistFile(reading: plist(text), path: "r"), from: Device(.iOS)))
    let same = try listing(Self.x, "<key>UDID</key><string>B</string>")
    let other = try listing(Self.x, "<key>UDID</key><string>a</string>")
    let nameless = try listing(Self.x)
    #expect(said.held(against: same).isUsable && said.held(against: nameless).isUsable)
    #expect(!said.held(against: other).isUsable)
  }

  /// Of a list without a default the device's silence says that none is set.
  @Test func silenceOnAList() throws {
    let file = try profileWithKeys(
      "<key>blockedAppBundleIDs</key><array><string>x</string></array>")
    var evidence = Evidence()
    evidence.response = try response(bool([("allowCamera", false)]))
    let state = try RestrictionsInForce(
      [file], on: Device(parsing: Self.phone), evidence: evidence)
    #expect(state["blockedAppBundleIDs"].standing == .notInForce)
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
