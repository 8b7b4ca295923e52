import Findings

/// Answers a request: may this content go onto, or come off, this pasteboard, and how far?
///
/// Pure and total: no I/O, no clock, no throwing; the same input gives the same answer.
/// `Docs/semantics.md` says in words what happens here, step by step.
/// - Parameters:
///   - request: the question.
///   - policy: the layers that have a say.
///   - restrictions: what profiles put on the device; nil where no profile was given.
public func decide(
  _ request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions? = nil
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
