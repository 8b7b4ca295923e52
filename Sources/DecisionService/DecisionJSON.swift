import Findings
public import PolicyKit
public import StrictJSON

extension Decision {
  /// The decision as others build on it; `record` is added by whoever recorded it.
  ///
  /// Members: `outcome`, `required`, `honoured`, `assurance`, `promises`, `plan`, `obligations`,
  /// `advice`, `becauseUnknown`, `atBest`, `exposures`, `notices`, `reasons`, `overruled`,
  /// `texts`, `wouldBe`, `brokenGlass`.
  public var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "required": .string(required.rawValue),
      "honoured": .string(honoured.rawValue),
      "assurance": assurance.map { .string($0.rawValue) } ?? .null,
      "promises": .array(promises.map(\.json)), "plan": .array(plan.map(\.json)),
      "obligations": .array(obligations.map(\.json)),
      "advice": .array(
        advice.map { ["what": .string($0.advice.rawValue), "text": .string($0.text)] }),
      "becauseUnknown": .array(becauseUnknown.map { .string($0.rawValue) }),
      "atBest": atBest.map { .string($0.rawValue) } ?? .null,
      "exposures": .array(
        exposures.map { ["place": .string($0.place.rawValue), "via": .string($0.via)] }),
      "notices": .array(
        notices.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] }),
      "reasons": .array(reasons.map(\.json)), "overruled": .array(overruled.map(\.json)),
      "texts": ["user": .string(texts.user), "administrator": .string(texts.administrator)],
      "wouldBe": wouldBe?.json ?? .null, "brokenGlass": brokenGlass?.json ?? .null,
    ]
  }
}

extension Alternative {
  var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "required": .string(required.rawValue),
      "honoured": .string(honoured.rawValue),
      "obligations": .array(obligations.map(\.json)), "reasons": .array(reasons.map(\.json)),
    ]
  }
}

extension BrokenGlass {
  var json: JSONValue {
    [
      "files": .array(
        files.map {
          [
            "name": .string($0.name), "version": .string($0.version),
            "sha256": .string($0.sha256), "reason": .string($0.reason),
          ]
        }),
      "until": .string(Instant.text(until)), "without": without.json,
    ]
  }
}

extension Promise {
  var json: JSONValue {
    [
      "what": .string(kind.rawValue), "mechanism": mechanism.map { .string($0) } ?? .null,
      "enforcedBy": .string(enforcedBy.rawValue),
      "assurance": assurance.map { .string($0.rawValue) } ?? .null, "met": .bool(isMet),
    ]
  }
}

extension PlanStep {
  var json: JSONValue {
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
  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("what", .string(kind.rawValue))]
    if let seconds { members.append(.init("seconds", .integer(Int64(seconds)))) }
    return .object(members)
  }
}

extension Reason {
  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "id": .string(id),
      "path": location.map { .string($0.path) } ?? .null,
      "line": location.map { .integer(Int64($0.line)) } ?? .null,
      "column": location.map { .integer(Int64($0.column)) } ?? .null,
      "effect": effect.map { .string($0.rawValue) } ?? .null, "text": .string(text),
    ]
  }
}

extension CompiledPolicy {
  /// The files that decide, always as an array: `name`, `version`, `sha256` each.
  public var json: JSONValue {
    .array(
      files.map {
        [
          "name": .string($0.name), "version": .string($0.version), "sha256": .string($0.sha256),
        ]
      })
  }
}

extension NearMiss {
  /// Members: `changes` (each `what`, `power`), `outcome`, `honoured`.
  public var json: JSONValue {
    [
      "changes": .array(
        changes.map { ["what": .string($0.text), "power": .string($0.power.rawValue)] }),
      "outcome": .string(outcome.rawValue), "honoured": .string(honoured.rawValue),
    ]
  }
}
