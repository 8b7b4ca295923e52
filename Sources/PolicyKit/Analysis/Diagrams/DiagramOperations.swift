/// Kleene's and: the lesser truth.
struct Conjunction: DiagramOperation {
  let number: Int32 = 1

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left == right || left == .no || right == .yes { return left }
    if left == .yes || right == .no { return right }
    guard let one = left.value, let other = right.value else { return nil }
    return .value(min(one, other))
  }
}

/// Kleene's or: the greater truth.
struct Disjunction: DiagramOperation {
  let number: Int32 = 2

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left == right || left == .yes || right == .no { return left }
    if left == .no || right == .yes { return right }
    guard let one = left.value, let other = right.value else { return nil }
    return .value(max(one, other))
  }
}

/// The left where the right is not certainly so, and nothing elsewhere.
struct Without: DiagramOperation {
  let number: Int32 = 3

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left.isZero { return left }
    guard let truth = right.value else { return nil }
    return truth == 2 ? .no : left
  }
}

/// The left where the right is not no, and nothing elsewhere.
struct Within: DiagramOperation {
  let number: Int32 = 4

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left.isZero { return left }
    guard let truth = right.value else { return nil }
    return truth == 0 ? .no : left
  }
}

/// Values of one diagram, each taken to another by a function of its own.
struct Mapping: DiagramOperation {
  let number: Int32
  let map: (Int32) -> Int32

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    left.value.map { .value(map($0)) }
  }
}

/// Values of two diagrams, combined by a function of its own; nothing where the left is nothing.
struct Pairing: DiagramOperation {
  let number: Int32
  let pair: (Int32, Int32) -> Int32

  func result(_ left: Diagram, _ right: Diagram) -> Diagram? {
    if left.isZero { return left }
    guard let one = left.value, let other = right.value else { return nil }
    return .value(pair(one, other))
  }
}

extension Diagrams {
  func and(_ left: Diagram, _ right: Diagram) throws(NotFinished) -> Diagram {
    try combine(Conjunction(), left, right)
  }

  func or(_ left: Diagram, _ right: Diagram) throws(NotFinished) -> Diagram {
    try combine(Disjunction(), left, right)
  }

  /// `left` where `right` is not certainly so.
  func without(_ left: Diagram, _ right: Diagram) throws(NotFinished) -> Diagram {
    try combine(Without(), left, right)
  }

  /// `left` where `right` is certainly or possibly so.
  func within(_ left: Diagram, _ right: Diagram) throws(NotFinished) -> Diagram {
    try combine(Within(), left, right)
  }

  func map(_ diagram: Diagram, _ map: @escaping (Int32) -> Int32) throws(NotFinished) -> Diagram {
    try combine(Mapping(number: newOperation(), map: map), diagram, .no)
  }

  func not(_ diagram: Diagram) throws(NotFinished) -> Diagram {
    try combine(Mapping(number: 5) { 2 - $0 }, diagram, .no)
  }

  /// Yes where it is certainly so, no elsewhere.
  func certainly(_ diagram: Diagram) throws(NotFinished) -> Diagram {
    try combine(Mapping(number: 6) { $0 == 2 ? 2 : 0 }, diagram, .no)
  }

  /// Yes where it is certainly or possibly so, no elsewhere.
  func possibly(_ diagram: Diagram) throws(NotFinished) -> Diagram {
    try combine(Mapping(number: 7) { $0 == 0 ? 0 : 2 }, diagram, .no)
  }
}
