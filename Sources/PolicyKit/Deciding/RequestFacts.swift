import Devices

/// What is known of one item of a request, attribute by attribute.
struct RequestFacts {
  enum State: Hashable {
    case known(AttributeValue)
    case unknown
    case notApplicable
  }

  let request: Request
  /// The item meant; nil where the call has only one.
  let item: Int?
  /// Optional attributes that a policy raised to expected for this operation.
  let expects: Set<Attribute>
  private let circumstances: Attribute.Circumstances

  init(
    _ request: Request, item: Int?, expects: Set<Attribute> = [], profilesGiven: Bool = false
  ) {
    self.request = request
    self.item = item
    self.expects = expects
    circumstances = Attribute.Circumstances(
      isMac: request.platform == .macOS, askedByApp: request.askedBy == .app,
      profilesGiven: profilesGiven)
  }

  /// The state of `attribute`.
  func state(_ attribute: Attribute) -> State {
    if let (source, destination) = attribute.derivation {
      return comparison(state(source), state(destination))
    }
    if let given = given(attribute) { return given.map { .known($0) } ?? .unknown }
    if attribute == .itemCount, !request.items.isEmpty {
      return .known(.number(request.items.count))
    }
    if attribute == .framework { return .known(.text("native")) }
    switch attribute.applicability(request.operation, circumstances) {
    case .never: return .notApplicable
    case .expected:
      return attribute == .storedPosture ? storedPostureState : .unknown
    case .optional:
      if expects.contains(attribute) { return .unknown }
      if attribute == .storedPosture { return storedPostureState }
      return attribute == .trigger ? triggerState : .notApplicable
    }
  }

  private func given(_ attribute: Attribute) -> AttributeValue?? {
    if let item, let own = request.items[item][attribute] { return own }
    return request.values[attribute]
  }

  private func comparison(_ source: State, _ destination: State) -> State {
    switch (source, destination) {
    case (.notApplicable, _), (_, .notApplicable): .notApplicable
    case (.known(let left), .known(let right)): .known(.text(left == right ? "yes" : "no"))
    default: .unknown
    }
  }

  /// Expected once the content comes from a history.
  private var storedPostureState: State {
    switch state(.fromHistory) {
    case .known(.text("yes")), .unknown: .unknown
    default: .notApplicable
    }
  }

  /// A detection that reads content is a read: whoever makes it is expected to know who chose it.
  private var triggerState: State {
    guard request.operation == .detect else { return .notApplicable }
    switch state(.method) {
    case .known(.text("types")), .known(.text("patterns")), .notApplicable: return .notApplicable
    default: return .unknown
    }
  }
}
