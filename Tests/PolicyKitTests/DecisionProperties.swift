import Foundation
import PolicyKit
import TestSupport
import Testing

/// What must hold of every decision, over generated policies: the properties that `Docs/semantics.md`
/// states of what is required, and some more. A failure prints its seed.
@Suite struct DecisionProperties {
  /// How many policies they are tried with: PBPOLICY_ROUNDS, else a share that is done with in some
  /// seconds.
  static let rounds =
    ProcessInfo.processInfo.environment["PBPOLICY_ROUNDS"].flatMap(Int.init) ?? 160

  /// The first seed: PBPOLICY_TEST_SEED, to see one again.
  static let first =
    ProcessInfo.processInfo.environment["PBPOLICY_TEST_SEED"].flatMap(UInt64.init) ?? 4

  /// Whether it holds of one policy and one request; what else it needs it draws.
  typealias Property =
    @Sendable (inout PolicyGenerator, [Policy], CompiledPolicy, Request, DeviceRestrictions?)
    throws -> Bool

  static let all: [(name: String, holds: Property)] =
    [
      ("moreIsNeverLess", moreIsNeverLess),
      ("aLayerMoreIsNeverLess", aLayerMoreIsNeverLess),
      ("aRestrictionMoreIsNeverLess", aRestrictionMoreIsNeverLess),
      ("theUnknownIsNeverBetterThanTheKnown", theUnknownIsNeverBetterThanTheKnown),
      ("orderChangesNothing", orderChangesNothing),
      ("everyDecisionIsComplete", everyDecisionIsComplete),
      ("aCapabilityLessIsNeverBetter", aCapabilityLessIsNeverBetter),
      ("askingForLessReachIsNeverMore", askingForLessReachIsNeverMore),
    ] + JoinProperties.all

  /// Every property of every policy, those of every second seed from the wider vocabulary.
  @Test(arguments: 0..<4) func allHold(share: Int) throws {
    var tried = 0
    var seed = Self.first &+ UInt64(share)
    while tried < (Self.rounds + 3) / 4 {
      defer { seed &+= 4 }
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = seed / 4 % 2 == 0
      // What a rule says of being known is no statement about values.
      generator.saysKnown = false
      let layers = generator.layers()
      guard let policy = try? Self.compile(layers) else { continue }
      let request = generator.request()
      let restrictions = generator.restrictions()
      tried += 1
      for (name, holds) in Self.all {
        var own = generator
        let isSo = try holds(&own, layers, policy, request, restrictions)
        #expect(isSo, "\(name) does not hold of seed \(seed)")
        if !isSo { return }
      }
    }
    print(
      "\(Self.all.count) properties, each of \(tried) policies: every fourth seed "
        + "from \(Self.first &+ UInt64(share)) to \(seed &- 4)")
    #expect(tried > Int(seed &- Self.first) / 12, "too few policies pass the checks: \(tried)")
  }

  static func compile(_ layers: [Policy]) throws -> CompiledPolicy {
    let (policy, findings) = PolicyCompiler(layers).compile()
    guard let policy else { throw Questions.Refused(findings: findings.map { "\($0)" }) }
    return policy
  }

  static let moreIsNeverLess: Property = {
    generator, layers, policy, request, restrictions in
    let before = decide(request, policy: policy, restrictions: restrictions)
    guard !layers.isEmpty else { return true }
    let index = Int.random(in: layers.indices, using: &generator.random)
    var denying = layers
    denying[index].rules.append(generator.rule("added", effect: .deny))
    var raising = layers
    let floor =
      layers[index].defaults[request.operation]?.posture
      ?? BuiltInRules.defaultPosture(request.operation)
    var added = generator.rule("added", effect: floor == .allow ? .localOnly : .deny)
    if generator.chance(50) { added.effect = floor }
    raising[index].rules.append(added)
    for changed in [denying, raising] {
      guard let stricter = try? compile(changed) else { continue }
      let after = decide(request, policy: stricter, restrictions: restrictions)
      if after.required < before.required { return false }
    }
    return true
  }

  static let aLayerMoreIsNeverLess: Property = {
    generator, layers, policy, request, restrictions in
    let before = decide(request, policy: policy, restrictions: restrictions)
    let answers = !(before.reasons + before.overruled).contains { $0.id == "built-in-default" }
    var another = generator.layer("another")
    // What the organisation may switch off or accept is its own to say.
    another.relax = []
    if another.layer == .organisation { another.minimumAssurance = nil }
    guard answers, let more = try? compile(layers + [another]) else { return true }
    return decide(request, policy: more, restrictions: restrictions).required >= before.required
  }

