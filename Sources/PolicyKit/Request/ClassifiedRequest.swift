public import Devices

/// A request as a policy tells it apart: a number an attribute, of a fixed size, without a heap.
///
/// Made for one policy by `CompiledPolicy.classified`, changed an attribute at a time, and
/// answered by `CompiledPolicy.outcome(of:_:)`. It stands for one item, and says nothing of what
/// the caller can carry out.
public struct ClassifiedRequest: Sendable {
  let vocabulary: Vocabulary
  /// What is wanted.
  public private(set) var operation: Operation
  /// Where.
  public private(set) var platform: Platform
  /// Who asks.
  public private(set) var askedBy: Request.Asker
  /// By the attributes' places; of a set its first member.
  private var tokens = Words16()
  /// The members of sets beyond the first: the attribute's place above, the token below.
  private var furtherMembers = Words16()
  private(set) var furtherCount = 0
  /// Which source and which destination, for telling whether they are the same.
  private var identities = Words16()

  init(
    _ vocabulary: Vocabulary, _ operation: Operation, on platform: Platform,
    askedBy: Request.Asker
  ) {
    self.vocabulary = vocabulary
    self.operation = operation
    self.platform = platform
    self.askedBy = askedBy
    put(.platform, vocabulary.token(.platform, word: platform.rawValue))
    put(.operation, vocabulary.token(.operation, word: operation.rawValue))
    put(.askedBy, vocabulary.token(.askedBy, word: askedBy.rawValue))
  }

  @inline(__always)
  mutating func put(_ attribute: Attribute, _ token: UInt16) {
    tokens.store(token, at: attribute.place)
  }

  @inline(__always)
  func token(_ attribute: Attribute) -> UInt16 {
    tokens.load(attribute.place)
  }

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
            tokens: UnsafeRawPointer(tokens).assumingMemoryBound(to: UInt16.self),
            further: UnsafeRawPointer(further).assumingMemoryBound(to: UInt32.self),
            furtherCount: furtherCount, circumstances: circumstances | (profilesGiven ? 4 : 0)))
      }
    }
  }

  /// Adds a member; false where there is no room for another.
  mutating func add(_ token: UInt16, to attribute: Attribute) -> Bool {
    if self.token(attribute) == Token.absent {
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
    put(attribute, Token.absent)
    var kept = 0
    for place in 0..<furtherCount where further(place) >> 16 != UInt32(attribute.place) {
      furtherMembers.store(further(place), at: kept)
      kept += 1
    }
    furtherCount = kept
    settleDerived(attribute)
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
      if token(attribute) != Token.absent { clear(attribute) }
      take(attribute, value)
    }
    guard fits else { return nil }
    if !request.items.isEmpty, token(.itemCount) == Token.absent {
      put(.itemCount, vocabulary.token(.itemCount, .number(request.items.count)) ?? Token.unknown)
    }
    for (attribute, isTold) in zip(Attribute.allDerived, vocabulary.tellsSame) where isTold {
      guard let (source, destination) = attribute.derivation,
        let left = request.values[source] ?? nil, let right = request.values[destination] ?? nil
      else { continue }
      put(attribute, same: left == right)
    }
  }

  private mutating func put(_ attribute: Attribute, _ names: [String]) -> Bool {
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

  private mutating func put(_ attribute: Attribute, same: Bool) {
    let (yes, no) = vocabulary.derived[attribute.place]
    put(attribute, same ? yes : no)
  }
}

extension ClassifiedRequest {
  /// A value, looked up once, to be set as often as needed.
  public struct Resolved: Sendable {
    let vocabulary: ObjectIdentifier
    /// The attribute.
    public let attribute: Attribute
    let token: UInt16
    let identity: (UInt64, UInt64)
    let word: String
  }

  /// Looks `text` up as the value of `attribute`, or as the only member of its set.
  /// - Throws: `RequestError` where it is none of its values, or nobody may give it.
  public func resolve(_ attribute: Attribute, _ text: String) throws(RequestError) -> Resolved {
    if attribute.isDerived { throw .derived(attribute) }
    let token = try lookUp(attribute, text)
    return Resolved(
      vocabulary: ObjectIdentifier(vocabulary), attribute: attribute, token: token,
      identity: identity(attribute, text),
      word: attribute == .operation || attribute == .platform || attribute == .askedBy ? text : "")
  }

  /// Sets what was looked up; false where that was done for another policy, or it does not apply.
  public mutating func set(_ value: Resolved) -> Bool {
    guard value.vocabulary == ObjectIdentifier(vocabulary) else { return false }
    guard value.word.isEmpty else { return (try? set(value.attribute, value.word)) != nil }
    guard applies(value.attribute, value.token) else { return false }
    store(value.attribute, value.token, value.identity)
    return true
  }

  /// Sets `attribute` to `text`, or to the set of which it is the only member.
  /// - Throws: `RequestError` where it is none of its values, or does not apply.
  public mutating func set(_ attribute: Attribute, _ text: String) throws(RequestError) {
    if attribute.isDerived { throw .derived(attribute) }
    let token = try lookUp(attribute, text)
    switch attribute {
    case .operation: operation = Operation(rawValue: text) ?? operation
    case .askedBy: askedBy = Request.Asker(rawValue: text) ?? askedBy
    case .platform:
      platform = Platform(rawValue: text) ?? platform
      if platform != .macOS {
        clear(.remote)
        clear(.framework)
      }
    default: break
    }
    guard applies(attribute, token) else { throw .neverApplies(attribute, operation, platform) }
    store(attribute, token, identity(attribute, text))
  }

