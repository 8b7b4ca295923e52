import Findings
import DecisionService
import Findings
import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// Decisions written straight into bytes are the same bytes as those made into values first.
@Suite struct JSONDeciderTests {
  private static func policy(_ name: String) throws -> CompiledPolicy {
    let path = Repository.root + "Policies/\(name)/policy.yaml"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return try #require(PolicySet([(path, bytes)]).policy)
  }

  /// Twice each: what was prepared for the first is copied to the second.
  @Test(arguments: ["balanced", "strict"]) func bytesAreThoseOfTheValue(name: String) throws {
    let policy = try Self.policy(name)
    let reader = RequestReader(
      asker: .administrator, mayChooseAsker: true, classes: policy.classes)
    let decider = JSONDecider(policy, reader: reader)
    let file = URL(fileURLWithPath: Repository.root + "Policies/balanced/requests.jsonl")
    let lines = [UInt8](try Data(contentsOf: file)).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count >= 5)
    for line in lines {
      let node = try #require(PolicyText.read(Array(line), path: "r", as: .json).node)
      let decision = decide(try reader.request(node), policy: policy)
      for _ in 0..<2 {
        let bytes = try decider.decide(Array(line))
        #expect(String(decoding: bytes, as: UTF8.self) == decision.naiveJSON.compactText)
      }
      #expect(decision.json == decision.naiveJSON)
    }
  }

  @Test func whatTextsHoldIsEscapedAlike() {
    let nasty = [
      "", "plain", "\"", "back\\slash", "\u{1}\n\t", "caf\u{e9}", "\u{202E}x", "a\u{7F}b",
      "twelve bytes\"", "\u{1F600}", "exactly8", "exactly8\u{1f}",
    ]
    for text in nasty {
      var bytes = JSONBytes(capacity: 1)
      bytes.string(text)
      #expect(String(decoding: bytes.bytes, as: UTF8.self) == JSONValue.string(text).compactText)
    }
    for number in [0, 7, 9, 10, 99, 100, -1, -10, 1 << 53, Int.max, Int.min] {
      var bytes = JSONBytes()
      bytes.number(number)
      #expect(String(decoding: bytes.bytes, as: UTF8.self) == "\(number)")
    }
  }

  @Test func aTextThatHoldsNoRequestIsRefusedWithItsPlace() throws {
    let policy = try Self.policy("strict")
    let decider = JSONDecider(
      policy,
      reader: RequestReader(asker: .app, mayChooseAsker: false, classes: policy.classes))
    #expect {
      try decider.decide(Array("{\"operation\":\"copy\",\n \"platfrom\":\"iOS\"}".utf8))
    } throws: { error in
      guard let refusal = error as? JSONDecider.Refusal else { return false }
      return refusal.findings.first?.location.line == 2
    }
  }
}
