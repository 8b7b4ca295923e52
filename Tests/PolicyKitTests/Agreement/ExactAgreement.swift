import TestSupport

@testable import PolicyKit

/// Whether interpreter, masks and diagram agree about every class of requests, found out piece by
/// piece: three lemmas that together leave no class out.
///
/// 1. `subjects`: each rule, effect and mechanism is the same to all three on every combination of
///    the classes of what it looks at, and looks at nothing else.
/// 2. `joins`: on every combination of what the subjects are that some request has, the same voices
///    speak, and the same is needed.
/// 3. `answers`: on every combination of what is needed and what it stands on, the same is answered.
struct ExactAgreement {
  let comparison: DiagramComparison
  let needs: Diagram
  let name: String
  private(set) var tried = 0
  private let decider: QuickDecider?

  var universe: Universe { comparison.universe }
  var judge: Judge { comparison.reading }

  init(_ judge: Judge, _ name: String) throws {
    self.name = name
    decider = QuickDecider(judge.policy)
    comparison = try DiagramComparison(judge)
    needs = try NeedBuilder(
      universe: comparison.universe, reading: 0, table: comparison.builder.needTable
    ).needs(in: comparison.domain)
  }

  struct Difference: Error, CustomStringConvertible { let description: String }

  private func truth(of subject: Subject) throws -> Diagram {
    try universe.truth(of: subject.rule, as: subject.polarity, 0)
  }

  /// The levels of an attribute's variables.
  private func levels(of attribute: Attribute) -> [Int] {
    if let equal = universe.levelOfEqual(attribute) { return [equal] }
    guard let level = universe.level(of: attribute) else { return [] }
    return attribute.isSet
      ? Array(level...level + universe.classes(attribute).count) : [level]
  }

  /// The first lemma.
  mutating func checkSubjects(_ random: inout SeededGenerator) throws {
    for operation in PolicyKit.Operation.allCases {
      let region = try comparison.region(operation)
      for subject in Subject.all(operation, judge) {
        let around = subject.attributes.reduce(into: subject.attributes) {
          $0.formUnion($1.circumstances(for: operation))
        }
        let levels = Set(around.flatMap(levels(of:)))
        let diagram = try truth(of: subject)
        try checkReach(of: subject, operation, diagram, levels)
        try comparison.forEachCombination(at: levels, in: region) { chosen in
          guard let states = comparison.completed(chosen, in: region, &random) else {
            throw Difference(description: "\(name), \(subject.name): nothing completes \(chosen)")
          }
          tried += 1
          try check(subject, diagram, states)
          return true
        }
      }
    }
  }

  /// A subject's own masks and diagram look at nothing but what it names.
  private func checkReach(
    of subject: Subject, _ operation: PolicyKit.Operation, _ diagram: Diagram, _ levels: Set<Int>
  ) throws {
    let foreign = comparison.support(of: diagram).subtracting(levels)
    guard foreign.isEmpty else {
      throw Difference(description: "\(name), \(subject.name): the diagram looks at \(foreign)")
    }
    guard let vocabulary = judge.policy.masks.vocabulary,
      let program = judge.policy.masks.voices(operation).program, !program.table.hasTrees
    else { throw Difference(description: "\(name): \(operation) has no plain masks") }
    let read = program.table.attributes(of: subject.bit) {
      Token.rowsBefore + vocabulary.domains[$0].partition.classes.count
    }
    guard read.isSubset(of: subject.attributes) else {
      throw Difference(description: "\(name), \(subject.name): the masks look at \(read)")
    }
  }

  private func check(_ subject: Subject, _ diagram: Diagram, _ states: [Int]) throws {
    guard let request = universe.request(states), let words = MaskWords(request, judge) else {
      throw Difference(description: "\(name): no request for \(comparison.describe(states))")
    }
    let plain = subject.plain(request, judge)
    let masks = words.truth(subject.bit)
    let value = universe.diagrams.value(diagram, at: states)
    guard plain == masks, value == Int32(plain.rank) else {
      throw Difference(
        description: "\(name), \(subject.name): the interpreter says \(plain), the masks \(masks), "
          + "the diagram \(value) of \(request)")
    }
  }

