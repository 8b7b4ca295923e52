import Findings
import StrictJSON

/// One object of a JSON inventory as a row whose fields stand in the order of the columns.
enum JSONRow {
  /// Between the names of several profiles: no name holds it.
  static let separator = "\u{1F}"

  static func read(_ bytes: [UInt8], line: Int, column: Int) -> (InventoryRow, InventoryProblem?) {
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
      guard let (name, rank) = InventoryColumn.named(member.key), rank < ranks[name.rawValue] else {
        continue
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
    case .profiles: "a list of names, empty where there is none"
    case .version: "a text such as \"18.10\", which a number would shorten"
    default: "a text, a number, true, false or null"
    }
  }

  private static func text(_ node: JSONNode, _ column: InventoryColumn) -> String? {
    switch node.value {
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .number(let number) where column != .version: return "\(number)"
    case .bool(let flag): return flag ? "yes" : "no"
    case .null where !column.isNeeded: return ""
    case .array(let elements) where column == .profiles:
      let names = elements.map(\.string)
      // A closing separator tells a list of one name from a text that may name several.
      return names.contains(nil) ? nil : names.map { ($0 ?? "") + separator }.joined()
    default: return nil
    }
  }
}
