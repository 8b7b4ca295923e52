import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// What a release changes: `policy verify --previous`, and `policy diff` on one changed bound.
@Suite("Loosening") struct LooseningTests {
  private let tests = PolicyLanguageTests()

  /// One rule, whose posture is stricter than one default and looser than another: where its bound
  /// moves, copies get looser and pastes tighter.
  private static func bound(_ version: String, _ bound: String) -> String {
    """
    pasteboard-policy: 1
    name: clinic
    version: "\(version)"
    defaults: { copy: allow, paste: deny }
    rules:
      - id: new-systems
        effect: local-only
        when: { operation: [copy, paste], os-version: { from: "\(bound)" } }
    """
  }

  private func decide(_ policy: String, _ request: JSONValue, _ folder: String) throws -> JSONValue
  {
    let path = folder + "/request.json"
    try tests.write(request.compactText, path)
    let outcome = run(["decide", "-p", policy, "-r", path, "--format", "json"])
    return try JSONValue(parsing: outcome.output.utf8)
  }

  @Test func oneChangedBoundLoosensAndTightens() throws {
    let files = ["a.yaml": Self.bound("1", "15.0"), "b.yaml": Self.bound("2", "16.0")]
    try tests.withClinic(files) { folder in
      let (before, after) = (folder + "/a.yaml", folder + "/b.yaml")
      let outcome = run(["policy", "diff", before, after, "--format", "json"])
      #expect(outcome.status == .findings)
      let json = try JSONValue(parsing: outcome.output.utf8)
      let changes = try #require(json["changes"]?.array)
      #expect(changes.compactMap { $0["kind"]?.string } == ["loosened", "tightened"])
      for change in changes {
        let kind = try #require(change["kind"]?.string)
        #expect(json["summary"]?[kind] == change["classes"])
        #expect(json["summary"]?[kind] != 0 && change["confirmed"] == true)
        let witness = try #require(change["witness"])
        let request = try #require(witness["request"])
        #expect(request["os-version"]?.string?.hasPrefix("15.") == true)
        #expect(request["operation"] == (kind == "loosened" ? "copy" : "paste"))
        for (side, policy) in [("before", before), ("after", after)] {
          let answer = try decide(policy, request, folder)
          for key in ["outcome", "honoured", "exposures", "reasons"] {
            #expect(answer[key] == witness[side]?[key], "\(kind) \(side) \(key)")
          }
        }
      }
      let text = run(["policy", "diff", before, after]).output
      #expect(text.contains("loosened: ") && text.contains("tightened: "))
      #expect(text.contains("os-version 15.0 to below 16.0"))
      let counts = try #require(text.split(separator: "\n").last)
      #expect(!counts.contains(" 0 ") && !counts.hasPrefix("0 "), "\(counts)")
    }
  }

  /// A bound that only tightens says so: nothing is loosened, which is right.
  @Test func aBoundThatOnlyTightensLoosensNothing() throws {
    func old(_ bound: String) -> String {
      "pasteboard-policy: 1\nname: a\nrules:\n  - id: old\n    effect: deny\n"
        + "    when: { operation: paste, os-version: { below: \"\(bound)\" } }\n"
    }
    try tests.withClinic(["a.yaml": old("15.0"), "b.yaml": old("16.0")]) { folder in
      let outcome = run(["policy", "diff", folder + "/a.yaml", folder + "/b.yaml"])
      #expect(outcome.status == .success)
      #expect(!outcome.output.contains("loosened: "))
      let counts = try #require(outcome.output.split(separator: "\n").last)
      #expect(counts.hasPrefix("0 loosened, ") && !counts.contains(" 0 tightened"))
    }
  }

  // MARK: Releases

  private func releases(_ body: (String, (String, [String]) -> Outcome) throws -> Void) throws {
    let tight = Self.bound("4", "15.0").replacing("copy: allow", with: "copy: deny")
    let files = [
      "one.yaml": Self.bound("1", "15.0"), "two.yaml": Self.bound("2", "16.0"),
      "three.yaml": Self.bound("3", "15.0"), "four.yaml": tight,
    ]
    try tests.withClinic(files) { folder in
      for name in ["one", "two", "three", "four"] {
        try tests.sign(folder, "\(name).yaml", to: "\(name).signed")
      }
      try body(folder) { name, more in
        run(["policy", "verify", "--key", folder + "/key.pub", "\(folder)/\(name).signed"] + more)
      }
    }
  }

