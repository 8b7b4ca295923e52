/// Evaluates normalised conditions over what is known of a request.
struct Evaluation {
  /// Which way an error would hurt: it decides how sets are read and what may be believed.
  enum Polarity {
    /// The condition makes the answer stricter: one item of a set is enough.
    case restrictive
    /// The condition makes the answer looser: every item of a set must do.
    case allowing
  }

  let facts: RequestFacts
  /// Observed values below this are not believed where believing them would loosen.
  let minimum: Assurance
  /// The attributes whose being unknown left a leaf open.
  private(set) var unknowns: Set<Attribute> = []

  init(_ facts: RequestFacts, minimum: Assurance) {
    self.facts = facts
    self.minimum = minimum
  }

  /// `when` and not `unless`, as a rule of `polarity`.
  mutating func truth(of rule: Rule, as polarity: Polarity) -> Truth {
    let holds = truth(of: rule.when, polarity, isException: false)
    guard holds != .no, let unless = rule.unless else { return holds }
    let exception = truth(
      of: unless, polarity == .restrictive ? .allowing : .restrictive, isException: true)
    return .and(holds, !exception)
  }

  mutating func truth(of condition: Condition, _ polarity: Polarity, isException: Bool = false)
    -> Truth
  {
    switch condition {
    case .all(let parts):
      var result = Truth.yes
      for part in parts {
        result = .and(result, truth(of: part, polarity, isException: isException))
        if result == .no { break }
      }
      return result
    case .any(let parts):
      var result = Truth.no
      for part in parts {
        result = .or(result, truth(of: part, polarity, isException: isException))
        if result == .yes { break }
      }
      return result
    case .not(let part):
      return truth(of: Condition.not(part).normalised, polarity, isException: isException)
    case .leaf(let leaf): return truth(of: leaf, polarity, isException: isException)
    }
  }

  private mutating func truth(
    of leaf: Condition.Leaf, _ polarity: Polarity, isException: Bool
  ) -> Truth {
    switch facts.state(leaf.attribute) {
    case .notApplicable: return .no
    case .unknown:
      if leaf.mustBeKnown { return .no }
      unknowns.insert(leaf.attribute)
      // Without it nobody can say whether there is a stored posture at all.
      if leaf.attribute == .storedPosture, facts.state(.fromHistory) == .unknown {
        unknowns.insert(.fromHistory)
      }
      return .unknown
    case .known(let value):
      if let worth = leaf.attribute.observedAssurance, worth < minimum,
        polarity == .allowing || isException
      {
        return .unknown
      }
      let truth = leaf.truth(of: value, everyMember: polarity == .allowing)
      if truth == .unknown { unknowns.insert(leaf.attribute) }
      return truth
    }
  }
}

extension Condition.Leaf {
  /// Whether a known value passes; `everyMember` says how a set of classes or types is read.
  func truth(of value: AttributeValue, everyMember: Bool) -> Truth {
    guard case .set(let members) = value else {
      let passes = Truth(test.accepts(value))
      return isNegated ? !passes : passes
    }
    switch attribute.kind {
    case .classes, .types:
      var result: Truth = everyMember ? .yes : .no
      for member in members {
        let covered = test.covers(member, isClass: attribute.kind == .classes)
        let passes = isNegated ? !covered : covered
        result = everyMember ? .and(result, passes) : .or(result, passes)
      }
      return result
    default:
      let holds = Truth(members.contains { test.covers($0, isClass: false) == .yes })
      return isNegated ? !holds : holds
    }
  }
}

extension Condition.Test {
  fileprivate func accepts(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.oneOf(let texts), .text(let text)): texts.contains(text)
    case (.prefix(let prefixes), .text(let text)):
      prefixes.contains { text.utf8.starts(with: $0.utf8) }
    case (.versions(let bounds), .version(let version)): bounds.contains(version)
    case (.numbers(let bounds), .number(let number)): bounds.contains(number)
    case (.instants(let bounds), .instant(let instant)): bounds.contains(instant)
    default: false
    }
  }

  fileprivate func covers(_ member: String, isClass: Bool) -> Truth {
    switch self {
    case .oneOf(let texts):
      var result = Truth.no
      for text in texts {
        result = .or(result, isClass ? ContentClass.covers(text, member) : Truth(text == member))
      }
      return result
    case .prefix(let prefixes):
      return Truth(prefixes.contains { member.utf8.starts(with: $0.utf8) })
    default: return .no
    }
  }
}