  /// Sets `attribute` to a set; nothing in it says that there is none.
  /// - Throws: `RequestError` where a text is none of its values, or it does not apply.
  public mutating func set(_ attribute: Attribute, _ texts: [String]) throws(RequestError) {
    let value: AttributeValue
    do { value = try attribute.value(of: texts) } catch { throw .value(error) }
    guard case .set(let names) = value else { return try set(attribute, texts[0]) }
    for name in names { _ = try lookUp(attribute, name) }
    guard applies(attribute, Token.empty) else {
      throw .neverApplies(attribute, operation, platform)
    }
    clear(attribute)
    guard put(attribute, names) else {
      throw .contradiction("`\(attribute.rawValue)` has more members than are told apart at once")
    }
  }

  /// Says that `attribute` is unknown; what every request must say stays as it is.
  public mutating func setUnknown(_ attribute: Attribute) {
    guard ![.operation, .platform, .askedBy].contains(attribute), !attribute.isDerived,
      applies(attribute, Token.unknown)
    else { return }
    store(attribute, Token.unknown, (0, 0))
  }

  private func applies(_ attribute: Attribute, _ token: UInt16) -> Bool {
    if attribute == .framework, platform != .macOS {
      return token == vocabulary.token(.framework, word: "native")
    }
    return attribute.applicability(operation, .init(place: circumstances)) != .never
  }

  private mutating func store(
    _ attribute: Attribute, _ token: UInt16, _ identity: (UInt64, UInt64)
  ) {
    if furtherCount > 0 { clear(attribute) }
    put(attribute, token)
    guard let place = attribute.identityPlace else { return }
    identities.store(identity.0, at: place)
    identities.store(identity.1, at: place + 1)
    settleDerived(attribute)
  }

  private func lookUp(_ attribute: Attribute, _ text: String) throws(RequestError) -> UInt16 {
    let domain = vocabulary.domains[attribute.place]
    switch domain.shape {
    case .closed:
      if let place = domain.place(of: text) { return Token.of(class: place) }
      if attribute == .contentClass, ContentClass.isWellFormed(text) {
        throw .unknownClass(text, nearest: nearestWord(text, vocabulary.classes.sorted()))
      }
    case .open:
      if !text.isEmpty, !attribute.isIdentifier || attribute.isIdentifier(text) {
        return Token.of(class: domain.place(of: text) ?? 0)
      }
    case .measured:
      do {
        if let token = vocabulary.token(attribute, try attribute.measure(text)) { return token }
      } catch { throw .value(error) }
    }
    do { _ = try attribute.value(of: [text]) } catch { throw .value(error) }
    throw .value(.init(attribute: attribute, found: text, expected: "another value", nearest: nil))
  }

  /// Works out whether source and destination are the same, where `attribute` is one of them.
  private mutating func settleDerived(_ attribute: Attribute) {
    guard let place = attribute.identityPlace else { return }
    guard vocabulary.tellsSame[place / 4] else { return }
    let derived = Attribute.allDerived[place / 4]
    guard let (source, destination) = derived.derivation,
      token(source) >= Token.first, token(destination) >= Token.first
    else { return put(derived, Token.absent) }
    let first = place / 4 * 4
    put(
      derived,
      same: identities.load(first) as UInt64 == identities.load(first + 2)
        && identities.load(first + 1) as UInt64 == identities.load(first + 3))
  }

  /// 128 bits that tell one text from another, with a key that is new in every process.
  private func identity(_ attribute: Attribute, _ text: String) -> (UInt64, UInt64) {
    guard let place = attribute.identityPlace, vocabulary.tellsSame[place / 4] else {
      return (0, 0)
    }
    var first = Hasher()
    first.combine(text)
    var second = Hasher()
    second.combine(1)
    second.combine(text)
    return (
      UInt64(bitPattern: Int64(first.finalize())), UInt64(bitPattern: Int64(second.finalize()))
    )
  }
}

extension Attribute {
  /// What is worked out from others.
  static let allDerived: [Attribute] = [.sameApp, .sameTeam, .sameIdentity]

  /// Where the identity of a source or destination is kept.
  fileprivate var identityPlace: Int? {
    switch self {
    case .sourceBundleID: 0
    case .destinationBundleID: 2
    case .sourceTeamID: 4
    case .destinationTeamID: 6
    case .sourceIdentity: 8
    case .destinationIdentity: 10
    default: nil
    }
  }
}

/// Sixteen words in place, read and written as numbers of any width.
private struct Words16 {
  static let count = 16

  private var words:
    (
      UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
      UInt64, UInt64, UInt64, UInt64, UInt64
    ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  @inline(__always)
  func load<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int) -> Number {
    withUnsafeBytes(of: words) {
      $0.load(fromByteOffset: place * MemoryLayout<Number>.size, as: Number.self)
    }
  }

  @inline(__always)
  mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at place: Int)
  {
    withUnsafeMutableBytes(of: &words) {
      $0.storeBytes(of: number, toByteOffset: place * MemoryLayout<Number>.size, as: Number.self)
    }
  }
}
