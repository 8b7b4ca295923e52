/// The elements of a property list.
enum PlistElement: UInt8 {
  /// One that property lists do not have.
  case other
  case plist, dict, array, key, string, integer, yes, no, data, real, date

  /// Its name; empty for others.
  var name: String {
    switch self {
    case .other: ""
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .yes: "true"
    case .no: "false"
    case .data: "data"
    case .real: "real"
    case .date: "date"
    }
  }

  /// How many bytes its name has.
  var nameLength: Int {
    switch self {
    case .other: 0
    case .key: 3
    case .dict, .yes, .data, .real, .date: 4
    case .plist, .array, .no: 5
    case .string: 6
    case .integer: 7
    }
  }

  /// Whether other elements may stand in it.
  var isContainer: Bool { self == .other || self == .plist || self == .dict || self == .array }

  /// All but `other`, the commonest first.
  static let known: [PlistElement] = [
    .key, .string, .yes, .no, .dict, .integer, .array, .data, .real, .date, .plist,
  ]

  /// What somebody who wrote `name` most likely meant, as advice.
  static func advice(for name: String) -> String {
    switch name.lowercased() {
    case "int", "number": "; write `<integer>`"
    case "float", "double": "; write `<real>`"
    case "bool", "boolean": "; write `<true/>` or `<false/>`"
    case "dictionary": "; write `<dict>`"
    default:
      known.first { $0.name == name.lowercased() }.map { "; write `<\($0.name)>`" } ?? ""
    }
  }
}
