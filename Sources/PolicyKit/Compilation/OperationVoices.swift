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

  /// One layer's share.
  struct Layer: Sendable {
    /// Its rules, as places among the speakers.
    let rules: Range<Int>
    let stated: Policy.Default?
  }

  let operation: Operation
  /// Rules in the order of their layers, built-in ones last; then each layer's default, the
  /// built-in default, the effects of restrictions, and the caller's reach.
  let speakers: [Speaker]
  let layers: [Layer]
  let builtIn: Range<Int>
  /// What speakers are called, sorted.
  let names: [String]
  /// Whether two speakers may give one and the same reason.
  let mayRepeat: Bool
  /// What holds where no layer answers.
  let builtInPosture: Posture
  /// The masks; nil where they would grow too large.
  let program: MaskProgram?
  let tiers: MaskTiers

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
    _ operation: Operation, _ policy: [CompiledPolicy.Layer], builtIn: [Rule],
    minimum: Assurance, expects: Set<Attribute>, _ vocabulary: Vocabulary?
  ) {
    self.operation = operation
    var rules: [(rule: Rule, layer: Int?)] = []
    var layers: [Layer] = []
    for (place, layer) in policy.enumerated() {
      let start = rules.count
      rules += layer.rules(for: operation).map { ($0, place) }
      layers.append(Layer(rules: start..<rules.count, stated: layer.defaults[operation]))
    }
    self.layers = layers
    self.builtIn = rules.count..<rules.count + builtIn.count
    rules += builtIn.map { ($0, nil) }
    builtInPosture = BuiltInRules.defaultPosture(operation)
    let made = SpeakerMaker(operation, policy, minimum).speakers(rules, layers)
    names = made.names
    speakers = made.speakers
    mayRepeat = made.mayRepeat
    let tiers = MaskTiers(rules.map(\.rule), minimum: minimum)
    self.tiers = tiers
    program = vocabulary.flatMap { vocabulary in
      MaskBuilder(
        operation, rules.map { ($0.rule, $0.layer == nil) }, vocabulary, minimum: minimum,
        expects: expects
      ).map { MaskProgram($0, vocabulary, tiers, layers) }
    }
  }
}

/// The masks of a policy: its vocabulary and, by operation, everything that can speak.
final class PolicyMasks: Sendable {
  /// Nil where an attribute has more classes than can be told apart.
  let vocabulary: Vocabulary?
  let grounds = GroundMemory()
  let workroom = Workroom()
  private let operations: [OperationVoices]
  private let relaxations: [Policy.Relaxation]

  init(
    _ layers: [CompiledPolicy.Layer], builtIn: [Operation: [Rule]], minimum: Assurance,
    expects: [Operation: Set<Attribute>], classes: Set<String>, relaxed: [Policy.Relaxation]
  ) {
    var rules = layers.flatMap(\.rules)
    for operation in Operation.allCases { rules += builtIn[operation] ?? [] }
    let conditions =
      rules.flatMap { [$0.when] + ($0.unless.map { [$0] } ?? []) }
      + RestrictionEffect.all.map(\.when) + Mechanism.all.map(\.when)
    let vocabulary = Vocabulary(conditions, classes: classes)
    self.vocabulary = vocabulary
    operations = Operation.allCases.map { operation in
      OperationVoices(
        operation, layers, builtIn: builtIn[operation] ?? [], minimum: minimum,
        expects: expects[operation] ?? [], vocabulary)
    }
    relaxations = relaxed
  }

  /// The built-in rules for an operation that are off, and who says so.
  func relaxed(_ operation: Operation) -> [Reason] {
    relaxations.filter { relaxation in
      BuiltInRules.all.contains { $0.id == relaxation.id && $0.when.canHold(for: operation) }
    }.map { relaxation in
      Reason(
        kind: .rule, id: relaxation.id, location: relaxation.location, effect: nil,
        text: "the organisation switched this built-in rule off")
    }
  }

  /// What can speak about requests for `operation`.
  func voices(_ operation: Operation) -> OperationVoices { operations[operation.place] }
}

/// Which rules' bits have which posture, and what they ask for at it.
struct MaskTiers: Sendable {
  /// What a bit can say of its rule.
  enum Tier {
    static let allow = 0
    static let localOnly = 1
    static let deny = 2
    /// It would rather tell than deny.
    static let discloses = 3
    /// Its expiry must be kept.
    static let requiresExpiry = 4
    /// It accepts nothing below an assurance; five of them, from assumed to documented.
    static let demands = 5
  }

  /// The words of each tier, one tier after another.
  let bits: [UInt64]
  let words: Int
  /// The mechanisms of local-only that are worth at least an assurance, a bit each.
  let mechanisms: [UInt64]
  /// The minimum assurance, by rank.
  let minimumRank: Int

  init(_ rules: [Rule], minimum: Assurance) {
    let words = max(1, (rules.count + 63) / 64)
    func tier(_ holds: (Rule) -> Bool) -> [UInt64] {
      var tier = Array(repeating: UInt64(0), count: words)
      for (place, rule) in rules.enumerated() where holds(rule) {
        tier[place / 64] |= 1 << UInt64(place % 64)
      }
      return tier
    }
    let assurances = Assurance.allCases.sorted()
    self.words = words
    bits =
      tier { $0.effect == .allow } + tier { $0.effect == .localOnly } + tier { $0.effect == .deny }
      + tier { $0.unenforceable == .disclose } + tier { $0.expiry?.isRequired == true }
      + assurances.flatMap { least in
        tier { max($0.minimumAssurance ?? minimum, minimum) >= least }
      }
    mechanisms = assurances.map { least in
      Mechanism.all.enumerated().reduce(0) { bits, mechanism in
        mechanism.element.promise == .localOnly && mechanism.element.assurance >= least
          ? bits | 1 << UInt64(mechanism.offset) : bits
      }
    }
    minimumRank = assurances.firstIndex(of: minimum) ?? 0
  }

  /// One word of a tier.
  subscript(tier: Int, word: Int) -> UInt64 { bits[tier * words + word] }
}
