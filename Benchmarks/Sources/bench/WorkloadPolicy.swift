import PolicyKit
import StrictJSON

/// Says the neutral workload in our own words.
///
/// What the workload does not know is switched off: the built-in rules are relaxed, any assurance
/// is enough, and a local-only that a platform cannot promise stays one.
enum WorkloadPolicy {
  private static let classes = [
    "credential", "otp", "customerRecord", "paymentCard", "sourceCode", "internalDoc",
    "userContent", "publicWeb", "unclassified",
  ]
  private static let kinds = [
    "sameApp": "same-app", "app": "app", "otherDevice": "other-device",
    "pasteboardManager": "clipboard-manager", "webForm": "web-form",
    "remoteSession": "remote-session",
  ]
  private static let names = [
    "op": "operation", "cls": "content-class", "platform": "platform", "osv": "os-version",
    "srcManaged": "source.managed", "dstManaged": "destination.managed",
    "srcApp": "source.bundle-id", "dstApp": "destination.bundle-id",
    "dest": "destination.kind", "pb": "pasteboard", "initiator": "trigger",
    "format": "content-type", "size": "content-bytes", "supervised": "supervised",
  ]

  /// The policy, in JSON, which is YAML as well.
  static func text(rules: [JSONValue]) -> String {
    let policy: JSONValue = [
      "pasteboard-policy": 1, "name": "workload", "version": "1", "layer": "organisation",
      "minimum-assurance": "assumed", "defaults": ["copy": "deny", "paste": "deny"],
      "expects": [
        "paste": ["source.managed", "source.bundle-id"], "capture": ["source.managed"],
      ],
      "relax": .array(BuiltInRules.ids.map { .string($0) }),
      "classes": .object(classes.map { .init(contentClass($0), [:]) }),
      "rules": .array(rules.map(rule)),
    ]
    return policy.compactText
  }

  /// A request of the workload as one of ours.
  static func request(_ request: JSONValue) -> JSONValue {
    .object(
      (request.members ?? []).compactMap { member in
        names[member.key].map { .init($0, value(member.key, member.value)) }
      })
  }

  private static func contentClass(_ name: String) -> String { "bench.\(name.lowercased())" }

  private static func rule(_ rule: JSONValue) -> JSONValue {
    let effect = rule["outcome"]?.string ?? ""
    var members: [JSONValue.Member] = [
      .init("id", .string(rule["id"]?.string?.lowercased() ?? "")),
      .init("effect", .string(effect)),
    ]
    if effect == "local-only" { members.append(.init("unenforceable", "disclose")) }
    let tests = (rule["when"]?.members ?? []).map { member in
      JSONValue.Member(names[member.key] ?? member.key, test(member.key, member.value))
    }
    members.append(.init("when", .object(tests)))
    return .object(members)
  }

  private static func test(_ name: String, _ test: JSONValue) -> JSONValue {
    guard let first = test.members?.first else { return .null }
    switch first.key {
    case "in": return .array((first.value.array ?? []).map { value(name, $0) })
    case "is": return value(name, first.value)
    case "lt": return ["below": value(name, first.value)]
    case "gt": return ["above": value(name, first.value)]
    case "ge": return ["from": value(name, first.value)]
    case "prefix": return ["prefix": first.value]
    case "notPrefix": return ["not": ["prefix": first.value]]
    default: return .null
    }
  }

  private static func value(_ name: String, _ value: JSONValue) -> JSONValue {
    switch (name, value) {
    case ("cls", .string(let text)): .string(contentClass(text))
    case ("dest", .string(let text)): .string(kinds[text] ?? text)
    case ("format", .string(let text)): .string("public.\(text)")
    case ("osv", .integer(let number)): .string("\(number / 100).\(number % 100)")
    case (_, .bool(let flag)): .string(flag ? "yes" : "no")
    default: value
    }
  }
}
