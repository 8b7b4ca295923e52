import Devices
public import PolicyKit
import StrictJSON

extension PolicyNode {
  /// The policy as it is written, groups and classes of other files written out: what `PolicyReader`
  /// reads as the same policy, places aside.
  ///
  /// - Throws: `PolicyNodeError` at a condition that the language cannot say, such as one of `any`
  ///   of nothing.
  public init(_ policy: Policy) throws(PolicyNodeError) {
    var members: [JSONValue.Member] = [
      .init(PolicyReader.mark, 1), .init("name", .string(policy.name)),
    ]
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key, value)) }
    }
    add("version", policy.version.isEmpty ? nil : .string(policy.version))
    add("layer", .string(policy.layer.rawValue))
    add("mode", policy.mode == .enforce ? nil : .string(policy.mode.rawValue))
    add("minimum-assurance", policy.minimumAssurance.map { .string($0.rawValue) })
    add("organisation", policy.organisation.map { .string($0) })
    add("defaults", Self.byOperation(policy.defaults) { .string($0.posture.rawValue) })
    add("relax", policy.relax.isEmpty ? nil : .array(policy.relax.map { .string($0.id) }))
    add(
      "expects",
      Self.byOperation(policy.expects) { .array($0.map { .string($0.rawValue) }) })
    add(
      "classes",
      policy.classes.isEmpty ? nil : .object(policy.classes.map { .init($0, .object([])) }))
    var rules: [JSONValue] = []
    for rule in policy.rules { rules.append(try RuleForm.json(rule)) }
    add("rules", rules.isEmpty ? nil : .array(rules))
    var invariants: [JSONValue] = []
    for invariant in policy.invariants { invariants.append(try InvariantForm.json(invariant)) }
    add("invariants", invariants.isEmpty ? nil : .array(invariants))
    let tests = policy.tests.map(TestForm.json)
    add("tests", tests.isEmpty ? nil : .array(tests))
    self.init(.object(members), path: policy.path)
  }

  private static func byOperation<Value>(
    _ values: [PolicyKit.Operation: Value], _ json: (Value) -> JSONValue
  ) -> JSONValue? {
    let members = PolicyKit.Operation.allCases.compactMap { operation in
      values[operation].map { JSONValue.Member(operation.rawValue, json($0)) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}

/// Rules as JSON.
private enum RuleForm {
  static func json(_ rule: Rule) throws(PolicyNodeError) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(rule.id)), .init("effect", .string(rule.effect.rawValue)),
      .init("when", try ConditionForm.json(rule.when)),
    ]
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key, value)) }
    }
    if let unless = rule.unless { add("unless", try ConditionForm.json(unless)) }
    add("valid", rule.valid.map(window))
    add("mode", rule.mode == .enforce ? nil : .string(rule.mode.rawValue))
    add("expires-after", rule.expiry.map(expiry))
    add("keep-out-of", words(rule.keepOutOf.map(\.rawValue)))
    add(
      "unenforceable",
      rule.unenforceable == .deny ? nil : .string(rule.unenforceable.rawValue))
    add("minimum-assurance", rule.minimumAssurance.map { .string($0.rawValue) })
    add("reason", rule.reason.map { .string($0) })
    add("instead", words(rule.instead.map(\.rawValue)))
    add("controls", words(rule.controls))
    return .object(members)
  }

  private static func words(_ words: [String]) -> JSONValue? {
    words.isEmpty ? nil : .array(words.map { .string($0) })
  }

  private static func window(_ window: Window) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let from = window.from { members.append(.init("from", .string(Instant.text(from)))) }
    if let until = window.until { members.append(.init("until", .string(Instant.text(until)))) }
    return .object(members)
  }

  private static func expiry(_ expiry: Expiry) -> JSONValue {
    var members: [JSONValue.Member] = [.init("seconds", .integer(Int64(expiry.seconds)))]
    if expiry.scope != .here { members.append(.init("scope", .string(expiry.scope.rawValue))) }
    if expiry.isRequired { members.append(.init("required", "yes")) }
    return .object(members)
  }
}

/// Invariants as JSON.
private enum InvariantForm {
  static func json(_ invariant: Policy.Invariant) throws(PolicyNodeError) -> JSONValue {
    var members: [JSONValue.Member] = [.init("id", .string(invariant.id))]
    let when = try ConditionForm.json(invariant.when)
    switch invariant.claim {
    case .never(let kind):
      members.append(.init("never", .object((when.members ?? []) + answer(kind))))
    case .always(let kind):
      members.append(.init("always", .object([.init("when", when)] + answer(kind))))
    }
    if let reason = invariant.reason { members.append(.init("reason", .string(reason))) }
    return .object(members)
  }

  private static func answer(_ answer: Policy.Invariant.Answer) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ words: [String]) {
      if !words.isEmpty { members.append(.init(key, ConditionForm.oneOrMore(words))) }
    }
    add("exposure", answer.exposures.map(\.rawValue))
    add("outcome", answer.outcomes.map(\.rawValue))
    add("at-least", answer.atLeast.map { [$0.rawValue] } ?? [])
    add("honoured", answer.honoured.map(\.rawValue))
    return members
  }
}

/// Tests as JSON.
private enum TestForm {
  static func json(_ test: PolicyTest) -> JSONValue {
    var expected: [JSONValue.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { expected.append(.init(key, .string(text))) }
    }
    add("outcome", test.expected.outcome?.rawValue)
    add("required", test.expected.required?.rawValue)
    add("honoured", test.expected.honoured?.rawValue)
    add("assurance", test.expected.assurance?.rawValue)
    add("rule", test.expected.rule)
    add("would-be", test.expected.wouldBe?.rawValue)
    if let unknown = test.expected.becauseUnknown {
      expected.append(.init("because-unknown", .array(unknown.map { .string($0.rawValue) })))
    }
    return [
      "name": .string(test.name), "request": test.request.json,
      "expect": .object(expected),
    ]
  }
}
