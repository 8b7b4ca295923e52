public import Findings

/// What rules do in the end, over every request that there is: the part of `policy check` that no
/// look at a single rule can tell.
public struct PolicyReview: Sendable {
  /// Rules that never match or decide, change nothing, or promise what is never kept.
  public private(set) var findings: [Finding] = []
  /// Where no rule of a layer speaks and a default alone answers, an operation each.
  public private(set) var silences: [Silence] = []
  /// Where what is required cannot be carried out.
  public private(set) var unkept: [Unkept] = []
  /// How many classes of requests there are.
  public private(set) var classes = ClassCount.zero
  /// Whether it was looked for rules that change nothing; not in very long policies.
  public private(set) var foundIdleRules = true
  /// Why it is not finished; nil where it is.
  public private(set) var unfinished: NotFinished?

  /// Where a default alone answers.
  public struct Silence: Sendable {
    /// What is asked for.
    public let operation: Operation
    /// What the defaults come to.
    public let posture: Posture
    /// Where.
    public let cover: RegionCover
  }

  /// Where what is required cannot be carried out.
  public struct Unkept: Sendable {
    /// What is required.
    public let required: Posture
    /// What is answered.
    public let outcome: Posture
    /// How far that is honoured.
    public let honoured: Honoured
    /// Where.
    public let cover: RegionCover
  }

  /// The most rules of a policy among which those are looked for that change nothing.
  public static let mostForIdleRules = 200

  /// Looks through `policy`.
  public init(_ policy: CompiledPolicy, bound: Int = AnalysisBound.usual) {
    do throws(NotFinished) {
      try look(try RuleUses(policy, bound: bound))
    } catch { unfinished = error }
    findings.sort()
  }

  private mutating func look(_ uses: RuleUses) throws(NotFinished) {
    classes = uses.universe.diagrams.count(uses.domain)
    let answers = try uses.answers()
    let kept = try uses.kept(by: answers)
    for use in uses.all {
      if let finding = try uses.finding(about: use, kept: kept) { findings.append(finding) }
    }
    foundIdleRules = uses.all.count <= Self.mostForIdleRules
    if foundIdleRules {
      for use in uses.all {
        guard try uses.decides(use), let finding = try uses.idleness(of: use) else { continue }
        findings.append(finding)
      }
    }
    try lookForSilences(uses)
    try lookForUnkept(uses, answers)
  }

  private mutating func lookForSilences(_ uses: RuleUses) throws(NotFinished) {
    let diagrams = uses.universe.diagrams
    var silent = uses.domain
    for use in uses.all {
      silent = try diagrams.without(silent, try diagrams.possibly(use.matches))
    }
    for operation in Operation.allCases {
      let here = try diagrams.and(silent, try uses.requests(for: operation))
      guard !here.isZero else { continue }
      let stated = uses.policy.layers.compactMap { $0.defaults[operation]?.posture }.max()
      silences.append(
        Silence(
          operation: operation, posture: stated ?? BuiltInRules.defaultPosture(operation),
          cover: try RegionCover(of: here, in: uses.domain, uses.universe, most: 3)))
    }
  }

  private mutating func lookForUnkept(_ uses: RuleUses, _ answers: Diagram) throws(NotFinished) {
    let diagrams = uses.universe.diagrams
    let kinds = uses.builder.table.kinds
    var seen: Set<[String]> = []
    for case let kind? in kinds {
      let key = [kind.required.rawValue, kind.outcome.rawValue, kind.honoured.rawValue]
      guard kind.outcome != kind.required || kind.honoured != .yes, seen.insert(key).inserted else {
        continue
      }
      let region = try diagrams.map(answers) { place in
        guard let other = kinds[Int(place)] else { return 0 }
        return other.required == kind.required && other.outcome == kind.outcome
          && other.honoured == kind.honoured ? 2 : 0
      }
      guard !region.isZero else { continue }
      unkept.append(
        Unkept(
          required: kind.required, outcome: kind.outcome, honoured: kind.honoured,
          cover: try RegionCover(of: region, in: uses.domain, uses.universe, most: 3)))
    }
    unkept.sort {
      ($0.required, $0.outcome, $0.honoured.rawValue) < (
        $1.required, $1.outcome, $1.honoured.rawValue
      )
    }
  }
}
