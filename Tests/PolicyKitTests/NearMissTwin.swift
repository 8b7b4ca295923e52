import Devices
import Findings

@testable import PolicyKit

/// Tries changes as `NearMissSearch` does, with a policy compiled anew for each: its twin.
struct NearMissTwin {
  private let request: Request
  private let policy: CompiledPolicy
  private let restrictions: DeviceRestrictions?
  private let answer: Decision
  private(set) var found: [NearMiss] = []

  /// The most voices that are taken out together.
  private static let most = 3

  init(_ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?) {
    self.request = request
    self.policy = policy
    self.restrictions = restrictions
    answer = decideAlone(request, policy: policy, restrictions: restrictions)
    guard answer.outcome > .allow || answer.honoured == .no else { return }
    learn()
    enable()
    keep()
    if answer.required > .allow { silence() }
  }

  /// Whether another answer is better: less strict, or as strict and honoured.
  private func isBetter(_ other: Decision) -> Bool {
    other.outcome < answer.outcome
      || other.outcome == answer.outcome && answer.honoured == .no && other.honoured != .no
  }

  private mutating func propose(
    _ changes: [NearMiss.Change], _ request: Request? = nil, _ policy: CompiledPolicy? = nil,
    _ restrictions: DeviceRestrictions?? = nil
  ) {
    let decision = decideAlone(
      request ?? self.request, policy: policy ?? self.policy,
      restrictions: restrictions ?? self.restrictions)
    guard isBetter(decision), !found.contains(where: { $0.changes == changes }) else { return }
    found.append(
      NearMiss(changes: changes, outcome: decision.outcome, honoured: decision.honoured))
  }

  /// Learning what is unknown, where that could help: never what content, owner or source is.
  private mutating func learn() {
    let declared: Set<Attribute> = [
      .contentClass, .contentType, .owner, .marker, .platform, .sourceBundleID, .sourceTeamID,
      .sourceManaged, .sourceIdentity, .sourceClass, .remote,
    ]
    let unknown = answer.becauseUnknown.filter { !declared.contains($0) }
    guard unknown.count == answer.becauseUnknown.count, !unknown.isEmpty,
      unknown.allSatisfy({ $0.derivation == nil }), let vocabulary = policy.masks.vocabulary
    else { return }
    var best: Decision?
    for request in Guesses(unknown, vocabulary).requests(from: request) {
      let decision = decideAlone(request, policy: policy, restrictions: restrictions)
      guard isBetter(decision) else { continue }
      let ranks = [Honoured.yes, .partly, .no]
      let key = { (other: Decision) in
        [Posture.allCases.firstIndex(of: other.outcome), ranks.firstIndex(of: other.honoured)]
          .map { $0 ?? .max }
      }
      if let known = best, !key(decision).lexicographicallyPrecedes(key(known)) { continue }
      best = decision
    }
    guard let best else { return }
    found.append(
      NearMiss(changes: [.learn(unknown)], outcome: best.outcome, honoured: best.honoured))
  }

  /// Carrying out what the caller says that it cannot.
  private mutating func enable() {
    guard let can = request.can else { return }
    let missing = answer.reasons.compactMap { reason in
      reason.kind == .request ? ObligationKind(rawValue: reason.id) : nil
    }.filter { !can.contains($0.rawValue) }
    guard !missing.isEmpty else { return }
    propose(
      missing.map { .capability($0) }, request.capable(of: can.union(missing.map(\.rawValue))))
  }

