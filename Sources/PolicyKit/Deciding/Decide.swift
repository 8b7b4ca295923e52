import Findings

/// The answer of `policy` alone: without what it would be, and without emergencies.
func decideAlone(
  _ request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions?
) -> Decision {
  let verdict =
    Verdict(request, policy, restrictions) ?? Requirement(request, policy, restrictions).verdict
  return Answer(request, policy, restrictions, verdict).decision()
}

/// What is required and what becomes of it, with everything to explain it by.
struct Answer {
  let request: Request
  let policy: CompiledPolicy
  let restrictions: DeviceRestrictions?
  let verdict: Verdict
  let voices: OperationVoices
  let fulfilment: Fulfilment
  let exposures: [Exposure]

  init(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ verdict: Verdict
  ) {
    self.request = request
    self.policy = policy
    self.restrictions = restrictions
    self.verdict = verdict
    voices = policy.masks.voices(request.operation)
    fulfilment = Fulfilment(
      request, verdict.need, minimum: policy.minimumAssurance, restrictions,
      mechanisms: verdict.mechanisms, expects: policy.expects[request.operation] ?? [])
    exposures = fulfilment.exposures
  }

  var outcome: Posture { fulfilment.outcome }
  var honoured: Honoured { fulfilment.honoured }
  var promises: Promises { fulfilment.promises }
  var fallbackReasons: [Reason] { fulfilment.fallbackReasons }

  /// Calls `body` with each voice at the required level, in order.
  @inline(__always)
  func forEachDetermining(_ body: (Voice, OperationVoices.Speaker) -> Void) {
    let required = verdict.required
    for voice in verdict.voices where voice.posture == required {
      body(voice, voices.speakers[voice.speaker])
    }
  }
}
