import Findings

/// Answers a request: may this content go onto, or come off, this pasteboard, and how far?
///
/// Pure and total: no I/O, no clock, no throwing; the same input gives the same answer.
/// `Docs/semantics.md` says in words what happens here, step by step.
/// - Parameters:
///   - request: the question.
///   - policy: the layers that have a say.
///   - restrictions: what profiles put on the device; nil where no profile was given.
public func decide(
  _ request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions? = nil
) -> Decision {
  if policy.emergencies.isEmpty, policy.watched.isEmpty {
    return decideAlone(request, policy: policy, restrictions: restrictions)
  }
  let emergency = policy.emergency(at: request)
  let policyNow = emergency?.policy ?? policy
  var decision = decideAlone(request, policy: policyNow, restrictions: restrictions)
  if let watched = policyNow.auditing {
    decision.tell(
      wouldBe: decideAlone(request, policy: watched, restrictions: restrictions))
  }
  if let emergency {
    decision.tell(
      emergency, without: decideAlone(request, policy: policy, restrictions: restrictions))
  }
  return decision
}

/// Another answer to the same request.
public struct Alternative: Sendable, Hashable {
  /// The answer.
  public var outcome: Posture
  /// What would be wanted.
  public var required: Posture
  /// Whether it could be carried out.
  public var honoured: Honoured
  /// What the caller would have to do.
  public var obligations: [Obligation]
  /// Everything that would determine it: rules, restrictions and defaults with an effect.
  public var reasons: [Reason]

  init(_ decision: Decision) {
    outcome = decision.outcome
    required = decision.required
    honoured = decision.honoured
    obligations = decision.obligations
    reasons = decision.reasons.filter { $0.effect != nil }
  }

  /// Its rules in words, such as `rule a, default`.
  var names: String {
    var seen: Set<String> = []
    return reasons.map { $0.id == $0.kind.rawValue ? $0.id : "\($0.kind.rawValue) \($0.id)" }
      .filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}

/// The mark of an answer that an emergency changed.
public struct BrokenGlass: Sendable, Hashable {
  /// The emergency files that hold.
  public var files: [BreakGlass]
  /// The first instant at which they no longer all hold, in milliseconds since 1970.
  public var until: Int64
  /// The answer without them.
  public var without: Alternative
}

extension CompiledPolicy {
  /// The emergency that holds at the request's time; none while the time is unknown.
  fileprivate func emergency(at request: Request) -> Emergency? {
    guard !emergencies.isEmpty, case .instant(let time) = request.values[.time] ?? nil else {
      return nil
    }
    return emergencies.first { $0.window.contains(time) }
  }
}

extension Decision {
  /// Whether a caller would have to do the same.
  private func isSame(as other: Decision) -> Bool {
    outcome == other.outcome && required == other.required && honoured == other.honoured
      && obligations == other.obligations && plan == other.plan
  }

  fileprivate mutating func tell(wouldBe other: Decision) {
    guard !isSame(as: other) else { return }
    let alternative = Alternative(other)
    wouldBe = alternative
    texts.administrator +=
      " With what is only watched it would be \(alternative.outcome.rawValue), honoured: "
      + "\(alternative.honoured.rawValue), determined by \(alternative.names)."
  }

  fileprivate mutating func tell(
    _ emergency: CompiledPolicy.Emergency, without other: Decision
  ) {
    guard !isSame(as: other), let until = emergency.files.map(\.until).min() else { return }
    let alternative = Alternative(other)
    brokenGlass = BrokenGlass(files: emergency.files, until: until, without: alternative)
    let names = emergency.files.map { "`\($0.name)` (\($0.reason))" }.joined(separator: ", ")
    texts.administrator +=
      " Break-glass \(names) changed this until \(Instant.text(until)): without it "
      + "\(alternative.outcome.rawValue), determined by \(alternative.names)."
  }
}
