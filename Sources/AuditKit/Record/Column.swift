import StrictJSON

/// What a typed column holds.
public enum ColumnKind: String, Sendable, Hashable {
  /// A string.
  case text
  /// An integer.
  case integer
  /// A truth value, kept as 0 or 1.
  case boolean

  var words: String {
    switch self {
    case .text: "a string"
    case .integer: "an integer"
    case .boolean: "true or false"
    }
  }
}

/// What stands in a typed column.
public enum ColumnValue: Sendable, Hashable {
  /// A string.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A truth value.
  case boolean(Bool)

  /// Whether both are the same to the byte.
  public static func == (left: ColumnValue, right: ColumnValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isSame(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(bytesOf: text)
    case .integer(let number): hasher.combine(number)
    case .boolean(let flag): hasher.combine(flag)
    }
  }
}

/// A member of the records that the store keeps in a column of its own, to search by.
///
/// Columns are never hashed: verification compares them with the bytes, and whoever shows a
/// record shows the bytes.
public struct Column: Sendable, Hashable {
  /// Its name: a lower-case letter, then at most 39 lower-case letters, digits and underscores.
  public let name: String
  /// What it holds.
  public let kind: ColumnKind
  /// The member names that lead to the value from the top of the record.
  public let path: [String]

  /// Makes a column; nil where the name is not of that form, or the path is empty.
  public init?(_ name: String, _ kind: ColumnKind, path: [String]) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, letters.contains(first), name.utf8.count <= 40,
      name.utf8.allSatisfy({ letters.contains($0) || digits.contains($0) || $0 == 0x5F }),
      !path.isEmpty
    else { return nil }
    self.name = name
    self.kind = kind
    self.path = path
  }

  /// Whether both are the same to the byte.
  public static func == (left: Column, right: Column) -> Bool {
    left.name == right.name && left.kind == right.kind
      && left.path.elementsEqual(right.path) { $0.isSame(as: $1) }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(kind)
    for name in path { hasher.combine(bytesOf: name) }
  }

  /// Reads the column's value from a record; nil where the member is missing or `null`.
  func value(in record: JSONValue) throws(RecordError) -> ColumnValue? {
    var place = record
    for name in path {
      guard let next = place[name] else { return nil }
      place = next
    }
    switch (kind, place) {
    case (_, .null): return nil
    case (.text, .string(let text)): return .text(text)
    case (.integer, .integer(let number)): return .integer(number)
    case (.boolean, .bool(let flag)): return .boolean(flag)
    default: throw .column(path.joined(separator: "."), expected: kind)
    }
  }
}

extension [Column] {
  /// How the definitions are kept in the store, to notice that they changed.
  var definition: String {
    JSONValue.array(
      map { column in
        [
          "kind": .string(column.kind.rawValue), "name": .string(column.name),
          "path": .array(column.path.map { .string($0) }),
        ]
      }
    ).compactText
  }

  /// Reads what `definition` gave; nil for anything else.
  init?(definition: String) {
    guard let value = try? JSONValue(parsing: Array<UInt8>(definition.utf8)),
      let elements = value.array
    else { return nil }
    var result: [Column] = []
    for element in elements {
      let path = element["path"]?.array?.compactMap(\.string)
      guard let name = element["name"]?.string, let path,
        let kind = element["kind"]?.string.flatMap({ ColumnKind(rawValue: $0) }),
        let column = Column(name, kind, path: path)
      else { return nil }
      result.append(column)
    }
    guard result.definition.isSame(as: definition) else { return nil }
    self = result
  }
}
