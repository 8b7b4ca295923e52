public import Devices

/// Which rules match a classified request, and what is required: the caller's to keep, so that
/// answering takes no memory of its own.
public struct Matches: Sendable {
  /// What policy wants; `outcome(of:_:)` says what becomes of it.
  public fileprivate(set) var required = Posture.allow
  /// The rules' bits that matched.
  fileprivate var words: [UInt64]
  fileprivate var certainly: [UInt64]
  fileprivate var found: [MaskProgram.Chunk]
  fileprivate var joined: [MaskProgram.Chunk]
  fileprivate var operation = Operation.copy
  fileprivate let masks: PolicyMasks

  fileprivate init(_ masks: PolicyMasks) {
    self.masks = masks
    let programs = Operation.allCases.compactMap { masks.voices($0).program }
    let words = Operation.allCases.map { masks.voices($0).tiers.words }.max() ?? 1
    self.words = Array(repeating: 0, count: words)
    certainly = self.words
    found = Array(
      repeating: MaskProgram.Chunk(), count: MaskProgram.room(programs.map(\.chunks).max() ?? 1))
    joined = Array(
      repeating: MaskProgram.Chunk(), count: programs.map(\.scratch.joined.count).max() ?? 1)
  }

  /// The places of the rules that matched, among those of the operation.
  var places: [Int] {
    var places: [Int] = []
    words.withUnsafeBufferPointer { words in
      guard let first = words.baseAddress else { return }
      forEachBit(first, from: 0, to: masks.voices(operation).ruleCount) { places.append($0) }
    }
    return places
  }

  /// Every rule that matched, certainly or possibly: those of the layers in their order, then
  /// built-in ones.
  public var rules: [(rule: Rule, isCertain: Bool)] {
    let speakers = masks.voices(operation).speakers
    return places.compactMap { place in
      speakers[place].rule.map { ($0, certainly[place / 64] >> UInt64(place % 64) & 1 != 0) }
    }
  }

  /// How many rules matched.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}

extension CompiledPolicy {
  /// Room for matches of this policy, to be handed to every `outcome(of:_:)`.
  public func matches() -> Matches { Matches(masks) }

  /// An empty request in this policy's terms; nil where the policy is too large for them.
  public func classified(_ operation: Operation, on platform: Platform, askedBy: Request.Asker)
    -> ClassifiedRequest?
  {
    guard let vocabulary = masks.vocabulary, hasAllPrograms else { return nil }
    return ClassifiedRequest(vocabulary, operation, on: platform, askedBy: askedBy)
  }

  /// `request` in this policy's terms; nil where it has several items or sets with too many
  /// members, or the policy is too large.
  public func classified(_ request: Request) -> ClassifiedRequest? {
    guard let vocabulary = masks.vocabulary, hasAllPrograms, request.items.isEmpty else {
      return nil
    }
    return ClassifiedRequest(request, vocabulary)
  }

  private var hasAllPrograms: Bool {
    Operation.allCases.allSatisfy { masks.voices($0).program != nil }
  }

  /// What `decide` answers to such a request from a caller who can carry out everything and on a
  /// device without profiles: the outcome alone, and every rule that matches.
  ///
  /// A request that was classified for another policy is denied.
  public func outcome(of request: ClassifiedRequest, _ matches: inout Matches) -> Posture
  {
    let voices = masks.voices(request.operation)
    guard request.vocabulary === masks.vocabulary, matches.masks === masks,
      let program = voices.program
    else {
      matches.required = .deny
      for word in matches.words.indices { matches.words[word] = 0 }
      return .deny
    }
    matches.operation = request.operation
    return matches.found.withUnsafeMutableBufferPointer { found in
      matches.joined.withUnsafeMutableBufferPointer { joined in
        matches.words.withUnsafeMutableBufferPointer { words in
          matches.certainly.withUnsafeMutableBufferPointer { certainly -> Posture in
            guard let found = found.baseAddress, let words = words.baseAddress,
              let certainly = certainly.baseAddress
            else { return .deny }
            let hearing = Hearing(
              voices: voices, program: program, restrictions: nil, found: found,
              joined: joined.baseAddress ?? found)
            let quick = request.withTokens(profilesGiven: false) { tokens in
              hearing.evaluate(tokens)
              return QuickOutcome(hearing, tokens, words, certainly)
            }
            matches.required = quick.required
            return quick.outcome(of: request, self)
          }
        }
      }
    }
  }
}

/// Reads an outcome off the bits, without making anything of them.
private struct QuickOutcome {
  private typealias Tier = MaskTiers.Tier

  let hearing: Hearing
  let matching: UnsafeMutablePointer<UInt64>
  let required: Posture
  /// Whether something other than a rule wants what is required.
  let isMoreThanRules: Bool
  let mustExpire: Bool

