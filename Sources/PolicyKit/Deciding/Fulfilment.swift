import Findings

/// From what is required to what can be carried out: steps 2 to 4 of the semantics.
///
/// Everything it depends on is the need, the request as a whole, and what can be relied on; so it
/// is worked out once for all requests that are alike in these.
struct Fulfilment {
  let request: Request
  let need: Need
  let restrictions: DeviceRestrictions?
  /// The policy's minimum assurance.
  let minimum: Assurance
  private(set) var outcome: Posture
  private(set) var honoured = Honoured.yes
  private(set) var promises: Promises
  /// Why the outcome is stricter than what is required, or cannot be honoured.
  private(set) var fallbackReasons: [Reason] = []
  /// Whether nobody says if the destination is on another machine.
  let isDestinationUnknown: Bool
  /// Whether what the plan writes with keeps content off the roads of the pasteboard itself,
  /// although another road stays open.
  private(set) var closesPasteboard = false

  init(
    _ request: Request, _ need: Need, minimum: Assurance, _ restrictions: DeviceRestrictions?,
    mechanisms: MechanismsThere? = nil, expects: Set<Attribute> = []
  ) {
    self.request = request
    self.need = need
    self.minimum = minimum
    self.restrictions = restrictions
    isDestinationUnknown =
      RequestFacts(request, item: nil, expects: expects).state(.destinationKind) == .unknown
    outcome = need.required
    promises = Promises(request, minimum: minimum, mechanisms: mechanisms)
    fallBack()
    checkCapabilities()
  }

  /// A restriction that is certainly in force and alone gives what is required.
  var enforcing: RestrictionEffect? { need.enforcing.map { RestrictionEffect.all[$0] } }

  /// Steps 2 and 3 of the semantics: promises, their mechanisms, and what to do without one.
  private mutating func fallBack() {
    if outcome == .localOnly {
      switch request.operation {
      case .copy: keepLocalCopy()
      case .paste: keepByObligation(.keepLocal)
      case .capture: keepByObligation(.neverSync)
      case .reveal: keepByObligation(.typeTagsOnly)
      case .transfer, .detect, .clear: outcome = .deny
      }
    }
    if outcome != .deny, request.operation == .copy { addOptions() }
    if outcome == .deny { denyByWhoever() }
  }

  private mutating func keepLocalCopy() {
    if mayBeForAnotherMachine {
      keepOffOtherRoads()
    } else if promises.addLocalOnly(demand: need.demand, restriction: enforcing) {
      return
    }
    if request.board == "drag" { promises.cite(Self.roadsOfDrags) }
    if need.discloses {
      honoured = .no
      promises.oblige(.tellUser)
    } else {
      outcome = .deny
    }
    fallbackReasons.append(unkeepable)
  }

  /// The destination's own road stays open; the strongest mechanism closes the others where the
  /// content goes all the same.
  private mutating func keepOffOtherRoads() {
    if isDestinationUnknown { promises.remember([.destinationKind]) }
    if need.discloses {
      closesPasteboard = promises.addLocalOnly(
        demand: need.demand, restriction: enforcing, isDestinationOpen: true)
    } else {
      promises.addKept(.localOnly, by: .nobody, mechanism: nil, assurance: nil, isMet: false)
    }
  }

  private static let roadsOfDrags = ["C12", "C11", "E7"].compactMap(PlatformFact.place)

  private var unkeepable: Reason {
    let best = promises.promises.filter { $0.kind == .localOnly }.compactMap(\.assurance).max()
    let wanted = max(need.demand ?? minimum, minimum)
    let unknown = promises.unknowns.map(\.rawValue).sorted()
    let text =
      if isForAnotherMachine {
        "the destination is on another machine"
      } else if isDestinationUnknown {
        "whether content can be kept on this device depends on destination.kind"
      } else if let best {
        "local-only rests here on what is \(best.rawValue); \(wanted.rawValue) is asked for"
      } else if !unknown.isEmpty {
        "whether content can be kept on this device depends on \(unknown.joined(separator: ", "))"
      } else if request.board == "drag" {
        "nothing keeps a drag on this device: Universal Control or iPhone Mirroring may carry it away"
      } else {
        "nothing keeps content on this device here"
      }
    return Reason(kind: .promise, id: "local-only", location: nil, effect: outcome, text: text)
  }

