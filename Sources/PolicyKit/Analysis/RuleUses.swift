import Findings

/// Where each rule of a policy matches, and where it decides.
struct RuleUses {
  /// One rule.
  struct Use {
    let rule: Rule
    let layer: Int
    /// Its place among the rules of its layer.
    let place: Int
    /// Where it speaks, certainly or possibly.
    let matches: Diagram
  }

  let policy: CompiledPolicy
  let universe: Universe
  let domain: Diagram
  let builder: AnswerBuilder
  /// What is needed of every request.
  let needs: Diagram
  let all: [Use]

  init(_ policy: CompiledPolicy, bound: Int) throws(NotFinished) {
    self.policy = policy
    universe = try Universe([Judge(policy: policy, restrictions: nil)], bound: bound)
    domain = try universe.domain()
    builder = AnswerBuilder(universe)
    needs = try NeedBuilder(universe: universe, reading: 0, table: builder.needTable)
      .needs(in: domain)
    var all: [Use] = []
    for (layer, stated) in policy.layers.enumerated() {
      for (place, rule) in stated.rules.enumerated() {
        let isAllow = rule.effect == .allow
        let truth = try universe.truth(of: rule, as: isAllow ? .allowing : .restrictive, 0)
        let matches =
          isAllow ? try universe.diagrams.certainly(truth) : try universe.diagrams.possibly(truth)
        all.append(
          Use(
            rule: rule, layer: layer, place: place,
            matches: try universe.diagrams.and(domain, matches)))
      }
    }
    self.all = all
  }

  private var diagrams: Diagrams { universe.diagrams }

  func answers() throws(NotFinished) -> Diagram { try builder.answers(to: needs, in: domain) }

  /// The requests for one operation.
  func requests(for operation: Operation) throws(NotFinished) -> Diagram {
    try universe.truth(
      of: .leaf(Condition.Leaf(.operation, .oneOf([operation.rawValue]))), .restrictive,
      isException: false, 0)
  }

  /// Where what is required is what the rule says, and the rule speaks.
  func deciding(_ use: Use) throws(NotFinished) -> Diagram {
    let needs = builder.needTable.needs
    let level = try diagrams.map(self.needs) {
      $0 != 0 && needs[Int($0)].required == use.rule.effect ? 2 : 0
    }
    return try diagrams.and(use.matches, level)
  }

  func decides(_ use: Use) throws(NotFinished) -> Bool { try !deciding(use).isZero }

  /// Where an answer other than deny is honoured, at least in part.
  func kept(by answers: Diagram) throws(NotFinished) -> Diagram {
    let kinds = builder.table.kinds
    return try diagrams.map(answers) {
      kinds[Int($0)].map { $0.outcome != .deny && $0.honoured != .no } ?? false ? 2 : 0
    }
  }

  /// What is wrong with a rule that never has its way.
  /// - Parameter kept: where an answer other than deny is honoured.
  func finding(about use: Use, kept: Diagram) throws(NotFinished) -> Finding? {
    let rule = use.rule
    guard !use.matches.isZero else {
      return Finding(
        "policy-rule-never-matches", .warning, at: rule.location,
        "rule `\(rule.id)` matches no request that there is",
        help: "its tests exclude each other, or what they test never comes together")
    }
    let deciding = try deciding(use)
    guard !deciding.isZero else {
      let stronger = try overruling(use)
      return Finding(
        "policy-rule-never-decides", .warning, at: rule.location,
        "rule `\(rule.id)` never decides: wherever it matches something stricter does too"
          + (stronger.isEmpty ? "" : " (\(stronger.map(\.name).joined(separator: ", ")))"),
        help: "remove it, or narrow what overrules it",
        related: stronger.compactMap { other in
          other.location.map { .init($0, "it overrules `\(rule.id)`") }
        })
    }
    guard rule.effect == .localOnly else { return nil }
    guard try diagrams.and(deciding, kept).isZero else { return nil }
    return Finding(
      "policy-promise-never-kept", .warning, at: rule.location,
      "rule `\(rule.id)` asks for local-only, which can be kept nowhere that it decides",
      help: "see `pbpolicy policy matrix` for where a promise holds, or make the rule deny")
  }

  /// Something that speaks about requests.
  private struct Voice {
    let name: String
    let location: SourceLocation?
    let matches: Diagram
  }

  /// Few rules and defaults that together overrule a rule wherever it matches.
  private func overruling(_ use: Use) throws(NotFinished) -> [Voice] {
    try covering(use.matches, by: try voices { $0 > use.rule.effect })
  }

  /// Voices that cover a region, those that cover most of it first.
  private func covering(_ region: Diagram, by voices: [Voice]) throws(NotFinished) -> [Voice] {
    var rest = region
    var chosen: [Voice] = []
    while !rest.isZero, chosen.count < 5 {
      var best: (voice: Voice, part: Diagram, count: Double)?
      for voice in voices {
        let part = try diagrams.and(rest, voice.matches)
        let count = diagrams.count(part).rounded
        if count > best?.count ?? 0 { best = (voice, part, count) }
      }
      guard let best else { break }
      chosen.append(best.voice)
      rest = try diagrams.without(rest, best.part)
    }
    return chosen
  }

  /// Everything that says something which passes `test`.
  private func voices(except use: Use? = nil, _ test: (Posture) -> Bool) throws(NotFinished)
    -> [Voice]
  {
    var voices: [Voice] = []
    for other in all where test(other.rule.effect) {
      if let use, use.layer == other.layer, use.place == other.place { continue }
      voices.append(
        Voice(
          name: "rule `\(other.rule.id)`", location: other.rule.location, matches: other.matches))
    }
    for rule in BuiltInRules.all
    where test(rule.effect) && policy.builtIn.values.contains(where: { $0.contains(rule) }) {
      let truth = try diagrams.possibly(try universe.truth(of: rule, as: .restrictive, 0))
      voices.append(Voice(name: "built-in rule `\(rule.id)`", location: nil, matches: truth))
    }
    let table = NeedBuilder(universe: universe, reading: 0, table: builder.needTable)
    for (index, layer) in policy.layers.enumerated() {
      for (operation, stated) in layer.defaults where test(stated.posture) {
        let open = try table.undisplaced(
          by: [index], in: try diagrams.and(domain, try requests(for: operation)))
        voices.append(
          Voice(
            name: "the default for \(operation.rawValue)", location: stated.location, matches: open)
        )
      }
    }
    return voices
  }

  /// A rule without which every answer would be the same.
  func idleness(of use: Use) throws(NotFinished) -> Finding? {
    var without = NeedBuilder(universe: universe, reading: 0, table: builder.needTable)
    without.omitted = (use.layer, use.place)
    guard try without.needs(in: domain) == needs else { return nil }
    let others = try covering(
      use.matches, by: try voices(except: use) { $0 >= use.rule.effect })
    let isSaid = use.rule.reason != nil || !use.rule.instead.isEmpty || !use.rule.controls.isEmpty
    let names = others.map(\.name).joined(separator: ", ")
    return Finding(
      "policy-rule-changes-nothing", .notice, at: use.rule.location,
      "without rule `\(use.rule.id)` every answer would be the same"
        + (names.isEmpty ? "" : ", by \(names)"),
      help: isSaid
        ? "it adds its words to an answer and no more; remove it if that is not why it is there"
        : "remove it, or narrow what makes it needless",
      related: others.compactMap { other in
        other.location.map { .init($0, "it says as much as `\(use.rule.id)` or more") }
      })
  }
}
