import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// `fleet`, and what `effective` takes beside profiles, through the command line; with the folder
/// `Fleet/`.
@Suite struct FleetCommandTests {
  static let folder = Repository.root + "Fleet/"
  static let phone = "platform=iOS,version=18.1,supervised=yes,enrollment=automated,shared-ipad=no"

  private func fleet(
    _ words: [String], _ inventory: String = folder + "inventory.csv", input: String = ""
  )
    -> Outcome
  {
    run(["fleet", inventory, "--profiles", Self.folder + "profiles"] + words, input: input)
  }

  /// The example's text is what it was; `UPDATE_EXAMPLES=1` writes it anew.
  @Test func theExample() throws {
    let parts = [
      fleet(["--all", "--require", "universal-clipboard=closed"]).output,
      effective([
        Self.folder + "profile-list.plist", "--profiles", Self.folder + "profiles",
        "--compare", Self.folder + "restrictions.plist",
      ]).output,
      effective([
        Self.folder + "declaration.json", "--profiles", Self.folder + "profiles",
        "--and-device", "version=14.8,enrollment=user",
      ]).output,
    ]
    let found = parts.joined(separator: "\n" + String(repeating: "=", count: 72) + "\n\n")
      .replacingOccurrences(of: Repository.root, with: "")
    let path = Self.folder + "expected"
    if ProcessInfo.processInfo.environment["UPDATE_EXAMPLES"] != nil {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
    }
    // Where lines are folded depends on how long the folder's own name is.
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
    #expect(try words(found) == words(String(contentsOfFile: path, encoding: .utf8)))
  }

  private func effective(_ words: [String]) -> Outcome {
    run(["effective", "-d", Self.phone] + words)
  }

  /// The three forms of one inventory agree with each other.
  @Test func formsAgree() throws {
    let csv = try JSONValue(parsing: Array(fleet(["--format", "json"]).output.utf8))
    let lines = try JSONValue(
      parsing: Array(fleet(["--format", "json"], Self.folder + "inventory.jsonl").output.utf8))
    for key in ["totals", "roads", "classes", "profiles"] {
      #expect(csv[key] == lines[key], "\(key)")
    }
    let devices = fleet(["--format", "json", "--devices"]).output.split(separator: "\n").map(
      String.init)
    let table = fleet(["--format", "csv"]).output.components(separatedBy: "\r\n")
    #expect(devices.count == 17 && table.count == 19)
    for (line, row) in zip(devices, table.dropFirst()) {
      let value = try JSONValue(parsing: Array(line.utf8))
      let name = try #require(value["device"]?.string)
      #expect(row.hasPrefix(name.contains(",") ? "\"\(name)\"" : name))
      #expect(row.contains(",\(value["universal-clipboard"]?.string ?? "?"),"))
    }
    let page = fleet(["--format", "html"])
    #expect(page.output.hasPrefix("<!doctype html>") && page.error.contains("vpn-secret"))
  }

  @Test func standardInputAndStatuses() throws {
    let header = "device,platform,version,supervised,enrollment,profiles\n"
    let good = header + "a,macOS,15.1,no,device,handoff-off\n"
    #expect(fleet([], "-", input: good).status == .success)
    #expect(
      fleet(["--require", "universal-clipboard=closed"], "-", input: good).status == .success)
    let open = good + "b,macOS,15.1,no,device,\n"
    #expect(fleet([], "-", input: open).status == .success)
    let failed = fleet(
      ["--require", "universal-clipboard=closed", "--format", "csv"], "-", input: open)
    #expect(
      failed.status == .findings
        && failed.error.contains("not met: universal-clipboard=closed, by 1 device"))
    #expect(fleet([], "-", input: good + "c,BeOS,,,,\n").status == .findings)
    let unknown = good + "d,macOS,15.1,no,device,x\n"
    #expect(fleet([], "-", input: unknown).status == .success)
    #expect(fleet(["--fail-on", "warning"], "-", input: unknown).status == .findings)
    #expect(fleet([], "-", input: "").status == .findings)
    for empty in [header, "[]"] {
      #expect(fleet([], "-", input: empty).status == .success)
      let none = fleet(["--require", "universal-clipboard=closed"], "-", input: empty)
      #expect(none.status == .findings && none.output.contains("no device was answered"))
    }
    #expect(fleet([], Self.folder + "no-such").status == .file)
    #expect(
      fleet(["--devices"]).status == .usage && fleet(["--content-class", "link"]).status == .usage)
    #expect(fleet(["--require", "x=closed"]).status == .usage)
  }

  @Test func withAPolicy() throws {
    let policy = ["--policy", Repository.root + "Policies/strict/policy.yaml", "--format", "json"]
    let json = try JSONValue(parsing: Array(fleet(policy).output.utf8))
    let classes = try #require(json["classes"]?.array)
    #expect(json["policy"]?.array?.first?["sha256"]?.string?.count == 64)
    for group in classes {
      for question in ["universal-clipboard", "managed-to-unmanaged", "unmanaged-to-managed"] {
        let decision = group["decisions"]?[question]
        #expect(decision?["outcome"]?.string != nil && decision?["honoured"]?.string != nil)
      }
      // What the system blocks, a decision does not allow.
      if group["managed-to-unmanaged"]?["state"] == "closed" {
        #expect(group["decisions"]?["managed-to-unmanaged"]?["outcome"] == "deny")
      }
    }
    #expect(fleet(policy + ["--content-class", "no.such"]).status == .usage)
  }

  @Test func whatEffectiveTakes() throws {
    let list = Self.folder + "profile-list.plist"
    let pool = ["--profiles", Self.folder + "profiles"]
    let listed = effective([list] + pool)
    #expect(
      listed.status == .success && listed.output.contains("as far as the device's list of profiles")
    )
    #expect(listed.output.contains("[profile-edition-differs]"), "\(listed.output)")
    let said = effective(
      [list, "--compare", Self.folder + "restrictions.plist", "--format", "json"] + pool)
    let json = try JSONValue(parsing: Array(said.output.utf8))
    #expect(
      json["evidence"] == "restrictions-response" && json["comparison"]?.array?.isEmpty == false)
    #expect(json["clipboard"]?["universalClipboard"] == "closed")
    #expect(effective([Self.folder + "restrictions.plist"]).status == .usage)
    #expect(effective([list, list] + pool).status == .usage)
    #expect(effective([Self.folder + "profiles/handoff-off.mobileconfig"] + pool).status == .usage)
    #expect(effective([list, "--compare", list] + pool).status == .findings)
    #expect(effective([list, "--and-device", "colour=red"] + pool).status == .usage)
    let lone = effective([Self.folder + "declaration.json"])
    #expect(
      lone.output.contains("[declaration-profile-unknown]")
        && lone.output.contains("may be open or closed"))
    let other = effective(
      [list, "--and-device", "version=14.8", "--and-device", "platform=macOS", "--format", "json"]
        + pool)
    #expect(try JSONValue(parsing: Array(other.output.utf8))["whatIf"]?.array?.count == 2)
  }

  @Test func otherPayloadsAreNamed() throws {
    try withFolder { folder in
      let text = EffectiveCommandTests.profile("").replacingOccurrences(
        of: "com.apple.applicationaccess", with: "com.apple.wifi.managed")
      try text.write(toFile: folder + "/a.mobileconfig", atomically: true, encoding: .utf8)
      let outcome = effective([folder + "/a.mobileconfig"])
      #expect(
        outcome.output.contains("being no restrictions: com.apple.wifi.managed"),
        "\(outcome.output)")
    }
  }
}