  @inline(__always)
  init(
    _ hearing: Hearing, _ request: TokenView,
    _ matching: UnsafeMutablePointer<UInt64>, _ certainly: UnsafeMutablePointer<UInt64>
  ) {
    self.hearing = hearing
    self.matching = matching
    let voices = hearing.voices
    let count = voices.tiers.words
    let (possible, certain) = (hearing.possible, hearing.certain)
    var found: (localOnly: UInt64, deny: UInt64, mustExpire: UInt64) = (0, 0, 0)
    voices.tiers.bits.withUnsafeBufferPointer { tiers in
      for word in 0..<count {
        let asAllow = certain[count + word] & tiers[Tier.allow * count + word]
        let bits = possible[word] | asAllow
        matching[word] = bits
        certainly[word] = certain[word] | asAllow
        found.localOnly |= bits & tiers[Tier.localOnly * count + word]
        found.deny |= bits & tiers[Tier.deny * count + word]
        found.mustExpire |= bits & tiers[Tier.requiresExpiry * count + word]
      }
    }
    let ofRules: Posture = found.deny != 0 ? .deny : found.localOnly != 0 ? .localOnly : .allow
    let others = Self.others(hearing, request)
    required = max(ofRules, others)
    isMoreThanRules = others >= required
    mustExpire = found.mustExpire != 0
  }

  /// What defaults and the caller's reach want.
  @inline(__always)
  private static func others(_ hearing: Hearing, _ request: TokenView) -> Posture
  {
    let voices = hearing.voices
    var wanted = Posture.allow
    var isAnswered = false
    for layer in voices.layers {
      let isDisplaced = hearing.isDisplaced(layer.rules)
      if let stated = layer.stated, !isDisplaced { wanted = max(wanted, stated.posture) }
      isAnswered = isAnswered || isDisplaced || layer.stated != nil
    }
    if !isAnswered { wanted = max(wanted, voices.builtInPosture) }
    return hearing.program.reach(request) == .no ? wanted : max(wanted, .localOnly)
  }

  func outcome(of request: ClassifiedRequest, _ policy: CompiledPolicy) -> Posture {
    if required == .deny { return .deny }
    if mustExpire { return fulfilled(request, policy) }
    guard required == .localOnly else { return .allow }
    switch request.operation {
    case .paste, .capture, .reveal: return .localOnly
    case .transfer, .detect, .clear: return .deny
    case .copy: return discloses || isKeptHere(request) ? .localOnly : .deny
    }
  }

  private func hasRule(_ holds: (_ tier: (Int) -> UInt64) -> UInt64) -> Bool {
    let tiers = hearing.voices.tiers
    for word in 0..<tiers.words where matching[word] & holds({ tiers[$0, word] }) != 0 {
      return true
    }
    return false
  }

  private var discloses: Bool {
    !isMoreThanRules && !hasRule { $0(Tier.localOnly) & ~$0(Tier.discloses) }
  }

  /// Whether some mechanism for local-only is worth what everyone who asks for it demands.
  private func isKeptHere(_ request: ClassifiedRequest) -> Bool {
    let kind = request.token(.destinationKind)
    if kind >= Token.first,
      request.vocabulary.anotherMachine >> UInt64(kind - Token.first) & 1 != 0
    {
      return false
    }
    let tiers = hearing.voices.tiers
    var demand = isMoreThanRules ? tiers.minimumRank : 0
    while demand < 4, hasRule({ $0(Tier.localOnly) & $0(Tier.demands + demand + 1) }) {
      demand += 1
    }
    return hearing.mechanisms(hearing.certain) & tiers.mechanisms[demand] != 0
  }

  /// The outcome by the long way, for the value that stands for each class.
  private func fulfilled(_ request: ClassifiedRequest, _ policy: CompiledPolicy) -> Posture {
    var verdict = Verdict()
    request.withTokens(profilesGiven: false) {
      hearing.hear($0, item: nil, into: &verdict)
    }
    for voice in verdict.voices {
      let needs = hearing.voices.speakers[voice.speaker].needs
      verdict.need = verdict.need.joined(with: voice.isCertain ? needs.certain : needs.possible)
    }
    return Fulfilment(
      request.representative, verdict.need, minimum: policy.minimumAssurance, nil,
      mechanisms: verdict.mechanisms
    ).outcome
  }
}

extension ClassifiedRequest {
  /// A request with the values that stand for its classes, of what mechanisms depend on.
  fileprivate var representative: Request {
    var values = AttributeValues()
    for attribute in [
      Attribute.osVersion, .framework, .pasteboard, .destinationKind, .by, .road, .expiresAfter,
    ] {
      let token = token(attribute)
      if token >= Token.first {
        let classes = vocabulary.domains[attribute.place].partition.classes
        values[attribute] = .some(classes[Int(token - Token.first)].representative)
      } else if token == Token.unknown {
        values[attribute] = .some(nil)
      }
    }
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: [],
      attested: [], can: nil, copyID: nil)
  }
}
