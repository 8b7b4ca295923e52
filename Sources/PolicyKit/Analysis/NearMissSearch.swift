import Findings

/// Tries changes to a policy, its restrictions and its caller, and asks again what becomes of the
/// request.
struct NearMissSearch {
  private let request: Request
  private let policy: CompiledPolicy
  private let restrictions: DeviceRestrictions?
  private let answer: Decision
  private let run: TrialRun
  /// Who speaks at the level that is required, in order.
  private let determining: [Voice]
  private(set) var found: [NearMiss] = []

  /// The most voices that are taken out together.
  private static let most = 3

  init(_ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?) {
    self.request = request
    self.policy = policy
    self.restrictions = restrictions
    let verdict =
      Verdict(request, policy, restrictions) ?? Requirement(request, policy, restrictions).verdict
    answer = Answer(request, policy, restrictions, verdict).decision()
    run = TrialRun(request, policy)
    determining = verdict.strictest
    guard answer.outcome > .allow || answer.honoured == .no else { return }
    learn()
    enable(verdict)
    keep(verdict)
    if answer.required > .allow { silence(verdict) }
  }

  /// Whether another answer is better: less strict, or as strict and honoured.
  private func isBetter(_ outcome: Posture, _ honoured: Honoured) -> Bool {
    outcome < answer.outcome
      || outcome == answer.outcome && answer.honoured == .no && honoured != .no
  }

  /// Adds the changes where they help, and says whether they do.
  @discardableResult
  private mutating func propose(_ changes: [NearMiss.Change], _ other: Fulfilment) -> Bool {
    guard isBetter(other.outcome, other.honoured), !found.contains(where: { $0.changes == changes })
    else { return false }
    found.append(NearMiss(changes: changes, outcome: other.outcome, honoured: other.honoured))
    return true
  }

  /// What would become of the request in a trial.
  private func answer(_ trial: Trial, _ restrictions: DeviceRestrictions?) -> Fulfilment {
    run.answer(to: run.verdict(trial, restrictions), trial, restrictions)
  }

  /// Learning what is unknown, where some values of it help: never what content, owner or source is.
  private mutating func learn() {
    let declared: Set<Attribute> = [
      .contentClass, .contentType, .owner, .marker, .platform, .sourceBundleID, .sourceTeamID,
      .sourceManaged, .sourceIdentity, .sourceClass, .remote,
    ]
    let unknown = answer.becauseUnknown.filter { !declared.contains($0) }
    guard unknown.count == answer.becauseUnknown.count, !unknown.isEmpty,
      unknown.allSatisfy({ $0.derivation == nil }), let vocabulary = policy.masks.vocabulary
    else { return }
    let answers = Guesses(unknown, vocabulary).requests(from: request).map {
      decideAlone($0, policy: policy, restrictions: restrictions)
    }.filter { isBetter($0.outcome, $0.honoured) }
    guard let best = answers.min(by: { $0.isBetter(than: $1) }) else { return }
    found.append(
      NearMiss(changes: [.learn(unknown)], outcome: best.outcome, honoured: best.honoured))
  }

  /// Carrying out what the caller says that it cannot.
  private mutating func enable(_ verdict: Verdict) {
    guard let can = request.can else { return }
    let missing = answer.reasons.compactMap { reason in
      reason.kind == .request ? ObligationKind(rawValue: reason.id) : nil
    }.filter { !can.contains($0.rawValue) }
    guard !missing.isEmpty else { return }
    propose(
      missing.map { .capability($0) },
      run.answer(
        to: verdict, Trial(), restrictions, capable: can.union(missing.map(\.rawValue))))
  }

  /// The keys that alone restrict something, by name, and what to set each to.
  private static let restricting = Set(
    RestrictionEffect.all.filter { $0.keys.count == 1 }.flatMap(\.keys)
  ).sorted().map { (key: $0, value: $0.hasPrefix("allow") ? "false" : "true") }

