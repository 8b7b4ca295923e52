import Devices
import Findings
import TestSupport
import Testing

@testable import PolicyKit

/// What two policies answer differently.
@Suite struct DifferenceTests {
  private func below(_ version: String) throws -> CompiledPolicy {
    let bound = try #require(OSVersion(version))
    return try Questions.policy(
      Policy(
        name: "p", defaults: [.paste: .init(.deny)],
        rules: [
          Rule(
            id: "old", effect: .allow,
            when: .all([
              Questions.leaf(.operation, "paste"), Questions.leaf(.pasteboard, "named"),
              .leaf(.init(.osVersion, .versions(.init(below: bound)))),
            ])),
          Rule(
            id: "new", effect: .allow,
            when: .all([
              Questions.leaf(.operation, "paste"), Questions.leaf(.pasteboard, "unique"),
              .leaf(.init(.osVersion, .versions(.init(from: bound)))),
            ])),
        ]))
  }

  @Test func oneChangedBoundLoosensAndTightens() throws {
    let difference = PolicyDifference(.init(try below("15.0")), .init(try below("16.0")))
    #expect(Set(difference.changes.map(\.kind)) == [.loosened, .tightened])
    #expect(difference.count(.loosened) == difference.count(.tightened))
    #expect(!difference.count(.loosened).isZero)
    for change in difference.changes {
      #expect(change.isConfirmed)
      #expect(change.cover.blocks.first?.text.contains("15.0 to below 16.0") == true)
      #expect(change.cover.leftOut.isZero)
    }
  }

  /// The same requests, whatever one side expects that the other leaves to the caller.
  @Test func whatIsExpectedOnOneSideAloneIsCompared() throws {
    func policy(_ expects: [PolicyKit.Operation: [Attribute]]) throws -> CompiledPolicy {
      try Questions.policy(
        Policy(
          name: "p", expects: expects,
          rules: [
            Rule(
              id: "r", effect: .deny,
              when: .all([
                Questions.leaf(.operation, "copy"), Questions.leaf(.destinationManaged, "no"),
              ]))
          ]))
    }
    let difference = PolicyDifference(
      .init(try policy([:])), .init(try policy([.copy: [.destinationManaged]])))
    #expect(difference.changes.map(\.kind) == [.tightened])
    let witness = try #require(difference.changes.first)
    #expect(witness.isConfirmed)
    #expect(witness.witness.before.request.values[.destinationManaged] == nil)
  }

  @Test func nothingDiffersFromItselfAndBothWaysMirror() throws {
    var changed = 0
    for seed in UInt64(1)...4 {
      var generator = PolicyGenerator(seed: seed)
      let (first, second) = (generator.layers(), generator.layers())
      guard let one = ProofTests.compile(first), let other = ProofTests.compile(second) else {
        continue
      }
      let situation = Situation(restrictions: generator.restrictions())
      let (left, right) = (
        PolicyDifference.Side(one, situations: [situation]), PolicyDifference.Side(other)
      )
      #expect(PolicyDifference(left, left).changes.isEmpty, "seed \(seed)")
      let there = PolicyDifference(left, right)
      let back = PolicyDifference(right, left)
      let unconfirmed = there.changes.filter { !$0.isConfirmed }.count
      #expect(unconfirmed == 0, "seed \(seed)")
      #expect(there.count(.loosened) == back.count(.tightened), "seed \(seed)")
      #expect(there.count(.tightened) == back.count(.loosened), "seed \(seed)")
      #expect(there.count(.mixed) == back.count(.mixed), "seed \(seed)")
      changed += there.changes.count
    }
    #expect(changed > 1)
  }
}
