extension Answer {
  /// The finished decision.
  func decision() -> Decision {
    let unknowns = requirement.raisedBy.union(
      outcome > requirement.required ? promises.unknowns : [])
    return Decision(
      outcome: outcome, required: requirement.required, honoured: honoured,
      assurance: promises.links.min(), promises: promises.promises, plan: plan,
      obligations: outcome == .deny ? [] : promises.obligations, advice: advice,
      becauseUnknown: unknowns.sorted { $0.rawValue < $1.rawValue },
      atBest: unknowns.isEmpty ? nil : requirement.atBest, exposures: exposures,
      notices: notices, reasons: reasons, overruled: overruled,
      texts: Decision.Texts(user: userText, administrator: administratorText))
  }
}
