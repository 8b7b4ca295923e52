/// Something of a policy or a device that speaks, and could be made to speak for less.
enum PolicyVoice: Hashable, Comparable {
  case rule(layer: Int, id: String)
  case builtIn(id: String)
  case layerDefault(layer: Int)
  case builtInDefault
  case restriction(Int)
  case reach

  init(_ source: Contribution.Source) {
    switch source {
    case .rule(let rule, let layer?): self = .rule(layer: layer, id: rule.id)
    case .rule(let rule, nil): self = .builtIn(id: rule.id)
    case .layerDefault(_, let layer, _): self = .layerDefault(layer: layer)
    case .builtInDefault: self = .builtInDefault
    case .restriction(let index, _): self = .restriction(index)
    case .reach: self = .reach
    }
  }

  var ruleID: String? {
    guard case .rule(_, let id) = self else { return nil }
    return id
  }

  /// Silences it, or lowers a default; nil where nobody but the caller's own wish stands in the way,
  /// or where a platform cannot do it anyway.
  func silenced(
    in policy: inout CompiledPolicy, _ restrictions: inout DeviceRestrictions?,
    _ operation: Operation, lowering posture: Posture
  ) -> NearMiss.Change? {
    switch self {
    case .rule(let layer, let id):
      policy = policy.without(rule: id, layer: layer)
      return .rule(id: id, layer: policy.layers[layer].name)
    case .builtIn(let id):
      guard !BuiltInRules.impossibilities.contains(id) else { return nil }
      policy = policy.without(builtIn: id)
      return .builtIn(id: id)
    case .layerDefault(let layer):
      let lowered = Self.meaningful(posture, operation)
      policy = policy.defaulting(to: lowered, operation, layer: layer)
      return .defaultPosture(layer: policy.layers[layer].name, operation, lowered)
    case .builtInDefault:
      guard !policy.layers.isEmpty else { return nil }
      let lowered = Self.meaningful(posture, operation)
      policy = policy.defaulting(to: lowered, operation, layer: 0)
      return .defaultPosture(layer: policy.layers[0].name, operation, lowered)
    case .restriction(let index):
      let effect = RestrictionEffect.all[index]
      let rest = (restrictions?.byKey ?? [:]).values.filter { $0.key != effect.keys.last }
      restrictions = DeviceRestrictions(rest)
      return .liftedRestriction(keys: effect.keys)
    case .reach: return nil
    }
  }

  /// Local-only means nothing where nothing is put anywhere.
  private static func meaningful(_ posture: Posture, _ operation: Operation) -> Posture {
    [.detect, .clear, .transfer].contains(operation) ? .allow : posture
  }
}

extension CompiledPolicy {
  /// The same policy without one rule.
  func without(rule id: String, layer: Int) -> CompiledPolicy {
    changing(layer) { rules in rules.removeAll { $0.id == id } }
  }

  /// The same policy whose rules tell the user rather than deny.
  func disclosing(_ voices: [PolicyVoice]) -> CompiledPolicy {
    voices.reduce(self) { policy, voice in
      guard case .rule(let layer, let id) = voice else { return policy }
      return policy.changing(layer) { rules in
        for index in rules.indices where rules[index].id == id {
          rules[index].unenforceable = .disclose
        }
      }
    }
  }

  /// The same policy without one built-in rule.
  func without(builtIn id: String) -> CompiledPolicy {
    rebuilt(layers, builtIn: builtIn.mapValues { $0.filter { $0.id != id } })
  }

  /// The same policy with another default of one layer.
  func defaulting(to posture: Posture, _ operation: Operation, layer: Int) -> CompiledPolicy {
    var layers = layers
    var defaults = layers[layer].defaults
    defaults[operation] = Policy.Default(posture)
    layers[layer] = Layer(
      kind: layers[layer].kind, name: layers[layer].name, defaults: defaults,
      rules: layers[layer].rules, byOperation: layers[layer].byOperation)
    return rebuilt(layers)
  }

  /// The same policy whose promises may rest on less, whatever its rules ask for.
  func accepting(_ minimum: Assurance) -> CompiledPolicy { rebuilt(layers, minimum: minimum) }

  private func changing(_ layer: Int, _ change: (inout [Rule]) -> Void) -> CompiledPolicy {
    var layers = layers
    var rules = layers[layer].rules
    change(&rules)
    let byOperation = layers[layer].byOperation.mapValues { old in
      var new = old
      change(&new)
      return new
    }
    layers[layer] = Layer(
      kind: layers[layer].kind, name: layers[layer].name, defaults: layers[layer].defaults,
      rules: rules, byOperation: byOperation)
    return rebuilt(layers)
  }

  private func rebuilt(
    _ layers: [Layer], minimum: Assurance? = nil, builtIn: [Operation: [Rule]]? = nil
  ) -> CompiledPolicy {
    let minimum = minimum ?? minimumAssurance
    let builtIn = builtIn ?? self.builtIn
    return CompiledPolicy(
      layers: layers, minimumAssurance: minimum, relaxed: relaxed, expects: expects,
      organisation: organisation, classes: classes, files: files, tests: tests,
      invariants: invariants, builtIn: builtIn,
      masks: PolicyMasks(
        layers, builtIn: builtIn, minimum: minimum, expects: expects, classes: classes,
        relaxed: relaxed))
  }
}
