/// Which answers differ between two policies, or sets of profiles, over every request that there is.
public struct PolicyDifference: Sendable {
  /// One side of a comparison.
  public struct Side: Sendable {
    /// The layers.
    public var policy: CompiledPolicy
    /// The situations, as many on both sides and each on the same device as its counterpart.
    public var situations: [Situation]

    /// Makes a side.
    public init(_ policy: CompiledPolicy, situations: [Situation] = [Situation()]) {
      self.policy = policy
      self.situations = situations
    }
  }

  /// How an answer changed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It allows more, exposes more, asks for less beside (an expiry, staying out of histories), or is
    /// less honoured, and nothing of the reverse.
    case loosened
    /// It allows less, exposes less, asks for more beside, or is better honoured, and nothing of the
    /// reverse.
    case tightened
    /// Some of it is looser and some tighter.
    case mixed
  }

  /// What changed in one way in one situation.
  public struct Change: Sendable {
    /// In which way.
    public let kind: Kind
    /// Where.
    public let situation: Situation
    /// How many classes of requests.
    public let classes: ClassCount
    /// What is common to them.
    public let cover: RegionCover
    /// One of them with its answer before, and after.
    public let witness: (before: AnsweredRequest, after: AnsweredRequest)
    /// Whether `decide` answers the witness differently, as it must.
    public let isConfirmed: Bool
  }

  /// What changed; empty where every answer is the same.
  public private(set) var changes: [Change] = []
  /// How many classes of requests were compared.
  public private(set) var classes = ClassCount.zero
  /// Why not everything was compared; nil where it was.
  public private(set) var unfinished: NotFinished?

  /// Compares `before` with `after`.
  public init(_ before: Side, _ after: Side, bound: Int = AnalysisBound.usual) {
    for (old, new) in zip(before.situations, after.situations) {
      do throws(NotFinished) {
        try compare((before.policy, old), (after.policy, new), bound)
      } catch { unfinished = unfinished ?? error }
    }
  }

  /// How many classes changed in one of these ways.
  public func count(_ kinds: Kind...) -> ClassCount {
    changes.filter { kinds.contains($0.kind) }.reduce(.zero) { $0 + $1.classes }
  }

  private mutating func compare(
    _ before: (policy: CompiledPolicy, situation: Situation),
    _ after: (policy: CompiledPolicy, situation: Situation), _ bound: Int
  ) throws(NotFinished) {
    let universe = try Universe(
      [
        Judge(policy: before.policy, restrictions: before.situation.restrictions),
        Judge(policy: after.policy, restrictions: after.situation.restrictions),
      ], fixed: before.situation.fixed, bound: bound)
    let diagrams = universe.diagrams
    let domain = try universe.domain()
    classes = classes + diagrams.count(domain)
    let (old, new) = (
      AnswerBuilder(universe, reading: 0), AnswerBuilder(universe, reading: 1)
    )
    let (oldAnswers, newAnswers) = (try old.answers(in: domain), try new.answers(in: domain))
    let (oldKinds, newKinds) = (old.table.kinds, new.table.kinds)
    let changed = try diagrams.combine(
      Pairing(number: diagrams.newOperation()) { one, other in
        guard let one = oldKinds[Int(one)], let other = newKinds[Int(other)] else { return 0 }
        return Kind(from: one, to: other).map { Int32(Kind.allCases.firstIndex(of: $0) ?? 0) + 1 }
          ?? 0
      }, oldAnswers, newAnswers)
    for (index, kind) in Kind.allCases.enumerated() {
      let region = try diagrams.map(changed) { $0 == Int32(index) + 1 ? 2 : 0 }
      guard let request = universe.witness(in: region) else { continue }
      let witness = (
        AnsweredRequest(request, before.policy, before.situation),
        AnsweredRequest(request, after.policy, after.situation)
      )
      changes.append(
        Change(
          kind: kind, situation: before.situation, classes: diagrams.count(region),
          cover: try RegionCover(of: region, in: domain, universe), witness: witness,
          isConfirmed: Kind(
            from: AnswerKind(witness.0.decision), to: AnswerKind(witness.1.decision)) == kind))
    }
  }
}

extension PolicyDifference.Kind {
  /// How one answer differs from another; nil where it does not.
  init?(from old: AnswerKind, to new: AnswerKind) {
    let gains = !Set(new.places).subtracting(old.places).isEmpty
    let losses = !Set(old.places).subtracting(new.places).isEmpty
    let isSame = new.outcome == old.outcome
    // Who asks for less is honoured more easily, and is no stricter for it.
    let areAlike = isSame && new.options == old.options
    let isLess = areAlike && Self.rank(new.honoured) < Self.rank(old.honoured)
    let isMore = areAlike && Self.rank(new.honoured) > Self.rank(old.honoured)
    let asksLess = isSame && old.options.asksMore(than: new.options)
    let asksMore = isSame && new.options.asksMore(than: old.options)
    let looser = new.outcome < old.outcome || gains || isLess || asksLess
    let tighter = new.outcome > old.outcome || losses || isMore || asksMore
    switch (looser, tighter) {
    case (true, true): self = .mixed
    case (true, false): self = .loosened
    case (false, true): self = .tightened
    case (false, false): return nil
    }
  }

  private static func rank(_ honoured: Honoured) -> Int {
    switch honoured {
    case .no: 0
    case .partly: 1
    case .yes: 2
    }
  }
}