  static let aRestrictionMoreIsNeverLess: Property = {
    generator, _, policy, request, restrictions in
    let present = restrictions.map { Array($0.byKey.values) } ?? []
    let stricter = DeviceRestrictions(
      present.map { restriction in
        var restriction = restriction
        if generator.chance(50) { restriction.requires = true }
        return restriction
      })
    let required = decide(request, policy: policy, restrictions: restrictions).required
    return decide(request, policy: policy, restrictions: stricter).required >= required
      && decide(
        request, policy: policy, restrictions: restrictions ?? DeviceRestrictions([])
      ).required >= required
  }

  static let theUnknownIsNeverBetterThanTheKnown: Property = {
    generator, _, policy, request, restrictions in
    let known = decide(request, policy: policy, restrictions: restrictions)
    let given = request.items.reduce(Set(request.values.keys)) { $0.union($1.keys) }
    for attribute in given.sorted(by: { $0.rawValue < $1.rawValue }) where attribute != .askedBy {
      let unknown = decide(
        request.forgetting(attribute), policy: policy, restrictions: restrictions)
      let isBounded = unknown.atBest.map { $0 <= known.required } ?? true
      if unknown.required < known.required || !isBounded {
        Issue.record(
          "without \(attribute): \(unknown.texts.administrator) with: \(known.texts.administrator)"
        )
        return false
      }
    }
    return true
  }

  static let orderChangesNothing: Property = {
    generator, layers, policy, request, restrictions in
    var shuffled = layers.shuffled(using: &generator.random)
    for index in shuffled.indices {
      shuffled[index].rules.shuffle(using: &generator.random)
    }
    let before = decide(request, policy: policy, restrictions: restrictions)
    let after = decide(request, policy: try compile(shuffled), restrictions: restrictions)
    return before.outcome == after.outcome && before.required == after.required
      && before.honoured == after.honoured && before.becauseUnknown == after.becauseUnknown
      && before.atBest == after.atBest && Set(before.reasons) == Set(after.reasons)
      && before.plan == after.plan && before.exposures == after.exposures
  }

  static let everyDecisionIsComplete: Property = {
    _, _, policy, request, restrictions in
    let decision = decide(request, policy: policy, restrictions: restrictions)
    let again = decide(request, policy: policy, restrictions: restrictions)
    let leaves = decision.exposures.contains { $0.place == .otherDevices }
    // What somebody else does is nothing to call.
    let others =
      request.operation == .capture && ["system", "third-party"].contains(request.text(.by))
      || request.operation == .transfer && request.text(.road) == "universal-clipboard"
    let parts = [
      "the same again": decision == again,
      "a reason": !decision.reasons.isEmpty,
      "an outcome as strict as required": decision.outcome >= decision.required,
      "a plan just where the caller does something":
        (decision.outcome == .deny || others) == decision.plan.isEmpty,
      "a promise where it is not allowed":
        !decision.promises.isEmpty || decision.outcome == .allow,
      "nothing leaves where it is kept":
        !(leaves && decision.outcome == .localOnly && decision.honoured != .no),
      "texts": !decision.texts.user.isEmpty && !decision.texts.administrator.isEmpty,
    ]
    for (name, holds) in parts where !holds {
      Issue.record("no \(name): \(decision.texts.administrator)\n\(request)\n\(decision)")
    }
    return parts.values.allSatisfy { $0 }
  }

  static let aCapabilityLessIsNeverBetter: Property = {
    generator, _, policy, request, restrictions in
    let all = Set(ObligationKind.allCases.map(\.rawValue))
    func ask(_ can: Set<String>?) -> Posture {
      decide(
        request.capable(of: can), policy: policy, restrictions: restrictions
      ).outcome
    }
    guard ask(all) == ask(nil) else { return false }
    let some = all.filter { _ in generator.chance(50) }
    let fewer = some.filter { _ in generator.chance(50) }
    return ask(some) >= ask(all) && ask(fewer) >= ask(some)
  }

  static let askingForLessReachIsNeverMore: Property = {
    _, layers, policy, request, restrictions in
    let tested = layers.flatMap(\.rules).flatMap {
      $0.when.leaves + ($0.unless?.leaves ?? [])
    }
    guard request.operation == .copy, !tested.contains(where: { $0.attribute == .reach }) else {
      return true
    }
    let less = request.asking(reach: "this-device")
    return decide(less, policy: policy, restrictions: restrictions).required
      >= decide(request, policy: policy, restrictions: restrictions).required
  }
}
