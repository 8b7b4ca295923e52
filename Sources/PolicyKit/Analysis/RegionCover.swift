/// A region of requests in a few words: blocks of conditions, the largest first.
public struct RegionCover: Sendable {
  /// What must hold of the requests of one block: all of it.
  public struct Block: Sendable, Hashable {
    /// Each attribute that matters, and what it must be.
    public let terms: [Term]
    /// The same with every content class named, for programs.
    public let wholeTerms: [Term]
    /// How many classes of the region it covers that no block before it did.
    public let classes: ClassCount

    /// The terms in one line, such as `operation copy, platform iOS, iPadOS; owner others`.
    public var text: String {
      terms.isEmpty ? "every request" : terms.map(\.text).joined(separator: "; ")
    }
  }

  /// What one attribute must be.
  public struct Term: Sendable, Hashable {
    /// The attribute.
    public let attribute: Attribute
    /// What it must be, such as `below 15.0` or `credential.*`.
    public let words: String

    /// Both.
    public var text: String { "\(attribute.rawValue) \(words)" }
  }

  /// The blocks, the largest first.
  public private(set) var blocks: [Block] = []
  /// How many classes of the region no block covers.
  public private(set) var leftOut = ClassCount.zero
  /// How many classes the region has.
  public let classes: ClassCount

  /// Covers `region`, a part of `domain`, by at most `most` blocks.
  init(of region: Diagram, in domain: Diagram, _ universe: Universe, most: Int = 6)
    throws(NotFinished)
  {
    let diagrams = universe.diagrams
    classes = diagrams.count(region)
    let target = try diagrams.or(region, try diagrams.not(domain))
    var rest = region
    while !rest.isZero, blocks.count < most {
      var cube = Cube(around: universe.largestPath(in: rest), universe)
      cube.widen(within: target)
      let covered = try diagrams.and(rest, try cube.diagram())
      rest = try diagrams.without(rest, covered)
      let text = CubeText(cube, in: domain)
      blocks.append(
        Block(
          terms: text.terms, wholeTerms: text.whole.terms,
          classes: diagrams.count(covered)))
    }
    blocks.sort { $0.classes.rounded > $1.classes.rounded }
    leftOut = diagrams.count(rest)
  }
}

/// For each variable the states that it may have.
struct Cube {
  let universe: Universe
  /// By level and state.
  private(set) var allowed: [[Bool]]

  init(around states: [Set<Int>], _ universe: Universe) {
    self.universe = universe
    allowed = states.enumerated().map { level, states in
      (0..<universe.diagrams.arity[level]).map { states.contains($0) }
    }
  }

  /// Lets variables have more states as long as it stays within `target`, those that say least to a
  /// reader first.
  mutating func widen(within target: Diagram) {
    for level in order {
      let before = allowed[level]
      allowed[level] = before.map { _ in true }
      if isWithin(target) { continue }
      allowed[level] = before
      guard before.count > 2 else { continue }
      for state in before.indices where !before[state] {
        allowed[level][state] = true
        if !isWithin(target) { allowed[level][state] = false }
      }
    }
  }

  /// The levels, those of what readers look for last.
  private var order: [Int] {
    let sought: [Attribute] = [.owner, .osVersion, .contentClass, .platform, .operation]
    func weight(_ variable: Universe.Variable) -> Int {
      switch variable {
      case .state(let attribute), .member(let attribute, _), .equal(let attribute):
        (sought.firstIndex(of: attribute) ?? -1) * 2
      }
    }
    return universe.variables.indices.sorted {
      (weight(universe.variables[$0]), -$0) < (weight(universe.variables[$1]), -$1)
    }
  }

  /// Whether every assignment of the cube is yes for `target`.
  private func isWithin(_ target: Diagram) -> Bool {
    let diagrams = universe.diagrams
    var seen: Set<Diagram> = []
    var open = [target]
    while let next = open.popLast() {
      if next == .yes { continue }
      guard next.value == nil else { return false }
      guard seen.insert(next).inserted else { continue }
      let level = diagrams.level(next)
      for state in allowed[level].indices where allowed[level][state] {
        open.append(diagrams.child(next, state, at: level))
      }
    }
    return true
  }

  /// The states of one variable that some request has, whatever the cube says of that variable.
  func possible(_ level: Int, in domain: Diagram) -> [Bool] {
    var other = self
    return allowed[level].indices.map { state in
      other.allowed[level] = allowed[level].indices.map { $0 == state }
      return other.meets(domain)
    }
  }

  /// Whether some assignment of the cube is not no for `target`.
  private func meets(_ target: Diagram) -> Bool {
    let diagrams = universe.diagrams
    var seen: Set<Diagram> = []
    var open = [target]
    while let next = open.popLast() {
      guard next.value == nil else {
        if next.isZero { continue }
        return true
      }
      guard seen.insert(next).inserted else { continue }
      let level = diagrams.level(next)
      for state in allowed[level].indices where allowed[level][state] {
        open.append(diagrams.child(next, state, at: level))
      }
    }
    return false
  }

  /// Yes for its assignments, no elsewhere.
  func diagram() throws(NotFinished) -> Diagram {
    var below = Diagram.yes
    for level in allowed.indices.reversed() {
      below = try universe.diagrams.node(level, allowed[level].map { $0 ? below : .no })
    }
    return below
  }
}

extension Universe {
  /// Of each variable the states along a path of a region that covers much of it.
  func largestPath(in region: Diagram) -> [Set<Int>] {
    var weights: [Diagram: Double] = [:]
    func weight(_ diagram: Diagram, _ from: Int) -> Double {
      guard !diagram.isZero else { return 0 }
      let level = diagrams.level(diagram)
      var free = 1.0
      for skipped in from..<level { free *= Double(diagrams.arity[skipped]) }
      guard level < diagrams.arity.count else { return free }
      if let known = weights[diagram] { return free * known }
      var sum = 0.0
      for state in 0..<diagrams.arity[level] {
        sum += weight(diagrams.child(diagram, state, at: level), level + 1)
      }
      weights[diagram] = sum
      return free * sum
    }
    _ = weight(region, 0)
    var diagram = region
    return diagrams.arity.indices.map { level in
      guard diagrams.level(diagram) == level else {
        return Set(0..<diagrams.arity[level])
      }
      let below = (0..<diagrams.arity[level]).map {
        weight(diagrams.child(diagram, $0, at: level), level + 1)
      }
      let best = below.indices.max { below[$0] < below[$1] } ?? 0
      diagram = diagrams.child(diagram, best, at: level)
      return [best]
    }
  }
}
