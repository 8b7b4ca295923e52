public import Devices

/// A request as a policy tells it apart: a number an attribute, of a fixed size, without a heap.
///
/// Made for one policy by `CompiledPolicy.classified`, changed an attribute at a time, and
/// answered by `CompiledPolicy.outcome(of:_:)`. It stands for one item, and says nothing of what
/// the caller can carry out.
public struct ClassifiedRequest: @unchecked Sendable {
  let vocabulary: Vocabulary
  /// The vocabulary's own, which it keeps: they never change.
  let finders: UnsafePointer<TextFinder>
  /// What is wanted.
  public internal(set) var operation: Operation
  /// Where.
  public internal(set) var platform: Platform
  /// Who asks.
  public internal(set) var askedBy: Request.Asker
  /// The attributes that were given, a bit each.
  private(set) var given: UInt64 = 0
  /// The attributes that may simply be set, a bit each.
  private(set) var open: UInt64 = 0
  /// By the attributes' places; of a set its first member, and of what is left out what that means
  /// where no profiles are given.
  private var tokens = Words16()
  /// The members of sets beyond the first: the attribute's place above, the token below.
  private var furtherMembers = Words16()
  private(set) var furtherCount = 0
  /// Which source and which destination, for telling whether they are the same.
  var identities = Words16()

  init(
    _ vocabulary: Vocabulary, _ operation: Operation, on platform: Platform,
    askedBy: Request.Asker
  ) {
    self.vocabulary = vocabulary
    finders = vocabulary.finders
    self.operation = operation
    self.platform = platform
    self.askedBy = askedBy
    begin()
  }

  /// Leaves out everything but the operation, the platform and the asker.
  @inline(__always)
  mutating func begin() {
    let situation = vocabulary.situations + operation.place * 4 + circumstances
    tokens = situation.pointee.tokens
    open = situation.pointee.open
    (given, furtherCount) = (0, 0)
    put(.platform, vocabulary.words.platforms.load(platform.place))
    put(.operation, vocabulary.words.operations.load(operation.place))
    put(.askedBy, vocabulary.words.askers.load(askedBy.place))
  }

  @inline(__always)
  mutating func put(_ attribute: Attribute, _ token: UInt16) {
    tokens.store(token, at: attribute.place)
    given |= 1 << UInt64(attribute.place)
  }

  /// What was given of an attribute, be it only that it is unknown.
  @inline(__always)
  func token(_ attribute: Attribute) -> UInt16 {
    isGiven(attribute) ? tokens.load(attribute.place) : Token.absent
  }

  @inline(__always)
  func isGiven(_ attribute: Attribute) -> Bool { given >> UInt64(attribute.place) & 1 != 0 }

  /// A member of a set beyond its first.
  @inline(__always)
  func further(_ place: Int) -> UInt32 { furtherMembers.load(place) }

  /// What attribute places stand for in circumstances; profiles aside.
  var circumstances: Int {
    (platform == .macOS ? 1 : 0) | (askedBy == .app ? 2 : 0)
  }

  /// Calls `body` with the numbers where they stand.
  @inline(__always)
  func withTokens<Result>(profilesGiven: Bool, _ body: (TokenView) -> Result) -> Result {
    withUnsafePointer(to: tokens) { tokens in
      withUnsafePointer(to: furtherMembers) { further in
        body(
          TokenView(
            tokens: UnsafeRawPointer(tokens).assumingMemoryBound(to: UInt16.self), given: given,
            further: UnsafeRawPointer(further).assumingMemoryBound(to: UInt32.self),
            furtherCount: furtherCount, circumstances: circumstances | (profilesGiven ? 4 : 0)))
      }
    }
  }

