import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// The path from shipped files to answers, through the command line.
@Suite("deciding by command") struct DecideCommandTests {
  static let balanced = Repository.root + "Policies/balanced/policy.yaml"
  static let strict = Repository.root + "Policies/strict/policy.yaml"
  static func profile(_ name: String, _ file: String? = nil) -> String {
    Repository.root + "Profiles/\(name)/\(file ?? name).mobileconfig"
  }

  static let taxID = [
    "pasteboard=general", "trigger=user", "content-class=customer-record.tax-id", "owner=others",
  ]

  /// Decides, and gives the status and the JSON.
  func decide(_ policy: String, _ words: [String], _ more: [String] = []) throws -> (
    status: PBPolicyCommands.ExitStatus, json: JSONValue
  ) {
    let outcome = run(["decide", "--format", "json", "--policy", policy] + more + words)
    #expect(outcome.error.isEmpty, "\(outcome.error)")
    return (outcome.status, try JSONValue(parsing: outcome.output.utf8))
  }

  func calls(_ json: JSONValue) -> [String] {
    json["plan"]?.array?.compactMap { $0["call"]?.string } ?? []
  }

  func met(_ json: JSONValue) -> [String] {
    json["promises"]?.array?.filter { $0["met"]?.bool == true }.compactMap {
      $0["enforcedBy"]?.string
    } ?? []
  }

  @Test func aTaxIDOnAnIPhone() throws {
    let (status, json) = try decide(
      Self.balanced, ["operation=copy", "platform=iOS", "os-version=17.0"] + Self.taxID)
    #expect(status == .localOnly)
    #expect(json["honoured"] == "yes")
    #expect(calls(json) == ["set-items"])
    let options = try #require(json["plan"]?.array?.first?["options"])
    #expect(options["local-only"] == true)
    #expect(options["expires-after"] == 120)
  }

  @Test func aTaxIDOnAMacByEachPolicy() throws {
    let request = ["operation=copy", "platform=macOS", "os-version=15.1"] + Self.taxID
    let (status, json) = try decide(Self.balanced, request)
    #expect(status == .localOnly)
    #expect(json["assurance"] == "contested")
    #expect(calls(json).prefix(2) == ["prepare-for-new-contents", "write-objects"])
    let (strictStatus, strictJSON) = try decide(Self.strict, request)
    #expect(strictStatus == .deny)
    #expect(strictJSON["required"] == "local-only")
    #expect(strictJSON["advice"]?.array?.isEmpty == false)
  }

