public import AuditKit
import Devices
import Findings
import PolicyKit
import StrictJSON

/// What a decision leaves in the log: every input it used and everything it rests on.
///
/// Never content, nor a hash of it; sizes only as fine as the policy tells them apart; identities,
/// groups and the names of files not at all.
public enum DecisionRecord {
  /// The members of a decision that a log keeps in columns to search by.
  public static let columns: [Column] = [
    Column("operation", .text, path: ["operation"]),
    Column("outcome", .text, path: ["outcome"]),
    Column("required", .text, path: ["required"]),
    Column("honoured", .text, path: ["honoured"]),
    Column("platform", .text, path: ["request", "platform"]),
    Column("rule", .text, path: ["rule"]),
  ].compactMap { $0 }

  static func draft(
    _ decision: Decision, of request: Request, by policy: CompiledPolicy, profiles: String?,
    microseconds: Int64
  ) -> RecordDraft {
    for limit in [reasonLimit, reasonLimit / 10] {
      let body = body(decision, request, policy, profiles, microseconds, reasons: limit)
      if body.compactText.utf8.count < spaceForBody { return draft(body, decision) }
    }
    return draft(body(decision, request, policy, profiles, microseconds, reasons: 1), decision)
  }

  private static func draft(_ body: JSONValue, _ decision: Decision) -> RecordDraft {
    RecordDraft(.decision, body, isUrgent: decision.outcome == .deny)
  }

  private static func body(
    _ decision: Decision, _ request: Request, _ policy: CompiledPolicy, _ profiles: String?,
    _ microseconds: Int64, reasons limit: Int
  ) -> JSONValue {
    let rule = decision.reasons.first { $0.effect != nil }?.id
    func listed(_ reasons: [Reason]) -> JSONValue {
      .array(reasons.prefix(limit).map { recorded($0, policy) })
    }
    return [
      "operation": .string(request.operation.rawValue),
      "outcome": .string(decision.outcome.rawValue),
      "required": .string(decision.required.rawValue),
      "honoured": .string(decision.honoured.rawValue),
      "assurance": decision.assurance.map { .string($0.rawValue) } ?? .null,
      "exposures": .array(decision.exposures.map { .string($0.place.rawValue) }),
      "mode": "enforce", "rule": rule.map { .string($0) } ?? .null,
      "policy": .array(
        policy.files.map {
          [
            "name": .string($0.name), "version": .string($0.version),
            "sha256": .string($0.sha256),
          ]
        }),
      "profiles": profiles.map { .string($0) } ?? .null,
      "reasons": listed(decision.reasons),
      "reasonsOmitted": .integer(Int64(max(0, decision.reasons.count - limit))),
      "overruled": listed(decision.overruled),
      "overruledOmitted": .integer(Int64(max(0, decision.overruled.count - limit))),
      "obligations": .array(decision.obligations.map { .string($0.kind.rawValue) }),
      "can": request.can.map { .array($0.sorted().map { .string($0) }) } ?? .null,
      "becauseUnknown": .array(decision.becauseUnknown.map { .string($0.rawValue) }),
      "copy": request.copyID.map { .string($0) } ?? .null,
      "request": inputs(request.values, request, policy),
      "items": .array(request.items.map { inputs($0, request, policy) }),
      "attested": .array(request.attested.map(\.rawValue).sorted().map { .string($0) }),
      "textForUser": .string(decision.texts.user),
      "wouldBe": decision.wouldBe.map { recorded($0) } ?? .null,
      "brokenGlass": decision.brokenGlass.map { recorded($0) } ?? .null,
      "engine": .string(engine), "evaluationMicroseconds": .integer(microseconds),
    ]
  }

  /// So many reasons of each kind are recorded, or a tenth where the record would grow too long.
  private static let reasonLimit = 100
  /// What a record leaves for its body, the log's own members taken off.
  private static let spaceForBody = Record.byteLimit - 1000

  /// The engine that decided, in records.
  static let engine = "pbpolicy \(engineVersion)"

  /// A rule by its policy's name; a restriction by its key alone, since its file is no policy's:
  /// profiles are named after people.
  private static func recorded(_ reason: Reason, _ policy: CompiledPolicy) -> JSONValue {
    let file = policy.files.first { $0.path == reason.location?.path }
    return [
      "kind": .string(reason.kind.rawValue), "id": .string(reason.id),
      "policy": file.map { .string($0.name) } ?? .null,
      "line": reason.location.map { .integer(Int64($0.line)) } ?? .null,
      "effect": reason.effect.map { .string($0.rawValue) } ?? .null,
    ]
  }

  /// Another answer by its outcome and the first that would determine it.
  private static func recorded(_ other: Alternative) -> JSONValue {
    [
      "outcome": .string(other.outcome.rawValue), "required": .string(other.required.rawValue),
      "honoured": .string(other.honoured.rawValue),
      "rule": other.reasons.first.map { .string($0.id) } ?? .null,
    ]
  }

  private static func recorded(_ glass: BrokenGlass) -> JSONValue {
    [
      "files": .array(
        glass.files.prefix(10).map {
          [
            "name": .string($0.name), "version": .string($0.version),
            "sha256": .string($0.sha256),
          ]
        }),
      "until": .integer(glass.until), "without": recorded(glass.without),
    ]
  }

  private static func inputs(
    _ values: AttributeValues, _ request: Request, _ policy: CompiledPolicy
  ) -> JSONValue {
    .object(
      values.sorted { $0.key.rawValue < $1.key.rawValue }.map { attribute, value in
        .init(attribute.rawValue, recorded(value, attribute, request, policy))
      })
  }

  private static func recorded(
    _ value: AttributeValue?, _ attribute: Attribute, _ request: Request, _ policy: CompiledPolicy
  ) -> JSONValue {
    guard let value else { return .null }
    switch attribute {
    case .sourceIdentity, .destinationIdentity, .userGroups, .deviceGroups: return "withheld"
    default: break
    }
    switch value {
    case .text(let text): return .string(text)
    case .set(let names): return .array(names.map { .string($0) })
    case .version(let version): return .string(version.description)
    case .instant(let milliseconds): return .integer(milliseconds)
    case .number(let number):
      switch attribute {
      case .contentBytes, .contentCharacters:
        return .string(policy.sizeClass(of: number, attribute, for: request.operation))
      default: return .integer(Int64(number))
      }
    }
  }
}

extension CompiledPolicy {
  /// The widest interval around `number` that no rule for `operation` divides.
  func sizeClass(of number: Int, _ attribute: Attribute, for operation: Operation) -> String {
    var lower = 0
    var upper: Int?
    for rule in layers.flatMap({ $0.rules(for: operation) }) {
      for leaf in rule.when.leaves + (rule.unless?.leaves ?? []) {
        guard leaf.attribute == attribute, case .numbers(let bounds) = leaf.test else { continue }
        // Every bound divides the numbers into those below `cut` and those from it on.
        let cuts = [
          bounds.from, bounds.below, bounds.above.map { $0 + 1 }, bounds.through.map { $0 + 1 },
        ].compactMap { $0 }
        for cut in cuts {
          if cut <= number { lower = max(lower, cut) } else { upper = min(upper ?? cut, cut) }
        }
      }
    }
    return upper.map { "from \(lower) below \($0)" } ?? "from \(lower)"
  }
}
