public import Devices

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

  /// Forgets everything, and begins with another question of the same policy.
  public mutating func begin(_ operation: Operation, on platform: Platform, askedBy: Request.Asker)
  {
    self.operation = operation
    self.platform = platform
    self.askedBy = askedBy
    begin()
  }

  /// Sets `attribute` to `text`, or to the set of which it is the only member.
  /// - Throws: `RequestError` where it is none of its values, or does not apply.
  public mutating func set(_ attribute: Attribute, _ text: String) throws(RequestError) {
    if open >> UInt64(attribute.place) & 1 != 0, furtherCount == 0,
      let token = (finders + attribute.place).token(of: text)
    {
      return put(attribute, token)
    }
    try setAnyhow(attribute, text)
  }

  /// The same where other attributes depend on it, or something is wrong.
  @inline(never)
  private mutating func setAnyhow(_ attribute: Attribute, _ text: String) throws(RequestError) {
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
    if [.operation, .askedBy, .platform].contains(attribute) { settle() }
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
      return token == vocabulary.native
    }
    return attribute.applicability(operation, .init(place: circumstances)) != .never
  }

  private mutating func store(
    _ attribute: Attribute, _ token: UInt16, _ identity: (UInt64, UInt64)
  ) {
    if furtherCount > 0 { clear(attribute) }
    put(attribute, token)
    if let place = attribute.identityPlace {
      identities.store(identity.0, at: place)
      identities.store(identity.1, at: place + 1)
      settleDerived(attribute)
    }
    settleDependent()
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

  /// Keeps what tells sources and destinations apart, so that either may be changed later.
  mutating func identify(_ request: Request) {
    for (derived, isTold) in zip(Attribute.allDerived, vocabulary.tellsSame) where isTold {
      guard let (source, destination) = derived.derivation else { continue }
      for attribute in [source, destination] {
        guard let place = attribute.identityPlace, let text = request.text(attribute) else {
          continue
        }
        let (first, second) = identity(attribute, text)
        identities.store(first, at: place)
        identities.store(second, at: place + 1)
      }
    }
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
  var identityPlace: Int? {
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

extension Platform {
  /// Its place among all; an enumeration without payloads is kept as just that number.
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

extension Request.Asker {
  /// Its place among all.
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
