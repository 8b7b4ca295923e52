import Devices
import Findings
import ProfileKit
import StrictJSON
import Testing

/// Declarations that carry profiles, what is different elsewhere, and the merge table.
@Suite struct DeclarationTests {
  private func declaration(_ url: String, interactive: Bool = false) throws -> LegacyDeclaration {
    let text = """
      {"Type": "com.apple.configuration.legacy\(interactive ? ".interactive" : "")", "Identifier": "d",
       "Payload": {"ProfileURL": "\(url)"}}
      """
    guard
      case .declaration(let declaration) = LegacyDeclaration.read(Array(text.utf8), path: "d.json")
    else {
      Issue.record("no declaration")
      throw RequiredValue()
    }
    return declaration
  }
  private struct RequiredValue: Error {}

  @Test func addressesNameFiles() throws {
    for url in [
      "https://m.example/x/a.mobileconfig", "file:a.mobileconfig", "a.mobileconfig",
      "https://m.example/a.mobileconfig?x=/b#c",
    ] {
      #expect(try declaration(url).fileName == "a.mobileconfig", "\(url)")
    }
    let one = try restrictions([("allowCamera", false)], "a", path: "x/a.mobileconfig")
    let two = try restrictions([("allowCamera", false)], "b", path: "y/a.mobileconfig")
    let found = try declaration("https://m.example/a.mobileconfig")
    #expect(path(found.content(among: [one])) == "x/a.mobileconfig")
    #expect(path(found.content(among: [one, one])) == "x/a.mobileconfig")
    #expect(
      message(found.content(among: [one, two]))?.hasPrefix("2 files given are called") == true)
    #expect(message(found.content(among: []))?.hasPrefix("no file given is called") == true)
    let unread = message(found.content(among: [], unread: ["z/a.mobileconfig"]))
    #expect(unread?.hasPrefix("the file called `a.mobileconfig` cannot be read") == true)
    #expect(path(found.content(among: [one], unread: ["z/a.mobileconfig"])) == nil)
    let blank = try restrictions([("allowCamera", false)], "a", path: "x/a b.mobileconfig")
    #expect(
      try path(declaration("https://m/a%20b.mobileconfig").content(among: [blank])) == blank.path)
    #expect(found.location.line == 2)
  }

  private func path(_ content: LegacyDeclaration.Content) -> String? {
    guard case .profile(let profile) = content else { return nil }
    return profile.path
  }

  private func message(_ content: LegacyDeclaration.Content) -> String? {
    guard case .unknown(let finding) = content else { return nil }
    return finding.message
  }

  @Test(arguments: ["http://m/a.mobileconfig", "file:///a.mobileconfig", "a.mobileconfig"])
  func addressesThatNoDeviceTakes(_ url: String) throws {
    let found = try declaration(url)
    #expect(found.addressProblem?.severity == .error)
    #expect(try declaration("HTTPS://m/a.mobileconfig").addressProblem == nil)
    var evidence = Evidence()
    evidence.carriers["a.mobileconfig"] = [found]
    let device = try Device(parsing: "platform=iOS,version=18.1,supervised=yes,enrollment=device")
    let profile = try restrictions(
      [("allowActivityContinuation", false)], "a", path: "a.mobileconfig")
    let refused = RestrictionsInForce([profile], on: device, evidence: evidence)
    #expect(refused["allowActivityContinuation"].standing == .notInForce)
    // Of several declarations of one profile that which gets it there counts, in any order.
    let good = try declaration("https://m/a.mobileconfig")
    for order in [[found, good], [good, found]] {
      evidence.carriers["a.mobileconfig"] = order
      let state = RestrictionsInForce([profile], on: device, evidence: evidence)
      #expect(state["allowActivityContinuation"].standing == .inForce)
    }
  }

  @Test(arguments: [
    ("{}", "other"), ("<plist/>", "other"), ("{ a = b; }", "other"), ("{\"Type\": 1}", "other"),
    ("{ \"a\" = b; }", "other"), ("{\"Type\": \"com.apple.conf", "wrong"),
    ("{\"a\": ", "wrong"), ("\u{FEFF}{\"Type\": \"com.apple.configuration.legacy\"}", "wrong"),
    (
      "\u{FEFF}{\"Type\": \"com.apple.configuration.legacy\", \"Payload\": {\"ProfileURL\": \"https://m/a\"}}",
      "declaration"
    ),
    ("{\"Type\": \"com.apple.configuration.passcode.settings\"}", "without"),
    ("{\"Type\": \"com.apple.configuration.legacy\"}", "wrong"),
    ("{\"Type\": \"com.apple.configuration.legacy\", \"Payload\": {\"ProfileURL\": 1}}", "wrong"),
  ])
  func otherFiles(_ text: String, _ kind: String) {
    let found =
      switch LegacyDeclaration.read(Array(text.utf8), path: "d") {
      case .other: "other"
      case .withoutProfile: "without"
      case .wrong: "wrong"
      case .declaration: "declaration"
      }
    #expect(found == kind)
  }

  @Test(arguments: [
    ("platform=iOS,version=18.1,enrollment=device", false, "in force"),
    ("platform=iOS,version=14.8,enrollment=device", false, "not in force"),
    ("platform=iOS,enrollment=device", false, "uncertain"),
    ("platform=iOS,version=18.1,enrollment=device", true, "uncertain"),
    ("platform=macOS,version=12.7,enrollment=device", false, "not in force"),
    ("platform=macOS,version=15.1,enrollment=device", false, "in force"),
    ("platform=macOS,version=15.1,enrollment=automated", false, "in force"),
    ("platform=macOS,version=15.1,enrollment=device,supervised=no", false, "not in force"),
    ("platform=iOS,version=18.1,enrollment=none", false, "not in force"),
    ("platform=visionOS,version=2.1,enrollment=user,supervised=no", false, "not in force"),
    ("platform=iOS,version=18.1,enrollment=device,channel=user", false, "not in force"),
    ("platform=iPadOS,version=18.1,enrollment=automated,shared-ipad=yes", true, "not in force"),
    ("platform=iPadOS,version=18.1,enrollment=automated,shared-ipad=no", true, "uncertain"),
    ("platform=iPadOS,version=18.1,enrollment=automated,shared-ipad=yes", false, "in force"),
  ])
  func whatTheCarrierMeans(_ device: String, _ interactive: Bool, _ standing: String) throws {
    let profile = try restrictions(
      [("allowActivityContinuation", false)], "a", path: "a.mobileconfig")
    var evidence = Evidence()
    evidence.carriers["a.mobileconfig"] = [
      try declaration("https://m/a.mobileconfig", interactive: interactive)
    ]
    let state = RestrictionsInForce([profile], on: try Device(parsing: device), evidence: evidence)
    #expect(state["allowActivityContinuation"].standing.rawValue == standing)
  }

  @Test func elsewhere() throws {
    let profile = try restrictions(
      [
        ("allowActivityContinuation", false), ("requireManagedPasteboard", true),
        ("allowScreenShot", false),
      ], "a")
    let here = try Device(parsing: "platform=iOS,version=18.1,enrollment=device")
    let there = try here.changed(by: "version=14.8,enrollment=user")
    let change = RestrictionsOnAnother(
      RestrictionsInForce([profile], on: here), RestrictionsInForce([profile], on: there))
    #expect(change.changes.map(\.key) == ["allowActivityContinuation", "requireManagedPasteboard"])
    #expect(
      change.ways.first { $0.what == "Universal Clipboard" }.map { [$0.here, $0.there] } == [
        .closed, .open,
      ])
    #expect(change.json["differences"]?.array?.count == 2)
    for line in change.text(width: 80).split(separator: "\n") { #expect(line.count <= 80) }
    let same = RestrictionsOnAnother(
      RestrictionsInForce([profile], on: here), RestrictionsInForce([profile], on: here))
    #expect(
      same.changes.isEmpty && same.ways.isEmpty && same.text().contains("nothing is different"))
  }

  /// Every key has a rule that fits its type, and only what Apple names is called documented.
  @Test func theMergeTableIsWhole() throws {
    let keys = try #require(Catalog.standard.payload(Payload.restrictionsType)?.keys)
    let rows = MergeRule.table()
    #expect(rows.map(\.key) == keys.keys.sorted() && rows.count > 100)
    for row in rows {
      let key = try #require(keys[row.key])
      let fitting: Set<MergeRule> =
        switch key.type {
        case "boolean": [.and, .or]
        case "integer", "real": [.least, .greatest]
        case "array": [.intersection, .union]
        default: [.unordered]
        }
      #expect(fitting.contains(row.rule), "\(row.key): \(row.rule)")
      #expect(row.assurance == (key.combination.isEmpty ? "assumed" : "documented"), "\(row.key)")
    }
  }
}
