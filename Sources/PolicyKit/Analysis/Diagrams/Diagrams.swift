/// A function of the variables of a `Diagrams`: one of its nodes, or a value.
struct Diagram: Hashable {
  let id: Int32

  fileprivate init(id: Int32) { self.id = id }

  /// The function that is `value` everywhere; values are 0 or more.
  static func value(_ value: Int32) -> Diagram { Diagram(id: ~value) }

  /// The value, where it is the same everywhere.
  var value: Int32? { id < 0 ? ~id : nil }
  /// Whether it is 0 everywhere.
  var isZero: Bool { id == ~0 }

  /// Truths are values: no is 0, unknown 1, yes 2.
  static let no = value(0)
  static let unknown = value(1)
  static let yes = value(2)
}

/// An analysis that came to its bound: nothing is said rather than something wrong.
public struct NotFinished: Error, Sendable, Hashable, CustomStringConvertible {
  /// How many places for nodes were taken when it stopped; 0 where it did not begin, because there
  /// is too much to tell apart.
  public var size: Int

  /// What to say of it.
  public var description: String {
    size == 0
      ? "there are more than \(Universe.mostVariables) things to tell requests apart by"
      : "stopped at \(size) places in the decision diagram: nothing is known of what is left"
  }
}

/// What two diagrams are combined by.
protocol DiagramOperation {
  /// Its number among the operations of one `Diagrams`: results are remembered under it.
  var number: Int32 { get }
  /// The result where it is clear without looking further: always for two values.
  func result(_ left: Diagram, _ right: Diagram) -> Diagram?
}

/// Multi-valued decision diagrams: ordered, reduced, and every one kept once, so that equal
/// functions are the same node.
///
/// Every variable has a fixed number of states. A bound on the places that nodes take ends hopeless
/// cases with `NotFinished`.
final class Diagrams {
  /// How many states the variable of each level has.
  let arity: [Int]
  private let bound: Int
  private var levels: ContiguousArray<Int32> = []
  private var starts: ContiguousArray<Int> = []
  private var children: ContiguousArray<Int32> = []
  /// Node by hash of its level and children, open addressing; -1 where free.
  private var table = ContiguousArray<Int32>(repeating: -1, count: 1 << 10)
  /// Children of nodes under construction.
  private var stack: ContiguousArray<Int32> = []
  private var memo = ResultMemo()
  private var operations: Int32 = 16

  /// Diagrams over variables with these numbers of states, topmost first.
  init(arity: [Int], bound: Int) {
    self.arity = arity
    // A node takes two places or more, and its number must fit.
    self.bound = min(bound, 1 << 30)
  }

  /// How many places its nodes take.
  var size: Int { children.count }
  /// How many nodes there are.
  var count: Int { levels.count }

  /// A number for an operation of its own.
  func newOperation() -> Int32 {
    operations += 1
    return operations
  }

  /// The level of its topmost variable; the number of variables for a value.
  func level(_ diagram: Diagram) -> Int {
    diagram.id < 0 ? arity.count : Int(levels[Int(diagram.id)])
  }

  /// What it is where the variable of `level`, which is not below its topmost, has `state`.
  func child(_ diagram: Diagram, _ state: Int, at level: Int) -> Diagram {
    guard diagram.id >= 0, Int(levels[Int(diagram.id)]) == level else { return diagram }
    return Diagram(id: children[starts[Int(diagram.id)] + state])
  }

  /// The diagram that asks the variable of `level` and goes on with one of `branches`, all below it.
  func node(_ level: Int, _ branches: [Diagram]) throws(NotFinished) -> Diagram {
    let base = stack.count
    for branch in branches { stack.append(branch.id) }
    return try make(level, base)
  }