  /// What would let a promise be kept, or let the answer do without.
  private mutating func keep(_ verdict: Verdict) {
    guard answer.required == .localOnly, answer.outcome == .deny || answer.honoured == .no else {
      return
    }
    for (key, value) in Self.restricting {
      var all = Array((restrictions?.byKey ?? [:]).values)
      all.append(
        DeviceRestriction(
          key: key, requires: true, reliesOn: true,
          setBy: [.init(location: .init(path: ""), profile: "", payload: "", value: value)]))
      propose([.restriction(key: key, value: value)], answer(Trial(), DeviceRestrictions(all)))
    }
    for minimum in Assurance.allCases where minimum < policy.minimumAssurance {
      let other = answer(Trial(minimum: minimum), restrictions)
      if propose([.minimumAssurance(minimum)], other) { break }
    }
    discloseWhatIsNotKept()
  }

  /// Where rules alone ask for it, and all of them would rather deny.
  private mutating func discloseWhatIsNotKept() {
    var ids: [String] = []
    var seen: Set<Int> = []
    for voice in determining where seen.insert(voice.speaker).inserted {
      guard let rule = run.voices.speakers[voice.speaker].rule, rule.unenforceable == .deny,
        run.voices.layer(of: voice.speaker) != nil
      else { return }
      ids.append(rule.id)
    }
    propose([.disclosure(rules: ids)], answer(Trial(disclosing: seen), restrictions))
  }

  /// Taking out everything that speaks at the required level, again until the answer is better.
  private mutating func silence(_ verdict: Verdict) {
    var verdict = verdict
    var changes: [NearMiss.Change] = []
    var trial = Trial()
    var restrictions = restrictions
    for _ in 0..<Self.most {
      guard verdict.required > .allow else { return }
      let target: Posture = verdict.required == .deny ? .localOnly : .allow
      for voice in Set(verdict.strictest.map { PolicyVoice($0, run.voices) }).sorted() {
        guard
          let change = voice.silenced(
            in: &trial, of: policy, &restrictions, request.operation, lowering: target)
        else { return }
        changes.append(change)
        if changes.count > Self.most { return }
      }
      verdict = run.verdict(trial, restrictions)
      if propose(changes, run.answer(to: verdict, trial, restrictions)) { return }
    }
  }
}

/// Requests in which what is unknown has a value, one of each class of them.
struct Guesses {
  private let unknown: [Attribute]
  private let values: [[AttributeValue]]
  /// The most requests that are asked: what helps in none of these is not said to help.
  private static let most = 256

  init(_ unknown: [Attribute], _ vocabulary: Vocabulary) {
    self.unknown = unknown
    values = unknown.map { vocabulary.domains[$0.place].partition.classes.map(\.representative) }
  }

  func requests(from request: Request) -> [Request] {
    var requests = [request]
    for (attribute, values) in zip(unknown, values) {
      requests = requests.flatMap { request in
        values.prefix(max(1, Self.most / requests.count)).map { request.with(attribute, $0) }
      }
    }
    return requests
  }
}

extension Request {
  /// The same where it is known what `attribute` is, of the call and of its items.
  fileprivate func with(_ attribute: Attribute, _ value: AttributeValue) -> Request {
    func given(_ values: AttributeValues) -> AttributeValues {
      var values = values
      if values[attribute] == .some(nil) || values[attribute] == nil {
        values[attribute] = .some(value)
      }
      return values
    }
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: given(values),
      items: items.map { item in
        // What an item does not say, the call says for it.
        item[attribute] == .some(nil) ? given(item) : item
      }, attested: attested, can: can, copyID: copyID)
  }
}

extension Decision {
  /// Whether it is less strict than `other`, or as strict and better honoured.
  fileprivate func isBetter(than other: Decision) -> Bool {
    let order: [Honoured] = [.yes, .partly, .no]
    func rank(_ honoured: Honoured) -> Int { order.firstIndex(of: honoured) ?? 0 }
    return outcome == other.outcome
      ? rank(honoured) < rank(other.honoured) : outcome < other.outcome
  }
}

extension Verdict {
  /// The voices at the required level.
  fileprivate var strictest: [Voice] {
    let required = required
    return voices.filter { $0.posture == required }
  }
}
