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
    var scratch = program.scratch
    let found = scratch.found.withUnsafeMutableBufferPointer { found in
      scratch.joined.withUnsafeMutableBufferPointer { joined -> Verdict? in
        guard let found = found.baseAddress else { return nil }
        let hearing = Hearing(
          voices: voices, program: program, table: program.table, restrictions: restrictions,
          found: found,
          joined: joined.baseAddress ?? found)
        return Self.verdict(request, policy, hearing, vocabulary)
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// Joins what the voices need.
  mutating func join(_ speakers: OperationVoices) {
    for voice in voices {
      let needs = speakers.speakers[voice.speaker].needs
      need = need.joined(with: voice.isCertain ? needs.certain : needs.possible)
    }
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
