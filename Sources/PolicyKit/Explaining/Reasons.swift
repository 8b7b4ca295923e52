import Devices
import Findings

extension Answer {
  /// Everything that determines the answer: what was required, then what the platform made of it.
  var reasons: [Reason] {
    let required = verdict.required
    var reasons = given { $0 == required }
    reasons += fallbackReasons
    if !verdict.raisedBy.isEmpty {
      let names = verdict.raisedBy.map(\.rawValue).joined(separator: ", ")
      reasons.append(
        Reason(
          kind: .request, id: "because-unknown", location: nil, effect: required,
          text: "not known: \(names)"))
    }
    for place in citedFacts { reasons.append(PlatformFact.reasons[place]) }
    if let version = request.version, version >= PlatformFact.firstUnknownVersion {
      reasons.append(
        Reason(
          kind: .request, id: "extrapolated", location: nil, effect: nil,
          text: "what is known ends before version \(PlatformFact.firstUnknownVersion); this is "
            + "extrapolated to \(version)"))
    }
    reasons += policy.masks.relaxed(request.operation)
    return restrictions == nil ? reasons : reasons + perhapsBlocking + notInForce
  }

  /// The facts that promises and determining rules rest on, each once.
  private var citedFacts: [Int] {
    var cited = promises.facts
    forEachDetermining { _, speaker in
      for place in speaker.facts where !cited.contains(place) { cited.append(place) }
    }
    return cited
  }

  /// What spoke for less.
  var overruled: [Reason] {
    let required = verdict.required
    return given { $0 < required }
  }

  /// The reasons of the voices with such a posture, each once.
  private func given(_ isWanted: (Posture) -> Bool) -> [Reason] {
    var reasons: [Reason] = []
    for voice in verdict.voices where isWanted(voice.posture) {
      let speaker = voices.speakers[voice.speaker]
      if let said = speaker.reasons {
        reasons.append(voice.isCertain ? said.certain : said.possible)
      } else {
        reasons += restrictionReasons(voice)
      }
    }
    // One voice may say the same of several items, and one place may set a restriction twice.
    return voices.mayRepeat || request.items.count > 1 || restrictions != nil
      ? reasons.uniqued() : reasons
  }

  private func restrictionReasons(_ voice: Voice) -> [Reason] {
    guard let place = voices.effectPlace(of: voice), let restrictions,
      let (sources, _) = RestrictionEffect.all[place].sources(restrictions)
    else { return [] }
    let perhaps = voice.isCertain ? "" : " (not certain that it applies)"
    let effect = RestrictionEffect.all[place]
    return sources.flatMap { source in
      source.setBy.map { setter in
        Reason(
          kind: .restriction, id: source.key, location: setter.location, effect: voice.posture,
          text: "\(source.key) is \(setter.value) in profile \(setter.profile): "
            + (setter.value == RestrictionEffect.restrictingValue(source.key)
              ? effect.text : "by itself it restricts nothing")
            + (voice.isCertain || source.why.isEmpty
              ? perhaps : " (not certain: \(source.why.joined(separator: "; ")))"))
      }
    }
  }

  /// Restrictions that may block what the answer leaves to the system.
  private var perhapsBlocking: [Reason] {
    guard let restrictions else { return [] }
    return mayBlock.flatMap { effect in
      effect.keys.compactMap { restrictions.byKey[$0] }.flatMap { restriction in
        restriction.setBy.map { setter in
          Reason(
            kind: .restriction, id: restriction.key, location: setter.location, effect: nil,
            text: "\(restriction.key) is \(setter.value) in profile \(setter.profile): "
              + "\(effect.text), and the app cannot see where the content comes from")
        }
      }
    }.uniqued()
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