  /// Calls `body` with the tokens where they stand; what is left out among them, too.
  @inline(__always)
  func withTokens<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: tokens) { body(UnsafeRawPointer($0)) }
  }

  /// Adds a member; false where there is no room for another.
  mutating func add(_ token: UInt16, to attribute: Attribute) -> Bool {
    if !isGiven(attribute) {
      put(attribute, token)
      return true
    }
    if self.token(attribute) == token { return true }
    let member = UInt32(attribute.place) << 16 | UInt32(token)
    for place in 0..<furtherCount where further(place) == member { return true }
    guard furtherCount < Words16.count * 2 else { return false }
    furtherMembers.store(member, at: furtherCount)
    furtherCount += 1
    return true
  }

  /// Leaves `attribute` out; what every request must say stays as it is.
  public mutating func clear(_ attribute: Attribute) {
    guard ![.operation, .platform, .askedBy].contains(attribute) else { return }
    given &= ~(1 << UInt64(attribute.place))
    var kept = 0
    for place in 0..<furtherCount where further(place) >> 16 != UInt32(attribute.place) {
      furtherMembers.store(further(place), at: kept)
      kept += 1
    }
    furtherCount = kept
    settleDerived(attribute)
    let row = absentRow(attribute.place)
    tokens.store(UInt16(truncatingIfNeeded: row + 1), at: attribute.place)
    settleDependent()
  }

  /// Works out anew everything that is left out, after the operation, platform or asker changed.
  mutating func settle() {
    open = vocabulary.situations[operation.place * 4 + circumstances].open
    for attribute in Attribute.all where !isGiven(attribute) {
      tokens.store(UInt16(truncatingIfNeeded: absentRow(attribute.place) + 1), at: attribute.place)
    }
    settleDependent()
  }

  /// Works out anew what depends on other attributes where it is left out.
  mutating func settleDependent() {
    for attribute in Attribute.dependent where !isGiven(attribute) {
      tokens.store(UInt16(truncatingIfNeeded: absentRow(attribute.place) + 1), at: attribute.place)
    }
  }

  /// The row of an attribute that is left out.
  private func absentRow(_ attribute: Int) -> Int {
    vocabulary.absent.row(attribute, operation, circumstances) { place in
      Int(tokens.load(place) as UInt16) - 1
    }
  }

  /// Works out whether source and destination are the same, where `attribute` is one of them.
  mutating func settleDerived(_ attribute: Attribute) {
    guard let place = attribute.identityPlace else { return }
    guard vocabulary.tellsSame[place / 4] else { return }
    let derived = Attribute.allDerived[place / 4]
    guard let (source, destination) = derived.derivation,
      token(source) >= Token.first, token(destination) >= Token.first
    else {
      given &= ~(1 << UInt64(derived.place))
      return
    }
    let first = place / 4 * 4
    put(
      derived,
      same: identities.load(first) as UInt64 == identities.load(first + 2)
        && identities.load(first + 1) as UInt64 == identities.load(first + 3))
  }

  fileprivate mutating func put(_ attribute: Attribute, same: Bool) {
    let (yes, no) = vocabulary.derived[attribute.place]
    put(attribute, same ? yes : no)
  }
}

extension ClassifiedRequest {
  /// The request of a call, or of one of its items; nil where its sets have too many members.
  init?(_ request: Request, item: AttributeValues? = nil, _ vocabulary: Vocabulary) {
    self.init(vocabulary, request.operation, on: request.platform, askedBy: request.askedBy)
    var fits = true
    func take(_ attribute: Attribute, _ value: AttributeValue?) {
      guard attribute.place > Attribute.platform.place, attribute != .askedBy else { return }
      switch value {
      case nil: put(attribute, Token.unknown)
      case .set(let names)?: fits = fits && put(attribute, names)
      case .some(let value):
        if let token = vocabulary.token(attribute, value) {
          put(attribute, token)
        } else {
          fits = false
        }
      }
    }
    request.values.forEachValue { take($0, $1) }
    item?.forEachValue { attribute, value in
      if isGiven(attribute) { clear(attribute) }
      take(attribute, value)
    }
    guard fits else { return nil }
    if !request.items.isEmpty, !isGiven(.itemCount) {
      put(.itemCount, vocabulary.token(.itemCount, .number(request.items.count)) ?? Token.unknown)
    }
    for (attribute, isTold) in zip(Attribute.allDerived, vocabulary.tellsSame) where isTold {
      guard let (source, destination) = attribute.derivation,
        let left = request.values[source] ?? nil, let right = request.values[destination] ?? nil
      else { continue }
      put(attribute, same: left == right)
    }
    settleDependent()
  }

  mutating func put(_ attribute: Attribute, _ names: [String]) -> Bool {
    guard attribute.isSet else { return false }
    guard !names.isEmpty else {
      put(attribute, Token.empty)
      return attribute != .contentClass && attribute != .contentType
    }
    let domain = vocabulary.domains[attribute.place]
    return names.allSatisfy { name in
      domain.place(of: name).map { add(Token.of(class: $0), to: attribute) } ?? false
    }
  }
}
