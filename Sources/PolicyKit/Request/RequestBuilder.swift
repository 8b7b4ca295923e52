public import Devices

/// Why a request is none.
public enum RequestError: Error, Equatable, CustomStringConvertible {
  /// `operation` or `platform` is missing.
  case missing(Attribute)
  /// The attribute cannot apply to this operation, on this platform.
  case neverApplies(Attribute, Operation, Platform)
  /// The engine works the attribute out itself.
  case derived(Attribute)
  /// Two attributes contradict each other.
  case contradiction(String)
  /// The value is none of the attribute's.
  case value(AttributeValueError)
  /// A class that neither is built in nor was added by a policy.
  case unknownClass(String, nearest: String?)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .missing(let attribute): "a request needs `\(attribute.rawValue)`"
    case .neverApplies(let attribute, let operation, let platform):
      "`\(attribute.rawValue)` does not apply to \(operation.rawValue) on \(platform.rawValue)"
    case .derived(let attribute):
      "`\(attribute.rawValue)` is worked out from source and destination and cannot be given"
    case .contradiction(let text): text
    case .value(let error): error.description
    case .unknownClass(let name, _): "unknown content class `\(name)`"
    }
  }

  /// What to do about it.
  public var help: String? {
    switch self {
    case .value(let error): error.nearest.map { "did you mean `\($0)`?" }
    case .unknownClass(_, let nearest):
      nearest.map { "did you mean `\($0)`?" } ?? "add it under `classes:` in the policy"
    default: nil
    }
  }
}

/// Collects a request's attributes and checks them.
public struct RequestBuilder: Sendable {
  /// The attributes given so far; a nil value was given as unknown.
  public var values = AttributeValues()
  /// What the items of the call have of their own.
  public var items: [AttributeValues] = []
  /// The attributes that the transport vouches for.
  public var attested: Set<Attribute> = []
  /// The obligations that the caller can carry out; nil where nobody asked.
  public var can: Set<String>?
  /// The decision behind a paste.
  public var copyID: String?
  /// Who asks.
  public var askedBy: Request.Asker

  /// A request asked by `askedBy`.
  public init(askedBy: Request.Asker) { self.askedBy = askedBy }

  /// The request.
  /// - Parameter classes: every content class there is, built in or added.
  /// - Throws: `RequestError`, the first that is found, in the order of the attributes' names.
  public func request(classes: Set<String> = Set(ContentClass.builtIn)) throws(RequestError)
    -> Request
  {
    let operation = try word(.operation, Self.operations)
    let platform = try word(.platform, Self.platforms)
    var values = values
    if values[.askedBy] != .text(askedBy.rawValue) {
      values[.askedBy] = .text(askedBy.rawValue)
    }
    try check(values, operation, platform, classes)
    for item in items {
      for attribute in item.keys.sorted(by: { $0.rawValue < $1.rawValue })
      where !attribute.variesByItem {
        throw .contradiction("`\(attribute.rawValue)` holds for the whole call, not for one item")
      }
      try check(item, operation, platform, classes)
      try checkHistory(values.merging(item), operation)
    }
    try checkHistory(values, operation)
    try checkItems(values)
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: items,
      attested: attested, can: can, copyID: copyID)
  }

  /// Puts who asks among the values beforehand, where no copy of them need be made.
  public mutating func sayWhoAsks() { values[.askedBy] = .text(askedBy.rawValue) }

  private static let operations = Attribute.operation.words.map(Operation.init(rawValue:))
  private static let platforms = Attribute.platform.words.map(Platform.init(rawValue:))

  private func word<Word>(_ attribute: Attribute, _ all: [Word?]) throws(RequestError) -> Word {
    guard case .text(let text) = values[attribute] ?? nil, let place = attribute.place(of: text),
      let word = all[place]
    else { throw .missing(attribute) }
    return word
  }

  private func check(
    _ values: AttributeValues, _ operation: Operation, _ platform: Platform,
    _ classes: Set<String>
  ) throws(RequestError) {
    let circumstances = Attribute.Circumstances(
      isMac: platform == .macOS, askedByApp: askedBy == .app, profilesGiven: false)
    func problem(_ attribute: Attribute) -> RequestError? {
      if attribute.applicability(operation, circumstances) == .never, !attribute.isDerived {
        return .neverApplies(attribute, operation, platform)
      }
      switch attribute {
      case .sameApp, .sameTeam, .sameIdentity: return .derived(attribute)
      case .framework where platform != .macOS && values[attribute] != .some(.text("native")):
        return .neverApplies(attribute, operation, platform)
      case .contentClass:
        guard case .set(let names) = values[attribute] ?? nil else { return nil }
        for name in names where !classes.contains(name) {
          return .unknownClass(name, nearest: nearestWord(name, classes.sorted()))
        }
        return nil
      default: return nil
      }
    }
    var found: (attribute: Attribute, error: RequestError)?
    values.forEachAttribute { attribute in
      guard let error = problem(attribute) else { return }
      if let found, found.attribute.rawValue < attribute.rawValue { return }
      found = (attribute, error)
    }
    if let found { throw found.error }
  }

  private func checkHistory(_ values: AttributeValues, _ operation: Operation)
    throws(RequestError)
  {
    guard values[.storedPosture] != nil else { return }
    let fromHistory = values[.fromHistory]
    if fromHistory == .text("no") || (fromHistory == nil && operation == .copy) {
      throw .contradiction("`stored-posture` needs `from-history: yes`")
    }
  }

  private func checkItems(_ values: AttributeValues) throws(RequestError) {
    if case .number(let count) = values[.itemCount] ?? nil, !items.isEmpty, count != items.count {
      throw .contradiction("`item-count` is \(count), but \(items.count) items are given")
    }
  }
}
