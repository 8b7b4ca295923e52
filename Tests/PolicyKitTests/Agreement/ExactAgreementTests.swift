import TestSupport
import Testing

@testable import PolicyKit

/// Not a sample: interpreter, masks and diagram agree about every class of requests.
@Suite struct ExactAgreementTests {
  @Test(arguments: ["app-protection", "balanced", "strict"])
  func everyClassOfAShippedPolicy(name: String) throws {
    let policy = try ShippedProofs.shipped(name)
    for (place, restrictions) in ShippedProofs.restrictions.enumerated() {
      // The device's part is the same for all of them: one is enough outside of long runs.
      guard restrictions == nil || name == "balanced" || EveryClass.isAsked else { continue }
      var random = SeededGenerator(seed: UInt64(place + 1))
      var agreement = try ExactAgreement(
        Judge(policy: policy, restrictions: restrictions), "\(name), restrictions \(place)")
      let all = agreement.universe.diagrams.count(agreement.comparison.domain)
      try agreement.checkSubjects(&random)
      let joined = try agreement.checkJoins(&random)
      let answered = try agreement.checkAnswers(&random)
      #expect(joined == all && answered == all, "\(agreement.name)")
      print("\(agreement.name): \(all) classes, by \(agreement.tried) combinations")
    }
  }
}

/// The same without any reasoning: class after class, six thousand millions of them: far
/// too long for every run, and asked for by PBPOLICY_EVERY_CLASS (`.ci/agree`).
@Suite(.serialized, .enabled(if: EveryClass.isAsked)) struct EveryClassTests {
  @Test(arguments: ["strict", "app-protection", "balanced"])
  func everyClassOneByOne(name: String) throws {
    let judge = Judge(policy: try ShippedProofs.shipped(name), restrictions: nil)
    let walk = try #require(try EveryClass(judge, name, oneIn: 5000))
    let all = walk.comparison.universe.diagrams.count(walk.comparison.domain)
    let time = ContinuousClock().measure { walk.run() }
    print("\(name): \(walk.count) classes, \(walk.shared) also by the interpreter, \(time)")
    #expect(walk.difference == nil, "\(walk.difference ?? "")")
    #expect(all == .exactly(UInt128(walk.count)))
  }
}
