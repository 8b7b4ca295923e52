import Devices
import Findings
import Foundation
import PolicyFiles
import StrictJSON
import TestSupport
import Testing

@testable import PolicyKit

/// Diagrams of whole policy files: those of the repository, and thirty rules for several engines
/// that may stand beside it.
@Suite struct ShippedProofs {
  static func compiled(_ bytes: [UInt8], _ name: String) throws -> CompiledPolicy {
    let (policy, findings) = PolicyReader(path: name).read(bytes)
    guard let policy else {
      throw Questions.Refused(findings: findings.filter { $0.severity == .error }.map(\.message))
    }
    return try Questions.policy(policy)
  }

  static func shipped(_ name: String) throws -> CompiledPolicy {
    let path = Repository.root + "Policies/\(name)/policy.yaml"
    return try compiled(Array(try Data(contentsOf: URL(fileURLWithPath: path))), path)
  }

  static let restrictions: [DeviceRestrictions?] = [
    nil,
    DeviceRestrictions([
      Questions.restriction("allowActivityContinuation", reliesOn: false),
      Questions.restriction("requireManagedPasteboard"),
      Questions.restriction("allowOpenFromManagedToUnmanaged"),
    ]),
  ]

  @Test(arguments: ["app-protection", "balanced", "strict"])
  func decidingAndTheDiagramAgreeOnShippedPolicies(name: String) throws {
    let policy = try Self.shipped(name)
    for restrictions in Self.restrictions {
      let comparison = try DiagramComparison(Judge(policy: policy, restrictions: restrictions))
      let rounds = DecisionProperties.rounds
      #expect(try comparison.compare(rounds, seed: 7) == rounds)
      for test in policy.tests {
        let states = try #require(comparison.universe.states(of: test.request))
        #expect(comparison.universe.diagrams.value(comparison.domain, at: states) == 2)
        #expect(try comparison.agrees(on: states, test.name))
      }
    }
  }

  static let workload = Repository.shared + "peers/workload/"
  static var isThere: Bool { FileManager.default.fileExists(atPath: workload + "rules.json") }

  static func workloadPolicy() throws -> CompiledPolicy {
    let data = try Data(contentsOf: URL(fileURLWithPath: workload + "rules.json"))
    let rules = try JSONValue(parsing: Array(data))["rules"]?.array ?? []
    return try compiled(Array(WorkloadPolicy.text(rules: rules).utf8), "workload.json")
  }

  static func leaving(_ content: String) -> Policy.Invariant {
    Policy.Invariant(
      id: content,
      when: .all([
        Questions.leaf(.operation, "paste"), Questions.leaf(.contentClass, "bench.\(content)"),
        Questions.leaf(.sourceManaged, "yes"), Questions.leaf(.destinationManaged, "no"),
      ]), claim: .always(.init(outcomes: [.deny])))
  }

  @Test(.enabled(if: isThere)) func theWorkloadLetsOneTimeCodesOutAndRecordsNot() throws {
    let policy = try Self.workloadPolicy()
    let records = Proof(Self.leaving("customerrecord"), policy: policy)
    guard case .proved = records.verdict else {
      Issue.record("\(records.verdict)")
      return
    }
    #expect(records.classes.rounded > 7_000_000)
    guard case .broken(let witness) = Proof(Self.leaving("otp"), policy: policy).verdict else {
      Issue.record("the mistake was not found")
      return
    }
    #expect(decide(witness.request, policy: policy).outcome == .allow)
    #expect(witness.request.values[.contentClass] == .some(.set(["bench.otp"])))
    #expect(witness.request.text(.sourceManaged) == "yes")
    #expect(witness.request.text(.destinationManaged) == "no")
  }

  @Test(.enabled(if: isThere)) func theWorkloadsDiagramAgreesToo() throws {
    let comparison = try DiagramComparison(
      Judge(policy: try Self.workloadPolicy(), restrictions: nil))
    let rounds = DecisionProperties.rounds
    #expect(try comparison.compare(rounds, seed: 3) == rounds)
  }
}
