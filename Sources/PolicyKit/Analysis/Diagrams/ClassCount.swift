/// How many classes of requests there are: exact as long as the number can be held.
public enum ClassCount: Sendable, Hashable, CustomStringConvertible {
  /// So many.
  case exactly(UInt128)
  /// So many, rounded.
  case about(Double)

  /// None.
  public static let zero = ClassCount.exactly(0)

  /// Whether there is none.
  public var isZero: Bool { self == .zero }

  /// The number, rounded.
  public var rounded: Double {
    switch self {
    case .exactly(let number): Double(number)
    case .about(let number): number
    }
  }

  static func + (left: ClassCount, right: ClassCount) -> ClassCount {
    if case .exactly(let one) = left, case .exactly(let other) = right {
      let (sum, overflow) = one.addingReportingOverflow(other)
      if !overflow { return .exactly(sum) }
    }
    return .about(left.rounded + right.rounded)
  }

  static func * (left: ClassCount, right: Int) -> ClassCount {
    if case .exactly(let one) = left {
      let (product, overflow) = one.multipliedReportingOverflow(by: UInt128(right))
      if !overflow { return .exactly(product) }
    }
    return .about(left.rounded * Double(right))
  }

  /// Digits in groups of three up to a billion billions, rounded beyond: `7,340,032`, `about 4.1e45`.
  public var description: String {
    switch self {
    case .exactly(let number) where number < 1_000_000_000_000_000_000:
      var digits = String(number)
      var groups: [String] = []
      while digits.count > 3 {
        groups.append(String(digits.suffix(3)))
        digits.removeLast(3)
      }
      return ([digits] + groups.reversed()).joined(separator: ",")
    default:
      var exponent = 0
      var number = rounded
      while number >= 10, exponent < 400 {
        number /= 10
        exponent += 1
      }
      return "about \(Int(number)).\(Int(number * 10) % 10)e\(exponent)"
    }
  }
}

extension Diagrams {
  /// How many assignments of all variables a diagram is not 0 for.
  func count(_ diagram: Diagram) -> ClassCount {
    var known: [Diagram: ClassCount] = [:]
    func below(_ diagram: Diagram, _ from: Int) -> ClassCount {
      guard !diagram.isZero else { return .zero }
      let top = level(diagram)
      var count = ClassCount.exactly(1)
      if top < arity.count {
        if let found = known[diagram] {
          count = found
        } else {
          count = .zero
          for state in 0..<arity[top] {
            count = count + below(child(diagram, state, at: top), top + 1)
          }
          known[diagram] = count
        }
      }
      for level in from..<top { count = count * arity[level] }
      return count
    }
    return below(diagram, 0)
  }

  /// The values that a diagram has somewhere.
  func values(_ diagram: Diagram) -> Set<Int32> {
    var seen: Set<Diagram> = []
    var values: Set<Int32> = []
    var open = [diagram]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let value = next.value {
        values.insert(value)
        continue
      }
      let level = level(next)
      for state in 0..<arity[level] { open.append(child(next, state, at: level)) }
    }
    return values
  }

  /// What a diagram is for one assignment of all variables.
  func value(_ diagram: Diagram, at states: [Int]) -> Int32 {
    var diagram = diagram
    while true {
      if let value = diagram.value { return value }
      let level = level(diagram)
      diagram = child(diagram, states[level], at: level)
    }
  }
}
