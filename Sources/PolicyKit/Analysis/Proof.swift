/// An invariant, held against every request that there is.
///
/// Requests are calls of one item. What is unknown counts as the invariant's own conditions do: a
/// test of something unknown, or of one class of several, holds possibly, and that is enough, unless
/// it says `known: yes`.
public struct Proof: Sendable {
  /// The invariant.
  public let invariant: Policy.Invariant
  /// What came of it.
  public let verdict: Verdict
  /// How many classes of requests it speaks of, over all situations that were looked at.
  public private(set) var classes = ClassCount.zero
  /// How many of them break it.
  public private(set) var broken = ClassCount.zero
  /// Where it is broken: the situation, and what is common to the requests there.
  public private(set) var regions: [(situation: Situation, cover: RegionCover)] = []

  /// What came of a proof.
  public enum Verdict: Sendable {
    /// It holds of every request.
    case proved
    /// This request breaks it; `decide` says so.
    case broken(AnsweredRequest)
    /// It speaks of no request that there is.
    case vacuous
    /// The diagrams found this request, and `decide` answers it otherwise: a mistake of this tool.
    case unconfirmed(AnsweredRequest)
    /// The bound was reached.
    case notFinished(NotFinished)
  }

  /// Holds `invariant` against every request in each of `situations`.
  /// - Parameter bound: how many places the nodes of decision diagrams may take.
  public init(
    _ invariant: Policy.Invariant, policy: CompiledPolicy, situations: [Situation] = [Situation()],
    bound: Int = AnalysisBound.usual
  ) {
    self.invariant = invariant
    var found: Verdict?
    var unfinished: NotFinished?
    for situation in situations {
      do throws(NotFinished) {
        let part = try ProofPart(invariant, policy, situation, bound)
        classes = classes + part.classes
        broken = broken + part.broken
        if let cover = part.cover { regions.append((situation, cover)) }
        if found == nil { found = part.witness.map { Self.confirmed($0, invariant) } }
      } catch { unfinished = unfinished ?? error }
    }
    verdict =
      found ?? unfinished.map { .notFinished($0) } ?? (classes.isZero ? .vacuous : .proved)
  }

  private static func confirmed(_ witness: AnsweredRequest, _ invariant: Policy.Invariant)
    -> Verdict
  {
    invariant.isBroken(by: witness.decision) ? .broken(witness) : .unconfirmed(witness)
  }
}

/// One situation's part of a proof.
private struct ProofPart {
  let classes: ClassCount
  let broken: ClassCount
  let witness: AnsweredRequest?
  let cover: RegionCover?

  init(
    _ invariant: Policy.Invariant, _ policy: CompiledPolicy, _ situation: Situation, _ bound: Int
  ) throws(NotFinished) {
    let universe = try Universe(
      [Judge(policy: policy, restrictions: situation.restrictions)],
      conditions: [invariant.when], fixed: situation.fixed, bound: bound)
    let diagrams = universe.diagrams
    let when = try universe.truth(of: invariant.when, .restrictive, isException: false, 0)
    // What the invariant does not speak of is never built.
    let domain = try universe.domain(within: try diagrams.possibly(when))
    classes = diagrams.count(domain)
    let builder = AnswerBuilder(universe)
    let answers = try builder.answers(in: domain)
    let kinds = builder.table.kinds
    let region = try diagrams.map(answers) { place in
      kinds[Int(place)].map { invariant.isBroken(by: $0) } ?? false ? 2 : 0
    }
    broken = diagrams.count(region)
    guard !region.isZero else {
      (witness, cover) = (nil, nil)
      return
    }
    // The plainest is one of which the condition certainly holds, if there is one.
    let certain = try diagrams.and(region, try diagrams.certainly(when))
    witness = universe.witness(in: certain.isZero ? region : certain).map {
      AnsweredRequest($0, policy, situation)
    }
    cover = try RegionCover(of: region, in: universe.domain(), universe)
  }
}

extension Policy.Invariant {
  func isBroken(by kind: AnswerKind) -> Bool {
    switch claim {
    case .never(let answer): answer.matches(kind)
    case .always(let answer): !answer.matches(kind)
    }
  }
}

extension Policy.Invariant.Answer {
  /// The same as of a decision, of all that are alike.
  func matches(_ kind: AnswerKind) -> Bool {
    (outcomes.isEmpty || outcomes.contains(kind.outcome))
      && atLeast.map { kind.outcome >= $0 } ?? true
      && (honoured.isEmpty || honoured.contains(kind.honoured))
      && (exposures.isEmpty || kind.places.contains { exposures.contains($0) })
  }
}
