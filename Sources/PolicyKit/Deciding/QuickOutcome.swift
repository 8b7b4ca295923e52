public import Devices

/// Answers classified requests: the outcome and every rule that matches, without taking memory.
///
/// The caller's to keep, one for each thread: it holds the room that answering needs.
public final class QuickDecider {
  /// What policy wants of the last request; `outcome(of:)` says what becomes of it.
  @exclusivity(unchecked)
  public private(set) var required = Posture.allow
  @exclusivity(unchecked)
  private var operation = Operation.copy
  private let policy: CompiledPolicy
  private let vocabulary: Vocabulary
  private let programs: [MaskProgram]
  private let tables: UnsafeMutablePointer<MaskTable>
  /// The rules' bits that matched, and those of them that certainly did.
  private let matching: UnsafeMutablePointer<UInt64>
  private let certainly: UnsafeMutablePointer<UInt64>
  private let found: UnsafeMutablePointer<MaskTable.Chunk>
  private let joined: UnsafeMutablePointer<MaskTable.Chunk>

  /// Nil where the policy is too large to be told in numbers.
  public init?(_ policy: CompiledPolicy) {
    let programs = Operation.allCases.compactMap { policy.masks.voices($0).program }
    guard let vocabulary = policy.masks.vocabulary, programs.count == Operation.allCases.count
    else { return nil }
    self.policy = policy
    self.vocabulary = vocabulary
    self.programs = programs
    tables = .allocate(capacity: programs.count)
    for (place, program) in programs.enumerated() {
      (tables + place).initialize(to: program.table)
    }
    func room<Element: BitwiseCopyable>(_ zero: Element, _ count: Int) -> UnsafeMutablePointer<
      Element
    > {
      let room = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
      room.initialize(repeating: zero, count: max(1, count))
      return room
    }
    let words = programs.map(\.table.words).max() ?? 1
    matching = room(0, words)
    certainly = room(0, words)
    found = room(MaskTable.Chunk(), MaskProgram.room(programs.map(\.table.chunks).max() ?? 1))
    joined = room(MaskTable.Chunk(), programs.map(\.scratch.joined.count).max() ?? 1)
  }

  deinit {
    tables.deallocate()
    matching.deallocate()
    certainly.deallocate()
    found.deallocate()
    joined.deallocate()
  }

  /// What `decide` answers to such a request from a caller who can carry out everything and on a
  /// device without profiles. A request that was classified for another policy is denied.
  public func outcome(of request: ClassifiedRequest) -> Posture {
    operation = request.operation
    let table = tables + operation.place
    guard request.vocabulary === vocabulary else {
      required = .deny
      for word in 0..<table.pointee.words { matching[word] = 0 }
      return .deny
    }
    let quick = request.withTokens(profilesGiven: false) { tokens in
      if table.pointee.hasTrees {
        programs[operation.place].evaluate(tokens, found: found, joined: joined)
      } else {
        table.pointee.evaluate(tokens, found: found, joined: joined)
      }
      return QuickOutcome(table.pointee, tokens, found, matching, certainly)
    }
    required = quick.required
    return quick.outcome ?? fulfilled(request)
  }

  /// The outcome by the long way, for the values that stand for the classes: where an expiry must
  /// be kept, all that can keep it has to be gone through.
  private func fulfilled(_ request: ClassifiedRequest) -> Posture {
    let voices = policy.masks.voices(operation)
    let program = programs[operation.place]
    var verdict = Verdict()
    let hearing = Hearing(
      voices: voices, program: program, table: program.table, restrictions: nil,
      layers: voices.layers, found: found, joined: joined)
    request.withTokens(profilesGiven: false) { hearing.hear($0, item: nil, into: &verdict) }
    verdict.join(voices)
    return Fulfilment(
      request.representative, verdict.need, minimum: policy.minimumAssurance, nil,
      mechanisms: verdict.mechanisms, expects: policy.expects[operation] ?? []
    ).outcome
  }

  /// The places of the rules that matched the last request, among those of its operation.
  var places: [Int] {
    var places: [Int] = []
    forEachBit(matching, from: 0, to: policy.masks.voices(operation).ruleCount) {
      places.append($0)
    }
    return places
  }

  /// Every rule that matched the last request, certainly or possibly: those of the layers in their
  /// order, then built-in ones.
  public var rules: [(rule: Rule, isCertain: Bool)] {
    let speakers = policy.masks.voices(operation).speakers
    return places.compactMap { place in
      speakers[place].rule.map { ($0, certainly[place / 64] >> UInt64(place % 64) & 1 != 0) }
    }
  }

  /// How many rules matched the last request.
  public var count: Int {
    (0..<tables[operation.place].words).reduce(0) { $0 + matching[$1].nonzeroBitCount }
  }
}

extension CompiledPolicy {
  /// An empty request in this policy's terms; nil where the policy is too large for them.
  public func classified(_ operation: Operation, on platform: Platform, askedBy: Request.Asker)
    -> ClassifiedRequest?
  {
    guard let vocabulary = masks.vocabulary else { return nil }
    return ClassifiedRequest(vocabulary, operation, on: platform, askedBy: askedBy)
  }

