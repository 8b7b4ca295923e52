extension Condition {
  /// Whether a request may pass, going by one attribute alone, when it has the value `text`.
  func canHold(_ attribute: Attribute, _ text: String) -> Bool {
    normalised.isOpen(attribute, text)
  }

  /// The same of a condition that is normalised.
  private func isOpen(_ attribute: Attribute, _ text: String) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.isOpen(attribute, text) }
    case .any(let parts): parts.contains { $0.isOpen(attribute, text) }
    case .not: true
    case .leaf(let leaf):
      leaf.attribute != attribute || leaf.truth(of: .text(text), everyMember: true) != .no
    }
  }

  /// An attribute of fixed words of which none can pass; nil where there is none.
  var contradiction: Attribute? {
    let condition = normalised
    return Set(leaves.map(\.attribute)).sorted { $0.rawValue < $1.rawValue }.first { attribute in
      guard case .word(let words) = attribute.kind else { return false }
      return !words.contains { condition.isOpen(attribute, $0) }
    }
  }

  /// Whether a request may pass when the attribute has any word but these.
  func canHold(_ attribute: Attribute, otherThan words: [String]) -> Bool {
    guard case .word(let choices) = attribute.kind else { return true }
    return choices.contains { !words.contains($0) && canHold(attribute, $0) }
  }
}
