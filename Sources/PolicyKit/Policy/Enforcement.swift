public import Findings

/// Whether a rule or a file decides, or is only watched.
public enum EnforcementMode: String, Sendable, Hashable, CaseIterable {
  /// It decides.
  case enforce
  /// It decides nothing; every answer says what it would have been with it.
  case auditOnly = "audit-only"
}

/// A span of time: from an instant on, until another that is no longer in it.
public struct Window: Sendable, Hashable {
  /// The first instant in it, in milliseconds since 1970; nil where it has no beginning.
  public var from: Int64?
  /// The first instant after it; nil where it has no end.
  public var until: Int64?
  /// Where it stands.
  public var location: SourceLocation

  /// Makes a window.
  public init(
    from: Int64? = nil, until: Int64? = nil, at location: SourceLocation = SourceLocation(path: "")
  ) {
    self.from = from
    self.until = until
    self.location = location
  }

  /// Whether `instant` lies in it.
  public func contains(_ instant: Int64) -> Bool { bounds.contains(instant) }

  private var bounds: Condition.Bounds<Int64> { Condition.Bounds(from: from, below: until) }

  /// That the request's time lies in it: a test like any other, so that an unknown time counts as
  /// everything unknown does.
  var condition: Condition { .leaf(Condition.Leaf(.time, .instants(bounds), at: location)) }
}

extension Rule {
  /// The rule as it is decided by: its window a test among the others, negations at the leaves.
  var normalised: Rule {
    var rule = self
    if let valid { rule.when = .all([when, valid.condition]) }
    rule.when = rule.when.normalised
    rule.unless = unless?.normalised
    return rule
  }
}

extension Policy {
  /// Whether something in the file is only watched.
  var isWatched: Bool { mode == .auditOnly || rules.contains { $0.mode == .auditOnly } }

  /// The file without what is only watched. Its classes stay, since requests may name them.
  var enforced: Policy {
    if mode == .auditOnly { return silenced }
    var policy = self
    policy.rules.removeAll { $0.mode == .auditOnly }
    return policy
  }

  /// The file with nothing in it that could move an answer.
  var silenced: Policy {
    var policy = self
    policy.rules = []
    policy.defaults = [:]
    policy.relax = []
    policy.expects = [:]
    policy.minimumAssurance = nil
    policy.organisation = nil
    policy.invariants = []
    return policy
  }
}
