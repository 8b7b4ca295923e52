import Findings
import PolicyKit
import StrictJSON

extension Decision {
  /// What `Decision.write` writes, made into values first: its twin.
  var naiveJSON: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "required": .string(required.rawValue),
      "honoured": .string(honoured.rawValue),
      "assurance": assurance.map { .string($0.rawValue) } ?? .null,
      "promises": .array(promises.map(\.naiveJSON)), "plan": .array(plan.map(\.naiveJSON)),
      "obligations": .array(obligations.map(\.naiveJSON)),
      "advice": .array(
        advice.map { ["what": .string($0.advice.rawValue), "text": .string($0.text)] }),
      "becauseUnknown": .array(becauseUnknown.map { .string($0.rawValue) }),
      "atBest": atBest.map { .string($0.rawValue) } ?? .null,
      "exposures": .array(
        exposures.map { ["place": .string($0.place.rawValue), "via": .string($0.via)] }),
      "notices": .array(
        notices.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] }),
      "reasons": .array(reasons.map(\.naiveJSON)), "overruled": .array(overruled.map(\.naiveJSON)),
      "texts": ["user": .string(texts.user), "administrator": .string(texts.administrator)],
      "wouldBe": wouldBe?.naiveJSON ?? .null, "brokenGlass": brokenGlass?.naiveJSON ?? .null,
    ]
  }
}

extension Alternative {
  fileprivate var naiveJSON: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "required": .string(required.rawValue),
      "honoured": .string(honoured.rawValue),
      "obligations": .array(obligations.map(\.naiveJSON)),
      "reasons": .array(reasons.map(\.naiveJSON)),
    ]
  }
}

extension BrokenGlass {
  fileprivate var naiveJSON: JSONValue {
    [
      "files": .array(
        files.map {
          [
            "name": .string($0.name), "version": .string($0.version),
            "sha256": .string($0.sha256), "reason": .string($0.reason),
          ]
        }),
      "until": .string(Instant.text(until)), "without": without.naiveJSON,
    ]
  }
}

extension Promise {
  fileprivate var naiveJSON: JSONValue {
    [
      "what": .string(kind.rawValue), "mechanism": mechanism.map { .string($0) } ?? .null,
      "enforcedBy": .string(enforcedBy.rawValue),
      "assurance": assurance.map { .string($0.rawValue) } ?? .null, "met": .bool(isMet),
    ]
  }
}

extension PlanStep {
  fileprivate var naiveJSON: JSONValue {
    [
      "call": .string(call),
      "options": .object(
        options.map { option in
          switch option.value {
          case .flag(let flag): .init(option.name, .bool(flag))
          case .number(let number): .init(option.name, .integer(Int64(number)))
          case .word(let word): .init(option.name, .string(word))
          }
        }),
      "api": .string(api), "note": note.map { .string($0) } ?? .null,
    ]
  }
}

extension Obligation {
  fileprivate var naiveJSON: JSONValue {
    var members: [JSONValue.Member] = [.init("what", .string(kind.rawValue))]
    if let seconds { members.append(.init("seconds", .integer(Int64(seconds)))) }
    return .object(members)
  }
}

extension Reason {
  fileprivate var naiveJSON: JSONValue {
    var members: [JSONValue.Member] = []
    if kind == .platform, let fact = PlatformFact.fact(id) {
      members = [
        .init("versions", .string(fact.versions)),
        .init("assurance", .string(fact.assurance.rawValue)),
        .init("source", .string(fact.source)),
      ]
    }
    let said: JSONValue = [
      "kind": .string(kind.rawValue), "id": .string(id),
      "path": location.map { .string($0.path) } ?? .null,
      "line": location.map { .integer(Int64($0.line)) } ?? .null,
      "column": location.map { .integer(Int64($0.column)) } ?? .null,
      "effect": effect.map { .string($0.rawValue) } ?? .null, "text": .string(text),
    ]
    return .object((said.members ?? []) + members)
  }
}
