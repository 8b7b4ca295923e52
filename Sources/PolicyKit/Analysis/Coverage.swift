public import Findings

/// Which classes of requests that matter to a policy its tests reach.
///
/// Each rule and each default is to decide in some test; of each bound of a version, size or time
/// that a rule tests both sides are to be tried, with all else that the rule tests as it asks; of
/// each exception it is to be tried that it holds.
public struct Coverage: Sendable {
  /// What a test is to show.
  public struct Goal: Sendable, Hashable {
    /// What kind.
    public let kind: Kind
    /// In words, such as `rule a decides`.
    public let text: String
    /// The rule; nil for a default.
    public let rule: String?
    /// Where what it is about stands.
    public let location: SourceLocation
    /// The tests that reach it.
    public let reachedBy: [String]
    /// A test that would, with the answer as it is now; nil where one does.
    public let missing: PolicyTest?

    /// Kinds of goals.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A rule, or a default, decides.
      case decides
      /// A rule's exception holds.
      case exception
      /// A value lies just within a bound that a rule tests.
      case inside
      /// A value lies just beyond it.
      case outside
    }
  }

  /// The goals that some request reaches, in the order of the rules.
  public private(set) var goals: [Goal] = []
  /// Why not all goals were looked at; nil where they were.
  public private(set) var unfinished: NotFinished?

  /// The goals that no test reaches.
  public var missing: [Goal] { goals.filter { $0.missing != nil } }

  /// Holds the tests of `policy` against what they should reach.
  public init(_ policy: CompiledPolicy, bound: Int = AnalysisBound.usual) {
    do throws(NotFinished) {
      let search = try CoverageSearch(policy, bound)
      for goal in try search.openGoals() {
        if let met = try search.goal(goal, named: goals.compactMap(\.missing)) { goals.append(met) }
      }
    } catch { unfinished = error }
  }
}

/// Looks for goals and for requests that reach them.
private struct CoverageSearch {
  struct Open {
    let kind: Coverage.Goal.Kind
    let text: String
    let rule: Rule?
    let location: SourceLocation
    let region: Diagram
  }

  let policy: CompiledPolicy
  let uses: RuleUses
  private let tests: [(name: String, states: [[Int]])]

  init(_ policy: CompiledPolicy, _ bound: Int) throws(NotFinished) {
    self.policy = policy
    let uses = try RuleUses(policy, bound: bound)
    self.uses = uses
    tests = policy.tests.map { test in
      let items = test.request.items.isEmpty ? [nil] : test.request.items.indices.map { $0 }
      return (
        test.name, items.compactMap { uses.universe.states(of: test.request, item: $0) }
      )
    }
  }

  private var diagrams: Diagrams { uses.universe.diagrams }

  func openGoals() throws(NotFinished) -> [Open] {
    var goals: [Open] = []
    for use in uses.all {
      goals.append(
        Open(
          kind: .decides, text: "rule `\(use.rule.id)` decides", rule: use.rule,
          location: use.rule.location, region: try uses.deciding(use)))
      if let unless = use.rule.unless {
        goals.append(try exception(unless, of: use))
      }
      for leaf in use.rule.when.leaves { goals += try sides(of: leaf, use) }
    }
    return goals + (try defaults())
  }

  private func exception(_ unless: Condition, of use: RuleUses.Use) throws(NotFinished) -> Open {
    let when = try diagrams.certainly(
      try uses.universe.truth(
        of: use.rule.when, use.rule.effect == .allow ? .allowing : .restrictive,
        isException: false, 0))
    let holds = try diagrams.certainly(
      try uses.universe.truth(
        of: unless, use.rule.effect == .allow ? .restrictive : .allowing, isException: true, 0))
    return Open(
      kind: .exception, text: "the exception of rule `\(use.rule.id)` holds", rule: use.rule,
      location: use.rule.location,
      region: try diagrams.and(uses.domain, try diagrams.and(when, holds)))
  }

  /// Both sides of each bound of one test.
  private func sides(of leaf: Condition.Leaf, _ use: RuleUses.Use) throws(NotFinished) -> [Open] {
    guard let level = uses.universe.level(of: leaf.attribute),
      let partition = uses.universe.partitions[leaf.attribute]
    else { return [] }
    var rest = use.rule
    rest.when = rest.when.replacing(leaf, by: .always)
    let others = try diagrams.certainly(
      try uses.universe.truth(
        of: rest, as: rest.effect == .allow ? .allowing : .restrictive, 0))
    let base = try diagrams.and(uses.domain, others)
    var goals: [Open] = []
    for (edge, name) in leaf.test.edges {
      // The class that begins at the bound, or right behind it, and the one before it.
      guard let place = partition.place(of: edge) else { continue }
      let above = name.isStart ? place : place + 1
      for (side, index) in [("below", above - 1), ("from", above)]
      where partition.classes.indices.contains(index) {
        let passes =
          leaf.truth(of: partition.classes[index].representative, everyMember: true) == .yes
        var branches = [Diagram](repeating: .no, count: partition.classes.count + 2)
        branches[index] = .yes
        let words = side == "below" ? name.before : name.after
        goals.append(
          Open(
            kind: passes ? .inside : .outside,
            text:
              "`\(leaf.attribute.rawValue)` \(words), \(passes ? "within" : "beyond") the bound "
              + "of rule `\(use.rule.id)`",
            rule: use.rule, location: leaf.location,
            region: try diagrams.and(base, try diagrams.node(level, branches))))
      }
    }
    return goals
  }

