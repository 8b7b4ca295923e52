import Findings
import StrictJSON
import TestSupport
import Testing

@testable import PolicyKit

/// Compiled policies that somebody edited, or that were damaged.
@Suite("Saved policies that are none") struct SavedRefusals {
  /// The fixture's text with one part exchanged.
  private func edited(_ old: String, _ new: String) throws -> [UInt8] {
    let text = String(decoding: try SavedFixture.saved.bytes, as: UTF8.self)
    #expect(text.contains(old), "the fixture does not say \(old)")
    return Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }

  /// What the reader of a policy's text refuses is refused here too: where, and in what words.
  @Test(arguments: [
    (#""id":"charts-stay.1""#, #""id":"Charts""#, "policies[0].rules[0].id", "an id of at most"),
    (#""effect":"local-only""#, #""effect":"loal""#, "policies[0].rules[0].effect", "one of allow"),
    (#""seconds":30"#, #""seconds":0"#, "policies[0].rules[0].expiry.seconds", "1 to 31536000"),
    (#""seconds":30"#, #""seconds":31536001"#, "policies[0].rules[0].expiry.seconds", "1 to"),
    (#""seconds":30"#, #""seconds":3e1"#, "policies[0].rules[0].expiry.seconds", "a whole number"),
    (#""layer":"organisation""#, #""layer":"king""#, "policies[0].layer", "found `king`"),
    (#""name":"clinic""#, #""name":"""#, "policies[0].name", "1 to 100 characters"),
    (#""sha256":"a1a1"#, #""sha256":"A1a1"#, "policies[0].sha256", "64 digits"),
    (#""facts":["C9"]"#, #""facts":["C999"]"#, "policies[0].rules[0].facts", "platform facts"),
    (
      #""classes":["ward.chart"]"#, #""classes":["Ward"]"#, "policies[0].classes",
      "lower-case words"
    ),
    (#""classes":["ward.chart"]"#, #""classes":[]"#, "policies[0].", "unknown content class"),
    (#""paste":["source.managed"]"#, #""paste":["same-app"]"#, "policies[0]", "cannot be expected"),
    (#""prefix":["com.example.""#, #""prefix":["""#, "policies[0].", "not empty"),
    (#""below":"26.0""#, #""below":"15.4""#, "policies[0].", "no value lies within"),
    (#""below":"26.0""#, #""below":26"#, "policies[0].", "a text, found `26`"),
    (#""oneOf":["copy"]"#, #""oneOf":["copi"]"#, "policies[0].", "found `copi`"),
    (#""oneOf":["copy"]"#, #""oneOf":[]"#, "policies[0].", "empty list"),
    (#""oneOf":["copy"]"#, #""numbers":{"from":1}"#, "policies[0].", "does not fit `operation`"),
    (#""any":["#, #""any":[],"all":["#, "policies[0].", "an object of one of"),
    (#""until":1796000000001"#, #""until":-1000"#, "policies[0].", "an end after the beginning"),
    (#""atLeast":"local-only","#, #""at-least":"deny","#, "policies[0].", "unknown key `at-least`"),
    (#""can":["clear-after""#, #""can":["do-it""#, "policies[0].tests[0].request.can[0]", "one of"),
    (#""copyID":"01a2"#, #""copyID":"01"#, "policies[0].tests[0].request.copyID", "UUID"),
    (#""platform":"macOS""#, #""platform":"macos""#, "policies[0].tests[0].", "found `macos`"),
    (#""content-bytes":7"#, #""ours":"yes""#, "policies[0].tests[0].request", "does not apply"),
    (#""content-bytes":7"#, #""content-bytes":-7"#, "policies[0].tests[0].", "0 or more"),
    (#""until":1796000600000"#, #""until":1799000600000"#, "suspensions[0]", "at most 7 days"),
    (#""until":1796000600000"#, #""until":1796000000000"#, "suspensions[0]", "ends before"),
    (#""pasteboard-compiled-policy":1"#, #""pasteboard-compiled-policy":2"#, "", "`pbpolicy 9`"),
    (#""pasteboard-compiled-policy":1"#, #""pasteboard-compiled-policy":1,"x":0"#, "x", "key `x`"),
    (#""mode":"audit-only","#, "", "", ""),
    (#""location":"8:3","#, "", "policies[0].rules[0]", "expected the key `location`"),
    (#""location":"8:3""#, #""location":"8""#, "policies[0].rules[0].location", "a place such as"),
    (#""location":"8:3""#, #""location":"8:-3""#, "policies[0].rules[0].location", "a place"),
    (#""location":"8:3""#, #""location":null"#, "policies[0].rules[0].location", "a text"),
    (#""id":"charts-stay.1""#, #""id":"a","id":"b""#, "", "stands twice in one object"),
  ])
  func anEditIsRefused(old: String, new: String, keyPath: String, words: String) throws {
    let bytes = try edited(old, new)
    do throws(SavedPolicyError) {
      let saved = try SavedPolicies(bytes)
      // One edit is harmless, so that the table itself is seen to tell.
      #expect(words.isEmpty, "not refused: \(new)")
      #expect(saved.policies[0].mode == .enforce)
    } catch {
      #expect(!words.isEmpty && error.message.contains(words), "\(new): \(error)")
      #expect(keyPath.isEmpty || error.keyPath.hasPrefix(keyPath), "\(new): \(error)")
      #expect(error.line == 1 && error.column > 0)
    }
  }

  /// What can be read and cannot work is refused as it is when its sources are loaded.
  @Test(arguments: [
    (#""layer":"organisation""#, #""layer":"team""#, "policy-relax-not-here"),
    (#""id":"local-stays-local""#, #""id":"local-stays-loca""#, "policy-relax-unknown"),
    (#""id":"charts-stay.1""#, #""id":"no-platform-no-promise""#, "policy-rule-id-taken"),
    (#""effect":"local-only""#, #""effect":"deny""#, "policy-promise-on-deny"),
    (#""id":"always-in""#, #""id":"never-out""#, "policy-invariant-twice"),
    (#""posture":"allow""#, #""posture":"local-only""#, ""),
    (#"{"paste":{"location":"#, #"{"clear":{"location":"#, ""),
  ])
  func everyCheckIsMadeAgain(old: String, new: String, rule: String) throws {
    let text = String(decoding: try SavedFixture.saved.bytes, as: UTF8.self)
    guard text.contains(old) else { return #expect(rule.isEmpty, "no \(old)") }
    let bytes = try edited(old, new)
    do throws(CompiledPolicyError) {
      _ = try CompiledPolicy(json: bytes, isSigned: true)
      #expect(rule.isEmpty)
    } catch {
      guard case .cannotWork(let findings) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(findings.contains { $0.rule.name == rule }, "\(findings)")
      #expect(findings.allSatisfy { $0.severity == .error })
    }
  }

  @Test func twoRulesOfOneNameAreRefused() throws {
    var policy = try SavedFixture.policy
    policy.rules.append(policy.rules[0])
    #expect {
      try CompiledPolicy(json: SavedPolicies([policy], writer: "").bytes)
    } throws: { "\($0)".contains("stands twice") }
  }

  @Test func whatIsTooMuchIsRefused() throws {
    func text(_ policies: String) -> [UInt8] {
      Array("{\"\(SavedPolicies.mark)\":1,\"policies\":\(policies)}".utf8)
    }
    var limits = SavedPolicies.Limits.json
    func message(_ bytes: [UInt8]) -> String {
      do throws(SavedPolicyError) {
        _ = try SavedPolicies(bytes, limits: limits)
        return ""
      } catch { return error.message }
    }
    let deep = SavedPolicies.Limits.depth + 1
    #expect(message(text(String(repeating: "[", count: deep))).contains("levels of nesting"))
    let files = String(repeating: "{},", count: SavedPolicies.Limits.files)
    #expect(message(text("[\(files){}]")).contains("at most 1000 files"))
    var levels: Condition = .leaf(.init(.operation, .oneOf(["copy"])))
    for _ in 0..<PolicyBounds.conditionLevels { levels = .not(levels) }
    let rule = Rule(id: "r", effect: .deny, when: levels)
    let policy = Policy(name: "a", rules: [rule])
    #expect(message(SavedPolicies([policy], writer: "").bytes).contains("64 levels"))
    #expect((limits.bytes, limits.values) == (32 << 20, 2_000_000))
    (limits.bytes, limits.values) = (1000, 100)
    #expect(message(text("[\(String(repeating: "[],", count: 100))[]]")).contains("100 values"))
    #expect(message(text("[]") + [UInt8](repeating: 0x20, count: 1000)).contains("1000 bytes"))
  }

  /// Cut off anywhere, or with any byte changed: refused, or a policy that is written as it was read.
  @Test func damageIsRefusedOrKept() throws {
    let bytes = try SavedFixture.saved.bytes
    for end in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: SavedPolicyError.self) { try SavedPolicies(Array(bytes[..<end])) }
    }
    var random = SeededGenerator("damaged compiled policies")
    var kept = 0
    for _ in 0..<800 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      guard let saved = try? SavedPolicies(damaged) else { continue }
      kept += 1
      #expect(try SavedPolicies(saved.bytes) == saved, "seed \(random.seed)")
      _ = try? CompiledPolicy(json: damaged, isSigned: true)
    }
    #expect(kept > 0)
  }
}
