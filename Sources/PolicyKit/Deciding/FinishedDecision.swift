extension Answer {
  /// What raised the answer, or leaves open whether it can be carried out, by being unknown.
  var unknowns: [Attribute] {
    let isWorse =
      outcome > verdict.required
      || honoured == .no && outcome == .localOnly && fulfilment.isDestinationUnknown
    guard isWorse, !promises.unknowns.isEmpty else { return verdict.raisedBy }
    return promises.unknowns.union(verdict.raisedBy).sorted { $0.rawValue < $1.rawValue }
  }

  /// The finished decision.
  func decision() -> Decision {
    let unknowns = unknowns
    return Decision(
      outcome: outcome, required: verdict.required, honoured: honoured,
      assurance: promises.weakestLink, promises: promises.promises, plan: plan,
      obligations: outcome == .deny ? [] : promises.obligations, advice: advice,
      becauseUnknown: unknowns, atBest: unknowns.isEmpty ? nil : verdict.atBest,
      exposures: exposures, notices: notices, reasons: reasons, overruled: overruled,
      texts: Decision.Texts(user: userText, administrator: administratorText))
  }
}
