import Devices
import Findings

extension Answer {
  /// Everything that determines the answer: what was required, then what the platform made of it.
  var reasons: [Reason] {
    let required = verdict.required
    var reasons: [Reason] = []
    reasons.reserveCapacity(
      verdict.voices.count + common.factReasons.count + common.closingReasons.count + 2)
    for voice in verdict.voices where voice.posture == required { add(voice, to: &reasons) }
    settle(&reasons)
    reasons += common.fallbackReasons
    if !verdict.raisedBy.isEmpty {
      let names = verdict.raisedBy.map(\.rawValue).joined(separator: ", ")
      reasons.append(
        Reason(
          kind: .request, id: "because-unknown", location: nil, effect: required,
          text: "not known: \(names)"))
    }
    reasons += common.factReasons
    addFacts(to: &reasons)
    reasons += common.closingReasons
    return restrictions == nil ? reasons : reasons + perhapsBlocking + notInForce
  }

  /// Adds the facts that determining rules rest on and promises do not, each once: of those that are
  /// built in only what is so here, since they cite what is so on any platform that they speak of.
  private func addFacts(to reasons: inout [Reason]) {
    var further: [Int] = []
    forEachDetermining { _, speaker in
      for place in speaker.facts where !common.facts.contains(place) && !further.contains(place) {
        guard speaker.isPolicys || isSoHere(place, speaker.rule) else { continue }
        further.append(place)
        reasons.append(PlatformFact.reasons[place])
      }
    }
  }

  private func isSoHere(_ place: Int, _ rule: Rule?) -> Bool {
    var version: OSVersion?
    // That a version lacks something is told by the versions that have it.
    let isLacking = rule.map { BuiltInRules.impossibilities.contains($0.id) } ?? false
    if !isLacking, case .version(let known)?? = values[.osVersion] { version = known }
    let framework: AttributeValue? = values[.framework] ?? .text("native")
    return PlatformFact.reaches[place].holds(
      on: platform, version, isNative: framework == .text("native"))
  }

  /// What spoke for less.
  var overruled: [Reason] {
    let required = verdict.required
    var reasons: [Reason] = []
    for voice in verdict.voices where voice.posture < required { add(voice, to: &reasons) }
    settle(&reasons)
    return reasons
  }

  private func add(_ voice: Voice, to reasons: inout [Reason]) {
    if let said = voices.speakers[voice.speaker].reasons {
      reasons.append(voice.isCertain ? said.certain : said.possible)
    } else {
      reasons += restrictionReasons(voice)
    }
  }

  /// One voice may say the same of several items, and one place may set a restriction twice.
  private func settle(_ reasons: inout [Reason]) {
    guard voices.mayRepeat || itemCount > 1 || restrictions != nil else { return }
    reasons = reasons.uniqued()
  }

  private func restrictionReasons(_ voice: Voice) -> [Reason] {
    guard let place = voices.effectPlace(of: voice), let restrictions,
      let (sources, _) = RestrictionEffect.all[place].sources(restrictions)
    else { return [] }
    let perhaps = voice.isCertain ? "" : " (not certain that it applies)"
    let effect = RestrictionEffect.all[place]
    return sources.flatMap { source in
      source.setBy.map { setter in
        let restricts = setter.value == RestrictionEffect.restrictingValue(source.key)
        return Reason(
          kind: .restriction, id: source.key, location: setter.location,
          effect: restricts ? voice.posture : nil,
          text: "\(source.key) is \(setter.value) in profile \(setter.profile): "
            + (restricts ? effect.text : "by itself it restricts nothing")
            + (voice.isCertain || source.why.isEmpty
              ? perhaps : " (not certain: \(source.why.joined(separator: "; ")))"))
      }
    }
  }

  /// Restrictions that may block what the answer leaves to the system.
  private var perhapsBlocking: [Reason] {
    guard let restrictions else { return [] }
    return common.mayBlock.flatMap { effect in
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
    effect.when.canHold(for: operation)
  }
}
