import Devices
import Foundation
import TestSupport

@testable import PolicyKit

/// Every class of requests of a policy, one after the other: what the masks' own machine code makes
/// of it against what the diagrams say, and now and then the plain interpreter and the whole answer.
///
/// Nothing is reasoned about here. The numbers that a request is told apart by are put down a level at
/// a time on the way to each class.
final class EveryClass {
  /// Whether somebody asked for it: it takes minutes.
  static let isAsked = ProcessInfo.processInfo.environment["PBPOLICY_EVERY_CLASS"] != nil

  let comparison: DiagramComparison
  let name: String
  private let needs: Diagram
  private let universe: Universe
  private let diagrams: Diagrams
  private let judge: Judge
  private let vocabulary: Vocabulary
  private let decider: QuickDecider
  /// The token of each state of each level's variable; sets aside.
  private let tokens: [[UInt16]]
  @exclusivity(unchecked)
  private var states: [Int]
  @exclusivity(unchecked)
  private var random: SeededGenerator
  /// One class in so many is put to the plain interpreter too.
  private let share: UInt64
  @exclusivity(unchecked)
  private(set) var count = 0
  private(set) var shared = 0
  @exclusivity(unchecked)
  private(set) var difference: String?
  /// What was heard of some masks, each at the place of its hash until another takes it.
  @exclusivity(unchecked)
  private var heard: [(key: MaskKey, need: Int32)?] = Array(repeating: nil, count: 1 << 14)
  @exclusivity(unchecked)
  private var scratch: [MaskTable.Chunk]
  @exclusivity(unchecked)
  private var joined: [MaskTable.Chunk]

  /// What the need of a request can hang on, once its operation is known.
  private struct MaskKey: Hashable {
    let possible: MaskTable.Chunk
    let certain: MaskTable.Chunk
    let reach: Truth
    let operation: PolicyKit.Operation

