import Findings

/// Tries changes to a policy, its restrictions and its caller, and decides again.
struct NearMissSearch {
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
      let atBest = answer.atBest, atBest < answer.outcome
    else { return }
    found.append(NearMiss(changes: [.learn(unknown)], outcome: atBest, honoured: .yes))
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
    let voice: PolicyVoice
    let rule: Rule?
    let layer: Int?
  }

  private var determining: [Determining] {
    let requirement = Requirement(request, policy, restrictions)
    var seen: Set<PolicyVoice> = []
    return requirement.strictest.compactMap { contribution in
      let voice = PolicyVoice(contribution.source)
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
      for voice in Set(requirement.strictest.map { PolicyVoice($0.source) }).sorted() {
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