  private func defaults() throws(NotFinished) -> [Open] {
    let builder = NeedBuilder(
      universe: uses.universe, reading: 0, table: uses.builder.needTable)
    let needs = uses.builder.needTable.needs
    var goals: [Open] = []
    for (index, layer) in policy.layers.enumerated() {
      for operation in Operation.allCases {
        guard let stated = layer.defaults[operation] else { continue }
        let open = try builder.undisplaced(
          by: [index], in: try diagrams.and(uses.domain, try uses.requests(for: operation)))
        let level = try diagrams.map(uses.needs) {
          $0 != 0 && needs[Int($0)].required == stated.posture ? 2 : 0
        }
        goals.append(
          Open(
            kind: .decides,
            text: "the default of `\(layer.name)` for \(operation.rawValue) decides", rule: nil,
            location: stated.location, region: try diagrams.and(open, level)))
      }
    }
    return goals
  }

  /// The goal with the tests that reach it, or with one that would; nil where no request does.
  func goal(_ open: Open, named: [PolicyTest]) throws(NotFinished) -> Coverage.Goal? {
    guard !open.region.isZero else { return nil }
    let reached = tests.filter { test in
      test.states.contains { diagrams.value(open.region, at: $0) != 0 }
    }.map(\.name)
    // Several goals may be reached by one new test.
    let isNew = named.contains { test in
      uses.universe.states(of: test.request).map { diagrams.value(open.region, at: $0) != 0 }
        ?? false
    }
    var missing: PolicyTest?
    if reached.isEmpty, let request = uses.universe.witness(in: open.region) {
      missing =
        isNew
        ? named.first { test in
          uses.universe.states(of: test.request).map { diagrams.value(open.region, at: $0) != 0 }
            ?? false
        } : test(request, open)
    }
    return Coverage.Goal(
      kind: open.kind, text: open.text, rule: open.rule?.id, location: open.location,
      reachedBy: reached, missing: missing)
  }

  private func test(_ request: Request, _ open: Open) -> PolicyTest {
    let decision = decide(request, policy: policy)
    let decides = decision.reasons.contains {
      $0.kind == .rule && $0.id == open.rule?.id && $0.effect != nil
    }
    return PolicyTest(
      name: open.text.filter { $0 != "`" }, request: request,
      expected: .init(
        outcome: decision.outcome, honoured: decision.honoured,
        rule: decides ? open.rule?.id : nil),
      location: open.location)
  }
}

extension Condition {
  /// The condition with every leaf like `leaf` replaced.
  fileprivate func replacing(_ leaf: Leaf, by other: Condition) -> Condition {
    switch self {
    case .all(let parts): .all(parts.map { $0.replacing(leaf, by: other) })
    case .any(let parts): .any(parts.map { $0.replacing(leaf, by: other) })
    case .not(let part): .not(part.replacing(leaf, by: other))
    case .leaf(let found): found == leaf ? other : self
    }
  }
}

extension Condition.Test {
  /// How a bound is called: whether the class of its value begins there, and both its sides.
  fileprivate struct Edge {
    let isStart: Bool
    let before: String
    let after: String
  }

  /// The values at which an ordered test begins or ends to pass.
  fileprivate var edges: [(AttributeValue, Edge)] {
    switch self {
    case .oneOf, .prefix: []
    case .versions(let bounds): Self.edges(bounds) { .version($0) }
    case .numbers(let bounds): Self.edges(bounds) { .number($0) }
    case .instants(let bounds): Self.edges(bounds) { .instant($0) }
    }
  }

  private static func edges<Value>(
    _ bounds: Condition.Bounds<Value>, _ make: (Value) -> AttributeValue
  ) -> [(AttributeValue, Edge)] {
    let starts = [bounds.from, bounds.below].compactMap(\.self).map { value in
      (
        make(value),
        Edge(isStart: true, before: "below \(make(value))", after: "from \(make(value)) on")
      )
    }
    let ends = [bounds.above, bounds.through].compactMap(\.self).map { value in
      (
        make(value),
        Edge(isStart: false, before: "up to \(make(value))", after: "above \(make(value))")
      )
    }
    return starts + ends
  }
}
