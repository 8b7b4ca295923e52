/// Kleene's three values.
enum Truth: Sendable, Hashable {
  case no, unknown, yes

  init(_ value: Bool) { self = value ? .yes : .no }

  static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }

  static func and(_ left: Truth, _ right: Truth) -> Truth {
    left == .no || right == .no ? .no : left == .yes && right == .yes ? .yes : .unknown
  }

  static func or(_ left: Truth, _ right: Truth) -> Truth { !and(!left, !right) }
}
