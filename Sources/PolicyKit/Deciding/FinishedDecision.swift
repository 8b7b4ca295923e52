extension Answer {
  /// The finished decision.
  func decision() -> Decision {
    var unknowns = verdict.raisedBy
    if outcome > verdict.required, !promises.unknowns.isEmpty {
      unknowns = promises.unknowns.union(unknowns).sorted { $0.rawValue < $1.rawValue }
    }
    return Decision(
      outcome: outcome, required: verdict.required, honoured: honoured,
      assurance: promises.weakestLink, promises: promises.promises, plan: plan,
      obligations: outcome == .deny ? [] : promises.obligations, advice: advice,
      becauseUnknown: unknowns, atBest: unknowns.isEmpty ? nil : verdict.atBest,
      exposures: exposures, notices: notices, reasons: reasons, overruled: overruled,
      texts: Decision.Texts(user: userText, administrator: administratorText))
  }
}
