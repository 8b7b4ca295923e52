import Findings

/// Invariants that could not be about any request.
enum InvariantChecks {
  static func findings(_ policy: Policy) -> [Finding] {
    var findings: [Finding] = []
    var seen: [String: SourceLocation] = [:]
    for invariant in policy.invariants {
      if let other = seen.updateValue(invariant.location, forKey: invariant.id) {
        findings.append(
          Finding(
            "policy-invariant-twice", .error, at: invariant.location,
            "invariant `\(invariant.id)` stands twice", help: "give each an id of its own",
            related: [.init(other, "the other invariant `\(invariant.id)`")]))
      }
      findings += vacuous(invariant)
    }
    return findings
  }

  private static func vacuous(_ invariant: Policy.Invariant) -> [Finding] {
    let when = invariant.when.normalised
    let operations = Operation.allCases.filter { when.canHold(for: $0) }
    func finding(_ message: String) -> Finding {
      Finding("policy-invariant-vacuous", .error, at: invariant.location, message)
    }
    if operations.isEmpty {
      return [finding("invariant `\(invariant.id)` speaks of no operation")]
    }
    if let attribute = when.contradiction {
      return [
        finding(
          "invariant `\(invariant.id)` speaks of nothing: no value of `\(attribute.rawValue)` passes"
        )
      ]
    }
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: false, profilesGiven: false)
    return when.leaves.filter { leaf in
      operations.allSatisfy { leaf.attribute.applicability($0, circumstances) == .never }
    }.map { leaf in
      Finding(
        "policy-condition-never-applies", .error, at: leaf.location,
        "`\(leaf.attribute.rawValue)` applies to none of the operations of invariant "
          + "`\(invariant.id)` (\(operations.map(\.rawValue).joined(separator: ", ")))",
        help: "remove it, or change the invariant's `operation`")
    }
  }
}
