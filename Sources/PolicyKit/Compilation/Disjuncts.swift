extension Condition {
  /// The same condition where the operation is known: leaves that it settles are gone.
  ///
  /// A leaf on an attribute that can never apply there is false, negated or not.
  func settled(for operation: Operation) -> Condition {
    switch self {
    case .leaf(let leaf):
      if leaf.attribute == .operation {
        return leaf.truth(of: .text(operation.rawValue), everyMember: true) == .yes
          ? .always : .never
      }
      // Items are counted whatever is done with them.
      let applies =
        leaf.attribute == .itemCount
        || (0..<8).contains {
          leaf.attribute.applicability(operation, .init(place: $0)) != .never
        }
      return applies ? self : .never
    case .all(let parts):
      let parts = parts.map { $0.settled(for: operation) }.filter { $0 != .always }
      if parts.contains(.never) { return .never }
      return parts.count == 1 ? parts[0] : .all(parts)
    case .any(let parts):
      let parts = parts.map { $0.settled(for: operation) }.filter { $0 != .never }
      if parts.contains(.always) { return .always }
      return parts.count == 1 ? parts[0] : .any(parts)
    case .not: return normalised.settled(for: operation)
    }
  }

  static let never = Condition.any([])

  /// The condition as conjunctions of which one must hold: Kleene's `and` and `or` distribute over
  /// each other, so nothing is lost; nil where there would be more than `limit`.
  func disjuncts(limit: Int) -> [[Leaf]]? {
    switch self {
    case .leaf(let leaf): return [[leaf]]
    case .not: return normalised.disjuncts(limit: limit)
    case .any(let parts):
      var all: [[Leaf]] = []
      for part in parts {
        guard let some = part.disjuncts(limit: limit), all.count + some.count <= limit else {
          return nil
        }
        all += some
      }
      return all
    case .all(let parts):
      var all: [[Leaf]] = [[]]
      for part in parts {
        guard let some = part.disjuncts(limit: limit), all.count * some.count <= limit else {
          return nil
        }
        all = all.flatMap { left in some.map { left + $0 } }
      }
      return all
    }
  }
}

/// How a condition is read: which way an error in it would hurt, and what it may believe.
struct Reading: Hashable, Sendable {
  let polarity: Evaluation.Polarity
  let isException: Bool
  let minimum: Assurance

  /// What a row of masks says of a leaf: `class` is nil for an empty set.
  func truth(of leaf: Condition.Leaf, ofMember truth: Truth) -> Truth {
    isDoubted(leaf.attribute) ? .unknown : truth
  }

  /// Whether what is seen of `attribute` is not believed here.
  func isDoubted(_ attribute: Attribute) -> Bool {
    guard let worth = attribute.observedAssurance else { return false }
    return worth < minimum && (polarity == .allowing || isException)
  }

  /// Whether one member of a set is enough for `leaf`; otherwise every one must do.
  func takesAnyMember(_ leaf: Condition.Leaf) -> Bool {
    switch leaf.attribute.kind {
    case .classes, .types: polarity == .restrictive
    default: !leaf.isNegated
    }
  }
}
