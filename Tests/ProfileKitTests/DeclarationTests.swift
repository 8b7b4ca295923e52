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
    #expect(found.profile(among: [one])?.path == "x/a.mobileconfig")
    #expect(found.profile(among: [one, two]) == nil && found.profile(among: []) == nil)
    #expect(found.location.line == 2 && found.unknownContent.location.column > 1)
  }

  @Test(arguments: [
    ("{}", "other"), ("<plist/>", "other"), ("{ a = b; }", "other"), ("{\"Type\": 1}", "other"),
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
  ])
  func whatTheCarrierMeans(_ device: String, _ interactive: Bool, _ standing: String) throws {
    let profile = try restrictions(
      [("allowActivityContinuation", false)], "a", path: "a.mobileconfig")
    var evidence = Evidence()
    evidence.carriers["a.mobileconfig"] = try declaration(
      "https://m/a.mobileconfig", interactive: interactive)
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
