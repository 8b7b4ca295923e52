import Findings

/// The answer of `policy` alone: without what it would be, and without emergencies.
func decideAlone(
  _ request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions?
) -> Decision {
  let requirement = Requirement(request, policy, restrictions)
  return Answer(request, policy, restrictions, requirement).decision()
}

/// What is required and what becomes of it, with everything to explain it by.
struct Answer {
  let request: Request
  let policy: CompiledPolicy
  let restrictions: DeviceRestrictions?
  let requirement: Requirement
  let fulfilment: Fulfilment
  /// The contributions at the required level.
  let determining: [Contribution]

  init(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ requirement: Requirement
  ) {
    self.request = request
    self.policy = policy
    self.restrictions = restrictions
    self.requirement = requirement
    determining = requirement.determining
    fulfilment = Fulfilment(
      request, requirement.need, minimum: policy.minimumAssurance, restrictions)
  }

  var outcome: Posture { fulfilment.outcome }
  var honoured: Honoured { fulfilment.honoured }
  var promises: Promises { fulfilment.promises }
  var exposures: [Exposure] { fulfilment.exposures }
  var fallbackReasons: [Reason] { fulfilment.fallbackReasons }
}