  private mutating func keepByObligation(_ kind: ObligationKind) {
    let isOurs = !isPerformedByOthers && !isForAnotherMachine
    let isMet = isOurs && !isDestinationUnknown
    promises.addKept(
      .localOnly, by: isOurs ? .app : .nobody, mechanism: isOurs ? kind.rawValue : nil,
      assurance: nil, isMet: isMet)
    if isOurs { promises.oblige(kind) }
    guard !isMet else { return }
    honoured = .no
    if isOurs {
      promises.remember([.destinationKind])
      fallbackReasons.append(unkeepable)
    }
  }

  /// Whether the destination is on another machine as far as anybody says.
  var mayBeForAnotherMachine: Bool { isForAnotherMachine || isDestinationUnknown }

  /// Whether the destination is on another machine, whatever the pasteboard does.
  var isForAnotherMachine: Bool {
    switch request.text(.destinationKind) {
    case "other-device", "remote-session": true
    default: false
    }
  }

  /// Whether somebody else performs the operation, so that the caller cannot abstain from it.
  var isPerformedByOthers: Bool {
    switch request.operation {
    case .capture: request.text(.by) != "own"
    case .transfer:
      switch request.text(.road) {
      case "history-sync", "envelope": false
      default: true
      }
    default: false
    }
  }

  private mutating func addOptions() {
    if let expiry = expiry {
      // Where content cannot get to another device, gone from here is gone everywhere.
      let mayLeave = mayLeaveDevice
      let isEverywhere = expiry.scope == .everywhere && mayLeave
      let demand = need.expiryDemand ?? minimum
      promises.addOption(
        .expiryHere, demand: demand, seconds: expiry.seconds, isRequired: expiry.isRequired)
      if isEverywhere {
        promises.addOption(.expiryEverywhere, demand: demand, isRequired: expiry.isRequired)
      } else if mayLeave {
        promises.citeThatExpiryStaysHere()
      }
    }
    for history in [History.system, .thirdParty] {
      guard let demand = need.demand(outOf: history) else { continue }
      promises.addOption(
        history == .system ? .outOfSystemHistory : .outOfThirdPartyHistory, demand: demand)
    }
    if let broken = promises.broken {
      outcome = .deny
      fallbackReasons.append(
        Reason(
          kind: .promise, id: broken.rawValue, location: nil, effect: .deny,
          text: "nothing keeps the promise `\(broken.rawValue)` here, and a rule requires it"))
    } else if promises.hasUnmetOption, honoured == .yes {
      honoured = .partly
    }
  }

  /// Fewest seconds, widest scope, required if any says so.
  var expiry: Expiry? {
    var result = need.expiry
    if case .number(let seconds) = request.values[.expiresAfter] ?? nil {
      let own = Expiry(seconds: seconds)
      result = result?.joined(with: own) ?? own
    }
    return result
  }

  private mutating func denyByWhoever() {
    let unknowns = promises.unknowns
    let facts = promises.facts
    promises = Promises(request, minimum: minimum, mechanisms: nil)
    promises.cite(facts)
    promises.remember(unknowns)
    honoured = .yes
    if let enforcing, enforcing.posture == .deny {
      promises.addKept(
        .deny, by: .os, mechanism: enforcing.id, assurance: enforcing.assurance, isMet: true)
      promises.cite(enforcing.factPlaces)
    } else if isPerformedByOthers {
      let worth = need.impossibility
      promises.addKept(
        .deny, by: worth == nil ? .nobody : .os,
        mechanism: worth == nil ? nil : "not-on-this-platform", assurance: worth,
        isMet: worth != nil)
      if worth == nil { honoured = .no }
    } else {
      promises.addKept(.deny, by: .app, mechanism: "abstain", assurance: nil, isMet: true)
    }
  }

  /// Step 4: an obligation that the caller cannot carry out denies, and says which.
  private mutating func checkCapabilities() {
    guard outcome != .deny, let can = request.can else { return }
    let missing = promises.obligations.filter { !can.contains($0.kind.rawValue) }
    guard !missing.isEmpty else { return }
    outcome = .deny
    for obligation in missing {
      fallbackReasons.append(
        Reason(
          kind: .request, id: obligation.kind.rawValue, location: nil, effect: .deny,
          text: "the caller cannot carry out `\(obligation.kind.rawValue)`"))
    }
    denyByWhoever()
  }
}
