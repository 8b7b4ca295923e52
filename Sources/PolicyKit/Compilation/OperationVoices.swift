import Findings

/// Everything that can speak about requests for one operation, and all that can be said of it
/// before there is a request.
final class OperationVoices: Sendable {
  /// One that can speak: a rule, a layer's default, the built-in one, a restriction's effect, or
  /// the caller's reach.
  final class Speaker: Sendable {
    let posture: Posture
    /// What it asks for, certainly and possibly.
    let needs: (certain: Need, possible: Need)
    /// Why it speaks, certainly and possibly; a restriction's reasons depend on who set it.
    let reasons: (certain: Reason, possible: Reason)?
    /// The place of its name among `names`.
    let rank: Int
    let rule: Rule?
    /// The platform facts that it rests on, as places in `PlatformFact.all`.
    let facts: [Int]
    /// Whether a policy or a profile says so, and not what is built in.
    let isPolicys: Bool
    /// What it suggests instead where it denies.
    let instead: [Advice]
    /// Whether it asks for something beside its posture.
    let hasOptions: Bool

    init(
      posture: Posture, needs: (certain: Need, possible: Need), reasons: (Reason, Reason)?,
      rank: Int, rule: Rule?, facts: [Int], isPolicys: Bool
    ) {
      self.posture = posture
      self.needs = needs
      self.reasons = reasons.map { (certain: $0, possible: $1) }
      self.rank = rank
      self.rule = rule
      self.facts = facts
      self.isPolicys = isPolicys
      instead = rule?.instead ?? []
      hasOptions = needs.certain.hasOptions
    }
  }

  let operation: Operation
  let rules: OperationRules
  /// Rules in the order of their layers, built-in ones last; then each layer's default, the
  /// built-in default, the effects of restrictions, and the caller's reach.
  let speakers: [Speaker]
  /// What speakers are called, sorted.
  let names: [String]
  /// Whether two speakers may give one and the same reason.
  let mayRepeat: Bool
  /// What holds where no layer answers.
  let builtInPosture: Posture
  /// The masks; nil where they would grow too large.
  let program: MaskProgram?

  var layers: [OperationRules.Layer] { rules.layers }
  var builtIn: Range<Int> { rules.builtIn }
  var tiers: MaskTiers { rules.tiers }
  var ruleCount: Int { builtIn.upperBound }
  func layerDefault(_ layer: Int) -> Int { ruleCount + layer }
  var builtInDefault: Int { ruleCount + layers.count }
  func effect(_ place: Int) -> Int { builtInDefault + 1 + place }
  var reach: Int { effect(RestrictionEffect.all.count) }

  /// The restrictions' effect that speaks; nil where something else does.
  func effectPlace(of voice: Voice) -> Int? {
    voice.speaker > builtInDefault && voice.speaker < reach
      ? voice.speaker - builtInDefault - 1 : nil
  }

  init(
    _ rules: OperationRules, _ policy: [CompiledPolicy.Layer], minimum: Assurance,
    _ vocabulary: Vocabulary?
  ) {
    operation = rules.operation
    self.rules = rules
    builtInPosture = BuiltInRules.defaultPosture(rules.operation)
    let made = SpeakerMaker(operation, policy, minimum).speakers(rules.rules, rules.layers)
    names = made.names
    speakers = made.speakers
    mayRepeat = made.mayRepeat
    program = vocabulary.flatMap { vocabulary in
      MaskBuilder(
        rules.operation, rules.rules.map { ($0.rule, $0.layer == nil) }, vocabulary,
        minimum: minimum
      ).map { MaskProgram($0, vocabulary, rules.tiers, rules.layers) }
    }
  }
}