  /// What would let a promise be kept, or let the answer do without.
  private mutating func keep() {
    guard answer.required == .localOnly, answer.outcome == .deny || answer.honoured == .no else {
      return
    }
    for key in Set(RestrictionEffect.all.filter { $0.keys.count == 1 }.flatMap(\.keys)).sorted() {
      let value = key.hasPrefix("allow") ? "false" : "true"
      var all = Array((restrictions?.byKey ?? [:]).values)
      all.append(
        DeviceRestriction(
          key: key, requires: true, reliesOn: true,
          setBy: [.init(location: .init(path: ""), profile: "", payload: "", value: value)]))
      propose([.restriction(key: key, value: value)], nil, nil, DeviceRestrictions(all))
    }
    for minimum in Assurance.allCases where minimum < policy.minimumAssurance {
      let before = found.count
      propose([.minimumAssurance(minimum)], nil, policy.accepting(minimum))
      if found.count > before { break }
    }
    let rules = determining.filter { $0.rule?.unenforceable == .deny && $0.layer != nil }
    if rules.count == determining.count {
      let (voices, disclosing) = (rules.map(\.voice), policy.disclosing(rules.map(\.voice)))
      propose([.disclosure(rules: voices.compactMap(\.ruleID))], nil, disclosing)
    }
  }

  private struct Determining {
    let voice: TwinVoice
    let rule: Rule?
    let layer: Int?
  }

  private var determining: [Determining] {
    let requirement = Requirement(request, policy, restrictions)
    var seen: Set<TwinVoice> = []
    return requirement.strictest.compactMap { contribution in
      let voice = TwinVoice(contribution.source)
      guard seen.insert(voice).inserted else { return nil }
      guard case .rule(let rule, let layer) = contribution.source else {
        return Determining(voice: voice, rule: nil, layer: nil)
      }
      return Determining(voice: voice, rule: rule, layer: layer)
    }
  }

  /// Taking out everything that speaks at the required level, again until the answer is better.
  private mutating func silence() {
    var changes: [NearMiss.Change] = []
    var policy = policy
    var restrictions = restrictions
    for _ in 0..<Self.most {
      let requirement = Requirement(request, policy, restrictions)
      guard requirement.required > .allow else { return }
      let target: Posture = requirement.required == .deny ? .localOnly : .allow
      for voice in Set(requirement.strictest.map { TwinVoice($0.source) }).sorted() {
        guard
          let change = voice.silenced(
            in: &policy, &restrictions, request.operation, lowering: target)
        else { return }
        changes.append(change)
        if changes.count > Self.most { return }
      }
      let before = found.count
      propose(changes, nil, policy, .some(restrictions))
      if found.count > before { return }
    }
  }
}

extension Requirement {
  /// What speaks at the required level.
  fileprivate var strictest: [Contribution] {
    let required = required
    return contributions.filter { $0.posture == required }
  }
}

/// Something that speaks, and how a policy is changed for it to speak for less.
private enum TwinVoice: Hashable, Comparable {
  case rule(layer: Int, id: String)
  case builtIn(id: String)
  case layerDefault(layer: Int)
  case builtInDefault
  case restriction(Int)
  case reach

  init(_ source: Contribution.Source) {
    switch source {
    case .rule(let rule, let layer?): self = .rule(layer: layer, id: rule.id)
    case .rule(let rule, nil): self = .builtIn(id: rule.id)
    case .layerDefault(_, let layer, _): self = .layerDefault(layer: layer)
    case .builtInDefault: self = .builtInDefault
    case .restriction(let index, _): self = .restriction(index)
    case .reach: self = .reach
    }
  }

  var ruleID: String? {
    guard case .rule(_, let id) = self else { return nil }
    return id
  }

