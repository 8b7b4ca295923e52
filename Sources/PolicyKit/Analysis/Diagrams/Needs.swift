/// What is needed, for every request of a region at once.
///
/// The voices join one after the other, the strictest first, and each only where what is known so
/// far leaves it something to say.
final class NeedTable {
  /// The needs that occur; 0 stands for requests outside the region.
  private(set) var needs: [Need] = [Need()]
  private var places: [Need: Int32] = [:]
  private var joins: [Int64: Int32] = [:]

  /// The number of a need, with only what an answer can still look at.
  func number(_ need: Need) -> Int32 {
    let essential = need.essential
    if let place = places[essential] { return place }
    let place = Int32(needs.count)
    needs.append(essential)
    places[essential] = place
    return place
  }

  func join(_ left: Int32, _ right: Int32) -> Int32 {
    if left == right { return left }
    let key = Int64(left) << 32 | Int64(right)
    if let known = joins[key] { return known }
    let result = number(needs[Int(left)].joined(with: needs[Int(right)]))
    joins[key] = result
    return result
  }
}

/// Joins one voice: where a rule is certainly, or possibly, so.
private struct VoiceJoin: DiagramOperation {
  let number: Int32
  let table: NeedTable
  /// What it needs where it is possibly so, and certainly; 0 where it says nothing.
  let possible: Int32
  let certain: Int32

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left.isZero || right.isZero { return left }
    guard let need = left.value else { return nil }
    if says(possible, nothingNewTo: need), says(certain, nothingNewTo: need) { return left }
    guard let truth = right.value else { return nil }
    let own = truth == 2 ? certain : possible
    return own == 0 ? left : .value(table.join(need, own))
  }

  private func says(_ own: Int32, nothingNewTo need: Int32) -> Bool {
    own == 0 || table.join(need, own) == need
  }
}

/// Works out needs for one reading of a universe.
struct NeedBuilder {
  let universe: Universe
  let reading: Int
  let table: NeedTable
  /// Rules to leave out, by layer and place among its rules.
  var omitted: (layer: Int, rule: Int)?

  private var diagrams: Diagrams { universe.diagrams }
  private var policy: CompiledPolicy { universe.readings[reading].policy }

  /// The number of what is needed for every request of `region`; 0 outside it.
  func needs(in region: Diagram) throws(NotFinished) -> Diagram {
    let nothing = table.number(Need())
    var needs = try diagrams.map(region) { $0 == 0 ? 0 : nothing }
    for posture in [Posture.deny, .localOnly, .allow] {
      for (index, layer) in policy.layers.enumerated() {
        for (place, rule) in layer.rules.enumerated() where rule.effect == posture {
          if let omitted, omitted == (index, place) { continue }
          try join(rule, layer: index, &needs)
        }
      }
      for rule in builtIn where rule.effect == posture { try join(rule, layer: nil, &needs) }
      try joinRestrictions(posture, &needs)
      if posture == .localOnly { try joinReach(&needs) }
      try joinDefaults(posture, region, &needs)
    }
    return needs
  }

  /// Each built-in rule once, whatever operations it is listed under.
  private var builtIn: [Rule] {
    BuiltInRules.all.filter { rule in policy.builtIn.values.contains { $0.contains(rule) } }
  }

  private func need(_ source: Contribution.Source, _ posture: Posture, isCertain: Bool = true)
    -> Int32
  {
    table.number(
      Need(source, posture, isCertain: isCertain, minimum: policy.minimumAssurance))
  }

  private func join(_ truth: Diagram, certain: Int32, possible: Int32, _ needs: inout Diagram)
    throws(NotFinished)
  {
    needs = try diagrams.combine(
      VoiceJoin(
        number: diagrams.newOperation(), table: table, possible: possible, certain: certain),
      needs, truth)
  }

  private func join(_ rule: Rule, layer: Int?, _ needs: inout Diagram) throws(NotFinished) {
    let source = Contribution.Source.rule(rule, layer: layer)
    let certain = need(source, rule.effect)
    if rule.effect == .allow, certain == table.number(Need()) { return }
    let possible = rule.effect == .allow ? 0 : need(source, rule.effect, isCertain: false)
    let truth = try universe.truth(
      of: rule, as: rule.effect == .allow ? .allowing : .restrictive, reading)
    try join(truth, certain: certain, possible: possible, &needs)
  }

  private func joinRestrictions(_ posture: Posture, _ needs: inout Diagram) throws(NotFinished) {
    for effect in universe.readings[reading].effects {
      let stated = RestrictionEffect.all[effect.index]
      guard stated.posture == posture else { continue }
      let source = Contribution.Source.restriction(effect.index, effect.sources)
      let possible = need(source, posture, isCertain: false)
      let truth = try universe.truth(of: stated.when, .restrictive, isException: false, reading)
      try join(
        truth, certain: effect.isInForce ? need(source, posture) : possible, possible: possible,
        &needs)
    }
  }

  private func joinReach(_ needs: inout Diagram) throws(NotFinished) {
    let own = need(.reach, .localOnly)
    let asks = try universe.truth(
      of: .leaf(EngineTests.reach), .restrictive, isException: false, reading)
    try join(asks, certain: own, possible: own, &needs)
  }

  /// Joins defaults of `posture` where no rule takes their place.
  private func joinDefaults(_ posture: Posture, _ region: Diagram, _ needs: inout Diagram)
    throws(NotFinished)
  {
    for (index, layer) in policy.layers.enumerated() {
      let operations = layer.defaults.filter { $0.value.posture == posture }.keys
      guard posture > .allow, let operation = operations.first,
        let stated = layer.defaults[operation]
      else { continue }
      let own = need(.layerDefault(stated, layer: index, operation), posture)
      let open = try left(Set(operations), own, needs)
      let alone = try undisplaced(by: [index], in: open)
      try join(alone, certain: own, possible: own, &needs)
    }
    let unanswered = Operation.allCases.filter { operation in
      BuiltInRules.defaultPosture(operation) == posture
        && !policy.layers.contains { $0.defaults[operation] != nil }
    }
    guard posture > .allow, let operation = unanswered.first else { return }
    let own = need(.builtInDefault(operation), posture)
    let open = try left(Set(unanswered), own, needs)
    let alone = try undisplaced(by: Array(policy.layers.indices), in: open)
    try join(alone, certain: own, possible: own, &needs)
  }

  /// Where requests for `operations` leave `own` something to say.
  private func left(_ operations: Set<Operation>, _ own: Int32, _ needs: Diagram)
    throws(NotFinished) -> Diagram
  {
    let table = table
    let open = try diagrams.map(needs) { $0 == 0 || table.join($0, own) == $0 ? 0 : 2 }
    let condition = Condition.leaf(
      Condition.Leaf(.operation, .oneOf(operations.map(\.rawValue).sorted())))
    let these = try universe.truth(of: condition, .restrictive, isException: false, reading)
    return try diagrams.and(open, these)
  }

  /// Where no rule of these layers takes the place of a default.
  func undisplaced(by layers: [Int], in region: Diagram) throws(NotFinished) -> Diagram {
    var open = region
    for index in layers {
      for (place, rule) in policy.layers[index].rules.enumerated() {
        if let omitted, omitted == (index, place) { continue }
        if open.isZero { return open }
        open = try diagrams.without(
          open, try universe.truth(of: rule, as: .allowing, reading))
      }
    }
    return open
  }
}
