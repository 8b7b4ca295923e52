/// One voice in the join.
struct Contribution: Hashable {
  enum Source: Hashable {
    case rule(Rule, layer: Int?)
    case layerDefault(Policy.Default, layer: Int, Operation)
    case builtInDefault(Operation)
    case restriction(Int, [DeviceRestriction])
    case reach
  }

  let source: Source
  /// Its place among the speakers of the operation.
  let speaker: Int
  let posture: Posture
  /// Whether it certainly speaks; otherwise something unknown might silence it.
  let isCertain: Bool
  let item: Int?
}

/// What policy, restrictions and caller want of one request, before any platform is asked: worked
/// out rule by rule and leaf by leaf, as plainly as `Docs/semantics.md` says it.
///
/// The masks must come to the same verdict (`Verdict`); where a policy does not fit them, this is
/// what decides.
struct Requirement {
  private(set) var contributions: [Contribution] = []
  /// Unknown attributes of everything that was left open.
  private(set) var open: [(posture: Posture, unknowns: Set<Attribute>)] = []
  /// The least answer that the unknown could leave.
  private(set) var atBest = Posture.allow
  private let trial: Trial
  private let minimum: Assurance

  /// What all of them need.
  private(set) var need = Need()

  var required: Posture { need.required }

  /// The same as the masks say it.
  var verdict: Verdict {
    Verdict(
      voices: contributions.map {
        Voice(speaker: $0.speaker, posture: $0.posture, isCertain: $0.isCertain, item: $0.item)
      }, need: need, atBest: atBest, raisedBy: raisedBy.sorted { $0.rawValue < $1.rawValue })
  }

  /// The attributes that raised the answer by being unknown.
  var raisedBy: Set<Attribute> {
    guard required > atBest else { return [] }
    let atBest = atBest
    return open.filter { $0.posture > atBest }.reduce(into: []) { $0.formUnion($1.unknowns) }
  }

  /// Joins what speaks about every item of the request, in a trial where there is one.
  init(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ trial: Trial = Trial()
  ) {
    self.trial = trial
    minimum = trial.minimum ?? policy.minimumAssurance
    for item in request.items.isEmpty ? [nil] : request.items.indices.map({ $0 }) {
      let facts = RequestFacts(
        request, item: item, expects: policy.expects[request.operation] ?? [],
        profilesGiven: restrictions != nil)
      add(facts, policy, restrictions)
    }
    need = contributions.reduce(Need()) {
      $0.joined(
        with: Need($1.source, $1.posture, isCertain: $1.isCertain, minimum: minimum))
    }
  }

  private mutating func add(
    _ facts: RequestFacts, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?
  ) {
    let operation = facts.request.operation
    let voices = policy.masks.voices(operation)
    var isAnswered = false
    var best = Posture.allow
    // Layers without a default whose rules might, or might not, answer in place of the built-in one.
    var openDisplacers: Set<Attribute> = []
    var openFloor: Posture?
    for (index, layer) in policy.layers.enumerated() {
      var join = LayerJoin(minimum: minimum)
      add(layer.rules(for: operation), voices.layers[index].rules.lowerBound, facts, to: &join)
      absorb(join, layer: index, facts.item)
      best = max(best, join.certain)
      if let stated = trial.defaults[index].map({ .init($0) }) ?? layer.defaults[operation] {
        isAnswered = true
        best = max(best, join.best(with: stated.posture))
        guard join.displacedBy != .yes else { continue }
        contribute(
          .layerDefault(stated, layer: index, operation), voices.layerDefault(index),
          stated.posture, true, facts.item)
        open.append((stated.posture, join.unknownsOfDisplacers))
      } else if join.displacedBy == .yes {
        isAnswered = true
      } else if join.displacedBy == .unknown {
        openDisplacers.formUnion(join.unknownsOfDisplacers)
        openFloor = min(openFloor ?? .deny, join.floor)
      }
    }
    if !isAnswered {
      let posture = BuiltInRules.defaultPosture(operation)
      contribute(
        .builtInDefault(operation), voices.builtInDefault, posture, true, facts.item)
      open.append((posture, openDisplacers))
      best = max(best, min(posture, openFloor ?? posture))
    }
    var builtIn = LayerJoin(minimum: minimum)
    add(policy.builtIn[operation] ?? [], voices.builtIn.lowerBound, facts, to: &builtIn)
    absorb(builtIn, layer: nil, facts.item)
    best = max(best, builtIn.certain)
    best = max(best, addRestrictions(facts, voices, restrictions))
    best = max(best, addReach(facts, voices))
    atBest = max(atBest, best)
  }