  /// A number for every combination of what the subjects of an operation are, and whether the caller
  /// asks for less reach.
  private func combinations(_ operation: PolicyKit.Operation) throws -> Diagram {
    let diagrams = universe.diagrams
    var numbers: [Int64: Int32] = [:]
    var all = try diagrams.map(try comparison.region(operation)) { $0 == 0 ? 0 : 1 }
    var truths = try Subject.all(operation, judge)
      .filter { !$0.name.hasPrefix("mechanism") }.map(truth(of:))
    truths.append(
      try universe.truth(of: .leaf(EngineTests.reach), .restrictive, isException: false, 0))
    for truth in truths {
      numbers = [:]
      all = try diagrams.combine(
        Pairing(number: diagrams.newOperation()) { left, right in
          let key = Int64(left) << 32 | Int64(right)
          if let known = numbers[key] { return known }
          let next = Int32(numbers.count + 1)
          numbers[key] = next
          return next
        }, all, truth)
    }
    return all
  }

  /// The second lemma; returns how many classes the combinations cover.
  mutating func checkJoins(_ random: inout SeededGenerator) throws -> ClassCount {
    var covered = ClassCount.zero
    for operation in PolicyKit.Operation.allCases {
      let combinations = try combinations(operation)
      covered = covered + universe.diagrams.count(combinations)
      let found = comparison.representatives(combinations, &random)
      for (_, states) in found.sorted(by: { $0.key < $1.key }) {
        tried += 1
        try checkVerdict(states)
      }
    }
    return covered
  }

  private func checkVerdict(_ states: [Int]) throws {
    guard let request = universe.request(states),
      let masks = Verdict(request, judge.policy, judge.restrictions)
    else { throw Difference(description: "\(name): no request: \(comparison.describe(states))") }
    let plain = Requirement(request, judge.policy, judge.restrictions).verdict
    let number = universe.diagrams.value(needs, at: states)
    let diagram = comparison.builder.needTable.needs[Int(number)]
    guard plain == masks, diagram == plain.need.essential else {
      throw Difference(
        description: "\(name): \(request)\nthe interpreter: \(plain)\nthe masks: \(masks)\n"
          + "the diagram: \(diagram)")
    }
  }

  /// The third lemma; returns how many classes the combinations cover.
  mutating func checkAnswers(_ random: inout SeededGenerator) throws -> ClassCount {
    let diagrams = universe.diagrams
    let ground = try comparison.builder.ground(in: comparison.domain)
    var numbers: [Int64: Int32] = [:]
    let pairs = try diagrams.combine(
      Pairing(number: diagrams.newOperation()) { left, right in
        let key = Int64(left) << 32 | Int64(right)
        if let known = numbers[key] { return known }
        let next = Int32(numbers.count + 1)
        numbers[key] = next
        return next
      }, needs, ground)
    for (_, states) in comparison.representatives(pairs, &random).sorted(by: { $0.key < $1.key }) {
      tried += 1
      try checkAnswer(states)
    }
    return diagrams.count(pairs)
  }
  private func checkAnswer(_ states: [Int]) throws {
    let (policy, restrictions) = (judge.policy, judge.restrictions)
    guard let request = universe.request(states),
      let masks = Verdict(request, policy, restrictions),
      let kind = comparison.builder.table.kinds[
        Int(universe.diagrams.value(comparison.answers, at: states))]
    else { throw Difference(description: "\(name): no request: \(comparison.describe(states))") }
    // The interpreter's need is the same; only who looked for mechanisms differs.
    for (who, mechanisms) in [("interpreter", nil), ("masks", masks.mechanisms)] {
      let own = AnswerKind(
        Fulfilment(
          request, masks.need, minimum: policy.minimumAssurance, restrictions,
          mechanisms: mechanisms, expects: policy.expects[request.operation] ?? []))
      guard own == kind else {
        throw Difference(
          description: "\(name): \(request)\nthe \(who): \(own)\nthe diagram: \(kind)")
      }
    }
    guard restrictions == nil, let classified = policy.classified(request) else { return }
    let outcome = decider?.outcome(of: classified)
    guard outcome == kind.outcome, decider?.required == kind.required else {
      throw Difference(
        description: "\(name): \(request)\nin haste: \(String(describing: outcome))\n"
          + "the diagram: \(kind)")
    }
  }
}
