/// What an outcome depends on of everything that speaks about a request.
///
/// Joining is associative, commutative and idempotent, and `Need()` is its neutral element: whoever
/// works out which voices speak (one by one, by masks, or for whole regions of requests at once)
/// arrives at the same need, and `Fulfilment` takes it from there.
struct Need: Hashable {
  /// What is required: the strictest of all voices.
  private(set) var required = Posture.allow
  /// The least assurance that the voices at the required level accept; nil where only restrictions
  /// that are certainly in force, which keep themselves, ask for it.
  private(set) var demand: Assurance?
  /// Whether every voice at the required level, restrictions aside, would rather tell than deny.
  private(set) var discloses = true
  /// The restriction certainly in force that asks for what is required, as a place in
  /// `RestrictionEffect.all`.
  private(set) var enforcing: Int?
  /// What it rests on that the platform cannot do what is required to be denied; nil where it can.
  private(set) var impossibility: Assurance?
  /// The expiry asked for, whatever the posture: fewest seconds, widest scope, required if any.
  private(set) var expiry: Expiry?
  /// The assurance asked of it.
  private(set) var expiryDemand: Assurance?
  /// The assurance asked of staying out of the system's history; nil where nobody asks.
  private(set) var systemHistory: Assurance?
  /// The assurance asked of staying out of other apps' histories; nil where nobody asks.
  private(set) var thirdPartyHistory: Assurance?

  /// The assurance asked of staying out of `history`.
  func demand(outOf history: History) -> Assurance? {
    history == .system ? systemHistory : thirdPartyHistory
  }
}

extension Need {
  /// What one voice asks for.
  /// - Parameter minimum: the policy's minimum assurance.
  init(_ source: Contribution.Source, _ posture: Posture, isCertain: Bool, minimum: Assurance) {
    required = posture
    switch source {
    case .rule(let rule, let layer):
      let asked = max(rule.minimumAssurance ?? minimum, minimum)
      demand = asked
      discloses = rule.unenforceable == .disclose
      if layer == nil, isCertain, BuiltInRules.impossibilities.contains(rule.id) {
        impossibility = rule.facts.compactMap { PlatformFact.fact($0)?.assurance }.min() ?? .assumed
      }
      expiry = rule.expiry
      expiryDemand = rule.expiry.map { _ in asked }
      systemHistory = rule.keepOutOf.contains(.system) ? asked : nil
      thirdPartyHistory = rule.keepOutOf.contains(.thirdParty) ? asked : nil
    case .layerDefault, .builtInDefault, .reach:
      demand = minimum
      discloses = false
    case .restriction(let index, _):
      if isCertain { enforcing = index } else { demand = minimum }
    }
  }

  /// Whether anything is asked for whatever the posture.
  var hasOptions: Bool {
    expiry != nil || expiryDemand != nil || systemHistory != nil || thirdPartyHistory != nil
  }

  /// The same of somebody who would rather tell than deny.
  var disclosing: Need {
    var result = self
    result.discloses = true
    return result
  }

  /// What both ask for together.
  func joined(with other: Need) -> Need {
    var result = required >= other.required ? self : other
    if required == other.required {
      result.demand = Self.strictest(demand, other.demand)
      result.discloses = discloses && other.discloses
      result.enforcing = Self.first(enforcing, other.enforcing)
      result.impossibility = Self.strictest(impossibility, other.impossibility)
    }
    result.expiry = expiry.map { mine in other.expiry.map(mine.joined) ?? mine } ?? other.expiry
    result.expiryDemand = Self.strictest(expiryDemand, other.expiryDemand)
    result.systemHistory = Self.strictest(systemHistory, other.systemHistory)
    result.thirdPartyHistory = Self.strictest(thirdPartyHistory, other.thirdPartyHistory)
    return result
  }

  /// The same need without what no answer to it looks at, whatever joins it later.
  ///
  /// Nothing is kept for nobody once it is denied, and what is merely allowed rests on nothing.
  var essential: Need {
    guard required != .localOnly else { return self }
    var result = Need()
    result.required = required
    if required == .deny {
      result.enforcing = enforcing
      result.impossibility = impossibility
    } else {
      result.expiry = expiry
      result.expiryDemand = expiryDemand
      result.systemHistory = systemHistory
      result.thirdPartyHistory = thirdPartyHistory
    }
    return result
  }

  private static func strictest(_ left: Assurance?, _ right: Assurance?) -> Assurance? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }

  private static func first(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}
