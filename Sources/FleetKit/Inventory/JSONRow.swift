import Findings
import StrictJSON

/// One object of a JSON inventory as a row whose fields stand in the order of the columns.
enum JSONRow {
  /// After each name of a list of profiles: no name holds it.
  static let separator: UInt8 = 0x1F
  static let separatorText: Unicode.Scalar = "\u{1F}"

  /// Reads an object.
  /// - Parameter unused: called with each member that means nothing here.
  static func read(
    _ bytes: [UInt8], line: Int, column: Int,
    unused: (_ name: String, _ line: Int, _ column: Int) -> Void = { _, _, _ in }
  ) -> (InventoryRow, InventoryProblem?) {
    var row = InventoryRow()
    row.line = line
    let place = { (position: JSONPosition) in
      (
        line: line + position.line - 1,
        column: position.line == 1 ? column + position.column - 1 : position.column
      )
    }
    let node: JSONNode
    do { node = try JSONNode(parsing: bytes) } catch {
      let (line, column) = place(error.position)
      return (row, InventoryProblem(line, column, error.message))
    }
    guard case .object(let members) = node.kind else {
      return (row, InventoryProblem(line, column, "expected an object"))
    }
    var found = [(text: String, position: JSONPosition)?](
      repeating: nil, count: InventoryColumn.allCases.count)
    var ranks = [Int](repeating: Int.max, count: found.count)
    for member in members {
      let (line, column) = place(member.keyPosition)
      guard let (name, rank) = InventoryColumn.named(member.key) else {
        unused(member.key, line, column)
        continue
      }
      if rank == ranks[name.rawValue] {
        return (
          row,
          InventoryProblem(
            line, column, "`\(member.key)` says once more what `\(name.name)` is",
            help: "leave one of them out")
        )
      }
      guard rank < ranks[name.rawValue] else {
        unused(member.key, line, column)
        continue
      }
      let before = ranks[name.rawValue]
      if before < Int.max,
        let worse = members.first(where: {
          InventoryColumn.named($0.key).map { $0 == (name, before) } ?? false
        })
      {
        let (line, column) = place(worse.keyPosition)
        unused(worse.key, line, column)
      }
      guard let text = text(member.value, name) else {
        let (line, column) = place(member.value.position)
        return (
          row,
          InventoryProblem(line, column, "`\(member.key)` must be \(expected(name))")
        )
      }
      ranks[name.rawValue] = rank
      found[name.rawValue] = (text, member.value.position)
    }
    for field in found {
      let start = row.bytes.count
      row.bytes += Array((field?.text ?? "").utf8)
      let (line, column) = field.map { place($0.position) } ?? (line, column)
      row.fields.append(.init(range: start..<row.bytes.count, line: line, column: column))
    }
    let missing = InventoryColumn.allCases.filter { $0.isNeeded && found[$0.rawValue] == nil }
    guard missing.isEmpty else {
      let names = missing.map { "`\($0.name)`" }.joined(separator: ", ")
      return (row, InventoryProblem(line, column, "the object says nothing of \(names)"))
    }
    return (row, nil)
  }

  private static func expected(_ column: InventoryColumn) -> String {
    switch column {
    case .profiles: "a list of names, empty where there is none, and no name empty"
    case .version: "a text such as \"18.10\", which a number would shorten"
    default: "a text, a number, true, false or null"
    }
  }

  private static func text(_ node: JSONNode, _ column: InventoryColumn) -> String? {
    switch node.value {
    case .string(let text) where text.utf8.contains(separator): return nil
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .number(let number) where column != .version: return "\(number)"
    case .bool(let flag): return flag ? "yes" : "no"
    case .null where !column.isNeeded: return ""
    case .array(let elements) where column == .profiles:
      let names = elements.map(\.string)
      // A closing separator tells a list of one name from a text that may name several.
      let isClear = names.allSatisfy { name in
        name.map { !trimmed($0).isEmpty && !$0.utf8.contains(separator) } ?? false
      }
      return isClear ? names.map { ($0 ?? "") + String(separatorText) }.joined() : nil
    default: return nil
    }
  }
}
