import Findings

/// The answer of `policy` alone: without what it would be, and without emergencies.
func decideAlone(
  _ request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions?
) -> Decision {
  let requirement = Requirement(request, policy, restrictions)
  var answer = Answer(request, policy, restrictions, requirement)
  answer.fallBack()
  answer.checkCapabilities()
  return answer.decision()
}

/// An answer on its way: from what is required to what can be carried out.
struct Answer {
  let request: Request
  let policy: CompiledPolicy
  let restrictions: DeviceRestrictions?
  let requirement: Requirement
  var outcome: Posture
  var honoured = Honoured.yes
  var promises: Promises
  /// Why the outcome is stricter than what is required, or cannot be honoured.
  var fallbackReasons: [Reason] = []

  init(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ requirement: Requirement
  ) {
    self.request = request
    self.policy = policy
    self.restrictions = restrictions
    self.requirement = requirement
    let required = requirement.required
    determining = requirement.contributions.filter { $0.posture == required }
    outcome = required
    promises = Promises(request, minimum: policy.minimumAssurance)
  }

  /// The contributions at the required level.
  let determining: [Contribution]

  /// A restriction that is certainly in force and alone gives what is required.
  var enforcing: RestrictionEffect? {
    for contribution in determining where contribution.isCertain {
      if case .restriction(let index, _) = contribution.source {
        return RestrictionEffect.all[index]
      }
    }
    return nil
  }

  /// Steps 2 and 3 of the semantics: promises, their mechanisms, and what to do without one.
  mutating func fallBack() {
    if outcome == .localOnly {
      switch request.operation {
      case .copy: keepLocalCopy()
      case .paste: keepByObligation(.keepLocal)
      case .capture: keepByObligation(.neverSync)
      case .reveal: keepByObligation(.typeTagsOnly)
      case .transfer, .detect, .clear: outcome = .deny
      }
    }
    if outcome != .deny, request.operation == .copy { addOptions() }
    if outcome == .deny { denyByWhoever() }
  }

  private mutating func keepLocalCopy() {
    let demanding = determining.filter { !($0.isRestriction && $0.isCertain) }
    let demands = demanding.map { demand($0.rule) }
    if isForAnotherMachine {
      promises.addKept(.localOnly, by: .nobody, mechanism: nil, assurance: nil, isMet: false)
    } else if promises.addLocalOnly(demands: demands, restriction: localRestriction) {
      return
    }
    let speaking = determining.filter { !$0.isRestriction }
    if speaking.allSatisfy({ $0.rule?.unenforceable == .disclose }) {
      honoured = .no
      promises.oblige(.tellUser)
    } else {
      outcome = .deny
    }
    fallbackReasons.append(unkeepable)
  }

  /// A restriction in force that keeps a copy local, whoever else asks for it.
  private var localRestriction: RestrictionEffect? {
    guard let restrictions else { return nil }
    for effect in RestrictionEffect.all where effect.posture == .localOnly {
      guard let (_, isCertain) = effect.sources(restrictions), isCertain else { continue }
      var evaluation = Evaluation(RequestFacts(request, item: nil), minimum: .assumed)
      if evaluation.truth(of: effect.when, .allowing) == .yes { return effect }
    }
    return nil
  }

  private var unkeepable: Reason {
    let best = promises.promises.filter { $0.kind == .localOnly }.compactMap(\.assurance).max()
    let wanted = max(
      determining.compactMap(\.rule?.minimumAssurance).max() ?? .assumed, policy.minimumAssurance)
    let unknown = promises.unknowns.map(\.rawValue).sorted()
    let text =
      if isForAnotherMachine {
        "the destination is on another machine"
      } else if let best {
        "local-only rests here on what is \(best.rawValue); \(wanted.rawValue) is asked for"
      } else if !unknown.isEmpty {
        "whether content can be kept on this device depends on \(unknown.joined(separator: ", "))"
      } else {
        "nothing keeps content on this device here"
      }
    return Reason(kind: .platform, id: "local-only", location: nil, effect: outcome, text: text)
  }

  private mutating func keepByObligation(_ kind: ObligationKind) {
    let isOurs = !isPerformedByOthers && !isForAnotherMachine
    promises.addKept(
      .localOnly, by: isOurs ? .app : .nobody, mechanism: isOurs ? kind.rawValue : nil,
      assurance: nil, isMet: isOurs)
    if isOurs { promises.oblige(kind) } else { honoured = .no }
  }

