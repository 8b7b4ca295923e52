import Devices
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
  let operation: Operation
  let platform: Platform
  /// What the request says of the call.
  let values: AttributeValues
  /// How many items it has; 0 where the call has only one.
  let itemCount: Int
  /// The organisation's name, where the policy gives one.
  let organisation: String?
  let restrictions: DeviceRestrictions?
  let verdict: Verdict
  let voices: OperationVoices
  let common: Fulfilled

  init(
    _ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?,
    _ verdict: Verdict
  ) {
    operation = request.operation
    platform = request.platform
    values = request.values
    itemCount = request.items.count
    organisation = policy.organisation
    self.restrictions = restrictions
    self.verdict = verdict
    voices = policy.masks.voices(request.operation)
    func fulfilled() -> Fulfilled {
      let fulfilment = Fulfilment(
        request, verdict.need, minimum: policy.minimumAssurance, restrictions,
        mechanisms: verdict.mechanisms, expects: policy.expects[request.operation] ?? [])
      return Fulfilled(fulfilment, policy)
    }
    common = verdict.ground.map { policy.masks.grounds.fulfilled($0, fulfilled) } ?? fulfilled()
  }

  var outcome: Posture { common.outcome }
  var honoured: Honoured { common.honoured }

  /// Calls `body` with each voice at the required level, in order.
  @inline(__always)
  func forEachDetermining(_ body: (Voice, OperationVoices.Speaker) -> Void) {
    let required = verdict.required
    for voice in verdict.voices where voice.posture == required {
      body(voice, voices.speakers[voice.speaker])
    }
  }
}