  /// Takes the children above `base` off the stack.
  private func make(_ level: Int, _ base: Int) throws(NotFinished) -> Diagram {
    defer { stack.removeSubrange(base...) }
    let count = stack.count - base
    let first = stack[base]
    var isConstant = true
    var hash = UInt64(truncatingIfNeeded: level) &* 0x9E37_79B9_7F4A_7C15
    for index in base..<stack.count {
      let child = stack[index]
      isConstant = isConstant && child == first
      hash = (hash ^ UInt64(UInt32(bitPattern: child))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    if isConstant { return Diagram(id: first) }
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[place] >= 0 {
      if isNode(table[place], level, base, count) { return Diagram(id: table[place]) }
      place = (place + 1) & (table.count - 1)
    }
    guard children.count + count <= bound else { throw NotFinished(size: children.count) }
    let id = Int32(levels.count)
    levels.append(Int32(level))
    starts.append(children.count)
    children.append(contentsOf: stack[base...])
    table[place] = id
    if levels.count * 2 > table.count { grow() }
    return Diagram(id: id)
  }

  private func isNode(_ id: Int32, _ level: Int, _ base: Int, _ count: Int) -> Bool {
    guard levels[Int(id)] == level else { return false }
    let start = starts[Int(id)]
    for index in 0..<count where children[start + index] != stack[base + index] { return false }
    return true
  }

  private func grow() {
    var larger = ContiguousArray<Int32>(repeating: -1, count: table.count * 4)
    for id in levels.indices {
      var hash = UInt64(truncatingIfNeeded: Int(levels[id])) &* 0x9E37_79B9_7F4A_7C15
      for index in starts[id]..<starts[id] + arity[Int(levels[id])] {
        hash = (hash ^ UInt64(UInt32(bitPattern: children[index]))) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 32
      }
      var place = Int(truncatingIfNeeded: hash) & (larger.count - 1)
      while larger[place] >= 0 { place = (place + 1) & (larger.count - 1) }
      larger[place] = Int32(id)
    }
    table = larger
    memo.grow(to: table.count)
  }

  /// Both combined by `operation`, wherever they stand.
  func combine<Operation: DiagramOperation>(
    _ operation: Operation, _ left: Diagram, _ right: Diagram
  ) throws(NotFinished) -> Diagram {
    if let result = operation.result(left, right) { return result }
    if let known = memo.result(operation.number, left.id, right.id) { return Diagram(id: known) }
    let level = min(level(left), level(right))
    let base = stack.count
    var last: (Diagram, Diagram, Int32)?
    for state in 0..<arity[level] {
      let (one, other) = (child(left, state, at: level), child(right, state, at: level))
      if let last, last.0 == one, last.1 == other {
        stack.append(last.2)
        continue
      }
      let result = try combine(operation, one, other)
      stack.append(result.id)
      last = (one, other, result.id)
    }
    let result = try make(level, base)
    memo.remember(operation.number, left.id, right.id, result.id)
    return result
  }
}

/// Results of combining, remembered as long as nothing else takes their place.
private struct ResultMemo {
  private struct Entry {
    var operation: Int32 = 0
    var left: Int32 = 0
    var right: Int32 = 0
    var result: Int32 = 0
  }

  private var entries = ContiguousArray<Entry>(repeating: Entry(), count: 1 << 12)

  private func place(_ operation: Int32, _ left: Int32, _ right: Int32) -> Int {
    var hash = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    hash = (hash ^ UInt64(UInt32(bitPattern: operation)) << 17) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 40) & (entries.count - 1)
  }

  func result(_ operation: Int32, _ left: Int32, _ right: Int32) -> Int32? {
    let entry = entries[place(operation, left, right)]
    guard entry.operation == operation, entry.left == left, entry.right == right else { return nil }
    return entry.result
  }

  mutating func remember(_ operation: Int32, _ left: Int32, _ right: Int32, _ result: Int32) {
    entries[place(operation, left, right)] = Entry(
      operation: operation, left: left, right: right, result: result)
  }

  /// Room for as many results as there is room for nodes; forgets what it knew.
  mutating func grow(to count: Int) {
    let size = min(max(count, entries.count), 1 << 22)
    guard size > entries.count else { return }
    entries = ContiguousArray(repeating: Entry(), count: size)
  }
}
