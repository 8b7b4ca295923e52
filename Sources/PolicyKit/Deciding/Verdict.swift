/// One that speaks about a request, by its place among the speakers of the operation.
struct Voice: Hashable {
  let speaker: Int
  let posture: Posture
  /// Whether it certainly speaks; otherwise something unknown might silence it.
  let isCertain: Bool
  /// The item that it speaks about; nil where the call has only one.
  let item: Int?
}

/// Who speaks about a request, and what is required in the end: all that the answer is made from.
struct Verdict: Hashable {
  /// In the order of layers, defaults, built-in rules, restrictions, the caller.
  var voices: [Voice] = []
  /// What all of them need.
  var need = Need()
  /// The least answer that the unknown could leave.
  var atBest = Posture.allow
  /// The attributes that raised the answer by being unknown, by name.
  var raisedBy: [Attribute] = []
  /// The mechanisms that are certainly there and those that perhaps are, a bit each, where somebody
  /// has looked.
  var mechanisms: MechanismsThere?
  /// What the answer to the need depends on; nil where it depends on more, or nobody has looked.
  var ground: Ground?

  var required: Posture { need.required }

  static func == (left: Verdict, right: Verdict) -> Bool {
    left.voices == right.voices && left.need == right.need && left.atBest == right.atBest
      && left.raisedBy == right.raisedBy
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(voices)
    hasher.combine(need)
  }
}

/// Which mechanisms there are, by their places in `Mechanism.all`.
struct MechanismsThere: Hashable {
  var certain: UInt64 = 0
  var possible: UInt64 = 0
}

extension Verdict {
  /// The verdict of the masks; nil where a request does not fit them.
  init?(_ request: Request, _ policy: CompiledPolicy, _ restrictions: DeviceRestrictions?) {
    let voices = policy.masks.voices(request.operation)
    guard let vocabulary = policy.masks.vocabulary, let program = voices.program else { return nil }
    let heard = policy.masks.workroom.with(program) { found, joined in
      let hearing = Hearing(
        voices: voices, program: program, table: program.table, restrictions: restrictions,
        layers: voices.layers, found: found, joined: joined)
      return Self.verdict(request, policy, hearing, vocabulary)
    }
    guard let heard else { return nil }
    self = heard
  }

  /// Joins what the voices need: those at the required level, and who wants more than a posture.
  mutating func join(_ speakers: OperationVoices) {
    var required = Posture.allow
    for voice in voices { required = max(required, voice.posture) }
    for voice in voices {
      let speaker = speakers.speakers[voice.speaker]
      guard voice.posture == required || speaker.hasOptions else { continue }
      let needs = speaker.needs
      need = need.joined(with: voice.isCertain ? needs.certain : needs.possible)
    }
    ground?.add(need)
  }

  private static func verdict(
    _ request: Request, _ policy: CompiledPolicy, _ hearing: Hearing, _ vocabulary: Vocabulary
  ) -> Verdict? {
    var verdict = Verdict()
    verdict.voices.reserveCapacity(12)
    let count = max(1, request.items.count)
    for place in 0..<count {
      let item = request.items.isEmpty ? nil : place
      guard
        let classified = ClassifiedRequest(
          request, item: item.map { request.items[$0] }, vocabulary)
      else { return nil }
      classified.withTokens(profilesGiven: hearing.restrictions != nil) { tokens in
        hearing.evaluate(tokens)
        hearing.hear(tokens, item: item, into: &verdict)
        if place == 0, hearing.restrictions == nil { verdict.ground = Ground(request, tokens) }
      }
    }
    verdict.join(hearing.voices)
    guard verdict.required > verdict.atBest else { return verdict }
    var raising: Set<Attribute> = []
    for place in 0..<count {
      let item = request.items.isEmpty ? nil : place
      guard
        let classified = ClassifiedRequest(
          request, item: item.map { request.items[$0] }, vocabulary)
      else { return nil }
      let facts = RequestFacts(
        request, item: item, expects: policy.expects[request.operation] ?? [],
        profilesGiven: hearing.restrictions != nil)
      classified.withTokens(profilesGiven: hearing.restrictions != nil) { tokens in
        if count > 1 { hearing.evaluate(tokens) }
        raising.formUnion(
          hearing.raising(above: verdict.atBest, tokens, facts, policy.minimumAssurance))
      }
    }
    verdict.raisedBy = raising.sorted { $0.rawValue < $1.rawValue }
    return verdict
  }
}