    @inline(__always)
    var place: Int {
      var hash: UInt64 = UInt64(reach.rank) &+ UInt64(operation.place) << 8
      for lane in 0..<4 {
        hash = (hash ^ possible[lane]) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 29 ^ certain[lane]) &* 0xBF58_476D_1CE4_E5B9
      }
      return Int(truncatingIfNeeded: hash >> 50)
    }
  }

  init?(_ judge: Judge, _ name: String, oneIn share: UInt64) throws {
    guard let vocabulary = judge.policy.masks.vocabulary, let decider = QuickDecider(judge.policy)
    else { return nil }
    comparison = try DiagramComparison(judge)
    self.judge = judge
    self.name = name
    self.vocabulary = vocabulary
    self.decider = decider
    self.share = share
    universe = comparison.universe
    diagrams = universe.diagrams
    needs = try NeedBuilder(universe: universe, reading: 0, table: comparison.builder.needTable)
      .needs(in: comparison.domain)
    random = SeededGenerator(seed: 1)
    states = [Int](repeating: 0, count: universe.variables.count)
    let universe = universe
    tokens = universe.variables.map { variable in
      switch variable {
      case .member: return []
      case .equal(let attribute):
        return [vocabulary.derived[attribute.place].no, vocabulary.derived[attribute.place].yes]
      case .state(let attribute):
        guard !attribute.isSet else { return [0, Token.unknown, Token.absent] }
        return universe.classes(attribute).map {
          vocabulary.token(attribute, $0.representative) ?? 0
        } + [Token.unknown, Token.absent]
      }
    }
    let programs = PolicyKit.Operation.allCases.compactMap { judge.policy.masks.voices($0).program }
    guard programs.allSatisfy({ $0.table.chunks == 1 }) else { return nil }
    scratch = Array(repeating: MaskTable.Chunk(), count: MaskProgram.room(1))
    joined = Array(
      repeating: MaskTable.Chunk(),
      count: max(1, programs.map { $0.scratch.joined.count }.max() ?? 1))
  }

  /// Goes through all of them until something differs.
  func run() {
    for operation in universe.operations {
      for platform in universe.platforms {
        for asker in universe.askers {
          guard
            let request = judge.policy.classified(operation, on: platform, askedBy: asker),
            let program = judge.policy.masks.voices(operation).program
          else { continue }
          fixed = [
            .operation: operation.rawValue, .platform: platform.rawValue, .askedBy: asker.rawValue,
          ]
          visit(
            0, comparison.domain, needs, comparison.answers, request, program.table)
          if difference != nil { return }
        }
      }
    }
  }

  @exclusivity(unchecked)
  private var fixed: [Attribute: String] = [:]

  private func visit(
    _ level: Int, _ domain: Diagram, _ needs: Diagram, _ answers: Diagram,
    _ request: borrowing ClassifiedRequest, _ table: MaskTable
  ) {
    guard level < states.count else { return check(needs, answers, request, table) }
    var next = copy request
    for state in 0..<diagrams.arity[level] {
      let inside = diagrams.child(domain, state, at: level)
      guard !inside.isZero else { continue }
      states[level] = state
      guard put(level, state, &next) else { continue }
      visit(
        level + 1, inside, diagrams.child(needs, state, at: level),
        diagrams.child(answers, state, at: level), next, table)
      if difference != nil { return }
    }
  }

  /// Puts down what a state says; false where it is not what this walk is for.
  @inline(__always)
  private func put(_ level: Int, _ state: Int, _ request: inout ClassifiedRequest) -> Bool {
    switch universe.variables[level] {
    case .state(let attribute):
      if attribute == .operation || attribute == .platform || attribute == .askedBy {
        return universe.classes(attribute)[state].representative.description == fixed[attribute]
      }
      if attribute.isSet {
        put(attribute, state == 0 ? Token.empty : tokens[level][state], &request)
      } else {
        put(attribute, tokens[level][state], &request)
      }
    case .equal(let attribute):
      guard let (source, destination) = attribute.derivation else { return false }
      let isKnown =
        request.token(source) >= Token.first && request.token(destination) >= Token.first
      put(attribute, isKnown ? tokens[level][state] : Token.absent, &request)
    case .member(let attribute, let place):
      let first = level - place
      guard states[first - 1] == 0 else { return true }
      // The members so far; the last level has them all.
      let members = (0...place).filter { states[first + $0] == 1 }.compactMap {
        vocabulary.domains[attribute.place].place(
          of: universe.classes(attribute)[$0].representative.description)
      }
      put(attribute, members.isEmpty ? Token.empty : Token.absent, &request)
      for member in members { _ = request.add(Token.of(class: member), to: attribute) }
    }
    return true
  }

  /// What is left out is no token of a request, but that nothing is given.
  @inline(__always)
  private func put(_ attribute: Attribute, _ token: UInt16, _ request: inout ClassifiedRequest) {
    if request.isGiven(attribute) || token == Token.absent { request.clear(attribute) }
    if token != Token.absent { request.put(attribute, token) }
    request.settleDependent()
  }

  private func check(
    _ needs: Diagram, _ answers: Diagram, _ request: borrowing ClassifiedRequest,
    _ table: MaskTable
  ) {
    count += 1
    guard let number = needs.value, let answer = answers.value,
      let kind = comparison.builder.table.kinds[Int(answer)]
    else { return fail("no answer") }
    let need = need(request, table)
    guard need == number else { return fail("the masks need \(need), the diagram \(number)") }
    if judge.restrictions == nil {
      let outcome = decider.outcome(of: request)
      guard outcome == kind.outcome, decider.required == kind.required else {
        return fail("the masks' outcome is \(outcome), the diagram's \(kind.outcome)")
      }
    }
    if random.next() % share == 0 { checkWhole() }
  }

  /// The number of what is needed, by the masks.
  private func need(_ request: borrowing ClassifiedRequest, _ table: MaskTable) -> Int32 {
    scratch.withUnsafeMutableBufferPointer { found in
      joined.withUnsafeMutableBufferPointer { joined in
        guard let found = found.baseAddress, let joined = joined.baseAddress else { return -1 }
        return request.withTokens(profilesGiven: judge.restrictions != nil) { tokens in
          table.evaluate(tokens, found: found, joined: joined)
          let key = MaskKey(
            possible: found[0], certain: found[1], reach: table.reach(tokens),
            operation: table.operation)
          let place = key.place
          if let known = heard[place], known.key == key { return known.need }
          let voices = judge.policy.masks.voices(table.operation)
          guard let program = voices.program else { return -1 }
          var verdict = Verdict()
          Hearing(
            voices: voices, program: program, table: table, restrictions: judge.restrictions,
            layers: voices.layers, found: found, joined: joined
          ).hear(tokens, item: nil, into: &verdict)
          verdict.join(voices)
          let need = comparison.builder.needTable.number(verdict.need)
          heard[place] = (key, need)
          return need
        }
      }
    }
  }

  private func checkWhole() {
    shared += 1
    guard let request = universe.request(states) else { return fail("no request") }
    if let found = MaskAgreement.difference(request, judge.policy, judge.restrictions) {
      return fail(found)
    }
    do {
      if try !comparison.agrees(on: states, name) { fail("the whole answer differs") }
    } catch { fail("\(error)") }
  }

  private func fail(_ why: String) {
    difference = "\(name): \(comparison.describe(states)): \(why)"
  }
}