  /// Adds rules whose places among the speakers begin at `first`.
  private func add(
    _ rules: [Rule], _ first: Int, _ facts: RequestFacts, to join: inout LayerJoin
  ) {
    for (place, rule) in rules.enumerated() where !trial.silenced.contains(first + place) {
      join.add(rule, first + place, facts)
    }
  }

  /// Adds what the caller asks for; returns what it certainly asks for.
  private mutating func addReach(_ facts: RequestFacts, _ voices: OperationVoices) -> Posture {
    switch facts.state(.reach) {
    case .known(.text("this-device")):
      contribute(.reach, voices.reach, .localOnly, true, facts.item)
      return .localOnly
    case .unknown:
      contribute(.reach, voices.reach, .localOnly, false, facts.item)
      open.append((.localOnly, [.reach]))
      return .allow
    default: return .allow
    }
  }

  private mutating func contribute(
    _ source: Contribution.Source, _ speaker: Int, _ posture: Posture, _ isCertain: Bool,
    _ item: Int?
  ) {
    contributions.append(
      Contribution(
        source: source, speaker: speaker, posture: posture, isCertain: isCertain, item: item))
  }

  private mutating func absorb(_ join: LayerJoin, layer: Int?, _ item: Int?) {
    for match in join.matches {
      contribute(
        .rule(match.rule, layer: layer), match.speaker, match.rule.effect, match.isCertain, item)
      if !match.isCertain { open.append((match.rule.effect, match.unknowns)) }
    }
  }

  /// Adds what restrictions say; returns the most that certainly holds.
  private mutating func addRestrictions(
    _ facts: RequestFacts, _ voices: OperationVoices, _ restrictions: DeviceRestrictions?
  ) -> Posture {
    guard let restrictions else { return .allow }
    var certain = Posture.allow
    for (index, effect) in RestrictionEffect.all.enumerated() {
      guard let (sources, isInForce) = effect.sources(restrictions) else { continue }
      var evaluation = Evaluation(facts, minimum: minimum)
      let truth = evaluation.truth(of: effect.when, .restrictive)
      guard truth != .no else { continue }
      let isCertain = truth == .yes && isInForce
      contribute(
        .restriction(index, sources), voices.effect(index), effect.posture, isCertain, facts.item)
      if isCertain {
        certain = max(certain, effect.posture)
      } else {
        let doubts = isInForce ? [] : sources.flatMap(\.doubts)
        open.append((effect.posture, evaluation.unknowns.union(doubts)))
      }
    }
    return certain
  }
}

/// The rules of one layer over one item.
private struct LayerJoin {
  struct Match {
    let rule: Rule
    let speaker: Int
    let isCertain: Bool
    let unknowns: Set<Attribute>
  }

  let minimum: Assurance
  var matches: [Match] = []
  /// Whether some rule takes the place of the layer's default.
  var displacedBy = Truth.no
  var unknownsOfDisplacers: Set<Attribute> = []
  /// The least effect among rules that might take its place.
  var floor = Posture.deny
  /// The join of what certainly matches.
  var certain = Posture.allow

  init(minimum: Assurance) { self.minimum = minimum }

  mutating func add(_ rule: Rule, _ speaker: Int, _ facts: RequestFacts) {
    var asAllow = Evaluation(facts, minimum: minimum)
    let displaces = asAllow.truth(of: rule, as: .allowing)
    displacedBy = .or(displacedBy, displaces)
    if displaces == .unknown {
      unknownsOfDisplacers.formUnion(asAllow.unknowns)
      floor = min(floor, rule.effect)
    }
    if rule.effect == .allow {
      if displaces == .yes {
        matches.append(Match(rule: rule, speaker: speaker, isCertain: true, unknowns: []))
      }
      return
    }
    var asItIs = Evaluation(facts, minimum: minimum)
    let truth = asItIs.truth(of: rule, as: .restrictive)
    guard truth != .no else { return }
    matches.append(
      Match(rule: rule, speaker: speaker, isCertain: truth == .yes, unknowns: asItIs.unknowns))
    if truth == .yes { certain = max(certain, rule.effect) }
  }

  /// The least answer of this layer that the unknown could leave.
  func best(with stated: Posture) -> Posture {
    switch displacedBy {
    case .yes: certain
    case .no: max(certain, stated)
    case .unknown: max(certain, min(stated, floor))
    }
  }
}
