import Devices
import Findings
import PolicyKit
import TestSupport

/// Random policies that use every word of the language, whether or not they could work.
struct PolicyMaker {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let texts = [
    "a reason", "no", "on", "15.10", "a: b", "it's \"quoted\" \\ here", "# no comment",
    "two\nlines",
    "two\nlines\n", " led and trailed ", "null", "é 語 😀", "{x}", "- dash", "a #b", "tab\there", "~",
    "2026-11-30T18:27:00Z", "",
    "a long text of many words that does not fit into one line of a hundred columns and is folded, "
      + "since nobody likes to read long lines",
  ]

  private mutating func text() -> String { random.pick(Self.texts) }

  /// A text that fits where a name stands.
  private mutating func name() -> String {
    let text = text()
    return text.isEmpty || text.unicodeScalars.count > 100 ? "p" : text
  }

  private mutating func words<Value: CaseIterable>(_ type: Value.Type, atLeast count: Int = 0)
    -> [Value]
  {
    let all = Array(Value.allCases).shuffled(using: &random)
    return Array(all.prefix(Int.random(in: count...max(count, 2), using: &random)))
  }

  private mutating func instant() -> Int64 {
    Int64.random(in: 0...2_000_000_000, using: &random) * 1000
      + (random.percent(20) ? Int64.random(in: 0..<1000, using: &random) : 0)
  }

  private mutating func bounds<Value: Comparable & Hashable & Sendable>(_ low: Value, _ high: Value)
    -> Condition.Bounds<Value>
  {
    let (low, high) = low < high ? (low, high) : (high, low)
    if low == high { return .init(from: low, through: high) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .init(from: low)
    case 1: return .init(above: low)
    case 2: return .init(below: high)
    case 3: return .init(through: high)
    case 4: return .init(from: low, below: high)
    default: return .init(above: low, through: high)
    }
  }

  private mutating func version() -> OSVersion {
    OSVersion(Int.random(in: 1...26, using: &random), Int.random(in: 0...12, using: &random))
  }

  private mutating func leaf() -> Condition.Leaf {
    let attribute = random.pick(Attribute.allCases)
    let test: Condition.Test
    switch attribute.kind {
    case .word(let words), .words(let words):
      test = .oneOf(Array(words.shuffled(using: &random).prefix(random.percent(50) ? 1 : 2)))
    case .text, .names, .types:
      test =
        random.percent(40)
        ? .prefix([random.pick(["com.example.", "org"])])
        : .oneOf(random.percent(50) ? ["com.example.a"] : ["com.example.a", "15.1"])
    case .classes: test = .oneOf(Array(ContentClass.builtIn.shuffled(using: &random).prefix(2)))
    case .number:
      test = .numbers(
        bounds(Int.random(in: 0...999, using: &random), Int.random(in: 0...9, using: &random)))
    case .version: test = .versions(bounds(version(), version()))
    case .instant: test = .instants(bounds(instant(), instant()))
    }
    return Condition.Leaf(
      attribute, test, isNegated: random.percent(25), mustBeKnown: random.percent(15))
  }

  mutating func condition(_ depth: Int = 0) -> Condition {
    let count = Int.random(in: 1...3, using: &random)
    switch Int.random(in: 0..<(depth > 2 ? 4 : 10), using: &random) {
    case 4: return .any((0..<count).map { _ in condition(depth + 1) })
    case 5, 6, 7: return .all((0..<count).map { _ in condition(depth + 1) })
    case 8: return .not(condition(depth + 1))
    case 9: return .all([])
    default: return .leaf(leaf())
    }
  }

  private mutating func rule(_ id: String) -> Rule {
    var rule = Rule(id: id, effect: random.pick(Posture.allCases), when: condition())
    if random.percent(30) { rule.unless = condition() }
    if random.percent(50) { rule.reason = text() }
    rule.instead = words(Advice.self)
    rule.controls = random.percent(30) ? ["AC-4", name()] : []
    rule.keepOutOf = words(History.self)
    rule.unenforceable = random.pick([.deny, .disclose])
    if random.percent(20) { rule.minimumAssurance = random.pick(Assurance.allCases) }
    if random.percent(20) { rule.mode = .auditOnly }
    if random.percent(30) {
      rule.expiry = Expiry(
        seconds: Int.random(in: 1...600, using: &random),
        scope: random.pick(Expiry.Scope.allCases), isRequired: random.percent(50))
    }
    if random.percent(30) {
      let from = instant()
      rule.valid = random.pick([
        Window(from: from), Window(until: from), Window(from: from, until: from + 60_000),
      ])
    }
    return rule
  }

