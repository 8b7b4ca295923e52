/// One row of an inventory as it stands: the bytes of each field, one after the other.
struct InventoryRow {
  /// One field.
  struct Field {
    /// Its bytes, quotes undone.
    var range: Range<Int>
    /// The line it begins on, from 1.
    var line: Int
    /// The column it begins at in characters, from 1.
    var column: Int
  }

  /// The bytes of all fields.
  var bytes: [UInt8] = []
  /// The fields, by the file's own order.
  var fields: [Field] = []
  /// The line it begins on, from 1.
  var line = 1
  /// Whether it holds bytes beyond ASCII.
  var isWide = false

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    isWide = false
  }

  /// The text of a field; empty where there is none.
  func text(_ field: Int) -> String {
    guard fields.indices.contains(field) else { return "" }
    return String(decoding: bytes[fields[field].range], as: UTF8.self)
  }

  /// Whether a field is not what UTF-8 allows.
  var isDamaged: Bool { isWide && String(validating: bytes, as: UTF8.self) == nil }
}

/// What is wrong with an inventory, and where.
public struct InventoryProblem: Error, Sendable, Hashable {
  /// The line, from 1; 0 where it is the file as a whole.
  public var line: Int
  /// The column in characters, from 1; 0 where it is the line as a whole.
  public var column: Int
  /// What is wrong: one line, lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var help: String?

  init(_ line: Int, _ column: Int, _ message: String, help: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.help = help
  }
}
