public import AuditKit
public import PolicyKit

/// The version of everything here, by semantic versioning.
public let engineVersion = "0.1.0"

/// The path itself: a request is decided, the decision is recorded, and only then answered.
public struct DecisionPath: Sendable {
  /// The layers that have a say.
  public let policy: CompiledPolicy
  /// SHA-256 over the profiles' own digests, in hexadecimal; nil where no profile was given.
  public let profiles: String?
  private let writer: LogWriter?

  /// Makes a path.
  /// - Parameters:
  ///   - profiles: the bytes of each profile, in order.
  ///   - writer: where decisions are recorded; nil where no log is kept.
  public init(
    policy: CompiledPolicy, profiles: [[UInt8]] = [], writer: LogWriter? = nil
  ) {
    self.policy = policy
    self.profiles =
      profiles.isEmpty
      ? nil : SHA256.hex(profiles.map { SHA256.hex($0) }.joined(separator: "\n").utf8)
    self.writer = writer
  }

  /// A request, and what profiles put on the device that it is about.
  public struct Question: Sendable {
    /// The request.
    public let request: Request
    /// The restrictions; nil where no profile was given.
    public let restrictions: DeviceRestrictions?

    /// Makes a question.
    public init(_ request: Request, restrictions: DeviceRestrictions? = nil) {
      self.request = request
      self.restrictions = restrictions
    }
  }

  /// A decision, and the proof that it is recorded.
  public struct Answer: Sendable {
    /// The decision.
    public let decision: Decision
    /// The receipt; nil where no log is kept.
    public let receipt: Receipt?
  }

  /// Answers `questions` in their order; all are recorded before any is answered.
  /// - Throws: `LogStoreError` where they could not be recorded: then nothing is answered.
  public func answer(_ questions: [Question]) throws(LogStoreError) -> [Answer] {
    var decisions: [Decision] = []
    var drafts: [RecordDraft] = []
    for question in questions {
      let start = ContinuousClock.now
      let decision = decide(
        question.request, policy: policy, restrictions: question.restrictions)
      let time = start.duration(to: .now).components.attoseconds / 1_000_000_000_000
      decisions.append(decision)
      drafts.append(
        DecisionRecord.draft(
          decision, of: question.request, by: policy, profiles: profiles, microseconds: time))
    }
    guard let writer else { return decisions.map { Answer(decision: $0, receipt: nil) } }
    let receipts = try writer.append(drafts)
    return zip(decisions, receipts).map { Answer(decision: $0, receipt: $1) }
  }
}
