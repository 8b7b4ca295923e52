import Devices
import Findings
import Foundation
import TestSupport
import Testing

@testable import PolicyKit

/// The masks and the plain interpreter must come to one verdict, and so to one decision.
enum MaskAgreement {
  /// What differs; nil where nothing does.
  static func difference(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?
  ) -> String? {
    let plain = Requirement(request, policy, restrictions).verdict
    guard let fast = Verdict(request, policy, restrictions) else { return "it does not fit" }
    if plain != fast {
      return "plain \(describe(plain, request, policy))\n fast \(describe(fast, request, policy))"
    }
    let one = Answer(request, policy, restrictions, plain).decision()
    let other = Answer(request, policy, restrictions, fast).decision()
    if one != other { return "\(one)\n\(other)" }
    return outcomes(request, policy, restrictions, one)
  }

  /// The outcome of the classified request, where there is one.
  private static func outcomes(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ decision: Decision
  ) -> String? {
    guard restrictions == nil, request.can == nil, let classified = policy.classified(request)
    else { return nil }
    guard let decider = QuickDecider(policy) else { return "the policy is too large" }
    let outcome = decider.outcome(of: classified)
    let count = policy.masks.voices(request.operation).ruleCount
    let heard = Requirement(request, policy, nil).contributions.filter { $0.speaker < count }
    let matching = Set(heard.map(\.speaker))
    if Set(decider.places) != matching || decider.count != matching.count {
      return "other rules match: \(decider.places), \(matching)"
    }
    let certain = zip(decider.places, decider.rules).filter { $1.isCertain }.map(\.0)
    if certain != Set(heard.filter(\.isCertain).map(\.speaker)).sorted() {
      return "other rules certainly match: \(certain)"
    }
    if let difference = piecemeal(request, policy, decider, outcome) { return difference }
    return outcome == decision.outcome && decider.required == decision.required
      ? nil : "classified: \(outcome), decided: \(decision.outcome)"
  }

  /// The same request said an attribute at a time, after something else was said; nil where nothing
  /// differs.
  private static func piecemeal(
    _ request: Request, _ policy: CompiledPolicy, _ decider: QuickDecider, _ outcome: Posture
  ) -> String? {
    let places = decider.places
    if var again = policy.classified(request) {
      for case (let attribute, .text(let text)?) in request.values {
        if (try? again.set(attribute, text)) == nil || decider.outcome(of: again) != outcome {
          return "`\(attribute.rawValue)` set again changes the outcome"
        }
      }
    }
    for (operation, platform) in [
      (request.operation, request.platform), (.copy, .macOS), (.detect, .iOS), (.transfer, .iPadOS),
    ] {
      guard
        var said = policy.classified(
          operation, on: platform, askedBy: platform == .iOS ? .app : .system)
      else { return "it is not classified" }
      for attribute in [Attribute.sourceBundleID, .fromHistory, .method, .destinationKind] {
        let word = ["from-history": "yes", "method": "data", "destination.kind": "other-device"]
        try? said.set(attribute, word[attribute.rawValue] ?? "com.example.before")
        said.clear(attribute)
      }
      do {
        try said.set(.platform, request.platform.rawValue)
        try said.set(.askedBy, request.askedBy.rawValue)
        try said.set(.operation, request.operation.rawValue)
        for (attribute, value) in request.values {
          guard ![.operation, .platform, .askedBy].contains(attribute) else { continue }
          switch value {
          case nil: said.setUnknown(attribute)
          case .set(let names): try said.set(attribute, names)
          case .some(let value): try said.set(attribute, value.description)
          }
        }
      } catch { return "it cannot be said: \(error)" }
      let again = decider.outcome(of: said)
      guard again == outcome, decider.places == places else {
        return "said piecemeal after \(operation) on \(platform): \(again), \(decider.places), "
          + "not \(outcome), \(places)"
      }
    }
    return nil
  }

