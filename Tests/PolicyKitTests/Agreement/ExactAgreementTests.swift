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

/// The same without any reasoning: class after class, some thousand millions of them. Minutes in release
/// mode, and asked for by PBPOLICY_EVERY_CLASS (`.ci/agree`).
@Suite(.serialized, .enabled(if: EveryClass.isAsked)) struct EveryClassTests {
  @Test(arguments: ["app-protection", "balanced", "strict"])
  func everyClassOneByOne(name: String) throws {
    let policy = try ShippedProofs.shipped(name)
    for (place, restrictions) in ShippedProofs.restrictions.enumerated() {
      let judge = Judge(policy: policy, restrictions: restrictions)
      let walk = try #require(
        try EveryClass(judge, "\(name), restrictions \(place)", oneIn: 2000))
      let time = ContinuousClock().measure { walk.run() }
      print("\(walk.name): \(walk.count) classes, \(walk.shared) also by the interpreter, \(time)")
      #expect(walk.difference == nil, "\(walk.difference ?? "")")
      #expect(
        walk.comparison.universe.diagrams.count(walk.comparison.domain)
          == .exactly(UInt128(walk.count)))
    }
  }
}
