import Devices

/// What becomes of what is required, with all that is said of it alike to every request that stands
/// on the same ground: who speaks is not known here, only what they need together.
///
/// Made once for a ground (`GroundMemory`) and shared by the decisions of all these requests.
package final class Fulfilled: Sendable, Hashable {
  let outcome: Posture
  let required: Posture
  let honoured: Honoured
  let assurance: Assurance?
  let promises: [Promise]
  let plan: [PlanStep]
  let obligations: [Obligation]
  /// What is asked for beside the posture, for comparing answers.
  let options: AskedOptions
  let exposures: [Exposure]
  let notices: [Notice]
  /// The restrictions that may block a paste that an app cannot judge.
  let mayBlock: [RestrictionEffect]
  /// Whether nobody says if the destination is on another machine.
  let isDestinationUnknown: Bool
  /// The attributes that would have to be known to say whether promises can be kept.
  let unknowns: Set<Attribute>
  /// Why the outcome is stricter than what is required, or cannot be honoured.
  let fallbackReasons: [Reason]
  /// The facts that the promises rest on, as places in `PlatformFact.all`.
  let facts: [Int]
  /// The same as reasons.
  let factReasons: [Reason]
  /// The reasons that stand after all that speak: how far facts reach, and what is relaxed.
  let closingReasons: [Reason]
  /// For the user, where a policy or a profile asks for it, and where not; nil where that depends
  /// on more.
  let userTexts: (policys: String, others: String?)
  /// For the administrator, up to those who determine it, and from there on.
  let administratorText: (beginning: String, end: String)
  /// What is written of it in front of the advice.
  package let writtenFront = PreparedBytes()
  /// What is written of it behind the advice.
  package let writtenBack = PreparedBytes()

  init(
    _ fulfilment: Fulfilment, _ policy: CompiledPolicy
  ) {
    let request = fulfilment.request
    outcome = fulfilment.outcome
    required = fulfilment.need.required
    honoured = fulfilment.honoured
    assurance = fulfilment.promises.weakestLink
    promises = fulfilment.promises.promises
    plan = fulfilment.plan
    obligations = fulfilment.outcome == .deny ? [] : fulfilment.promises.obligations
    options = AskedOptions(fulfilment.need, fulfilment.outcome)
    exposures = fulfilment.exposures
    notices = fulfilment.notices(organisation: policy.organisation)
    mayBlock = fulfilment.mayBlock
    isDestinationUnknown = fulfilment.isDestinationUnknown
    unknowns = fulfilment.promises.unknowns
    fallbackReasons = fulfilment.fallbackReasons
    facts = fulfilment.promises.facts
    factReasons = fulfilment.promises.facts.map { PlatformFact.reasons[$0] }
    closingReasons = Self.extrapolation(request) + policy.masks.relaxed(request.operation)
    userTexts = fulfilment.userTexts(organisation: policy.organisation)
    administratorText = fulfilment.administratorText
  }

  private static func extrapolation(_ request: Request) -> [Reason] {
    guard let version = request.version, version >= PlatformFact.firstUnknownVersion else {
      return []
    }
    return [
      Reason(
        kind: .request, id: "extrapolated", location: nil, effect: nil,
        text: "what is known ends before version \(PlatformFact.firstUnknownVersion); this is "
          + "extrapolated to \(version)")
    ]
  }

  /// Whether both give the same answer.
  package static func == (left: Fulfilled, right: Fulfilled) -> Bool {
    left === right
      || left.outcome == right.outcome && left.required == right.required
        && left.honoured == right.honoured && left.assurance == right.assurance
        && left.promises == right.promises && left.plan == right.plan
        && left.obligations == right.obligations && left.exposures == right.exposures
        && left.notices == right.notices
  }

  /// The answer in short.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(outcome)
    hasher.combine(required)
    hasher.combine(honoured)
    hasher.combine(plan)
  }
}