  private mutating func invariant(_ id: String) -> Policy.Invariant {
    var answer = Policy.Invariant.Answer(
      outcomes: words(Posture.self), honoured: words(Honoured.self))
    // `never` and its condition share one map.
    let when: Condition = .all([
      .leaf(.init(.operation, .oneOf(["copy"]))), .any([condition(1), condition(1)]),
    ])
    if random.percent(50) {
      answer.exposures = words(Exposure.Place.self, atLeast: 1)
      return .init(id: id, when: when, claim: .never(answer), reason: text())
    }
    answer.atLeast = random.pick(Posture.allCases)
    return .init(id: id, when: condition(), claim: .always(answer))
  }

  private mutating func test(_ name: String) -> PolicyTest? {
    var builder = RequestBuilder(askedBy: random.pick(Request.Asker.allCases))
    builder.values[.operation] = .text("copy")
    builder.values[.platform] = .text("iOS")
    builder.values[.osVersion] = random.percent(50) ? .version(version()) : .some(nil)
    builder.values[.contentClass] = .names(["credential", "public"])
    builder.values[.marker] = random.percent(50) ? .set([]) : .names(["other"])
    builder.values[.sourceManaged] = .text(random.pick(["yes", "no"]))
    builder.values[.time] = .instant(instant())
    if random.percent(30) { builder.items = [[.contentBytes: .number(7)], [.owner: .text("own")]] }
    if random.percent(30) { builder.can = ["local-only"] }
    guard let request = try? builder.request() else { return nil }
    return PolicyTest(
      name: name, request: request,
      expected: .init(
        outcome: random.pick(Posture.allCases), honoured: random.pick(Honoured.allCases),
        becauseUnknown: random.percent(50) ? [.owner] : nil,
        wouldBe: random.percent(50) ? .deny : nil))
  }

  mutating func policy() -> Policy {
    var policy = Policy(name: name(), version: random.pick(["", "2026.11"]))
    policy.layer = random.pick(LayerKind.allCases)
    policy.mode = random.percent(10) ? .auditOnly : .enforce
    if random.percent(30) { policy.minimumAssurance = random.pick(Assurance.allCases) }
    if random.percent(30) { policy.organisation = name() }
    for operation in words(PolicyKit.Operation.self) {
      policy.defaults[operation] = .init(random.pick(Posture.allCases))
    }
    if random.percent(20) { policy.relax = [.init("local-stays-local"), .init(text())] }
    if random.percent(20) { policy.expects = [.paste: [.sourceManaged, .contentBytes]] }
    if random.percent(20) { policy.classes = ["customer-record.chart-number", "secret"] }
    policy.rules = (0..<Int.random(in: 0...4, using: &random)).map { rule("r-\($0)") }
    policy.invariants = (0..<Int.random(in: 0...2, using: &random)).map { invariant("i.\($0)") }
    policy.tests = (0..<Int.random(in: 0...2, using: &random)).compactMap { test("test \($0)") }
    return policy
  }
}

extension Policy {
  /// The policy without where its parts stand.
  var unplaced: Policy {
    var policy = self
    policy.path = ""
    policy.sha256 = ""
    policy.defaults = defaults.mapValues { .init($0.posture) }
    policy.relax = relax.map { .init($0.id) }
    for index in rules.indices {
      policy.rules[index].location = .init(path: "")
      policy.rules[index].when = rules[index].when.unplaced
      policy.rules[index].unless = rules[index].unless?.unplaced
      policy.rules[index].valid?.location = .init(path: "")
    }
    for index in invariants.indices {
      policy.invariants[index].location = .init(path: "")
      policy.invariants[index].when = invariants[index].when.unplaced
    }
    for index in tests.indices { policy.tests[index].location = .init(path: "") }
    return policy
  }
}

extension Condition {
  fileprivate var unplaced: Condition {
    switch self {
    case .all(let parts): .all(parts.map(\.unplaced))
    case .any(let parts): .any(parts.map(\.unplaced))
    case .not(let part): .not(part.unplaced)
    case .leaf(var leaf):
      {
        leaf.location = .init(path: "")
        return .leaf(leaf)
      }()
    }
  }
}
