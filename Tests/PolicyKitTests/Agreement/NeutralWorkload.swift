import StrictJSON
import TestSupport

/// Rules and requests that know nothing of pasteboards in particular: each test of a rule must hold,
/// the strictest outcome of the rules that match is the answer, and without one it is deny.
struct NeutralWorkload {
  let rules: [JSONValue]
  let requests: [JSONValue]

  /// A rule's answer to a request, worked out as naively as it can be said.
  static func matches(_ rule: JSONValue, _ request: JSONValue) -> Bool {
    (rule["when"]?.members ?? []).allSatisfy { member in
      guard let test = member.value.members?.first, let found = request[member.key] else {
        return false
      }
      switch (test.key, test.value, found) {
      case ("in", .array(let values), _): return values.contains(found)
      case ("is", let value, _): return value == found
      case ("lt", .integer(let bound), .integer(let number)): return number < bound
      case ("gt", .integer(let bound), .integer(let number)): return number > bound
      case ("ge", .integer(let bound), .integer(let number)): return number >= bound
      case ("prefix", .array(let texts), .string(let found)):
        return texts.contains { found.hasPrefix($0.string ?? found + "?") }
      case ("notPrefix", .array(let texts), .string(let found)):
        return !texts.contains { found.hasPrefix($0.string ?? found + "?") }
      default: return false
      }
    }
  }

  /// The outcome and the rules that say so.
  func answer(to request: JSONValue) -> (outcome: String, rules: [String]) {
    let matching = rules.filter { Self.matches($0, request) }
    for outcome in ["deny", "local-only", "allow"] {
      let names = matching.filter { $0["outcome"]?.string == outcome }
        .compactMap { $0["id"]?.string }
      if !names.isEmpty { return (outcome, names) }
    }
    return ("deny", [])
  }

  /// A small workload of our own.
  static func own(_ count: Int, _ random: inout SeededGenerator) -> NeutralWorkload {
    NeutralWorkload(
      rules: ownRules, requests: (0..<count).map { _ in ownRequest(&random) })
  }

  private static let ownRules: [JSONValue] = [
    rule("secrets-out", "deny", ["cls": words("credential", "otp"), "dstManaged": ["is": false]]),
    rule("large", "deny", ["size": ["gt": 5_000_000], "dest": words("otherDevice")]),
    rule("old", "deny", ["platform": words("iOS", "iPadOS"), "osv": ["lt": 1500]]),
    rule(
      "foreign", "deny",
      [
        "op": words("paste"), "srcApp": ["prefix": ["com.corp."]],
        "dstApp": ["notPrefix": ["com.corp."]], "cls": words("internalDoc", "sourceCode"),
      ]),
    rule("records", "local-only", ["cls": words("customerRecord"), "op": words("copy")]),
    rule(
      "nobody", "local-only",
      [
        "op": words("copy", "paste"), "initiator": words("programmatic"), "pb": words("general"),
      ]),
    rule("managed", "local-only", ["srcManaged": ["is": true], "op": words("copy")]),
    rule("supervised", "allow", ["supervised": ["is": true], "osv": ["ge": 1507]]),
    rule("public", "allow", ["cls": words("publicWeb", "userContent")]),
    rule("small", "allow", ["size": ["lt": 100], "format": words("text", "url")]),
    rule("same", "allow", ["dest": words("sameApp")]),
  ]

  private static func rule(_ id: String, _ outcome: String, _ when: JSONValue) -> JSONValue {
    ["id": .string(id), "outcome": .string(outcome), "when": when]
  }

  private static func words(_ words: String...) -> JSONValue {
    ["in": .array(words.map { .string($0) })]
  }

  private static func ownRequest(_ random: inout SeededGenerator) -> JSONValue {
    func word(_ words: String...) -> JSONValue { .string(random.pick(words)) }
    func flag() -> JSONValue { .bool(random.percent(50)) }
    let apps = ["com.corp.mail", "com.corp.", "com.corporate", "org.other", "com.cor"]
    return [
      "op": word("copy", "paste"),
      "cls": word(
        "credential", "otp", "customerRecord", "paymentCard", "sourceCode", "internalDoc",
        "userContent", "publicWeb", "unclassified"),
      "platform": word("iOS", "iPadOS", "macOS", "visionOS"),
      "osv": .integer(random.pick([1499, 1500, 1501, 1506, 1507, 1508, 200, 2600])),
      "srcManaged": flag(), "dstManaged": flag(), "srcApp": .string(random.pick(apps)),
      "dstApp": .string(random.pick(apps)),
      "dest": word(
        "sameApp", "app", "otherDevice", "pasteboardManager", "webForm", "remoteSession"),
      "pb": word("general", "named", "find"), "initiator": word("user", "programmatic"),
      "format": word("text", "rtf", "image", "file", "url"),
      "size": .integer(random.pick([0, 99, 100, 101, 4_999_999, 5_000_000, 5_000_001])),
      "supervised": flag(),
    ]
  }
}