  private static func describe(_ verdict: Verdict, _ request: Request, _ policy: CompiledPolicy)
    -> String
  {
    let voices = policy.masks.voices(request.operation)
    let said = verdict.voices.map {
      "\(voices.names[voices.speakers[$0.speaker].rank])\($0.isCertain ? "" : "?")"
    }
    return "\(verdict.required) at best \(verdict.atBest) because \(verdict.raisedBy): \(said)"
  }
}

@Suite struct MaskAgreementTests {
  @Test func placesNameTheirAttributes() {
    for (place, attribute) in Attribute.allCases.enumerated() {
      #expect(attribute.place == place && Attribute.all[place] == attribute)
    }
    for (place, operation) in PolicyKit.Operation.allCases.enumerated() {
      #expect(operation.place == place)
    }
    for (place, platform) in Platform.allCases.enumerated() { #expect(platform.place == place) }
    for (place, asker) in Request.Asker.allCases.enumerated() { #expect(asker.place == place) }
    #expect(Attribute.allCases.count == Attribute.count)
    #expect(Attribute.allCases.count <= 64 && Mechanism.all.count <= 64)
  }

  /// Raise it with PBPOLICY_ROUNDS for a longer look.
  static let rounds =
    ProcessInfo.processInfo.environment["PBPOLICY_ROUNDS"].flatMap(UInt64.init) ?? 100

  @Test func generatedPolicies() throws {
    var compared = 0
    for seed in 1...Self.rounds {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = true
      guard let policy = PolicyCompiler(generator.layers()).compile().policy else { continue }
      for _ in 0..<20 {
        let request = generator.request()
        let restrictions = generator.restrictions()
        let difference = MaskAgreement.difference(request, policy, restrictions)
        #expect(difference == nil, "seed \(seed): \(request)\n\(difference ?? "")")
        if difference != nil { return }
        compared += 1
      }
    }
    #expect(compared > Int(Self.rounds) * 8, "too few policies pass the checks: \(compared)")
  }

  /// Rules of more disjuncts than there are bits for are kept as trees.
  @Test func conditionsThatWouldBlowUp() throws {
    for seed in UInt64(1)...40 {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = true
      var policy = generator.layer("wide")
      policy.rules += (0..<3).map { place in
        let clauses = (0..<6).map { _ in
          Condition.any((0..<3).map { _ in generator.leaf(for: [.copy, .paste]) })
        }
        var rule = generator.rule("tree\(place)")
        rule.when = .all([Questions.leaf(.operation, "copy", "paste"), .all(clauses)])
        rule.unless = place == 0 ? .not(.any(clauses.map { Condition.not($0) })) : nil
        return rule
      }
      guard let compiled = PolicyCompiler([policy]).compile().policy else { continue }
      for _ in 0..<30 {
        let request = generator.request()
        let difference = MaskAgreement.difference(request, compiled, generator.restrictions())
        #expect(difference == nil, "seed \(seed): \(request)\n\(difference ?? "")")
        if difference != nil { return }
      }
    }
  }

  /// So many rules that pass the checks.
  static func rules(
    _ count: Int, _ name: String, of layer: Policy, _ generator: inout PolicyGenerator
  ) -> [Rule] {
    var rules: [Rule] = []
    while rules.count < count {
      var alone = layer
      alone.rules = [generator.rule("\(name)-\(rules.count)")]
      if PolicyChecks.findings([alone]).allSatisfy({ $0.severity < .error }) {
        rules += alone.rules
      }
    }
    return rules
  }

  /// Policies of hundreds of rules need more than one chunk of bits.
  @Test func manyRules() throws {
    for seed in UInt64(1)...2 {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = true
      var layer = generator.layer("many")
      layer.rules = Self.rules(400, "many", of: layer, &generator)
      var second = generator.layer("more")
      second.rules = Self.rules(90, "more", of: second, &generator)
      let policy = try #require(PolicyCompiler([layer, second]).compile().policy)
      for _ in 0..<60 {
        let request = generator.request()
        let difference = MaskAgreement.difference(request, policy, generator.restrictions())
        #expect(difference == nil, "seed \(seed): \(request)\n\(difference ?? "")")
        if difference != nil { return }
      }
    }
  }
}
