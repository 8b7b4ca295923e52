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
    let operation = try word(.operation, Operation.init(rawValue:))
    let platform = try word(.platform, Platform.init(rawValue:))
    var values = values
    values[.askedBy] = .text(askedBy.rawValue)
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

  private func word<Result>(_ attribute: Attribute, _ make: (String) -> Result?)
    throws(RequestError) -> Result
  {
    guard case .text(let text) = values[attribute] ?? nil, let result = make(text) else {
      throw .missing(attribute)
    }
    return result
  }

  private func check(
    _ values: AttributeValues, _ operation: Operation, _ platform: Platform,
    _ classes: Set<String>
  ) throws(RequestError) {
    let circumstances = Attribute.Circumstances(
      isMac: platform == .macOS, askedByApp: askedBy == .app, profilesGiven: false)
    func problem(_ attribute: Attribute, _ value: AttributeValue?) -> RequestError? {
      if attribute.isDerived { return .derived(attribute) }
      if attribute.applicability(operation, circumstances) == .never {
        return .neverApplies(attribute, operation, platform)
      }
      if attribute == .framework, platform != .macOS, value != .text("native") {
        return .neverApplies(attribute, operation, platform)
      }
      if attribute == .contentClass, case .set(let names) = value {
        for name in names where !classes.contains(name) {
          return .unknownClass(name, nearest: nearestWord(name, classes.sorted()))
        }
      }
      return nil
    }
    var found: (attribute: Attribute, error: RequestError)?
    values.forEachValue { attribute, value in
      guard let error = problem(attribute, value) else { return }
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
