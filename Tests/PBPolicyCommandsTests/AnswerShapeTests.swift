import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// Answers keep their shape, cite what disagrees, and fit a terminal.
@Suite("Shape of answers") struct AnswerShapeTests {
  private static let asked = [
    "operation=copy", "platform=iOS", "os-version=17.0", "pasteboard=general", "trigger=user",
    "content-class=public", "owner=own",
  ]

  private func decide(_ words: [String]) throws -> JSONValue {
    let outcome = run(["decide", "--format", "json"] + words + Self.asked)
    return try JSONValue(parsing: outcome.output.utf8)
  }

  private static func policy(_ name: String, _ more: String) -> String {
    "pasteboard-policy: 1\nname: \(name)\nversion: \"1\"\n\(more)\n"
  }

  @Test func policyIsAnArrayHoweverManyFilesThereAre() throws {
    let files = [
      "a.yaml": Self.policy("a", "defaults: { copy: allow }"),
      "b.yaml": Self.policy("b", "layer: team"),
    ]
    try withFolder(files) { folder in
      let (a, b) = (folder + "/a.yaml", folder + "/b.yaml")
      let one = try decide(["-p", a])
      let two = try decide(["-p", a, "-p", b])
      #expect(one["policy"]?.array?.map { $0["name"] } == ["a"])
      #expect(two["policy"]?.array?.map { $0["name"] } == ["a", "b"])
      #expect(two["policy"]?.array?.first == one["policy"]?.array?.first)
    }
  }

  /// Trying a stricter default before it is enforced.
  @Test func aWatchedFileMayStateAnotherDefault() throws {
    let files = [
      "a.yaml": Self.policy("w", "defaults: { copy: allow }"),
      "b.yaml": Self.policy("w", "mode: audit-only\ndefaults: { copy: deny }"),
      "c.yaml": Self.policy("w", "mode: audit-only\ndefaults: { copy: local-only }"),
    ]
    try withFolder(files) { folder in
      let paths = ["a", "b", "c"].map { "\(folder)/\($0).yaml" }
      for order in [[0, 1], [1, 0]] {
        let json = try decide(order.flatMap { ["-p", paths[$0]] })
        #expect(json["outcome"] == "allow")
        #expect(json["wouldBe"]?["outcome"] == "deny")
        #expect(json["wouldBe"]?["reasons"]?.array?.first?["path"]?.string == paths[1])
      }
      #expect(try decide(["-p", paths[0]])["wouldBe"] == .null)
      let both = run(["policy", "check", paths[1], paths[2]])
      #expect(both.status == .findings && both.output.contains("policy-default-disagrees"))
    }
  }

  /// Where profiles disagree, so do Apple's pages; the reason cites both, and both can be read.
  @Test func bothOfApplesTextsAreCited() throws {
    func profile(_ name: String, _ digit: Int, _ value: String) -> String {
      """
      <plist version="1.0"><dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>org.example.\(name)</string>
      <key>PayloadUUID</key><string>6B1A5E4E-7A37-4E39-9C6E-0A5B2B0C1D0\(digit)</string>
      <key>PayloadContent</key><array><dict>
      <key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>org.example.\(name).r</string>
      <key>PayloadUUID</key><string>6B1A5E4E-7A37-4E39-9C6E-0A5B2B0C1D1\(digit)</string>
      <key>allowActivityContinuation</key><\(value)/>
      </dict></array></dict></plist>
      """
    }
    let files = [
      "off.mobileconfig": profile("off", 1, "false"), "on.mobileconfig": profile("on", 2, "true"),
      "a.yaml": Self.policy("a", "defaults: { copy: allow }"),
    ]
    try withFolder(files) { folder in
      let json = try decide([
        "-p", folder + "/a.yaml", "--profile", folder + "/off.mobileconfig", "--profile",
        folder + "/on.mobileconfig", "--device",
        "platform=iOS,version=17.0,enrollment=device,supervised=yes",
      ])
      #expect(json["outcome"] == "local-only")
      let texts =
        json["reasons"]?.array?.filter { $0["kind"] == "restriction" }
        .compactMap { $0["text"]?.string } ?? []
      #expect(texts.count == 2 && texts.allSatisfy { $0.contains("M6") && $0.contains("M7") })
      #expect(run("facts M6").output.contains("undefined"))
      #expect(run("facts M7").output.contains("more restrictive"))
      #expect(run("facts merge").output.contains("M7"))
    }
  }

  /// Eighty columns, but for what cannot be broken: a word in quotes or an address.
  @Test func helpFitsATerminal() throws {
    for command in CommandTable.pbpolicy.commands {
      let help = run(command.path + ["--help"])
      for line in help.output.split(separator: "\n")
      where line.count > 80 && !line.contains("'") && !line.contains("://") {
        Issue.record("\(command.name): \(line)")
      }
    }
  }

  @Test func aFailedTestFitsATerminal() throws {
    let test = PolicyLanguageTests.policy.replacing("outcome: deny }", with: "outcome: allow }")
    try withFolder(["p.yaml": test + "\n"]) { folder in
      let outcome = run(["policy", "test", folder + "/p.yaml"])
      #expect(outcome.status == .findings && outcome.output.contains("FAILED"))
      let words = outcome.output.split(whereSeparator: { $0 == " " || $0 == "\n" })
      let longest = words.map(\.count).max() ?? 0
      for line in outcome.output.split(separator: "\n") {
        #expect(line.count <= max(80, longest + 10), "\(line)")
      }
    }
  }
}
