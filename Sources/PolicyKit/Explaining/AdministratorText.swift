import Devices

extension Answer {
  /// The whole answer in one paragraph.
  var administratorText: String {
    var text = "\(request.summary): \(outcome.rawValue)"
    if outcome != requirement.required {
      text += " (required: \(requirement.required.rawValue))"
    }
    text += ", honoured: \(honoured.rawValue)"
    if let assurance = promises.links.min() { text += ", resting on what is \(assurance.rawValue)" }
    let names = Set(determining.map(name)).sorted()
    text += ". Determined by \(names.joined(separator: ", "))"
    if let fallback = fallbackReasons.first { text += "; \(fallback.text)" }
    if !requirement.raisedBy.isEmpty {
      let unknowns = requirement.raisedBy.map(\.rawValue).sorted().joined(separator: ", ")
      text += "; raised because unknown: \(unknowns)"
    }
    return text + "."
  }

  private func name(_ contribution: Contribution) -> String {
    switch contribution.source {
    case .rule(let rule, let layer): layer == nil ? "built-in rule \(rule.id)" : "rule \(rule.id)"
    case .layerDefault(_, let layer, _): "the default of \(policy.layers[layer].name)"
    case .builtInDefault: "the built-in default"
    case .restriction(let index, _):
      "restriction \(RestrictionEffect.all[index].keys.joined(separator: " with "))"
    case .reach: "the caller's reach"
    }
  }
}
