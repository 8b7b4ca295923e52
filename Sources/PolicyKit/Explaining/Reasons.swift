import Devices
import Findings

extension Answer {
  /// Everything that determines the answer: what was required, then what the platform made of it.
  var reasons: [Reason] {
    var reasons = unique(determining.flatMap(reason))
    reasons += fallbackReasons
    if !requirement.raisedBy.isEmpty {
      let names = requirement.raisedBy.map(\.rawValue).sorted().joined(separator: ", ")
      reasons.append(
        Reason(
          kind: .request, id: "because-unknown", location: nil, effect: requirement.required,
          text: "not known: \(names)"))
    }
    let ruleFacts = determining.flatMap { $0.rule?.facts ?? [] }
    var cited: Set<String> = []
    for id in promises.facts + ruleFacts where cited.insert(id).inserted {
      guard let fact = PlatformFact.fact(id) else { continue }
      reasons.append(
        Reason(
          kind: .platform, id: id, location: nil, effect: nil,
          text: "\(fact.statement) (\(fact.assurance.rawValue))"))
    }
    if let version = request.version, version >= PlatformFact.firstUnknownVersion {
      reasons.append(
        Reason(
          kind: .platform, id: "extrapolated", location: nil, effect: nil,
          text: "what is known ends before version \(PlatformFact.firstUnknownVersion); this is "
            + "extrapolated to \(version)"))
    }
    for relaxation in policy.relaxed {
      reasons.append(
        Reason(
          kind: .rule, id: relaxation.id, location: relaxation.location, effect: nil,
          text: "the organisation switched this built-in rule off"))
    }
    return reasons + notInForce
  }

  /// What spoke for less.
  var overruled: [Reason] {
    let required = requirement.required
    return unique(requirement.contributions.filter { $0.posture < required }.flatMap(reason))
  }

  private func unique(_ reasons: [Reason]) -> [Reason] {
    var seen: Set<Reason> = []
    return reasons.filter { seen.insert($0).inserted }
  }

  private func reason(_ contribution: Contribution) -> [Reason] {
    let perhaps = contribution.isCertain ? "" : " (not certain that it applies)"
    switch contribution.source {
    case .rule(let rule, let layer):
      let text =
        rule.reason ?? "rule `\(rule.id)` of `\(layer.map { policy.layers[$0].name } ?? "")`"
      let controls =
        rule.controls.isEmpty ? "" : " (controls \(rule.controls.joined(separator: ", ")))"
      return [
        Reason(
          kind: .rule, id: rule.id, location: layer == nil ? nil : rule.location,
          effect: rule.effect, text: text + controls + perhaps)
      ]
    case .layerDefault(let stated, let layer, let operation):
      return [
        Reason(
          kind: .default, id: "default", location: stated.location, effect: stated.posture,
          text: "`\(policy.layers[layer].name)` says \(stated.posture.rawValue) for "
            + "\(operation.rawValue) where no rule of it answers")
      ]
    case .builtInDefault(let operation):
      return [
        Reason(
          kind: .default, id: "built-in-default", location: nil, effect: contribution.posture,
          text: "no layer answers \(operation.rawValue); built in is "
            + contribution.posture.rawValue)
      ]
    case .reach:
      return [
        Reason(
          kind: .request, id: "reach", location: nil, effect: .localOnly,
          text: "the caller asks for this device only")
      ]
    case .restriction(let index, let sources):
      let effect = RestrictionEffect.all[index]
      return sources.flatMap { source in
        source.setBy.map { setter in
          Reason(
            kind: .restriction, id: source.key, location: setter.location,
            effect: contribution.posture,
            text: "\(source.key) is \(setter.value) in profile \(setter.profile): \(effect.text)"
              + (contribution.isCertain || source.why.isEmpty
                ? perhaps : " (not certain: \(source.why.joined(separator: "; ")))"))
        }
      }
    }
  }

  /// Restrictions that were looked at and do nothing, and why.
  private var notInForce: [Reason] {
    guard let restrictions else { return [] }
    let effects = RestrictionEffect.all.filter(mayConcern)
    return Set(effects.flatMap(\.keys)).sorted().flatMap { key -> [Reason] in
      guard let restriction = restrictions.byKey[key] else { return [] }
      var why = restriction.why.joined(separator: "; ")
      if restriction.requires {
        let partners = effects.filter { $0.keys.contains(key) }
        if partners.contains(where: { $0.sources(restrictions) != nil }) { return [] }
        let missing = Set(partners.flatMap(\.keys)).filter {
          restrictions.byKey[$0]?.requires != true
        }
        why = "does nothing without \(missing.sorted().joined(separator: " or "))"
      }
      return restriction.setBy.map { setter in
        Reason(
          kind: .restriction, id: key, location: setter.location, effect: nil,
          text: "\(key) is \(setter.value) in profile \(setter.profile) and restricts nothing here"
            + (why.isEmpty ? "" : ": \(why)"))
      }
    }
  }

  private func mayConcern(_ effect: RestrictionEffect) -> Bool {
    effect.when.canHold(for: request.operation)
  }
}
