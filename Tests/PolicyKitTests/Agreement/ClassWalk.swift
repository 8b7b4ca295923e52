import TestSupport

@testable import PolicyKit

/// Ways through the classes of requests that a comparison tells apart.
extension DiagramComparison {
  private var diagrams: Diagrams { universe.diagrams }

  /// The combinations that requests have of the states at `levels`, whatever the others are.
  func projected(_ region: Diagram, onto levels: Set<Int>) throws -> Diagram {
    var known: [Diagram: Diagram] = [:]
    func project(_ diagram: Diagram) throws -> Diagram {
      guard diagram.value == nil else { return diagram }
      if let found = known[diagram] { return found }
      let level = diagrams.level(diagram)
      let branches = try (0..<diagrams.arity[level]).map {
        try project(diagrams.child(diagram, $0, at: level))
      }
      let result =
        levels.contains(level)
        ? try diagrams.node(level, branches)
        : try branches.reduce(.no) { try diagrams.or($0, $1) }
      known[diagram] = result
      return result
    }
    return try project(region)
  }

  /// Hands every combination of states at `levels` that some request has to `body`; the others are
  /// nil. Ends early where `body` says no.
  func forEachCombination(
    at levels: Set<Int>, in region: Diagram, _ body: ([Int?]) throws -> Bool
  ) throws {
    var chosen = [Int?](repeating: nil, count: universe.variables.count)
    func visit(_ diagram: Diagram, _ level: Int) throws -> Bool {
      guard !diagram.isZero else { return true }
      guard level < chosen.count else { return try body(chosen) }
      guard levels.contains(level) else { return try visit(diagram, level + 1) }
      defer { chosen[level] = nil }
      for state in 0..<diagrams.arity[level] {
        chosen[level] = state
        guard try visit(diagrams.child(diagram, state, at: level), level + 1) else { return false }
      }
      return true
    }
    _ = try visit(try projected(region, onto: levels), 0)
  }

  /// Some request of `region` with these states; nil where there is none.
  func completed(
    _ chosen: [Int?], in region: Diagram, _ random: inout SeededGenerator
  ) -> [Int]? {
    var states = [Int](repeating: 0, count: chosen.count)
    var dead: Set<Diagram> = []
    func complete(_ diagram: Diagram, _ level: Int) -> Bool {
      guard !diagram.isZero, !dead.contains(diagram) else { return false }
      guard level < states.count else { return true }
      let count = diagrams.arity[level]
      let first = chosen[level] ?? Int.random(in: 0..<count, using: &random)
      for turn in 0..<(chosen[level] == nil ? count : 1) {
        states[level] = (first + turn) % count
        if complete(diagrams.child(diagram, states[level], at: level), level + 1) { return true }
      }
      dead.insert(diagram)
      return false
    }
    return complete(region, 0) ? states : nil
  }

  /// One class for each value that `diagram` has, 0 aside; the states that it does not look at are
  /// drawn.
  func representatives(_ diagram: Diagram, _ random: inout SeededGenerator) -> [Int32: [Int]] {
    var found: [Int32: [Int]] = [:]
    var seen: Set<Diagram> = []
    var states = diagrams.arity.map { Int.random(in: 0..<$0, using: &random) }
    func visit(_ diagram: Diagram) {
      if let value = diagram.value {
        if value != 0, found[value] == nil { found[value] = states }
        return
      }
      guard seen.insert(diagram).inserted else { return }
      let level = diagrams.level(diagram)
      let count = diagrams.arity[level]
      let first = Int.random(in: 0..<count, using: &random)
      let before = states[level]
      for turn in 0..<count {
        states[level] = (first + turn) % count
        visit(diagrams.child(diagram, states[level], at: level))
      }
      states[level] = before
    }
    visit(diagram)
    return found
  }

  /// The levels that a diagram looks at.
  func support(of diagram: Diagram) -> Set<Int> {
    var levels: Set<Int> = []
    var seen: Set<Diagram> = []
    var open = [diagram]
    while let next = open.popLast() {
      guard next.value == nil, seen.insert(next).inserted else { continue }
      let level = diagrams.level(next)
      levels.insert(level)
      for state in 0..<diagrams.arity[level] {
        open.append(diagrams.child(next, state, at: level))
      }
    }
    return levels
  }

  /// The region of one operation.
  func region(_ operation: PolicyKit.Operation) throws -> Diagram {
    try diagrams.and(
      domain,
      try universe.truth(
        of: Questions.leaf(.operation, operation.rawValue), .restrictive, isException: false, 0))
  }
}
