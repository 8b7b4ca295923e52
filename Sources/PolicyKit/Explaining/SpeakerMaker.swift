import Findings

/// Says beforehand what can be said of whoever may speak about an operation.
struct SpeakerMaker {
  private let operation: Operation
  private let policy: [CompiledPolicy.Layer]
  private let minimum: Assurance

  init(_ operation: Operation, _ policy: [CompiledPolicy.Layer], _ minimum: Assurance) {
    self.operation = operation
    self.policy = policy
    self.minimum = minimum
  }

  private struct Draft {
    let source: Contribution.Source
    let posture: Posture
    let name: String
    let reason: (_ isCertain: Bool) -> Reason?
    let isPolicys: Bool
  }

  func speakers(_ rules: [(rule: Rule, layer: Int?)], _ layers: [OperationRules.Layer]) -> (
    speakers: [OperationVoices.Speaker], names: [String], mayRepeat: Bool
  ) {
    var drafts = rules.map { rule($0.rule, layer: $0.layer) }
    for place in layers.indices {
      drafts.append(layerDefault(layers[place].stated ?? .init(.allow), layer: place))
    }
    drafts.append(builtInDefault)
    drafts += RestrictionEffect.all.indices.map(restriction)
    drafts.append(reach)
    let names = Set(drafts.map(\.name)).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var seen: Set<Reason> = []
    var mayRepeat = false
    let speakers = drafts.map { draft in
      let reasons = draft.reason(true).flatMap { one in draft.reason(false).map { (one, $0) } }
      for reason in [reasons?.0, reasons?.1].compactMap(\.self).uniqued() {
        mayRepeat = !seen.insert(reason).inserted || mayRepeat
      }
      return OperationVoices.Speaker(
        posture: draft.posture, needs: (need(draft, true), need(draft, false)),
        reasons: reasons, rank: ranks[draft.name] ?? 0, rule: draft.source.rule,
        facts: (draft.source.rule.map(Self.facts) ?? []).compactMap(PlatformFact.place),
        isPolicys: draft.isPolicys)
    }
    return (speakers, names, mayRepeat)
  }

  private func need(_ draft: Draft, _ isCertain: Bool) -> Need {
    Need(draft.source, draft.posture, isCertain: isCertain, minimum: minimum)
  }

  /// The facts that a rule rests on: its own, and those on what it reads off a pasteboard.
  private static func facts(_ rule: Rule) -> [String] {
    let attributes = Set((rule.when.leaves + (rule.unless?.leaves ?? [])).map(\.attribute))
    return
      (rule.facts + (attributes.contains(.remote) ? ["P1", "P4"] : [])
      + (attributes.contains(.marker) ? ["P6"] : [])).uniqued()
  }

  /// Why a rule may hold although nothing it tests is unknown: what anybody can write on a
  /// pasteboard is no reason for an exception.
  private func doubt(_ rule: Rule) -> String {
    let tests = (rule.effect == .allow ? rule.when.leaves : []) + (rule.unless?.leaves ?? [])
    let doubted = tests.map(\.attribute).uniqued().compactMap { attribute -> String? in
      guard let worth = attribute.observedAssurance, worth < minimum else { return nil }
      return "; what `\(attribute.rawValue)` says is only \(worth.rawValue), less than "
        + "\(minimum.rawValue), and makes no exception"
    }
    return "not certain that it applies" + doubted.joined()
  }

  private func rule(_ rule: Rule, layer: Int?) -> Draft {
    let doubt = doubt(rule)
    let text =
      rule.reason ?? "rule `\(rule.id)` of `\(layer.map { policy[$0].name } ?? "")`"
    let controls =
      rule.controls.isEmpty ? "" : " (controls \(rule.controls.joined(separator: ", ")))"
    return Draft(
      source: .rule(rule, layer: layer), posture: rule.effect,
      name: layer == nil ? "built-in rule \(rule.id)" : "rule \(rule.id)",
      reason: { isCertain in
        Reason(
          kind: .rule, id: rule.id, location: layer == nil ? nil : rule.location,
          effect: rule.effect,
          text: text + controls + (isCertain ? "" : " (\(doubt))"))
      }, isPolicys: layer != nil)
  }

  private func layerDefault(_ stated: Policy.Default, layer: Int) -> Draft {
    let name = policy[layer].name
    let text =
      "`\(name)` says \(stated.posture.rawValue) for \(operation.rawValue) where no rule of it answers"
    return Draft(
      source: .layerDefault(stated, layer: layer, operation), posture: stated.posture,
      name: "the default of \(name)",
      reason: { _ in
        Reason(
          kind: .default, id: "default", location: stated.location, effect: stated.posture,
          text: text)
      }, isPolicys: true)
  }

  private var builtInDefault: Draft {
    let posture = BuiltInRules.defaultPosture(operation)
    let text = "no layer answers \(operation.rawValue); built in is \(posture.rawValue)"
    return Draft(
      source: .builtInDefault(operation), posture: posture, name: "the built-in default",
      reason: { _ in
        Reason(
          kind: .default, id: "built-in-default", location: nil, effect: posture, text: text)
      }, isPolicys: false)
  }

  private func restriction(_ place: Int) -> Draft {
    let effect = RestrictionEffect.all[place]
    return Draft(
      source: .restriction(place, []), posture: effect.posture,
      name: "restriction \(effect.keys.joined(separator: " with "))", reason: { _ in nil },
      isPolicys: true)
  }

  private var reach: Draft {
    Draft(
      source: .reach, posture: .localOnly, name: "the caller's reach",
      reason: { _ in
        Reason(
          kind: .request, id: "reach", location: nil, effect: .localOnly,
          text: "the caller asks for this device only")
      }, isPolicys: false)
  }
}

extension Contribution.Source {
  fileprivate var rule: Rule? {
    guard case .rule(let rule, _) = self else { return nil }
    return rule
  }
}
