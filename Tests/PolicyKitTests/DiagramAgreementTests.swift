import Devices
import Findings
import TestSupport
import Testing

@testable import PolicyKit

/// The diagram says of every class of requests what deciding says of one request of it.
@Suite struct DiagramAgreementTests {
  private func compile(_ layers: [Policy]) -> CompiledPolicy? {
    PolicyCompiler(layers).compile().policy
  }

  @Test func everyDecisionOfGeneratedPoliciesIsTheDiagrams() throws {
    var compared = 0
    for seed in UInt64(1)...14 {
      var generator = PolicyGenerator(seed: seed)
      guard let policy = compile(generator.layers()) else { continue }
      let reading = Judge(policy: policy, restrictions: generator.restrictions())
      compared += try DiagramComparison(reading).compare(400, seed: seed)
    }
    #expect(compared > 2500)
  }

  @Test func whatIsDerivedAndBelievedIsReadAlike() throws {
    for seed in UInt64(1)...6 {
      var random = SeededGenerator(seed: seed)
      let policy = try #require(compile([Self.comparing(&random)]))
      let compared = try DiagramComparison(Judge(policy: policy, restrictions: nil))
        .compare(200, seed: seed)
      #expect(compared > 100)
    }
  }

  /// Every neighbour of a request is in the domain just if it is a request, and stands for itself.
  @Test func theDomainIsWhatRequestsAre() throws {
    for seed in UInt64(1)...24 {
      var generator = PolicyGenerator(seed: seed)
      guard let policy = compile(generator.layers()) else { continue }
      let comparison = try DiagramComparison(
        Judge(policy: policy, restrictions: generator.restrictions()), answers: false)
      let universe = comparison.universe
      for _ in 0..<200 {
        var states = comparison.sample(&generator.random)
        let level = Int.random(in: states.indices, using: &generator.random)
        states[level] = Int.random(
          in: 0..<universe.diagrams.arity[level], using: &generator.random)
        let isRequest = universe.request(states).map { universe.states(of: $0) == states } ?? false
        let isInside = universe.diagrams.value(comparison.domain, at: states) == 2
        #expect(
          isRequest == isInside,
          "seed \(seed): \(universe.variables[level]), \(comparison.describe(states)) \(String(describing: universe.request(states)))"
        )
        if isRequest != isInside { return }
      }
    }
  }

  /// Rules about what is compared, about sets read both ways, and about what may not be believed.
  private static func comparing(_ random: inout SeededGenerator) -> Policy {
    let leaves: [Condition.Leaf] = [
      .init(.sameApp, .oneOf(["yes"])), .init(.sameTeam, .oneOf(["no"])),
      .init(.sameIdentity, .oneOf(["yes"]), isNegated: true),
      .init(.sourceBundleID, .prefix(["com.a."])), .init(.destinationBundleID, .oneOf(["com.a.b"])),
      .init(.contentClass, .oneOf(["credential.token", "link"])),
      .init(.contentClass, .oneOf(["public"]), isNegated: true, mustBeKnown: true),
      .init(.contentType, .oneOf(["public.url"]), isNegated: true),
      .init(.contentType, .prefix(["public."])), .init(.marker, .oneOf(["concealed"])),
      .init(.marker, .oneOf(["other"]), isNegated: true),
      .init(.deviceGroups, .oneOf(["front-desk"]), isNegated: true),
      .init(.time, .instants(.init(from: 1_000_000_000_000, below: 1_500_000_000_000))),
      .init(.contentBytes, .numbers(.init(above: 10, through: 20)), mustBeKnown: true),
    ]
    func condition(_ random: inout SeededGenerator) -> Condition {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Condition.leaf(leaves.randomElement(using: &random) ?? leaves[0])
      }
      return Bool.random(using: &random) ? .all(parts) : .not(.any(parts))
    }
    let operation = Questions.leaf(.operation, "copy")
    return Policy(
      name: "comparing", minimumAssurance: Bool.random(using: &random) ? .assumed : .documented,
      expects: Bool.random(using: &random) ? [.copy: [.destinationTeamID, .marker]] : [:],
      rules: (0..<4).map { index in
        Rule(
          id: "r\(index)", effect: Posture.allCases[index % 3],
          when: .all([operation, condition(&random)]),
          unless: Bool.random(using: &random) ? condition(&random) : nil)
      })
  }
}

/// One reading, as a diagram and as deciding has it.
struct DiagramComparison {
  let reading: Judge
  let universe: Universe
  let domain: Diagram
  let answers: Diagram
  let builder: AnswerBuilder

  /// - Parameter condition: what requests are compared at all.
  init(_ reading: Judge, for condition: Condition = .always, answers isAnswered: Bool = true)
    throws
  {
    self.reading = reading
    universe = try Universe([reading], conditions: [condition])
    domain = try universe.domain(
      within: try universe.truth(of: condition, .restrictive, isException: false, 0))
    builder = AnswerBuilder(universe)
    answers = isAnswered ? try builder.answers(in: domain) : .no
  }

  /// Some request's states.
  func sample(_ random: inout SeededGenerator) -> [Int] {
    var diagram = domain
    return universe.variables.indices.map { level in
      let open = (0..<universe.diagrams.arity[level]).filter {
        !universe.diagrams.child(diagram, $0, at: level).isZero
      }
      let state = open.randomElement(using: &random) ?? 0
      diagram = universe.diagrams.child(diagram, state, at: level)
      return state
    }
  }

  /// Compares the answers to some requests; returns how many.
  func compare(_ count: Int, seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed &+ 1)
    for _ in 0..<count {
      let states = sample(&random)
      guard try agrees(on: states, "seed \(seed)") else { return 0 }
    }
    return count
  }

  func agrees(on states: [Int], _ name: String) throws -> Bool {
    guard let request = universe.request(states) else {
      Issue.record("\(name): no request for \(describe(states))")
      return false
    }
    let decision = decide(request, policy: reading.policy, restrictions: reading.restrictions)
    let kind = builder.table.kinds[Int(universe.diagrams.value(answers, at: states))]
    let agrees = kind == AnswerKind(decision) && universe.states(of: request) == states
    if !agrees {
      Issue.record(
        "\(name): \(String(describing: kind)) but \(AnswerKind(decision)) for \(describe(states))")
    }
    return agrees
  }

  func describe(_ states: [Int]) -> String {
    zip(universe.variables, states).map { "\($0)=\($1)" }.joined(separator: " ")
  }
}
