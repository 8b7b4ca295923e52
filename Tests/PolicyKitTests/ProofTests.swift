import Devices
import Findings
import TestSupport
import Testing

@testable import PolicyKit

/// What is proved, refuted and compared, held against deciding.
@Suite struct ProofTests {
  static func compile(_ layers: [Policy]) -> CompiledPolicy? {
    PolicyCompiler(layers).compile().policy
  }

  static let credentials = Condition.all([
    Questions.leaf(.operation, "copy"), Questions.leaf(.contentClass, "credential"),
  ])

  static func never(_ when: Condition, _ answer: Policy.Invariant.Answer) -> Policy.Invariant {
    Policy.Invariant(id: "i", when: when, claim: .never(answer))
  }

  @Test func anInvariantThatHoldsIsProvedWithItsClasses() throws {
    let policy = try #require(
      Self.compile([
        Policy(name: "p", rules: [Rule(id: "no", effect: .deny, when: Self.credentials)])
      ]))
    let proof = Proof(
      Self.never(Self.credentials, .init(exposures: [.otherDevices])), policy: policy)
    guard case .proved = proof.verdict else {
      Issue.record("\(proof.verdict)")
      return
    }
    #expect(proof.classes.rounded > 1000)
    #expect(proof.broken.isZero)
  }

  @Test func aBrokenInvariantComesWithARequestThatDecideConfirms() throws {
    let policy = try #require(
      Self.compile([Policy(name: "p", defaults: [.copy: .init(.allow)])]))
    let proof = Proof(
      Self.never(Self.credentials, .init(exposures: [.otherDevices])), policy: policy)
    guard case .broken(let witness) = proof.verdict else {
      Issue.record("\(proof.verdict)")
      return
    }
    #expect(witness.decision == decide(witness.request, policy: policy))
    #expect(witness.decision.exposures.contains { $0.place == .otherDevices })
    #expect(witness.request.values[.contentClass] != .some(nil))
    #expect(proof.regions.first?.cover.blocks.isEmpty == false)
  }

  @Test func whatSpeaksOfNoRequestIsVacuous() throws {
    let policy = try #require(Self.compile([Policy(name: "p")]))
    let when = Condition.all([
      Questions.leaf(.operation, "paste"), Questions.leaf(.platform, "iOS"),
      Questions.leaf(.remote, "yes"),
    ])
    guard case .vacuous = Proof(Self.never(when, .init(outcomes: [.allow])), policy: policy).verdict
    else {
      Issue.record("not vacuous")
      return
    }
  }

  @Test func aBoundIsNamedAndNothingElseIsSaid() throws {
    let policy = try #require(Self.compile([Self.adversary]))
    let clock = ContinuousClock()
    let start = clock.now
    let proof = Proof(
      Self.never(Questions.leaf(.operation, "copy"), .init(outcomes: [.allow])), policy: policy,
      bound: 200_000)
    guard case .notFinished(let error) = proof.verdict else {
      Issue.record("\(proof.verdict)")
      return
    }
    #expect(error.size > 100_000)
    #expect(clock.now - start < .seconds(60))
  }

  /// Rules that each pair one source with one destination of its own: no order of the variables
  /// keeps the diagram small.
  static let adversary: Policy = {
    var random = SeededGenerator(seed: 1)
    let attributes: [Attribute] = [
      .sourceBundleID, .destinationTeamID, .sourceIdentity, .destinationClass, .userGroups,
      .deviceGroups, .sourceTeamID, .destinationIdentity, .contentType,
    ]
    return Policy(
      name: "adversary", defaults: [.copy: .init(.allow)],
      rules: (0..<400).map { index in
        Rule(
          id: "r\(index)", effect: .deny,
          when: .all(
            [Questions.leaf(.operation, "copy")]
              + attributes.map { attribute in
                Questions.leaf(attribute, "v\(Int.random(in: 0..<12, using: &random))")
              }))
      })
  }()

  /// Over generated policies: what is called broken is, and what is proved is not broken by any of
  /// many requests.
  @Test func proofsHoldUnderGeneration() throws {
    var proved = 0
    var broken = 0
    for seed in UInt64(1)...24 {
      var generator = PolicyGenerator(seed: seed)
      guard let policy = Self.compile(generator.layers()) else { continue }
      let situation = Situation(restrictions: generator.restrictions())
      let operation = generator.pick(PolicyKit.Operation.allCases)
      let when = Condition.all([
        Questions.leaf(.operation, operation.rawValue), generator.leaf(for: [operation]),
      ]).normalised
      let answer: Policy.Invariant.Answer =
        generator.chance(50)
        ? .init(outcomes: [generator.pick(Posture.allCases)])
        : .init(exposures: [generator.pick(Exposure.Place.allCases)])
      let invariant = Self.never(when, answer)
      let proof = Proof(invariant, policy: policy, situations: [situation])
      switch proof.verdict {
      case .broken: broken += 1
      case .vacuous: break
      case .proved:
        proved += 1
        let universe = try Universe(
          [Judge(policy: policy, restrictions: situation.restrictions)], conditions: [when])
        let domain = try universe.domain(
          within: try universe.diagrams.possibly(
            try universe.truth(of: when, .restrictive, isException: false, 0)))
        for _ in 0..<60 {
          guard let request = universe.anyRequest(of: domain, &generator.random) else { break }
          let decision = decide(request, policy: policy, restrictions: situation.restrictions)
          #expect(!invariant.isBroken(by: decision), "seed \(seed)")
        }
      case .unconfirmed, .notFinished: Issue.record("seed \(seed): \(proof.verdict)")
      }
    }
    #expect(proved > 2 && broken > 2)
  }

  @Test func countingIsCountingOneByOne() throws {
    for seed in UInt64(1)...50 {
      var random = SeededGenerator(seed: seed)
      let arity = (0..<5).map { _ in Int.random(in: 2...4, using: &random) }
      let diagrams = Diagrams(arity: arity, bound: 100_000)
      let all = arity.reduce(1, *)
      let truths = (0..<all).map { _ in Int.random(in: 0...2, using: &random) }
      func build(_ level: Int, _ place: Int) throws -> Diagram {
        if level == arity.count { return .value(Int32(truths[place])) }
        return try diagrams.node(
          level, (0..<arity[level]).map { try build(level + 1, place * arity[level] + $0) })
      }
      let diagram = try build(0, 0)
      #expect(diagrams.count(diagram) == .exactly(UInt128(truths.filter { $0 != 0 }.count)))
      let certain = try diagrams.certainly(diagram)
      #expect(diagrams.count(certain) == .exactly(UInt128(truths.filter { $0 == 2 }.count)))
      let not = try diagrams.not(try diagrams.not(diagram))
      #expect(not == diagram)
    }
  }
}

extension Universe {
  /// Some request of a region.
  func anyRequest(of region: Diagram, _ random: inout SeededGenerator) -> Request? {
    var diagram = region
    let states = variables.indices.map { level -> Int in
      let open = (0..<diagrams.arity[level]).filter {
        !diagrams.child(diagram, $0, at: level).isZero
      }
      let state = open.randomElement(using: &random) ?? 0
      diagram = diagrams.child(diagram, state, at: level)
      return state
    }
    return request(states)
  }
}
