extension Answer {
  /// What raised the answer, or leaves open whether it can be carried out, by being unknown.
  var unknowns: [Attribute] {
    let isWorse =
      outcome > verdict.required
      || honoured == .no && outcome == .localOnly && common.isDestinationUnknown
    guard isWorse, !common.unknowns.isEmpty else { return verdict.raisedBy }
    return common.unknowns.union(verdict.raisedBy).sorted { $0.rawValue < $1.rawValue }
  }

  /// The finished decision.
  func decision() -> Decision {
    let unknowns = unknowns
    return Decision(
      common: common, advice: advice(unknowns), becauseUnknown: unknowns,
      atBest: unknowns.isEmpty ? nil : verdict.atBest, reasons: reasons, overruled: overruled,
      texts: Decision.Texts(user: userText, administrator: administratorText))
  }
}