  /// Silences it, or lowers a default; nil where nobody but the caller's own wish stands in the way,
  /// or where a platform cannot do it anyway.
  func silenced(
    in policy: inout CompiledPolicy, _ restrictions: inout DeviceRestrictions?,
    _ operation: Operation, lowering posture: Posture
  ) -> NearMiss.Change? {
    switch self {
    case .rule(let layer, let id):
      policy = policy.without(rule: id, layer: layer)
      return .rule(id: id, layer: policy.layers[layer].name)
    case .builtIn(let id):
      guard !BuiltInRules.impossibilities.contains(id) else { return nil }
      policy = policy.without(builtIn: id)
      return .builtIn(id: id)
    case .layerDefault(let layer):
      let lowered = Self.meaningful(posture, operation)
      policy = policy.defaulting(to: lowered, operation, layer: layer)
      return .defaultPosture(layer: policy.layers[layer].name, operation, lowered)
    case .builtInDefault:
      guard !policy.layers.isEmpty else { return nil }
      let lowered = Self.meaningful(posture, operation)
      policy = policy.defaulting(to: lowered, operation, layer: 0)
      return .defaultPosture(layer: policy.layers[0].name, operation, lowered)
    case .restriction(let index):
      let effect = RestrictionEffect.all[index]
      let rest = (restrictions?.byKey ?? [:]).values.filter { $0.key != effect.keys.last }
      restrictions = DeviceRestrictions(rest)
      return .liftedRestriction(keys: effect.keys)
    case .reach: return nil
    }
  }

  /// Local-only means nothing where nothing is put anywhere.
  private static func meaningful(_ posture: Posture, _ operation: Operation) -> Posture {
    [.detect, .clear, .transfer].contains(operation) ? .allow : posture
  }
}

extension CompiledPolicy {
  /// The same policy without one rule.
  fileprivate func without(rule id: String, layer: Int) -> CompiledPolicy {
    changing(layer) { rules in rules.removeAll { $0.id == id } }
  }

  /// The same policy whose rules tell the user rather than deny.
  fileprivate func disclosing(_ voices: [TwinVoice]) -> CompiledPolicy {
    voices.reduce(self) { policy, voice in
      guard case .rule(let layer, let id) = voice else { return policy }
      return policy.changing(layer) { rules in
        for index in rules.indices where rules[index].id == id {
          rules[index].unenforceable = .disclose
        }
      }
    }
  }

  /// The same policy without one built-in rule.
  fileprivate func without(builtIn id: String) -> CompiledPolicy {
    rebuilt(layers, builtIn: builtIn.mapValues { $0.filter { $0.id != id } })
  }

  /// The same policy with another default of one layer.
  fileprivate func defaulting(to posture: Posture, _ operation: Operation, layer: Int)
    -> CompiledPolicy
  {
    var layers = layers
    var defaults = layers[layer].defaults
    defaults[operation] = Policy.Default(posture)
    layers[layer] = Layer(
      kind: layers[layer].kind, name: layers[layer].name, defaults: defaults,
      rules: layers[layer].rules, byOperation: layers[layer].byOperation)
    return rebuilt(layers)
  }

  /// The same policy whose promises may rest on less, whatever its rules ask for.
  fileprivate func accepting(_ minimum: Assurance) -> CompiledPolicy {
    rebuilt(layers, minimum: minimum)
  }

  private func changing(_ layer: Int, _ change: (inout [Rule]) -> Void) -> CompiledPolicy {
    var layers = layers
    var rules = layers[layer].rules
    change(&rules)
    let byOperation = layers[layer].byOperation.mapValues { old in
      var new = old
      change(&new)
      return new
    }
    layers[layer] = Layer(
      kind: layers[layer].kind, name: layers[layer].name, defaults: layers[layer].defaults,
      rules: rules, byOperation: byOperation)
    return rebuilt(layers)
  }

  private func rebuilt(
    _ layers: [Layer], minimum: Assurance? = nil, builtIn: [Operation: [Rule]]? = nil
  ) -> CompiledPolicy {
    let minimum = minimum ?? minimumAssurance
    let builtIn = builtIn ?? self.builtIn
    return CompiledPolicy(
      layers: layers, minimumAssurance: minimum, relaxed: relaxed, expects: expects,
      organisation: organisation, classes: classes, files: files, tests: tests,
      invariants: invariants, builtIn: builtIn,
      masks: PolicyMasks(
        layers, builtIn: builtIn, minimum: minimum, expects: expects, classes: classes,
        relaxed: relaxed))
  }
}
