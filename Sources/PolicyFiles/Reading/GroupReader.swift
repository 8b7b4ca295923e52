import Findings
import PolicyKit

/// Reads `groups`: named conditions, which may use each other in any order but never themselves.
struct GroupReader {
  private let entries: [PolicyEntry]
  private let places: [String: Int]

  init(_ map: PolicyMap) {
    entries = map.entries
    places = Dictionary(
      entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads every group into `conditions`, each after those that it uses.
  func read(into conditions: inout ConditionReader, _ notes: inout ReadingNotes) {
    let (order, circular) = order()
    for index in circular {
      notes.add([
        Finding(
          .policyUnknownReference, .error, at: entries[index].keyLocation,
          keyPath: entries[index].value.path.description,
          "group `\(excerpt(entries[index].key))` uses itself, by way of others or at once",
          help: "write out what it stands for")
      ])
      conditions.groups[entries[index].key] = .always
    }
    for index in order {
      let entry = entries[index]
      conditions.groups[entry.key] = conditions.bounded(entry.value, &notes) ?? .always
    }
  }

  /// The groups so that each comes after those it uses, and those that can have no such place.
  private func order() -> (order: [Int], circular: [Int]) {
    let uses = entries.map { entry in
      Set(Self.references(in: entry.value).compactMap { places[$0] })
    }
    var waiting = uses.map(\.count)
    var users: [[Int]] = Array(repeating: [], count: entries.count)
    for (index, used) in uses.enumerated() {
      for group in used { users[group].append(index) }
    }
    var order = entries.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      for user in users[order[next]] {
        waiting[user] -= 1
        if waiting[user] == 0 { order.append(user) }
      }
      next += 1
    }
    return (order, entries.indices.filter { waiting[$0] > 0 })
  }

  /// The names after every `group:` in `node`.
  private static func references(in node: PolicyNode) -> [String] {
    switch node.content {
    case .scalar: return []
    case .list(let elements): return elements.flatMap(references)
    case .map(let entries):
      return entries.flatMap { entry in
        guard entry.key == "group" else { return references(in: entry.value) }
        return entry.value.oneOrMore.compactMap { try? $0.string() }
      }
    }
  }
}

extension ConditionReader {
  /// The condition, unless something in it is wrong or it stands for too much.
  func bounded(_ node: PolicyNode, _ notes: inout ReadingNotes, besides known: [String] = [])
    -> Condition?
  {
    guard let condition = condition(node, &notes, besides: known) else { return nil }
    guard condition.isBounded else {
      notes.add([
        node.error(
          "a condition of more than \(PolicyBounds.conditionTests) tests, or "
            + "\(PolicyBounds.conditionLevels) levels, its groups written out",
          help: "write one test with a list of values", rule: .policyLimit
        ).finding
      ])
      return nil
    }
    return condition
  }
}
