import Findings
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// An old repository starts today: what is known does not count, what is new does.
@Suite struct BaselineTests {
  private static func file(_ keys: [String]) -> String {
    restrictionsProfile(keys.map { "<key>\($0)</key><true/>" }.joined(separator: "\n"))
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func check(_ folder: String, _ more: String...) -> Outcome {
    run(["validate", "--now", "none", "--fail-on", "notice", folder + "/p"] + more)
  }

  private func start(_ keys: [String], _ body: (String, String, String) throws -> Void) throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/p", withIntermediateDirectories: true)
      let profile = folder + "/p/a.mobileconfig"
      try write(Self.file(keys), profile)
      let baseline = folder + "/baseline.json"
      let outcome = check(folder, "--write-baseline", baseline)
      #expect(outcome.status == .success)
      #expect(outcome.error.contains("wrote \(keys.count) findings to `\(baseline)`"))
      try body(folder, profile, baseline)
    }
  }

  @Test func onlyWhatIsNewCounts() throws {
    try start(["zzOne", "zzTwo"]) { folder, profile, baseline in
      let same = check(folder, "--baseline", baseline)
      #expect(same.status == .success)
      #expect(same.output == "1 file: 0 errors, 0 warnings, 0 notices (2 in the baseline)\n")
      // Lines move, other keys come and go.
      try write("\n\n" + Self.file(["allowCamera", "zzTwo", "zzOne"]), profile)
      let moved = check(folder, "--baseline", baseline, "--ignore", "value-is-default")
      #expect(moved.output.contains("(2 in the baseline)"), "\(moved)")
      // A second of a kind that is known once is new.
      try write(Self.file(["zzOne", "zzTwo", "zzThree"]), profile)
      let more = check(folder, "--baseline", baseline)
      #expect(more.status == .findings)
      #expect(more.output.contains("zzThree") && !more.output.contains("zzOne"))
      // One is mended.
      try write(Self.file(["zzTwo"]), profile)
      let less = check(folder, "--baseline", baseline)
      #expect(less.status == .success)
      #expect(less.error.contains("1 finding of the baseline is gone; write it anew"))
      // What was not looked at is not gone.
      let part = check(folder, "--baseline", baseline, "--select", "duplicate-key")
      #expect(!part.error.contains("gone"))
      let state = try JSONValue(
        parsing: Array(check(folder, "--baseline", baseline, "--format", "json").output.utf8))
      #expect(state["findings"]?.array?.first?["baseline"] == "known")
      #expect(state["summary"]?["goneFromBaseline"] == 1)
    }
  }

  @Test func itIsPrivateStableAndNamesFilesFromItsFolder() throws {
    try start(["zzOne", "zzTwo"]) { folder, _, baseline in
      let first = try String(contentsOfFile: baseline, encoding: .utf8)
      _ = check(folder, "--write-baseline", baseline)
      #expect(try String(contentsOfFile: baseline, encoding: .utf8) == first)
      #expect(!first.contains(folder) && first.contains("\"p/a.mobileconfig\""))
      let mode = try FileManager.default.attributesOfItem(atPath: baseline)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "baseline.json", "p",
        ])
    }
  }

  @Test func somethingElseIsNotWrittenOver() throws {
    try start(["zzOne", "zzTwo"]) { folder, profile, _ in
      let before = try String(contentsOfFile: profile, encoding: .utf8)
      let outcome = check(folder, "--write-baseline", profile)
      #expect(outcome.status == .findings)
      #expect(outcome.error.contains("is no baseline; it stays as it is"))
      #expect(try String(contentsOfFile: profile, encoding: .utf8) == before)
      #expect(check(folder, "--write-baseline", folder + "/none/b.json").status == .file)
    }
  }

  @Test(arguments: [
    ("{\"pbpolicyBaseline\": 1,\n \"findings\": [}", ":2:"),
    ("{\"pbpolicyBaseline\": 2,\n \"findings\": []}", "from 1 through 1"),
    ("{\"findings\": []}", "expected the key `pbpolicyBaseline`"),
    ("{\"pbpolicyBaseline\": 1,\n \"findings\": [{\"path\": \"a\"}]}", ":2:"),
    (
      "{\"pbpolicyBaseline\": 1, \"findings\": [{\"path\": \"a\", \"rule\": \"r\", \"keyPath\": \"\", \"message\": \"m\",\n \"count\": -5}]}",
      ":2:"
    ),
    ("", "policy-syntax"), ("\u{0}", "policy-syntax"),
  ])
  func damageIsSaidWithItsLine(_ text: String, _ words: String) throws {
    try start(["zzOne", "zzTwo"]) { folder, _, baseline in
      try write(text, baseline)
      let outcome = check(folder, "--baseline", baseline)
      #expect(outcome.status == .findings)
      #expect(outcome.error.contains(words), "\(outcome.error)")
      #expect(outcome.error.contains("cannot be used as it stands"))
      #expect(outcome.output.isEmpty)
    }
  }

  /// The number that do not count is never larger than the number in the baseline, and everything
  /// else does: against counting by hand.
  @Test func countedByHand() {
    var random = SeededGenerator("baseline")
    let base = PathBase("/r", working: "/r")
    for _ in 0..<300 {
      func findings() -> [Finding] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Finding(
            RuleID(random.pick(["a", "b"])), .error,
            at: .init(
              path: random.pick(["x", "./x", "/r/x", "y"]),
              line: Int.random(in: 1...9, using: &random)),
            keyPath: "P[\(Int.random(in: 0...3, using: &random))].k",
            random.pick(["m `1`", "m `2`", "line 1", "line 27"]))
        }.sorted()
      }
      func kind(_ finding: Finding) -> String {
        let path = finding.location.path.hasSuffix("x") ? "x" : "y"
        let message = finding.message.hasPrefix("line") ? "line" : finding.message
        return "\(finding.rule) \(path) \(message)"
      }
      let old = findings()
      let new = findings()
      let (marked, gone) = Baseline(old, from: base).applied(to: new, from: base) { _ in true }
      var left = Dictionary(old.map { (kind($0), 1) }, uniquingKeysWith: +)
      for (finding, result) in zip(new, marked) {
        let isKnown = left[kind(finding), default: 0] > 0
        if isKnown { left[kind(finding), default: 0] -= 1 }
        #expect(result.isActive != isKnown)
      }
      #expect(gone == left.values.reduce(0, +))
    }
  }
}