  @Test func handoffOffByProfileStandsAmongTheReasons() throws {
    let profile = Self.profile("handoff-off")
    let line = try #require(
      try String(contentsOfFile: profile, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).firstIndex { $0.contains("allowActivityContinuation") }.map { $0 + 1 })
    let device = [
      "--profile", profile, "--device",
      "platform=macOS,version=15.1,enrollment=device,supervised=no,shared-ipad=no",
    ]
    let (status, json) = try decide(Self.balanced, ["operation=copy"] + Self.taxID, device)
    #expect(status == .localOnly)
    #expect(Set(met(json)) == ["app", "os"])
    let restriction = try #require(
      json["reasons"]?.array?.first { $0["kind"] == "restriction" })
    #expect(restriction["line"] == .integer(Int64(line)))
    #expect(restriction["path"]?.string == profile)

    let (publicStatus, publicJSON) = try decide(
      Self.strict,
      [
        "operation=copy", "pasteboard=general", "trigger=user", "content-class=public", "owner=own",
      ],
      device)
    #expect(publicStatus == .localOnly)
    #expect(publicJSON["honoured"] == "yes")
    #expect(met(publicJSON) == ["os"])
  }

  @Test func aWatchHasNoPasteboard() throws {
    let (status, json) = try decide(
      Self.balanced, ["operation=copy", "platform=watchOS", "os-version=11.0"] + Self.taxID)
    #expect(status == .deny)
    #expect(json["reasons"]?.array?.contains { $0["id"] == "no-pasteboard-here" } == true)
  }

  @Test func managedPasteFollowsTheProfileOnAnIPhoneAndNotOnAMac() throws {
    func ask(_ platform: String, _ source: String, _ destination: String) throws -> JSONValue {
      try decide(
        Self.balanced,
        [
          "operation=paste", "pasteboard=general", "trigger=user", "source.managed=\(source)",
          "destination.managed=\(destination)", "destination.kind=app",
        ],
        [
          "--profile", Self.profile("managed-pasteboard"), "--device",
          "platform=\(platform),enrollment=device,supervised=no",
        ]
      ).json
    }
    #expect(try ask("iOS,version=17.0", "yes", "no")["outcome"] == "deny")
    #expect(try ask("iOS,version=17.0", "yes", "yes")["outcome"] == "allow")
    let mac = try ask("macOS,version=15.1", "yes", "no")
    #expect(mac["outcome"] == "allow")
    #expect(
      mac["reasons"]?.array?.contains {
        $0["kind"] == "restriction" && $0["id"] == "requireManagedPasteboard"
          && $0["effect"] == .null
      } == true)
    let effective = run([
      "effective", "--format", "json", "--device", "platform=macOS,version=15.1",
      Self.profile("managed-pasteboard"),
    ])
    let findings = try JSONValue(parsing: effective.output.utf8)["findings"]?.array ?? []
    #expect(findings.contains { $0["rule"] == "managed-pasteboard-not-on-platform" })
  }

  @Test func severalRequestsKeepTheirOrderAndTheWorstDecidesTheStatus() throws {
    let requests = """
      {"operation":"copy","platform":"iOS","os-version":"17.0","pasteboard":"general","trigger":"user","content-class":"public","owner":"own"}

      {"operation":"copy","platform":"watchOS","os-version":"11.0","pasteboard":"general","trigger":"user","content-class":"public","owner":"own"}
      """
    let outcome = run(
      ["decide", "--format", "json", "-p", Self.balanced, "--request", "-"], input: requests)
    let answers = try #require(try JSONValue(parsing: outcome.output.utf8).array)
    #expect(answers.map { $0["outcome"]?.string } == ["allow", "deny"])
    #expect(outcome.status == .deny)
  }

  @Test(arguments: [
    ("operation=copy", "a request needs `platform`"),
    ("operation=copy platform=iOS owner=mine", "unknown value of `owner` `mine`"),
    ("operation=copy platform=iOS colour=red", "unknown key `colour`"),
    ("operation=copy platform=iOS remote=yes", "`remote` does not apply to copy on iOS"),
    ("operation=copy platform=iOS content-class=credentail", "unknown content class `credentail`"),
    ("operation=copy operation=paste platform=iOS", "`operation` is given twice"),
    ("copy", "expected key=value, found `copy`"),
  ])
  func aWrongRequestIsWrongUsage(words: String, message: String) {
    let outcome = run("decide -p \(Self.balanced) \(words)")
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(outcome.output.isEmpty)
  }

  @Test func aProfileThatCannotBeReadStopsTheAnswer() throws {
    try withFolder { folder in
      let path = folder + "/broken.mobileconfig"
      try Data("<plist><dict><key>a</key></plist>".utf8).write(to: URL(fileURLWithPath: path))
      let outcome = run(
        ["decide", "-p", Self.balanced, "--profile", path, "operation=copy", "platform=iOS"]
          + Self.taxID)
      #expect(outcome.status == .findings)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains("broken.mobileconfig"))
    }
  }

  static let supervised = """
    pasteboard-policy: 1
    name: s
    defaults: { copy: allow }
    rules: [{ id: r, effect: deny, when: { operation: copy, supervised: no } }]
    """

  @Test func factsAboutTheDeviceReachRequestsHoweverTheyAreGiven() throws {
    try withFolder { folder in
      let policy = folder + "/s.yaml"
      try Data(Self.supervised.utf8).write(to: URL(fileURLWithPath: policy))
      let device = ["--device", "platform=iOS,version=17.0,supervised=no"]
      let words = run(["decide", "-p", policy] + device + ["operation=copy", "owner=own"])
      #expect(words.status == .deny, "\(words.error)")
      let file = run(
        ["decide", "-p", policy, "-r", "-"] + device,
        input: "{\"operation\": \"copy\", \"owner\": \"own\"}")
      #expect(file.status == .deny, "\(file.error)")
    }
  }

  @Test(arguments: [
    "platform=macOS", "os-version=18.0", "enrollment=user", "supervised=yes", "shared-ipad=yes",
  ])
  func aRequestThatContradictsTheDeviceIsRefused(word: String) {
    let outcome = run([
      "decide", "-p", Self.balanced, "--device",
      "platform=iOS,version=17.0,enrollment=device,supervised=no,shared-ipad=no", "operation=copy",
      "owner=own", word,
    ])
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains("`--device` says"), "\(outcome.error)")
    #expect(outcome.output.isEmpty)
  }

  @Test func aFolderWithoutAProfileIsNotAGreenOne() throws {
    try withFolder { folder in
      let outcome = run(["validate", folder])
      #expect(outcome.status == .file)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains("no profile in `\(folder)`"), "\(outcome.error)")
    }
  }
}
