import Devices
import Findings
import TestSupport
import Testing

@testable import PolicyKit

/// The smallest changes that would help.
@Suite struct NearMissTests {
  @Test func aDenyingRuleIsNamed() throws {
    let policy = try Questions.policy(
      Policy(
        name: "p", defaults: [.copy: .init(.allow)],
        rules: [
          Rule(
            id: "no-tax-ids", effect: .deny,
            when: .all([
              Questions.leaf(.operation, "copy"),
              Questions.leaf(.contentClass, "customer-record.tax-id"),
            ]))
        ]))
    let misses = NearMiss.changes(for: try Questions.taxID("iOS", "17.0"), policy: policy)
    #expect(misses.map(\.changes) == [[.rule(id: "no-tax-ids", layer: "p")]])
    #expect(misses.first?.outcome == .allow)
    #expect(misses.first?.powers == [.policy])
  }

  @Test func aMissingCapabilityIsTheApps() throws {
    let policy = try Questions.policy(Policy(name: "p", rules: [Questions.records]))
    let request = try Questions.taxID("iOS", "17.0").capable(of: [])
    let misses = NearMiss.changes(for: request, policy: policy)
    #expect(misses.first?.powers.allSatisfy { $0 == .app } == true)
    #expect(misses.first?.outcome == .localOnly)
  }

  @Test func whatAPlatformLacksNobodyCanChange() throws {
    let policy = try Questions.policy(Policy(name: "p", defaults: [.copy: .init(.allow)]))
    #expect(NearMiss.changes(for: try Questions.taxID("watchOS", "11.0"), policy: policy).isEmpty)
  }

  /// What is tried beside a policy is what a policy compiled anew would answer.
  @Test(arguments: [false, true]) func trialsAreWhatCompilingAnewGives(isWide: Bool) throws {
    var found = 0
    for seed in UInt64(1)...25 {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = isWide
      guard let policy = ProofTests.compile(generator.layers()) else { continue }
      for _ in 0..<2 {
        let request = generator.request()
        let restrictions = generator.restrictions()
        let misses = NearMiss.changes(for: request, policy: policy, restrictions: restrictions)
        let twin = NearMissTwin(request, policy, restrictions).found
        #expect(misses == twin, "seed \(seed): \(misses)\n\(twin)")
        found += twin.count
      }
    }
    #expect(found > 15)
  }

  /// Whatever is suggested is better than the answer, and an answer that is best has none.
  @Test func suggestionsHelpUnderGeneration() throws {
    var found = 0
    for seed in UInt64(1)...400 {
      var generator = PolicyGenerator(seed: seed)
      guard let policy = ProofTests.compile(generator.layers()) else { continue }
      let request = generator.request()
      let restrictions = generator.restrictions()
      let answer = decide(request, policy: policy, restrictions: restrictions)
      let misses = NearMiss.changes(for: request, policy: policy, restrictions: restrictions)
      found += misses.count
      for miss in misses {
        #expect(
          miss.outcome < answer.outcome
            || miss.outcome == answer.outcome && answer.honoured == .no && miss.honoured != .no,
          "seed \(seed): \(miss)")
        #expect(!miss.changes.isEmpty && miss.changes.count <= 4, "seed \(seed)")
        for case .learn(let attributes) in miss.changes {
          let declared: Set<Attribute> = [
            .contentClass, .owner, .marker, .platform, .sourceManaged,
          ]
          #expect(declared.isDisjoint(with: attributes), "seed \(seed)")
        }
      }
      if answer.outcome == .allow { #expect(misses.isEmpty, "seed \(seed)") }
    }
    #expect(found > 100)
  }

  /// Whoever is told to find something out can find a value that gives what is promised.
  @Test func whatIsToBeFoundOutHelps() throws {
    var found = 0
    for seed in UInt64(1)...400 {
      var generator = PolicyGenerator(seed: seed)
      guard let policy = ProofTests.compile(generator.layers()),
        let vocabulary = policy.masks.vocabulary
      else { continue }
      let request = generator.request()
      for miss in NearMiss.changes(for: request, policy: policy) {
        guard case .learn(let unknown)? = miss.changes.first else { continue }
        found += 1
        #expect(unknown.allSatisfy { $0.derivation == nil })
        let answers = Guesses(unknown, vocabulary).requests(from: request).map {
          decide($0, policy: policy)
        }
        #expect(answers.contains { $0.outcome == miss.outcome && $0.honoured == miss.honoured })
      }
    }
    #expect(found > 5)
  }

  /// No layer but the organisation's accepts less than what holds where nobody says.
  @Test func onlyTheOrganisationAcceptsLess() throws {
    func minimum(_ layers: [(LayerKind, Assurance?)]) throws -> Assurance {
      try DecisionProperties.compile(
        layers.enumerated().map {
          Policy(name: "p\($0.offset)", layer: $0.element.0, minimumAssurance: $0.element.1)
        }
      ).minimumAssurance
    }
    #expect(try minimum([(.organisation, nil), (.team, .assumed)]) == .contested)
    #expect(try minimum([(.team, .reported)]) == .contested)
    #expect(try minimum([(.organisation, .assumed), (.team, nil)]) == .assumed)
    #expect(try minimum([(.organisation, .assumed), (.team, .reported)]) == .reported)
    #expect(try minimum([(.organisation, nil), (.user, .documented)]) == .documented)
  }
}
