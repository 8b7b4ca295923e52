/// The rules that can speak about one operation, in the order of their layers, built-in ones last.
final class OperationRules: Sendable {
  /// One layer's share.
  struct Layer: Sendable {
    /// Its rules, as places among the speakers.
    let rules: Range<Int>
    let stated: Policy.Default?
  }

  let operation: Operation
  let rules: [(rule: Rule, layer: Int?)]
  let layers: [Layer]
  let builtIn: Range<Int>
  let tiers: MaskTiers

  init(
    _ operation: Operation, _ policy: [CompiledPolicy.Layer], builtIn: [Rule], minimum: Assurance
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
    self.rules = rules
    tiers = MaskTiers(rules.map(\.rule), minimum: minimum)
  }
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
    let assurances = Assurance.allCases.sorted()
    self.words = words
    var bits = Array(repeating: UInt64(0), count: (Tier.demands + assurances.count) * words)
    for (place, rule) in rules.enumerated() {
      let bit = UInt64(1) << UInt64(place % 64)
      func mark(_ tier: Int) { bits[tier * words + place / 64] |= bit }
      switch rule.effect {
      case .allow: mark(Tier.allow)
      case .localOnly: mark(Tier.localOnly)
      case .deny: mark(Tier.deny)
      }
      if rule.unenforceable == .disclose { mark(Tier.discloses) }
      if rule.expiry?.isRequired == true { mark(Tier.requiresExpiry) }
      let demanded = max(rule.minimumAssurance ?? minimum, minimum)
      for (place, least) in assurances.enumerated() where demanded >= least {
        mark(Tier.demands + place)
      }
    }
    self.bits = bits
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
