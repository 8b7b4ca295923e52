import Findings
import PolicyKit

/// Reads one invariant: `never: { condition and answer }`, or `always: { when, answer }`.
struct InvariantReader {
  let conditions: ConditionReader

  static let keys = ["id", "never", "always", "reason"]
  /// What `never` says of the answer, among the tests of the request.
  static let neverKeys = ["exposure", "outcome", "honoured"]
  /// What `always` says of the answer, and `when` it does.
  static let alwaysKeys = ["when", "outcome", "at-least", "honoured"]

  func invariant(_ node: PolicyNode, _ notes: inout ReadingNotes) -> Policy.Invariant? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    notes.add(map.unknownKeys(besides: Self.keys))
    let id = notes.attempt { () throws(PolicyNodeError) in
      try RuleReader.identifier(map.required("id"))
    }
    let reason = notes.attempt { () throws(PolicyNodeError) in try map["reason"]?.string(.reason) }
    let claim: (Condition, Policy.Invariant.Claim)?
    switch (map["never"], map["always"]) {
    case (let never?, nil): claim = self.never(never, &notes)
    case (nil, let always?): claim = self.always(always, &notes)
    default:
      notes.add([
        node.error(
          "expected either `never` or `always`, found "
            + (map["never"] == nil ? "neither" : "both"),
          help: "write `never: { …, exposure: … }` or `always: { when: …, at-least: … }`",
          rule: .policyMissingKey
        ).finding
      ])
      return nil
    }
    guard let id, let claim, let reason else { return nil }
    let place = map.entries.first { $0.key == "id" }?.keyLocation ?? node.location
    return Policy.Invariant(
      id: id, when: claim.0, claim: claim.1, reason: reason, location: place)
  }

  private func never(_ node: PolicyNode, _ notes: inout ReadingNotes) -> (
    Condition, Policy.Invariant.Claim
  )? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    let answer = notes.attempt { () throws(PolicyNodeError) in
      let answer = try self.answer(map)
      guard !answer.isEmpty else {
        throw node.error(
          "`never` says nothing of the answer",
          help: "add `exposure: …`, `outcome: …` or `honoured: …`", rule: .policyMissingKey)
      }
      return answer
    }
    let rest = map.entries.filter { !Self.neverKeys.contains($0.key) }
    let tests = PolicyNode(.map(rest), at: node.location, path: node.path)
    let when = conditions.bounded(tests, &notes, besides: Self.neverKeys)
    guard let answer, let when else { return nil }
    return (when, .never(answer))
  }

  private func always(_ node: PolicyNode, _ notes: inout ReadingNotes) -> (
    Condition, Policy.Invariant.Claim
  )? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    notes.add(map.unknownKeys(besides: Self.alwaysKeys))
    let answer = notes.attempt { () throws(PolicyNodeError) in
      let answer = try self.answer(map)
      guard !answer.isEmpty else {
        throw node.error(
          "`always` says nothing of the answer",
          help: "add `at-least: …`, `outcome: …` or `honoured: …`", rule: .policyMissingKey)
      }
      return answer
    }
    let when = notes.attempt { () throws(PolicyNodeError) in try map.required("when") }
      .flatMap { conditions.bounded($0, &notes) }
    guard let answer, let when else { return nil }
    return (when, .always(answer))
  }

  private func answer(_ map: PolicyMap) throws(PolicyNodeError) -> Policy.Invariant.Answer {
    var answer = Policy.Invariant.Answer()
    if let node = map["outcome"] { answer.outcomes = try words(node, Posture.self, "outcome") }
    if let node = map["at-least"] { answer.atLeast = try word(node, Posture.self, "outcome") }
    if let node = map["exposure"] {
      answer.exposures = try words(node, Exposure.Place.self, "exposure")
    }
    if let node = map["honoured"] {
      for element in try node.oneOrMoreFilled() {
        answer.honoured.append(try element.honoured())
      }
    }
    return answer
  }

  private func words<Value: RawRepresentable<String> & CaseIterable>(
    _ node: PolicyNode, _ type: Value.Type, _ what: String
  ) throws(PolicyNodeError) -> [Value] {
    var values: [Value] = []
    for element in try node.oneOrMoreFilled() { values.append(try word(element, type, what)) }
    return values
  }
}

extension PolicyNode {
  /// `oneOrMore` where an empty list would say nothing.
  func oneOrMoreFilled() throws(PolicyNodeError) -> [PolicyNode] {
    let nodes = oneOrMore
    guard !nodes.isEmpty else {
      throw error("expected a value or a list of values, found an empty list")
    }
    return nodes
  }

  /// `yes` and `no` may be written as truth values, as everywhere.
  func honoured() throws(PolicyNodeError) -> Honoured {
    if let flag = try? flag() { return flag ? .yes : .no }
    return try word(self, Honoured.self, "value of `honoured`")
  }

  private func word<Value: RawRepresentable<String> & CaseIterable>(
    _ node: PolicyNode, _ type: Value.Type, _ what: String
  ) throws(PolicyNodeError) -> Value {
    try PolicyFiles.word(node, type, what)
  }
}
