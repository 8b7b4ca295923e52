public import Devices

/// Answers classified requests: the outcome and every rule that matches, without taking memory
/// unless an expiry must be kept.
///
/// The caller's to keep, one for each thread: it holds the room that answering needs.
public final class QuickDecider {
  /// What policy wants of the last request; `outcome(of:)` says what becomes of it.
  @exclusivity(unchecked)
  public private(set) var required = Posture.allow
  @exclusivity(unchecked)
  private var operation = Operation.copy
  private let policy: CompiledPolicy
  /// The vocabulary's, which tell it from others'.
  private let finders: UnsafePointer<TextFinder>
  /// By operations; without any bits where there is no quick program.
  private let tables: UnsafeMutablePointer<QuickTable>
  private let programs: [QuickProgram?]
  private let room: QuickRoom
  /// What answers a request that the quick tables do not.
  private let long: LongDecider

  /// Nil where the policy is too large to be told in numbers.
  public init?(_ policy: CompiledPolicy) {
    guard let vocabulary = policy.masks.vocabulary else { return nil }
    let programs = Operation.allCases.map { policy.masks.quick($0) }
    // Where there is no quick one, the long one must do.
    let answers = zip(Operation.allCases, programs).allSatisfy { operation, quick in
      quick != nil || policy.masks.voices(operation).program != nil
    }
    guard answers else { return nil }
    self.policy = policy
    finders = vocabulary.finders
    self.programs = programs
    tables = .allocate(capacity: programs.count)
    for (place, program) in programs.enumerated() {
      (tables + place).initialize(to: program?.table ?? .none)
    }
    room = QuickRoom(
      programs.compactMap { $0?.table },
      words: Operation.allCases.map(policy.masks.rules).map(\.tiers.words).reduce(1, max))
    long = LongDecider(policy)
  }

  deinit {
    tables.deallocate()
    room.deallocate()
  }

  /// What `decide` answers to such a request from a caller who can carry out everything and on a
  /// device without profiles. A request that was classified for another policy is denied.
  public func outcome(of request: ClassifiedRequest) -> Posture {
    operation = request.operation
    let table = UnsafePointer(tables + operation.place)
    guard request.finders == finders else { return refused() }
    let quick: QuickOutcome
    switch table.pointee.width {
    case 1 where request.furtherCount == 0:
      quick = request.withTokens { QuickOutcome(narrow: table, $0, room) }
    case 0: return longOutcome(request)
    default: quick = wideOutcome(request, table)
    }
    required = quick.required
    return quick.outcome ?? long.fulfilled(request)
  }

  @inline(never)
  private func wideOutcome(_ request: ClassifiedRequest, _ table: UnsafePointer<QuickTable>)
    -> QuickOutcome
  {
    guard request.furtherCount > 0 else {
      return request.withTokens { tokens in
        table.pointee.wide(tokens, room)
        return QuickOutcome(wide: table, tokens, room)
      }
    }
    return request.withTokens(profilesGiven: false) { view in
      table.pointee.many(view, room)
      return QuickOutcome(wide: table, UnsafeRawPointer(view.tokens), room)
    }
  }

  private func refused() -> Posture {
    required = .deny
    room.matching.update(repeating: 0, count: policy.masks.rules(operation).tiers.words)
    return .deny
  }

  private func longOutcome(_ request: ClassifiedRequest) -> Posture {
    let answer = long.outcome(of: request, room.matching, room.certainly)
    required = answer.required
    return answer.outcome
  }

  /// The places of the rules that matched the last request, among those of its operation.
  var places: [Int] {
    var places: [Int] = []
    forEachBit(room.matching, from: 0, to: policy.masks.rules(operation).rules.count) {
      places.append($0)
    }
    return places
  }

  /// Every rule that matched the last request, certainly or possibly: those of the layers in their
  /// order, then built-in ones.
  public var rules: [(rule: Rule, isCertain: Bool)] {
    let rules = policy.masks.rules(operation).rules
    return places.map { place in
      (rules[place].rule, room.certainly[place / 64] >> UInt64(place % 64) & 1 != 0)
    }
  }

  /// How many rules matched the last request.
  public var count: Int {
    (0..<policy.masks.rules(operation).tiers.words).reduce(0) {
      $0 + room.matching[$1].nonzeroBitCount
    }
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
    guard let vocabulary = masks.vocabulary, request.items.isEmpty,
      var classified = ClassifiedRequest(request, vocabulary)
    else { return nil }
    classified.identify(request)
    return classified
  }
}
