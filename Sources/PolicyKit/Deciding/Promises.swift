import Devices

/// The promises of an answer, and whether the platform keeps them.
struct Promises {
  private(set) var promises: [Promise] = []
  private(set) var obligations: [Obligation] = []
  /// The worst assurance of the needed links; nil where nothing rests on the platform.
  private(set) var weakestLink: Assurance?
  /// Facts that the promises rest on, as places in `PlatformFact.all`, in order, each once.
  private(set) var facts: [Int] = []
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

  private let there: MechanismsThere?

  init(_ request: Request, minimum: Assurance, mechanisms: MechanismsThere?) {
    self.request = RequestFacts(request, item: nil)
    self.minimum = minimum
    there = mechanisms
  }

  /// The mechanisms that are certainly there for a promise, best first, as places in
  /// `Mechanism.all`.
  private mutating func mechanisms(_ kind: PromiseKind) -> [Int] {
    let ranked = Mechanism.ranked(kind)
    var isPossible = false
    let found = ranked.filter { place in
      guard let there else { return false }
      let isCertain = there.certain >> UInt64(place) & 1 != 0
      isPossible = isPossible || !isCertain && there.possible >> UInt64(place) & 1 != 0
      return isCertain
    }
    // What is in doubt matters where nothing is certain, and for an option to write with.
    guard there == nil || isPossible && (found.isEmpty || kind == .localOnly) else { return found }
    return evaluated(kind, ranked)
  }

  private mutating func evaluated(_ kind: PromiseKind, _ ranked: [Int]) -> [Int] {
    var doubts: Set<Attribute> = []
    let found = ranked.filter { place in
      if let there {
        if there.certain >> UInt64(place) & 1 != 0 { return true }
        if there.possible >> UInt64(place) & 1 == 0 { return false }
      }
      var evaluation = Evaluation(request, minimum: .assumed)
      let mechanism = Mechanism.all[place]
      let truth = evaluation.truth(of: mechanism.when, .allowing)
      if truth == .unknown {
        doubts.formUnion(evaluation.unknowns)
        mayWriteLocalOnly = mayWriteLocalOnly || mechanism.obligation == .localOnly
      }
      return truth == .yes
    }
    if found.isEmpty { unknowns.formUnion(doubts) }
    return found
  }

  /// The local-only promise: `demand` is the least assurance that whoever asks for it accepts,
  /// `restriction` a restriction in force that keeps it by itself.
  ///
  /// True where the demand is met.
  mutating func addLocalOnly(
    demand: Assurance?, restriction: RestrictionEffect?, isDestinationOpen: Bool = false
  ) -> Bool {
    var available = mechanisms(.localOnly)
    let isNeedless = available.contains(Mechanism.beforeUniversalClipboard)
    // Systems that shared nothing yet do not have the options to write with either.
    if isNeedless { available.removeAll { Mechanism.all[$0].enforcer == .app } }
    mayWriteLocalOnly =
      !isNeedless
      && (mayWriteLocalOnly || available.contains { Mechanism.all[$0].obligation == .localOnly })
    var best = restriction?.assurance
    if let first = available.first {
      best = max(best ?? .assumed, Mechanism.all[first].assurance)
    }
    let isMet = demand.map { demand in best.map { $0 >= demand } ?? false } ?? true
    let needsApp =
      restriction == nil || demand.map { $0 > restriction?.assurance ?? .assumed } ?? false
    // What nobody has to do for the promise to hold is no reason to believe that it holds.
    for place in available where needsApp || Mechanism.all[place].enforcer == .os {
      add(
        place, isMet: !isDestinationOpen && Mechanism.all[place].assurance >= (demand ?? minimum))
    }
    if let restriction {
      promises.append(
        Promise(
          kind: .localOnly, mechanism: restriction.id, enforcedBy: .os,
          assurance: restriction.assurance, isMet: !isDestinationOpen))
      cite(restriction.factPlaces)
    }
    if isDestinationOpen || (available.isEmpty && restriction == nil) { addUnkept(.localOnly) }
    var strongest: Assurance?
    for promise in promises where promise.isMet {
      if let assurance = promise.assurance { strongest = max(strongest ?? .assumed, assurance) }
    }
    link(strongest)
    if needsApp {
      // What is planned although nobody knows whether it is there is an obligation too.
      if let first = available.first {
        if let obligation = Mechanism.all[first].obligation { oblige(obligation) }
      } else if mayWriteLocalOnly {
        oblige(.localOnly)
      }
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
    guard let place = available.first else {
      addUnkept(kind)
      settle(kind, isMet: false, isRequired)
      return
    }
    let best = Mechanism.all[place]
    let isMet = best.isNothingToDo || (best.assurance >= demand && !best.isBestEffort)
    add(place, isMet: isMet)
    if isMet, !best.isNothingToDo { link(best.assurance) }
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
    if isMet { link(assurance) }
  }

  mutating func oblige(_ kind: ObligationKind, seconds: Int? = nil) {
    guard !obligations.contains(where: { $0.kind == kind }) else { return }
    obligations.append(Obligation(kind: kind, seconds: seconds))
  }

  /// Carries over what was in doubt from promises that were given up.
  mutating func remember(_ doubts: Set<Attribute>) { unknowns.formUnion(doubts) }

  /// Remembers facts to cite.
  mutating func cite(_ places: [Int]) {
    for place in places where !facts.contains(place) { facts.append(place) }
  }

  /// Remembers that an expiry reaches no device that has the content.
  mutating func citeThatExpiryStaysHere() { cite(Self.expiryReachesNobody) }

  private mutating func link(_ assurance: Assurance?) {
    guard let assurance else { return }
    weakestLink = min(weakestLink ?? .documented, assurance)
  }

  private mutating func add(_ place: Int, isMet: Bool) {
    let mechanism = Mechanism.all[place]
    promises.append(
      Promise(
        kind: mechanism.promise, mechanism: mechanism.id, enforcedBy: mechanism.enforcer,
        assurance: mechanism.assurance, isMet: isMet))
    cite(Mechanism.factPlaces[place])
  }

  private mutating func addUnkept(_ kind: PromiseKind) {
    promises.append(
      Promise(kind: kind, mechanism: nil, enforcedBy: .nobody, assurance: nil, isMet: false))
    if kind == .expiryEverywhere { cite(Self.expiryReachesNobody) }
  }

  private static let expiryReachesNobody = [PlatformFact.place("C9")].compactMap(\.self)

  private mutating func settle(_ kind: PromiseKind, isMet: Bool, _ isRequired: Bool) {
    guard !isMet else { return }
    if isRequired { broken = broken ?? kind } else { hasUnmetOption = true }
  }
}
