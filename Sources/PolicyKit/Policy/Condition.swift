public import Devices
public import Findings

/// What a rule asks of a request.
public indirect enum Condition: Sendable, Hashable {
  /// All of these; an empty list always holds.
  case all([Condition])
  /// Any of these; an empty list never holds.
  case any([Condition])
  /// Not this.
  case not(Condition)
  /// One attribute's test.
  case leaf(Leaf)

  /// A test of one attribute.
  public struct Leaf: Sendable, Hashable {
    /// The attribute tested.
    public var attribute: Attribute
    /// What its value must be.
    public var test: Test
    /// Whether the value must not be that.
    public var isNegated: Bool
    /// Whether the test is simply false while the value is unknown (`known: yes`).
    public var mustBeKnown: Bool
    /// Where it stands.
    public var location: SourceLocation

    /// Makes a test.
    public init(
      _ attribute: Attribute, _ test: Test, isNegated: Bool = false, mustBeKnown: Bool = false,
      at location: SourceLocation = SourceLocation(path: "")
    ) {
      self.attribute = attribute
      self.test = test
      self.isNegated = isNegated
      self.mustBeKnown = mustBeKnown
      self.location = location
    }
  }

  /// What a value must be.
  public enum Test: Sendable, Hashable {
    /// One of these texts; for a set, one of its members.
    case oneOf([String])
    /// A text, or a member, that starts with one of these.
    case prefix([String])
    /// A version within bounds.
    case versions(Bounds<OSVersion>)
    /// A number within bounds.
    case numbers(Bounds<Int>)
    /// An instant within bounds, in milliseconds.
    case instants(Bounds<Int64>)
  }

  /// Bounds of an ordered value; a bound that is nil does not bind.
  public struct Bounds<Value: Comparable & Hashable & Sendable>: Sendable, Hashable {
    /// The least value accepted.
    public var from: Value?
    /// The values accepted lie above this one.
    public var above: Value?
    /// The values accepted lie below this one.
    public var below: Value?
    /// The greatest value accepted.
    public var through: Value?

    /// Makes bounds.
    public init(from: Value? = nil, above: Value? = nil, below: Value? = nil, through: Value? = nil)
    {
      self.from = from
      self.above = above
      self.below = below
      self.through = through
    }

    /// Whether `value` lies within them.
    public func contains(_ value: Value) -> Bool {
      from.map { value >= $0 } ?? true && above.map { value > $0 } ?? true
        && below.map { value < $0 } ?? true && through.map { value <= $0 } ?? true
    }
  }

  /// The same condition with every negation pushed down to a leaf.
  ///
  /// A leaf on an attribute that does not apply is false whether negated or not, which is only
  /// well defined once no `not` stands above another operator.
  public var normalised: Condition { normalised(negated: false) }

  private func normalised(negated: Bool) -> Condition {
    switch self {
    case .all(let parts):
      let parts = parts.map { $0.normalised(negated: negated) }
      return negated ? .any(parts) : .all(parts)
    case .any(let parts):
      let parts = parts.map { $0.normalised(negated: negated) }
      return negated ? .all(parts) : .any(parts)
    case .not(let part): return part.normalised(negated: !negated)
    case .leaf(var leaf):
      leaf.isNegated = leaf.isNegated != negated
      return .leaf(leaf)
    }
  }

  /// Every leaf, from left to right.
  public var leaves: [Leaf] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
    case .not(let part): part.leaves
    case .leaf(let leaf): [leaf]
    }
  }

  /// The condition that always holds.
  public static let always = Condition.all([])
}