  /// `request` in this policy's terms; nil where it has several items or sets with too many
  /// members, or the policy is too large.
  public func classified(_ request: Request) -> ClassifiedRequest? {
    guard let vocabulary = masks.vocabulary, request.items.isEmpty else { return nil }
    return ClassifiedRequest(request, vocabulary)
  }
}

/// An outcome read off the bits, without making anything of them.
private struct QuickOutcome {
  private typealias Tier = MaskTiers.Tier

  let required: Posture
  /// Nil where the bits alone do not tell.
  let outcome: Posture?

  @inline(__always)
  init(
    _ table: MaskTable, _ request: TokenView, _ found: UnsafeMutablePointer<MaskTable.Chunk>,
    _ matching: UnsafeMutablePointer<UInt64>, _ certainly: UnsafeMutablePointer<UInt64>
  ) {
    let possible = UnsafeRawPointer(found).assumingMemoryBound(to: UInt64.self)
    let certain = UnsafeRawPointer(found + table.chunks).assumingMemoryBound(to: UInt64.self)
    let (count, tiers) = (table.words, table.tiers)
    var localOnly: UInt64 = 0
    var deny: UInt64 = 0
    var mustExpire: UInt64 = 0
    for word in 0..<count {
      let asAllow = certain[count + word] & tiers[Tier.allow * count + word]
      let bits = possible[word] | asAllow
      matching[word] = bits
      certainly[word] = certain[word] | asAllow
      localOnly |= bits & tiers[Tier.localOnly * count + word]
      deny |= bits & tiers[Tier.deny * count + word]
      mustExpire |= bits & tiers[Tier.requiresExpiry * count + word]
    }
    let ofRules: Posture = deny != 0 ? .deny : localOnly != 0 ? .localOnly : .allow
    let others = Self.others(table, request, certain)
    required = max(ofRules, others)
    if required == .deny {
      outcome = .deny
    } else if mustExpire != 0 {
      outcome = nil
    } else if required == .allow {
      outcome = .allow
    } else {
      outcome = Self.localOnly(table, request, certain, matching, isStated: others == .localOnly)
    }
  }

  /// What defaults and the caller's reach want.
  @inline(__always)
  private static func others(
    _ table: MaskTable, _ request: TokenView, _ certain: UnsafePointer<UInt64>
  ) -> Posture {
    var wanted = Posture.allow
    var isAnswered = false
    for place in 0..<table.layerCount {
      let layer = table.layers[place]
      var displacing: UInt64 = 0
      if layer.first < layer.end {
        let (first, last) = (layer.first / 64, (layer.end - 1) / 64)
        for word in first...last {
          var bits = certain[table.words + word]
          if word == first { bits &= ~0 << UInt64(layer.first % 64) }
          if word == last { bits &= ~0 >> UInt64(63 - (layer.end - 1) % 64) }
          displacing |= bits
        }
      }
      if displacing == 0, let stated = layer.stated { wanted = max(wanted, stated) }
      isAnswered = isAnswered || displacing != 0 || layer.stated != nil
    }
    if !isAnswered { wanted = max(wanted, table.builtInPosture) }
    return table.reach(request) == .no ? wanted : max(wanted, .localOnly)
  }

  /// What becomes of local-only; `isStated` where a default or the caller wants it too.
  private static func localOnly(
    _ table: MaskTable, _ request: TokenView, _ certain: UnsafePointer<UInt64>,
    _ matching: UnsafeMutablePointer<UInt64>, isStated: Bool
  ) -> Posture {
    switch table.operation {
    case .paste, .capture, .reveal: return .localOnly
    case .transfer, .detect, .clear: return .deny
    case .copy: break
    }
    let (count, tiers) = (table.words, table.tiers)
    func hasRule(_ tier: Int, but: Bool = false) -> Bool {
      for word in 0..<count {
        let bits = matching[word] & tiers[Tier.localOnly * count + word]
        if bits & (but ? ~tiers[tier * count + word] : tiers[tier * count + word]) != 0 {
          return true
        }
      }
      return false
    }
    if !isStated, !hasRule(Tier.discloses, but: true) { return .localOnly }
    if table.row(Attribute.destinationKind.place, request) == Token.unknownRow { return .deny }
    let kind = request.tokens[Attribute.destinationKind.place]
    if kind >= Token.first, table.anotherMachine >> UInt64(kind - Token.first) & 1 != 0 {
      return .deny
    }
    var demand = isStated ? table.minimumRank : 0
    while demand < 4, hasRule(Tier.demands + demand + 1) { demand += 1 }
    var there: UInt64 = 0
    let first = table.firstMechanism
    forEachBit(certain, from: first, to: first + MaskTable.mechanismCount) {
      there |= 1 << UInt64($0 - first)
    }
    return there & table.mechanisms[demand] != 0 ? .localOnly : .deny
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
