import Devices
import Findings

/// A place where a relation is broken.
struct BrokenRelation {
  let relation: KeyRelation
  let payload: Payload
  /// The dictionary in question and the path of keys to it.
  let node: PlistNode
  let keyPath: String
  /// The keys of the relation that are there.
  let present: [PlistEntry]

  /// Where it is best shown: at the first key concerned, or else at the condition's, or else at
  /// the dictionary.
  var place: SourceLocation {
    let entry = present.first ?? relation.condition?.witness(node)
    return payload.location(entry?.keyPosition ?? node.position)
  }

  /// The path of keys to `key`.
  func path(_ key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }

  /// ` where …`, or nothing.
  var circumstance: String { relation.condition.map { " where \($0.text(node))" } ?? "" }
}

/// The relations of a payload type that a run has met, and which of them another payload lifts.
private struct RelationsMet {
  let type: String
  let relations: [KeyRelation]
  var lifted: [Bool?]

  /// Where the type stands in `met`, if it has any relations.
  static func place(of type: String, in met: inout [RelationsMet]) -> Int? {
    if let place = met.firstIndex(where: { $0.type == type }) { return place }
    let relations = KeyRelation.of(type)
    if relations.isEmpty { return nil }
    met.append(
      RelationsMet(
        type: type, relations: relations,
        lifted: Array(repeating: nil, count: relations.count)))
    return met.count - 1
  }
}

extension RuleContext {
  /// What `finding` says of the relations of some kinds that are broken in the payloads of the run.
  func broken(
    _ isWanted: (KeyRelation.Kind) -> Bool, finding: (BrokenRelation) -> Finding
  ) -> [Finding] {
    var met: [RelationsMet] = []
    var list = list
    for profile in profiles {
      let isForMacs = isForMacs(profile)
      for payload in profile.payloads {
        guard let type = payload.type, let place = RelationsMet.place(of: type, in: &met) else {
          continue
        }
        for (index, relation) in met[place].relations.enumerated() {
          guard isWanted(relation.kind), concerns(relation, isForMacs) else { continue }
          relation.eachBroken(in: payload) { broken in
            // Looked for once, however many payloads ask.
            if relation.joins {
              let isLifted = met[place].lifted[index] ?? isLifted(relation)
              met[place].lifted[index] = isLifted
              if isLifted { return }
            }
            list.add(finding(broken))
          }
        }
      }
    }
    return list.findings
  }

  /// Whether a relation holds for some target; where none is given, one of Macs alone holds for
  /// profiles that are for Macs.
  private func concerns(_ relation: KeyRelation, _ isForMacs: Bool) -> Bool {
    if relation.platforms.isEmpty { return true }
    if targets.isEmpty { return relation.platforms.contains(.macOS) && isForMacs }
    return targets.contains { relation.platforms.contains($0.platform.inSchema) }
  }

  /// Whether the condition fails in another payload of the type that has its key.
  fileprivate func isLifted(_ relation: KeyRelation) -> Bool {
    guard let condition = relation.condition else { return false }
    return profiles.contains { profile in
      profile.payloads.contains { payload in
        payload.type.map(relation.types.contains) == true
          && condition.witness(payload.node) != nil && !condition.holds(payload.node)
      }
    }
  }
}

extension KeyRelation {
  fileprivate func eachBroken(in payload: Payload, _ visit: (BrokenRelation) -> Void) {
    walk(payload.node, payload.keyPath, path[...]) { node, keyPath in
      guard condition?.holds(node) != false, let present = offenders(node) else { return }
      visit(
        BrokenRelation(
          relation: self, payload: payload, node: node, keyPath: keyPath, present: present))
    }
  }

  /// The dictionaries at the end of `path`.
  private func walk(
    _ node: PlistNode, _ keyPath: String, _ path: ArraySlice<String>,
    _ visit: (PlistNode, String) -> Void
  ) {
    guard let step = path.first else {
      if node.isDictionary { visit(node, keyPath) }
      return
    }
    func name(_ key: String) -> String {
      keyPath.isEmpty ? shown(key, 200) : "\(keyPath).\(shown(key, 200))"
    }
    switch step {
    case "[]":
      for (index, element) in node.lazyElements.enumerated() {
        walk(element, "\(keyPath)[\(index)]", path.dropFirst(), visit)
      }
    case "*":
      for entry in node.effectiveEntries {
        walk(entry.value, name(entry.key), path.dropFirst(), visit)
      }
    default:
      if let value = node[step] { walk(value, name(step), path.dropFirst(), visit) }
    }
  }

  /// The keys of a broken relation that are there; nil where it is kept.
  private func offenders(_ node: PlistNode) -> [PlistEntry]? {
    let present = keys.compactMap { node.entry($0) }
    let isBroken =
      switch kind {
      case .required, .atLeastOne: present.isEmpty
      case .exactlyOne: present.count != 1
      case .atMostOne: present.count > 1
      case .oneTrue(let byDefault):
        !keys.contains { key in node[key].map { $0.means("true") } ?? byDefault }
      case .noEffect(let value):
        present.first.map { entry in value.map(entry.value.means) ?? true } ?? false
      case .mustBe(let values):
        present.first.map { entry in !values.contains(where: entry.value.means) } ?? false
      case .mustBegin(let text):
        present.first?.value.string.map { !$0.hasPrefix(text) && !$0.isServerVariable } ?? false
      case .notAbove:
        present.count == 2
          && (present[0].value.amount ?? 0) > (present[1].value.amount ?? .infinity)
      case .atMost(let number): (present.first?.value.number ?? 0) > Double(number)
      }
    return isBroken ? present : nil
  }
}

extension PlistNode {
  /// Its number; a text's where it is one, such as `1.2`.
  fileprivate var amount: Double? { number ?? string.flatMap { Double($0) } }
}
