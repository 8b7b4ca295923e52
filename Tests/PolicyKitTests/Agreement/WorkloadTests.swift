import Foundation
import PolicyFiles
import StrictJSON
import TestSupport
import Testing

@testable import PolicyKit

/// A neutral workload is answered as expected by everything that answers: the plain interpreter,
/// the masks, the quick decider with classified values and with texts, and the whole decision.
@Suite struct WorkloadTests {
  struct Answers {
    let policy: CompiledPolicy
    let decider: QuickDecider
    let comparison: DiagramComparison
    let reader: RequestReader

    init(_ workload: NeutralWorkload) throws {
      policy = try ShippedProofs.compiled(
        Array(WorkloadPolicy.text(rules: workload.rules).utf8), "workload.json")
      decider = try #require(QuickDecider(policy))
      comparison = try DiagramComparison(Judge(policy: policy, restrictions: nil))
      reader = RequestReader(
        asker: .administrator, mayChooseAsker: false, classes: policy.classes)
    }

    func request(_ neutral: JSONValue) throws -> Request {
      let text = Array(WorkloadPolicy.request(neutral).compactText.utf8)
      let node = try #require(PolicyText.read(text, path: "request", as: .json).node)
      return try reader.request(node)
    }

    /// Checks one request everywhere.
    func check(_ neutral: JSONValue, _ outcome: String, _ rules: [String], _ name: String) throws {
      let request = try request(neutral)
      let expected = try #require(Posture(rawValue: outcome))
      let names = Set(rules.map { $0.lowercased() })

      let decision = decide(request, policy: policy)
      #expect(decision.outcome == expected && decision.required == expected, "\(name), whole")
      let said = decision.reasons.filter { $0.kind == .rule && $0.effect != nil }.map(\.id)
      #expect(Set(said) == names, "\(name), whole")

      let plain = Requirement(request, policy, nil).verdict
      let masks = try #require(Verdict(request, policy, nil))
      for (verdict, who) in [(plain, "interpreter"), (masks, "masks")] {
        #expect(verdict.required == expected, "\(name), \(who)")
        #expect(determining(verdict, request.operation) == names, "\(name), \(who)")
      }
      let classified = try #require(policy.classified(request))
      #expect(decider.outcome(of: classified) == expected, "\(name), classified")
      #expect(quick(expected) == names, "\(name), classified")
      #expect(decider.outcome(of: try strings(request)) == expected, "\(name), strings")
      #expect(quick(expected) == names, "\(name), strings")
      let states = try #require(comparison.universe.states(of: request))
      #expect(try comparison.agrees(on: states, "\(name), diagram"))
    }

    private func strings(_ request: Request) throws -> ClassifiedRequest {
      var classified = try #require(
        policy.classified(request.operation, on: request.platform, askedBy: request.askedBy))
      for (attribute, value) in request.values {
        guard ![.operation, .platform, .askedBy].contains(attribute), let value else { continue }
        try classified.set(attribute, value.description)
      }
      return classified
    }

    private func determining(_ verdict: Verdict, _ operation: PolicyKit.Operation) -> Set<String> {
      let speakers = policy.masks.voices(operation).speakers
      return Set(
        verdict.voices.filter { $0.posture == verdict.required && $0.isCertain }
          .compactMap { speakers[$0.speaker].rule?.id })
    }

    private func quick(_ posture: Posture) -> Set<String> {
      Set(decider.rules.filter { $0.rule.effect == posture && $0.isCertain }.map(\.rule.id))
    }
  }

  static func json(_ name: String) throws -> JSONValue {
    let data = try Data(contentsOf: URL(fileURLWithPath: ShippedProofs.workload + name))
    return try JSONValue(parsing: Array(data))
  }

  @Test(.enabled(if: ShippedProofs.isThere)) func aThousandDecisionsAreTheExpectedOnes() throws {
    let workload = NeutralWorkload(
      rules: try Self.json("rules.json")["rules"]?.array ?? [],
      requests: try Self.json("requests.json").array ?? [])
    let expected = try Self.json("expected.json").array ?? []
    #expect(workload.requests.count == 1000 && expected.count == 1000)
    let answers = try Answers(workload)
    for (index, (request, answer)) in zip(workload.requests, expected).enumerated() {
      let outcome = answer["outcome"]?.string ?? ""
      let rules = (answer["reasons"]?.array ?? []).compactMap(\.string)
      let naive = workload.answer(to: request)
      #expect(naive.outcome == outcome && naive.rules == rules, "request \(index)")
      try answers.check(request, outcome, rules, "request \(index)")
    }
  }

  /// The same with rules of our own, which need nothing beside the repository.
  @Test func ourOwnWorkloadIsAnsweredAsNaively() throws {
    var random = SeededGenerator(seed: 4)
    let workload = NeutralWorkload.own(400, &random)
    let answers = try Answers(workload)
    var seen: [String: Int] = [:]
    for (index, request) in workload.requests.enumerated() {
      let naive = workload.answer(to: request)
      seen[naive.outcome, default: 0] += 1
      try answers.check(request, naive.outcome, naive.rules, "own request \(index)")
    }
    #expect(seen.count == 3 && seen.values.allSatisfy { $0 > 20 }, "\(seen)")
  }
}
