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
  let posture: Posture
  /// Whether it certainly speaks; otherwise something unknown might silence it.
  let isCertain: Bool
  let item: Int?

  var rule: Rule? {
    guard case .rule(let rule, _) = source else { return nil }
    return rule
  }

  var isRestriction: Bool {
    guard case .restriction = source else { return false }
    return true
  }
}

/// What policy, restrictions and caller want of one request, before any platform is asked.
struct Requirement {
  private(set) var contributions: [Contribution] = []
  /// Unknown attributes of everything that was left open.
  private(set) var open: [(posture: Posture, unknowns: Set<Attribute>)] = []
  /// The least answer that the unknown could leave.
  private(set) var atBest = Posture.allow

  /// What all of them need.
  private(set) var need = Need()

  var required: Posture { need.required }

  /// The contributions at the required level.
  var determining: [Contribution] {
    let required = required
    return contributions.filter { $0.posture == required }
  }

  /// The attributes that raised the answer by being unknown.
  var raisedBy: Set<Attribute> {
    guard required > atBest else { return [] }
    let atBest = atBest
    return open.filter { $0.posture > atBest }.reduce(into: []) { $0.formUnion($1.unknowns) }
  }

  /// Joins what speaks about every item of the request.
  init(_ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?) {
    for item in request.items.isEmpty ? [nil] : request.items.indices.map({ $0 }) {
      let facts = RequestFacts(
        request, item: item, expects: policy.expects[request.operation] ?? [],
        profilesGiven: restrictions != nil)
      add(facts, policy, restrictions)
    }
    need = contributions.reduce(Need()) {
      $0.joined(
        with: Need($1.source, $1.posture, isCertain: $1.isCertain, minimum: policy.minimumAssurance)
      )
    }
  }

  private mutating func add(
    _ facts: RequestFacts, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?
  ) {
    let operation = facts.request.operation
    var isAnswered = false
    var best = Posture.allow
    // Layers without a default whose rules might, or might not, answer in place of the built-in one.
    var openDisplacers: Set<Attribute> = []
    var openFloor: Posture?
    for (index, layer) in policy.layers.enumerated() {
      var join = LayerJoin(minimum: policy.minimumAssurance)
      for rule in layer.rules(for: operation) { join.add(rule, facts) }
      absorb(join, layer: index, facts.item)
      best = max(best, join.certain)
      if let stated = layer.defaults[operation] {
        isAnswered = true
        best = max(best, join.best(with: stated.posture))
        guard join.displacedBy != .yes else { continue }
        contribute(
          .layerDefault(stated, layer: index, operation), stated.posture, true, facts.item)
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
      contribute(.builtInDefault(operation), posture, true, facts.item)
      open.append((posture, openDisplacers))
      best = max(best, min(posture, openFloor ?? posture))
    }
    var builtIn = LayerJoin(minimum: policy.minimumAssurance)
    for rule in policy.builtIn[operation] ?? [] { builtIn.add(rule, facts) }
    absorb(builtIn, layer: nil, facts.item)
    best = max(best, builtIn.certain)
    best = max(best, addRestrictions(facts, restrictions, policy.minimumAssurance))
    best = max(best, addReach(facts))
    atBest = max(atBest, best)
  }

  /// Adds what the caller asks for; returns what it certainly asks for.
  private mutating func addReach(_ facts: RequestFacts) -> Posture {
    switch facts.state(.reach) {
    case .known(.text("this-device")):
      contribute(.reach, .localOnly, true, facts.item)
      return .localOnly
    case .unknown:
      contribute(.reach, .localOnly, false, facts.item)
      open.append((.localOnly, [.reach]))
      return .allow
    default: return .allow
    }
  }

  private mutating func contribute(
    _ source: Contribution.Source, _ posture: Posture, _ isCertain: Bool, _ item: Int?
  ) {
    contributions.append(
      Contribution(source: source, posture: posture, isCertain: isCertain, item: item))
  }

  private mutating func absorb(_ join: LayerJoin, layer: Int?, _ item: Int?) {
    for match in join.matches {
      contribute(.rule(match.rule, layer: layer), match.rule.effect, match.isCertain, item)
      if !match.isCertain { open.append((match.rule.effect, match.unknowns)) }
    }
  }

  /// Adds what restrictions say; returns the most that certainly holds.
  private mutating func addRestrictions(
    _ facts: RequestFacts, _ restrictions: DeviceRestrictions?, _ minimum: Assurance
  ) -> Posture {
    guard let restrictions else { return .allow }
    var certain = Posture.allow
    for (index, effect) in RestrictionEffect.all.enumerated() {
      guard let (sources, isInForce) = effect.sources(restrictions) else { continue }
      var evaluation = Evaluation(facts, minimum: minimum)
      let truth = evaluation.truth(of: effect.when, .restrictive)
      guard truth != .no else { continue }
      let isCertain = truth == .yes && isInForce
      contribute(.restriction(index, sources), effect.posture, isCertain, facts.item)
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

  mutating func add(_ rule: Rule, _ facts: RequestFacts) {
    var asAllow = Evaluation(facts, minimum: minimum)
    let displaces = asAllow.truth(of: rule, as: .allowing)
    displacedBy = .or(displacedBy, displaces)
    if displaces == .unknown {
      unknownsOfDisplacers.formUnion(asAllow.unknowns)
      floor = min(floor, rule.effect)
    }
    if rule.effect == .allow {
      if displaces == .yes { matches.append(Match(rule: rule, isCertain: true, unknowns: [])) }
      return
    }
    var asItIs = Evaluation(facts, minimum: minimum)
    let truth = asItIs.truth(of: rule, as: .restrictive)
    guard truth != .no else { return }
    matches.append(Match(rule: rule, isCertain: truth == .yes, unknowns: asItIs.unknowns))
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
