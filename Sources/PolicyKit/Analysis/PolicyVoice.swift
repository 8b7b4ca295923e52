/// Something of a policy or a device that speaks, and could be made to speak for less.
enum PolicyVoice: Hashable, Comparable {
  case rule(layer: Int, id: String)
  case builtIn(id: String)
  case layerDefault(layer: Int)
  case builtInDefault
  case restriction(Int)
  case reach

  init(_ voice: Voice, _ voices: OperationVoices) {
    if let rule = voices.speakers[voice.speaker].rule {
      if let layer = voices.layer(of: voice.speaker) {
        self = .rule(layer: layer, id: rule.id)
      } else {
        self = .builtIn(id: rule.id)
      }
    } else if voice.speaker < voices.builtInDefault {
      self = .layerDefault(layer: voice.speaker - voices.ruleCount)
    } else if voice.speaker == voices.builtInDefault {
      self = .builtInDefault
    } else {
      self = voices.effectPlace(of: voice).map { .restriction($0) } ?? .reach
    }
  }

  /// Silences it, or lowers a default; nil where nobody but the caller's own wish stands in the way,
  /// or where a platform cannot do it anyway.
  func silenced(
    in trial: inout Trial, of policy: CompiledPolicy, _ restrictions: inout DeviceRestrictions?,
    _ operation: Operation, lowering posture: Posture
  ) -> NearMiss.Change? {
    let voices = policy.masks.voices(operation)
    switch self {
    case .rule(let layer, let id):
      trial.silenced.formUnion(voices.rules(called: id, among: voices.layers[layer].rules))
      return .rule(id: id, layer: policy.layers[layer].name)
    case .builtIn(let id):
      guard !BuiltInRules.impossibilities.contains(id) else { return nil }
      trial.silenced.formUnion(voices.rules(called: id, among: voices.builtIn))
      return .builtIn(id: id)
    case .layerDefault(let layer):
      return lower(layer, in: &trial, of: policy, operation, to: posture)
    case .builtInDefault:
      guard !policy.layers.isEmpty else { return nil }
      return lower(0, in: &trial, of: policy, operation, to: posture)
    case .restriction(let index):
      let effect = RestrictionEffect.all[index]
      let rest = (restrictions?.byKey ?? [:]).values.filter { $0.key != effect.keys.last }
      restrictions = DeviceRestrictions(rest)
      return .liftedRestriction(keys: effect.keys)
    case .reach: return nil
    }
  }

  private func lower(
    _ layer: Int, in trial: inout Trial, of policy: CompiledPolicy, _ operation: Operation,
    to posture: Posture
  ) -> NearMiss.Change {
    // Local-only means nothing where nothing is put anywhere.
    let lowered = [.detect, .clear, .transfer].contains(operation) ? Posture.allow : posture
    trial.defaults[layer] = lowered
    return .defaultPosture(layer: policy.layers[layer].name, operation, lowered)
  }
}

extension OperationVoices {
  /// The rules that have an id; of built-in ones several may have the same.
  fileprivate func rules(called id: String, among places: Range<Int>) -> [Int] {
    places.filter { speakers[$0].rule?.id == id }
  }
}