  /// Whether the destination is on another machine, whatever the pasteboard does.
  var isForAnotherMachine: Bool {
    ["other-device", "remote-session"].contains(request.text(.destinationKind))
  }

  /// Whether somebody else performs the operation, so that the caller cannot abstain from it.
  var isPerformedByOthers: Bool {
    switch request.operation {
    case .capture: request.text(.by) != "own"
    case .transfer: !["history-sync", "envelope"].contains(request.text(.road))
    default: false
    }
  }

  private mutating func addOptions() {
    if let expiry = expiry {
      let isEverywhere = expiry.scope == .everywhere && !(outcome == .localOnly && honoured == .yes)
      let demand = demand(of: rules.filter { $0.expiry != nil })
      promises.addOption(
        .expiryHere, demand: demand, seconds: expiry.seconds, isRequired: expiry.isRequired)
      if isEverywhere {
        promises.addOption(.expiryEverywhere, demand: demand, isRequired: expiry.isRequired)
      }
    }
    for history in History.allCases {
      let asking = rules.filter { $0.keepOutOf.contains(history) }
      guard !asking.isEmpty else { continue }
      promises.addOption(
        history == .system ? .outOfSystemHistory : .outOfThirdPartyHistory,
        demand: demand(of: asking))
    }
    if let broken = promises.broken {
      outcome = .deny
      fallbackReasons.append(
        Reason(
          kind: .platform, id: broken.rawValue, location: nil, effect: .deny,
          text: "nothing keeps the promise `\(broken.rawValue)` here, and a rule requires it"))
    } else if promises.hasUnmetOption, honoured == .yes {
      honoured = .partly
    }
  }

  /// Fewest seconds, widest scope, required if any says so.
  var expiry: Expiry? {
    var result: Expiry?
    for expiry in rules.compactMap(\.expiry) {
      result = result?.joined(with: expiry) ?? expiry
    }
    if case .number(let seconds) = request.values[.expiresAfter] ?? nil {
      let own = Expiry(seconds: seconds)
      result = result?.joined(with: own) ?? own
    }
    return result
  }

  /// Every rule that matches, certainly or possibly.
  private var rules: [Rule] { requirement.contributions.compactMap(\.rule) }

  /// The assurance that a rule, or whoever else speaks, asks of what is promised.
  private func demand(_ rule: Rule?) -> Assurance {
    max(rule?.minimumAssurance ?? policy.minimumAssurance, policy.minimumAssurance)
  }

  private func demand(of rules: [Rule]) -> Assurance {
    rules.map { demand($0) }.max() ?? policy.minimumAssurance
  }

  private mutating func denyByWhoever() {
    let unknowns = promises.unknowns
    let facts = promises.facts
    promises = Promises(request, minimum: policy.minimumAssurance)
    promises.cite(facts)
    promises.remember(unknowns)
    honoured = .yes
    if let enforcing, enforcing.posture == .deny {
      promises.addKept(
        .deny, by: .os, mechanism: enforcing.id, assurance: enforcing.assurance, isMet: true)
      promises.cite(enforcing.facts)
    } else if isPerformedByOthers {
      let worth = impossibility
      promises.addKept(
        .deny, by: worth == nil ? .nobody : .os,
        mechanism: worth == nil ? nil : "not-on-this-platform", assurance: worth,
        isMet: worth != nil)
      if worth == nil { honoured = .no }
    } else {
      promises.addKept(.deny, by: .app, mechanism: "abstain", assurance: nil, isMet: true)
    }
  }

  /// What it rests on that the platform cannot do what is denied; nil where it can.
  private var impossibility: Assurance? {
    for contribution in determining where contribution.isCertain {
      guard case .rule(let rule, layer: nil) = contribution.source,
        BuiltInRules.impossibilities.contains(rule.id)
      else { continue }
      return rule.facts.compactMap { PlatformFact.fact($0)?.assurance }.min() ?? .assumed
    }
    return nil
  }

  /// Step 4: an obligation that the caller cannot carry out denies, and says which.
  mutating func checkCapabilities() {
    guard outcome != .deny, let can = request.can else { return }
    let missing = promises.obligations.filter { !can.contains($0.kind.rawValue) }
    guard !missing.isEmpty else { return }
    outcome = .deny
    for obligation in missing {
      fallbackReasons.append(
        Reason(
          kind: .request, id: obligation.kind.rawValue, location: nil, effect: .deny,
          text: "the caller cannot carry out `\(obligation.kind.rawValue)`"))
    }
    denyByWhoever()
  }
}
