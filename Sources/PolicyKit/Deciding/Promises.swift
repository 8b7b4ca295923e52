import Devices

/// The promises of an answer, and whether the platform keeps them.
struct Promises {
  private(set) var promises: [Promise] = []
  private(set) var obligations: [Obligation] = []
  /// The assurance of each needed link.
  private(set) var links: [Assurance] = []
  /// Facts that the promises rest on, in order, each once.
  private(set) var facts: [String] = []
  /// Attributes that would have to be known to say whether a mechanism is there.
  private(set) var unknowns: Set<Attribute> = []
  /// Whether the platform may have an option to write with that keeps content here.
  private(set) var mayWriteLocalOnly = false
  /// Whether an option that is not required cannot be kept.
  private(set) var hasUnmetOption = false
  /// The first promise that must be kept and cannot.
  private(set) var broken: PromiseKind?

  private let request: RequestFacts
  private let minimum: Assurance

  init(_ request: Request, minimum: Assurance) {
    self.request = RequestFacts(request, item: nil)
    self.minimum = minimum
  }

  /// The mechanisms that are certainly there for a promise, best first.
  private mutating func mechanisms(_ kind: PromiseKind) -> [Mechanism] {
    var found: [Mechanism] = []
    var doubts: Set<Attribute> = []
    for mechanism in Mechanism.all where mechanism.promise == kind {
      var evaluation = Evaluation(request, minimum: .assumed)
      switch evaluation.truth(of: mechanism.when, .allowing) {
      case .yes: found.append(mechanism)
      case .unknown:
        doubts.formUnion(evaluation.unknowns)
        mayWriteLocalOnly = mayWriteLocalOnly || mechanism.obligation == .localOnly
      case .no: break
      }
    }
    if found.isEmpty { unknowns.formUnion(doubts) }
    return found.sorted {
      ($1.assurance, $0.enforcer == .os ? 0 : 1, $0.id)
        < ($0.assurance, $1.enforcer == .os ? 0 : 1, $1.id)
    }
  }

  /// The local-only promise: `demand` is the least assurance that whoever asks for it accepts,
  /// `restriction` a restriction in force that keeps it by itself.
  ///
  /// True where the demand is met.
  mutating func addLocalOnly(demand: Assurance?, restriction: RestrictionEffect?) -> Bool {
    let available = mechanisms(.localOnly)
    let isNeedless = available.contains { $0.id == "before-universal-clipboard" }
    mayWriteLocalOnly =
      !isNeedless
      && (mayWriteLocalOnly || available.contains { $0.obligation == .localOnly })
    let best = (available.map(\.assurance) + [restriction?.assurance].compactMap { $0 }).max()
    let isMet = demand.map { demand in best.map { $0 >= demand } ?? false } ?? true
    let needsApp =
      restriction == nil || demand.map { $0 > restriction?.assurance ?? .assumed } ?? false
    // What nobody has to do for the promise to hold is no reason to believe that it holds.
    for mechanism in available where needsApp || mechanism.enforcer == .os {
      add(mechanism, isMet: mechanism.assurance >= (demand ?? minimum))
    }
    if let restriction {
      promises.append(
        Promise(
          kind: .localOnly, mechanism: restriction.id, enforcedBy: .os,
          assurance: restriction.assurance, isMet: true))
      cite(restriction.facts)
    }
    if available.isEmpty, restriction == nil { addUnkept(.localOnly) }
    if let link = promises.filter(\.isMet).compactMap(\.assurance).max() { links.append(link) }
    if needsApp, let first = available.first, let obligation = first.obligation {
      oblige(obligation)
    }
    return isMet
  }

  /// An option beside the posture: an expiry, or staying out of a history.
  ///
  /// `demand` is the strictest assurance that the rules asking for it accept.
  mutating func addOption(
    _ kind: PromiseKind, demand: Assurance, seconds: Int? = nil, isRequired: Bool = false
  ) {
    let available = mechanisms(kind)
    guard let best = available.first else {
      addUnkept(kind)
      settle(kind, isMet: false, isRequired)
      return
    }
    let isMet = best.isNothingToDo || (best.assurance >= demand && !best.isBestEffort)
    add(best, isMet: isMet)
    if isMet, !best.isNothingToDo { links.append(best.assurance) }
    if let obligation = best.obligation { oblige(obligation, seconds: seconds) }
    settle(kind, isMet: isMet, isRequired)
  }

  /// A promise that somebody outside the platform keeps, or nobody does.
  mutating func addKept(
    _ kind: PromiseKind, by enforcer: Enforcer, mechanism: String?, assurance: Assurance?,
    isMet: Bool
  ) {
    promises.append(
      Promise(
        kind: kind, mechanism: mechanism, enforcedBy: enforcer, assurance: assurance, isMet: isMet))
    if isMet, let assurance { links.append(assurance) }
  }

  mutating func oblige(_ kind: ObligationKind, seconds: Int? = nil) {
    guard !obligations.contains(where: { $0.kind == kind }) else { return }
    obligations.append(Obligation(kind: kind, seconds: seconds))
  }

  /// Carries over what was in doubt from promises that were given up.
  mutating func remember(_ doubts: Set<Attribute>) { unknowns.formUnion(doubts) }

  /// Remembers facts to cite.
  mutating func cite(_ ids: [String]) {
    for id in ids where !facts.contains(id) { facts.append(id) }
  }

  private mutating func add(_ mechanism: Mechanism, isMet: Bool) {
    promises.append(
      Promise(
        kind: mechanism.promise, mechanism: mechanism.id, enforcedBy: mechanism.enforcer,
        assurance: mechanism.assurance, isMet: isMet))
    cite(mechanism.facts)
  }

  private mutating func addUnkept(_ kind: PromiseKind) {
    promises.append(
      Promise(kind: kind, mechanism: nil, enforcedBy: .nobody, assurance: nil, isMet: false))
    if kind == .expiryEverywhere { cite(["C9"]) }
  }

  private mutating func settle(_ kind: PromiseKind, isMet: Bool, _ isRequired: Bool) {
    guard !isMet else { return }
    if isRequired { broken = broken ?? kind } else { hasUnmetOption = true }
  }
}
