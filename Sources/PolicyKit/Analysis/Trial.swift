/// What is tried on a policy: some of its voices silenced, lowered, or asking for less.
///
/// It stands beside the policy, which need not be compiled anew for it.
struct Trial {
  /// Rules that are taken out, as places among the speakers of the operation.
  var silenced: Set<Int> = []
  /// Other defaults, by their layers' places.
  var defaults: [Int: Posture] = [:]
  /// Rules that would rather tell than deny, as places among the speakers.
  var disclosing: Set<Int> = []
  /// Another minimum assurance.
  var minimum: Assurance?

  /// The layers with the defaults that are tried.
  func layers(_ voices: OperationVoices) -> [OperationRules.Layer] {
    guard !defaults.isEmpty else { return voices.layers }
    return voices.layers.enumerated().map { place, layer in
      .init(rules: layer.rules, stated: defaults[place].map { .init($0) } ?? layer.stated)
    }
  }
}

/// A request put to a policy on which things are tried.
struct TrialRun {
  let policy: CompiledPolicy
  let voices: OperationVoices
  private let request: Request
  /// One for each item, where the policy's masks can answer.
  private var classified: [ClassifiedRequest] = []

  init(_ request: Request, _ policy: CompiledPolicy) {
    self.request = request
    self.policy = policy
    voices = policy.masks.voices(request.operation)
    guard let vocabulary = policy.masks.vocabulary, voices.program != nil else { return }
    let items = request.items.isEmpty ? [nil] : request.items.map { $0 }
    let all = items.compactMap { ClassifiedRequest(request, item: $0, vocabulary) }
    if all.count == items.count { classified = all }
  }

  /// Who speaks, and what all need together.
  func verdict(_ trial: Trial, _ restrictions: DeviceRestrictions?) -> Verdict {
    var verdict = heard(trial, restrictions) ?? plain(trial, restrictions)
    verdict.need = verdict.voices.reduce(Need()) { $0.joined(with: need($1, trial)) }
    return verdict
  }

  /// What becomes of it.
  func answer(
    to verdict: Verdict, _ trial: Trial, _ restrictions: DeviceRestrictions?,
    capable can: Set<String>? = nil
  ) -> Fulfilment {
    Fulfilment(
      can.map { request.capable(of: $0) } ?? request, verdict.need,
      minimum: trial.minimum ?? policy.minimumAssurance, restrictions,
      mechanisms: verdict.mechanisms, expects: policy.expects[request.operation] ?? [])
  }

  /// Read off the masks; nil where they were made for another minimum, and the request says what is
  /// believed by it.
  private func heard(_ trial: Trial, _ restrictions: DeviceRestrictions?) -> Verdict? {
    guard let program = voices.program, !classified.isEmpty,
      trial.minimum == nil || !saysWhatIsDoubted
    else { return nil }
    return policy.masks.workroom.with(program) { found, joined in
      let hearing = Hearing(
        voices: voices, program: program, table: program.table, restrictions: restrictions,
        layers: trial.layers(voices), found: found, joined: joined)
      var verdict = Verdict()
      for (place, request) in classified.enumerated() {
        request.withTokens(profilesGiven: restrictions != nil) { tokens in
          hearing.evaluate(tokens)
          for rule in trial.silenced { hearing.silence(rule) }
          hearing.hear(tokens, item: self.request.items.isEmpty ? nil : place, into: &verdict)
        }
      }
      return verdict
    }
  }

  private var saysWhatIsDoubted: Bool {
    ([request.values] + request.items).contains { values in
      [Attribute.marker, .remote].contains { values[$0] != nil }
    }
  }

  private func plain(_ trial: Trial, _ restrictions: DeviceRestrictions?) -> Verdict {
    Requirement(request, policy, restrictions, trial).verdict
  }

  private func need(_ voice: Voice, _ trial: Trial) -> Need {
    let speaker = voices.speakers[voice.speaker]
    let minimum = trial.minimum ?? policy.minimumAssurance
    guard trial.minimum != nil || speaker.posture != voice.posture else {
      let need = voice.isCertain ? speaker.needs.certain : speaker.needs.possible
      return trial.disclosing.contains(voice.speaker) ? need.disclosing : need
    }
    let need = Need(source(voice), voice.posture, isCertain: voice.isCertain, minimum: minimum)
    return trial.disclosing.contains(voice.speaker) ? need.disclosing : need
  }

  private func source(_ voice: Voice) -> Contribution.Source {
    let operation = request.operation
    if let rule = voices.speakers[voice.speaker].rule {
      return .rule(rule, layer: voices.layer(of: voice.speaker))
    }
    if voice.speaker < voices.builtInDefault {
      return .layerDefault(
        .init(voice.posture), layer: voice.speaker - voices.ruleCount, operation)
    }
    if voice.speaker == voices.builtInDefault { return .builtInDefault(operation) }
    return voices.effectPlace(of: voice).map { .restriction($0, []) } ?? .reach
  }
}

extension OperationVoices {
  /// The layer that a rule belongs to; nil where it is built in.
  func layer(of rule: Int) -> Int? { layers.firstIndex { $0.rules.contains(rule) } }
}
