/// Conditions as diagrams: no, unknown or yes for every request.
extension Universe {
  struct LeafKey: Hashable {
    let attribute: Attribute
    let test: Condition.Test
    let isNegated: Bool
    let mustBeKnown: Bool
    /// Sets read member by member: whether every one must do.
    let everyMember: Bool
    /// Whether the value is known and not believed.
    let isDisbelieved: Bool
    let reading: Int
  }

  /// A rule as it applies, or as an allow rule would.
  func truth(of rule: Rule, as polarity: Evaluation.Polarity, _ reading: Int) throws(NotFinished)
    -> Diagram
  {
    let holds = try truth(of: rule.when, polarity, isException: false, reading)
    guard let unless = rule.unless, !holds.isZero else { return holds }
    let opposite: Evaluation.Polarity = polarity == .restrictive ? .allowing : .restrictive
    let exception = try truth(of: unless, opposite, isException: true, reading)
    return try diagrams.and(holds, try diagrams.not(exception))
  }

  /// A condition, read by `polarity`.
  func truth(
    of condition: Condition, _ polarity: Evaluation.Polarity, isException: Bool, _ reading: Int
  ) throws(NotFinished) -> Diagram {
    switch condition {
    case .all(let parts):
      var all = Diagram.yes
      for part in parts.reversed() {
        all = try diagrams.and(
          try truth(of: part, polarity, isException: isException, reading), all)
      }
      return all
    case .any(let parts):
      var any = Diagram.no
      for part in parts.reversed() {
        any = try diagrams.or(try truth(of: part, polarity, isException: isException, reading), any)
      }
      return any
    case .not(let part):
      return try truth(
        of: Condition.not(part).normalised, polarity, isException: isException, reading)
    case .leaf(let leaf):
      let worth = leaf.attribute.observedAssurance
      let isDoubted = worth.map { $0 < readings[reading].policy.minimumAssurance } ?? false
      return try truth(
        of: LeafKey(
          attribute: leaf.attribute, test: leaf.test, isNegated: leaf.isNegated,
          mustBeKnown: leaf.mustBeKnown, everyMember: polarity == .allowing,
          isDisbelieved: isDoubted && (polarity == .allowing || isException), reading: reading))
    }
  }

  private func truth(of key: LeafKey) throws(NotFinished) -> Diagram {
    if let found = leaves[key] { return found }
    let leaf = Condition.Leaf(
      key.attribute, key.test, isNegated: key.isNegated, mustBeKnown: key.mustBeKnown)
    let result =
      key.attribute.isDerived ? try comparison(leaf, key) : try single(leaf, key)
    leaves[key] = result
    return result
  }

  /// A test of one attribute.
  private func single(_ leaf: Condition.Leaf, _ key: LeafKey) throws(NotFinished) -> Diagram {
    guard let level = level(of: leaf.attribute) else { return .no }
    let whenUnknown = leaf.mustBeKnown ? Diagram.no : .unknown
    var branches: [Diagram]
    if key.isDisbelieved {
      branches = [Diagram](
        repeating: .unknown, count: leaf.attribute.isSet ? 1 : classes(leaf.attribute).count)
    } else if leaf.attribute.isSet {
      branches = [try membership(leaf, everyMember: key.everyMember, level)]
    } else {
      branches = classes(leaf.attribute).map {
        Diagram.of(leaf.truth(of: $0.representative, everyMember: key.everyMember))
      }
    }
    branches.append(whenUnknown)
    let absent = try diagrams.node(level, branches + [.no])
    let doubted = try whereLeftOutIsUnknown(leaf.attribute, key.reading)
    guard !doubted.isZero, whenUnknown != .no else { return absent }
    return try either(
      doubted, try diagrams.node(level, branches + [whenUnknown]), absent)
  }

  /// The truth for a known set, member by member.
  private func membership(_ leaf: Condition.Leaf, everyMember: Bool, _ level: Int)
    throws(NotFinished) -> Diagram
  {
    let classes = classes(leaf.attribute)
    func text(_ index: Int) -> String { classes[index].representative.description }
    guard leaf.attribute.needsMember else {
      var plain = leaf
      plain.isNegated = false
      var holds = Diagram.of(leaf.isNegated ? .yes : .no)
      let found = Diagram.of(leaf.isNegated ? .no : .yes)
      for index in classes.indices.reversed() where plain.truth(ofMember: text(index)) == .yes {
        holds = try diagrams.node(level + 1 + index, [holds, found])
      }
      return holds
    }
    // One diagram for each truth that the members above may have left.
    var below: [Diagram] = [.no, .unknown, .yes]
    for index in classes.indices.reversed() {
      let truth = leaf.truth(ofMember: text(index))
      var next: [Diagram] = []
      for above in [Truth.no, .unknown, .yes] {
        let joined = everyMember ? Truth.and(above, truth) : .or(above, truth)
        next.append(
          try diagrams.node(level + 1 + index, [below[above.rank], below[joined.rank]]))
      }
      below = next
    }
    return everyMember ? below[2] : below[0]
  }

  /// A test of whether two attributes are equal.
  private func comparison(_ leaf: Condition.Leaf, _ key: LeafKey) throws(NotFinished) -> Diagram {
    guard let (source, destination) = leaf.attribute.derivation,
      let equal = levelOfEqual(leaf.attribute), let from = level(of: source),
      let to = level(of: destination)
    else { return .no }
    let known = try diagrams.node(
      equal, ["no", "yes"].map { Diagram.of(leaf.truth(of: .text($0), everyMember: true)) })
    let whenUnknown = leaf.mustBeKnown ? Diagram.no : .unknown
    let count = classes(source).count
    func node(_ sourceOut: Bool, _ destinationOut: Bool) throws(NotFinished) -> Diagram {
      // Whether what is left out is unknown, rather than not applicable.
      let last = destinationOut ? whenUnknown : Diagram.no
      let ifKnown = try diagrams.node(
        to, [Diagram](repeating: known, count: classes(destination).count) + [whenUnknown, last])
      let ifUnknown = try diagrams.node(
        to, [Diagram](repeating: whenUnknown, count: classes(destination).count + 1) + [last])
      return try diagrams.node(
        from,
        [Diagram](repeating: ifKnown, count: count) + [ifUnknown, sourceOut ? ifUnknown : .no])
    }
    let fromDoubt = try whereLeftOutIsUnknown(source, key.reading)
    let toDoubt = try whereLeftOutIsUnknown(destination, key.reading)
    return try either(
      fromDoubt,
      try either(toDoubt, try node(true, true), try node(true, false)),
      try either(toDoubt, try node(false, true), try node(false, false)))
  }

  /// `left` where `condition` is yes, `right` elsewhere.
  private func either(_ condition: Diagram, _ left: Diagram, _ right: Diagram) throws(NotFinished)
    -> Diagram
  {
    if condition.isZero || left == right { return right }
    return try diagrams.or(
      try diagrams.and(condition, left), try diagrams.and(try diagrams.not(condition), right))
  }
}

extension Truth {
  /// No is 0, unknown 1, yes 2.
  var rank: Int {
    switch self {
    case .no: 0
    case .unknown: 1
    case .yes: 2
    }
  }
}

extension Diagram {
  /// The diagram that is `truth` everywhere.
  static func of(_ truth: Truth) -> Diagram { .value(Int32(truth.rank)) }
}
