import Findings

/// Restrictive rules that hang on what callers may leave out.
enum LeftOutChecks {
  /// A warning for each test of an optional attribute that a restrictive rule cannot do without:
  /// where it is left out, the rule never fires.
  static func findings(_ rule: Rule, _ operations: [Operation], _ policy: Policy) -> [Finding] {
    guard rule.effect != .allow else { return [] }
    return rule.when.needed.compactMap { leaf in
      guard !leaf.mustBeKnown,
        let operation = operations.first(where: { isOptional(leaf.attribute, $0, rule, policy) })
      else { return nil }
      let name = leaf.attribute.rawValue
      return Finding(
        "policy-never-fires-unless-given", .warning, at: leaf.location,
        "`\(name)` may be left out of a \(operation.rawValue), and rule `\(rule.id)` never fires then",
        help: "raise it with `expects: { \(operation.rawValue): [\(name)] }`, or say "
          + "`{ is: …, known: yes }` if that is meant")
    }
  }

  private static func isOptional(
    _ attribute: Attribute, _ operation: Operation, _ rule: Rule, _ policy: Policy
  ) -> Bool {
    // What only some callers can know at all is another check's business; a framework that is left
    // out is the native one, and the time is expected wherever a rule tests it.
    guard !attribute.isDerived, !attribute.rawValue.hasPrefix("source."),
      attribute != .framework, attribute != .time
    else { return false }
    // Nobody can give it elsewhere.
    if attribute == .remote, !rule.when.canHold(.platform, "macOS") { return false }
    // Whether these may be left out depends on what else is given.
    if attribute == .storedPosture || attribute == .trigger && operation == .detect { return false }
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: true, profilesGiven: false)
    return attribute.applicability(operation, circumstances) == .optional
      && policy.expects[operation]?.contains(attribute) != true
  }
}

extension Condition {
  /// The leaves of which every one must hold.
  fileprivate var needed: [Leaf] {
    switch self {
    case .leaf(let leaf): [leaf]
    case .all(let parts): parts.flatMap(\.needed)
    case .any, .not: []
    }
  }
}
