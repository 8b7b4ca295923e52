import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// `effective` through the command line.
@Suite struct EffectiveCommandTests {
  static let device = "platform=iOS,version=18.1,supervised=yes,enrollment=automated"

  static func profile(_ keys: String, _ identifier: String = "com.example.a") -> String {
    """
    <plist version="1.0"><dict>
    <key>PayloadType</key><string>Configuration</string>
    <key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>\(identifier)</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>
    <key>PayloadContent</key><array><dict>
    <key>PayloadType</key><string>com.apple.applicationaccess</string>
    <key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>\(identifier).r</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>
    \(keys)
    </dict></array></dict></plist>
    """
  }

  private func effective(_ files: [String: String], _ names: [String], json: Bool = false) throws
    -> Outcome
  {
    var outcome: Outcome?
    try withFolder(files) { folder in
      outcome = run(
        ["effective", "-d", Self.device] + (json ? ["--format", "json"] : [])
          + names.map { folder + "/" + $0 })
    }
    return try #require(outcome)
  }

  /// What undoes the answer is said beside it.
  @Test(arguments: [
    ("<key>allowCamera</key><false/><key>n</key><null/>", "plist-refused-by-apple"),
    ("<key>allowCamera</key><false/><key>allowCamera</key><true/>", "duplicate-key"),
    ("<key>allowCamera</key><integer>0</integer>", "wrong-type"),
    ("<key>AllowActivityContinuation</key><false/>", "unknown-key"),
  ])
  func whatUndoesTheAnswerIsSaid(_ keys: String, _ rule: String) throws {
    let outcome = try effective(["a.mobileconfig": Self.profile(keys)], ["a.mobileconfig"])
    #expect(outcome.output.contains("[\(rule)]"), "\(outcome.output)")
  }

  /// What devices refuse whole is said, and `effective`, `fleet` and `decide` make the same of it.
  @Test(arguments: [
    ("\n<key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>", "uncertain"),
    ("\n<key>PayloadVersion</key><integer>1</integer>", "open"), ("", "closed"),
  ])
  func whatIsRefusedIsRefusedEverywhere(_ missing: String, _ state: String) throws {
    var text = Self.profile("<key>allowActivityContinuation</key><false/>")
    if let place = text.range(of: missing) { text.removeSubrange(place) }
    let name = "a.mobileconfig"
    let found = try effective([name: text], [name], json: true)
    let json = try JSONValue(parsing: found.output.utf8)
    #expect(json["clipboard"]?["universalClipboard"]?.string == state)
    #expect(found.output.contains("missing-required-key") == !missing.isEmpty)
    try withFolder { folder in
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      let inventory =
        "device,platform,version,supervised,enrollment,profiles\nx,iOS,18.1,yes,automated,a\n"
      try inventory.write(toFile: folder + "/i.csv", atomically: true, encoding: .utf8)
      let fleet = run([
        "fleet", folder + "/i.csv", "--profiles", folder, "--require", "universal-clipboard=closed",
      ])
      #expect(fleet.status == (state == "closed" ? .success : .findings))
      #expect(fleet.output.contains("[missing-required-key]") == !missing.isEmpty)
      let decide = run([
        "decide", "-p", Repository.root + "Policies/balanced/policy.yaml", "--profile",
        folder + "/" + name, "operation=copy", "platform=iOS", "os-version=18.1",
        "pasteboard=general", "trigger=user",
      ])
      #expect(decide.error.contains("[missing-required-key]") == !missing.isEmpty)
    }
  }

  @Test func aSlipInThePayloadTypeIsSaid() throws {
    let text = Self.profile("<key>allowCamera</key><false/>").replacingOccurrences(
      of: "applicationaccess", with: "applicationAccess")
    let outcome = try effective(["a.mobileconfig": text], ["a.mobileconfig"])
    #expect(outcome.output.contains("[unknown-payload-type]"), "\(outcome.output)")
  }

  /// A file that is no profile stops it, and the reason is given whatever its severity.
  @Test func whyItCannotGoOn() throws {
    for (text, reason) in [
      ("<plist><dict><key>a</key><true/></dict></plist>", "no configuration profile"),
      ("bplist00\0", "binary property list"), ("{ a = b; }", "no configuration profile"),
    ] {
      let outcome = try effective(["a.plist": text], ["a.plist"])
      #expect(outcome.status == .findings)
      #expect(outcome.error.contains("cannot go on") && outcome.error.contains(reason))
      let said = outcome.error.split(separator: "\n").filter { $0.contains("/a.plist:") }
      #expect(!said.isEmpty && Set(said).count == said.count, "\(outcome.error)")
    }
  }

  @Test func filesOfOneNameAreToldApart() throws {
    let name = "com.apple.applicationaccess.mobileconfig"
    let outcome = try effective(
      [
        "a/\(name)": Self.profile("<key>allowCamera</key><false/>"),
        "b/\(name)": Self.profile("<key>allowCamera</key><true/>"),
      ], ["a/\(name)", "b/\(name)"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("[1] line 11 (false)") }, "\(outcome.output)")
    #expect(lines.contains { $0.hasSuffix("[2] line 11 (true)") }, "\(outcome.output)")
    #expect(lines.contains { $0.hasPrefix("[1] ") && $0.hasSuffix("a/\(name)") })
    #expect(lines.contains { $0.hasPrefix("[2] ") && $0.hasSuffix("b/\(name)") })
  }

  @Test func oneFileGivenTwiceIsOne() throws {
    let files = ["a.mobileconfig": Self.profile("<key>allowCamera</key><false/>")]
    let once = try JSONValue(
      parsing: Array(effective(files, ["a.mobileconfig"], json: true).output.utf8))
    for names in [["a.mobileconfig", "a.mobileconfig"], ["a.mobileconfig", "./a.mobileconfig"]] {
      let twice = try JSONValue(parsing: Array(effective(files, names, json: true).output.utf8))
      #expect(twice["restrictions"]?.array?.first?["inForce"] == true)
      #expect(twice["restrictions"]?.array?.first?["setBy"]?.array?.count == 1)
      #expect(twice["findings"] == once["findings"])
    }
  }
}
