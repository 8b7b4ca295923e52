extension Answer {
  /// What the caller may do: what the determining rules suggest, then what the answer suggests.
  var advice: [AdviceGiven] {
    var given: [AdviceGiven] = []
    func add(_ advice: Advice, _ text: String) {
      if !given.contains(where: { $0.advice == advice }) {
        given.append(AdviceGiven(advice: advice, text: text))
      }
    }
    if outcome == .deny {
      for advice in determining.flatMap({ $0.rule?.instead ?? [] }) { add(advice, advice.text) }
      if request.operation == .copy, requirement.required == .localOnly {
        add(.revealInPlace, Advice.revealInPlace.text)
      }
    }
    if let split { add(.split, split) }
    let unknowns = requirement.raisedBy.map(\.rawValue).sorted()
    let mayBeTheSystems =
      mayBeBlocked || determining.contains { $0.isRestriction && !$0.isCertain && outcome == .deny }
    if mayBeTheSystems, request.operation == .paste {
      add(.attempt, "attempt the paste and let the system decide: it knows the source")
    }
    if !unknowns.isEmpty {
      add(.learnUnknown, "say \(unknowns.joined(separator: ", ")), and the answer may be better")
    }
    return given.sorted { $0.advice < $1.advice }
  }

  /// Which items raise the answer of a call with several.
  private var split: String? {
    guard request.items.count > 1 else { return nil }
    var least: [Posture] = request.items.map { _ in .allow }
    for contribution in requirement.contributions {
      guard let item = contribution.item else { continue }
      least[item] = max(least[item], contribution.posture)
    }
    guard let lowest = least.min(), let highest = least.max(), lowest < highest else { return nil }
    let raising = least.indices.filter { least[$0] == highest }.map { "\($0 + 1)" }
    return "item \(raising.joined(separator: ", ")) of \(request.items.count) asks for "
      + "\(highest.rawValue), the rest for less: leave it out, or write it to another pasteboard "
      + "(a second write to the general one replaces the first)"
  }
}

extension Advice {
  /// The advice in words.
  public var text: String {
    switch self {
    case .revealInPlace: "show the value in place and let the user read it"
    case .autofill: "let the system fill it in where it is needed"
    case .keychain: "hand it over through the keychain"
    case .pasteControl: "offer the system's paste button"
    case .detectFirst: "learn the kind of content silently, and read only when the user asks"
    case .split: "write the items separately"
    case .attempt: "attempt it and let the system decide"
    case .learnUnknown: "find out what is unknown and ask again"
    }
  }
}