  @Test func aLooseningReleaseIsRefused() throws {
    try releases { folder, verify in
      let since = ["--previous", folder + "/one.signed"]
      let refused = verify("two", since)
      #expect(refused.status == .findings)
      #expect(refused.error.contains("two.signed` is refused: it loosens the answers to "))
      #expect(refused.error.contains("--accept-loosened"))
      #expect(refused.output.contains("loosened: ") && refused.output.contains("for example"))
      #expect(!refused.output.contains("verified") && !refused.output.contains("tightened: "))
      #expect(refused.output.contains("since 1: "))
      let accepted = verify("two", since + ["--accept-loosened"])
      #expect(accepted.status == .success && accepted.error.isEmpty)
      #expect(accepted.output.hasPrefix("verified: organisation/clinic 2, signed by"))
      #expect(accepted.output.contains("since 1: "))
      #expect(verify("three", since).output.contains("0 loosened, 0 tightened"))
      // Without the one before, nobody knows.
      #expect(verify("two", []).status == .success)
    }
  }

  @Test func aRefusalIsTheSameInJSON() throws {
    try releases { folder, verify in
      let since = ["--previous", folder + "/one.signed", "--format", "json"]
      let json = try JSONValue(parsing: verify("two", since).output.utf8)
      #expect(json["verdict"] == "refused" && json["version"] == "2")
      let summary = try #require(json["difference"]?["summary"])
      #expect(summary["loosened"] != 0 && summary["tightened"] != 0)
      let change = try #require(json["difference"]?["changes"]?.array?.first)
      #expect(change["kind"] == "loosened" && change["confirmed"] == true)
      let request = try #require(change["witness"]?["request"])
      for (name, side) in [("one", "before"), ("two", "after")] {
        let answer = try decide("\(folder)/\(name).yaml", request, folder)
        #expect(answer["outcome"] == change["witness"]?[side]?["outcome"])
      }
      #expect(json["error"]?["status"] == 1)
      let good = try JSONValue(parsing: verify("four", since).output.utf8)
      #expect(good["verdict"] == "verified")
      #expect(good["difference"]?["summary"]?["loosened"] == 0)
      #expect(good["difference"]?["summary"]?["tightened"] != 0)
      let same = try JSONValue(parsing: verify("one", since).output.utf8)
      #expect(same["verdict"] == "verified" && same["difference"] == .null)
    }
  }

  /// What was not looked at is not let through, and nothing refused is remembered.
  @Test func whatIsNotFinishedIsRefused() throws {
    try releases { folder, verify in
      let since = ["--previous", folder + "/one.signed", "--state", folder + "/state"]
      let unfinished = verify("three", since + ["--bound", "64"])
      #expect(unfinished.status == .notFinished)
      #expect(unfinished.error.contains("was not found out"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/state"))
      #expect(verify("two", since).status == .findings)
      #expect(!FileManager.default.fileExists(atPath: folder + "/state"))
      #expect(verify("three", since + ["--bound", "64", "--accept-loosened"]).status == .success)
      #expect(FileManager.default.fileExists(atPath: folder + "/state"))
    }
  }

  private static func options(_ version: String, _ options: String) -> String {
    """
    pasteboard-policy: 1
    name: clinic
    version: "\(version)"
    defaults: { copy: allow }
    rules:
      - id: stays-short
        effect: allow
        when: { operation: copy, content-class: health }
    \(options.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
    """
  }

  /// What is asked for beside the posture counts too: who cannot carry it out was denied.
  @Test(arguments: [
    ("keep-out-of: [third-party-history]", ""), ("expires-after: { seconds: 60 }", ""),
    ("expires-after: { seconds: 60 }", "expires-after: { seconds: 6000 }"),
    ("expires-after: { seconds: 60, scope: everywhere }", "expires-after: { seconds: 60 }"),
    ("expires-after: { seconds: 60, required: yes }", "expires-after: { seconds: 60 }"),
  ])
  func askingForLessLoosens(strict: String, loose: String) throws {
    let files = ["s.yaml": Self.options("1", strict), "l.yaml": Self.options("1", loose)]
    try tests.withClinic(files) { folder in
      let (one, other) = (folder + "/s.yaml", folder + "/l.yaml")
      let loosened = run(["policy", "diff", one, other])
      #expect(loosened.status == .findings && loosened.output.contains(" 0 tightened"))
      let tightened = run(["policy", "diff", other, one])
      #expect(tightened.status == .success && tightened.output.contains("0 loosened, "))
      #expect(!tightened.output.contains("0 loosened, 0 tightened"))
    }
  }
}
