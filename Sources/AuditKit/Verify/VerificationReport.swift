/// What a verification is told from outside the log's folder.
public struct VerificationOptions: Sendable {
  /// The keys that may have signed the log's checkpoints. Without one nothing is verified.
  public var keys: [VerificationKey] = []
  /// A checkpoint of this log that was kept elsewhere: the text of the signed note.
  public var anchor: String?
  /// Whether a log without an anchor counts as one that nothing can be told about.
  public var requiresAnchor = false
  /// The UUID of the log that is expected; nil for whichever is there.
  public var log: String?
  /// The typed columns that the log should have; nil for those that it says it has.
  public var columns: [Column]?

  /// No key, no anchor.
  public init() {}
}

/// What a verification found.
public struct VerificationReport: Sendable {
  /// The answer in one word, with what belongs to it.
  public enum Verdict: Sendable, Hashable {
    /// Every record is as it was when the head over all `to` of them was signed.
    ///
    /// `anchoredAt` is the size of the checkpoint that was held elsewhere. Nil: none was; the log
    /// may then be an older state of itself, and whoever had the signing key could have replaced
    /// all of it.
    case verified(to: Int64, anchoredAt: Int64?)
    /// Something is not what was written; the first record that is affected, where one can be
    /// named.
    case altered(firstSeq: Int64?)
    /// What is there may be right, but something is missing.
    case incomplete
    /// There is not enough to tell.
    case cannotTell
  }

  /// The answer.
  public var verdict: Verdict
  /// What was found, in the order of finding; at most 50.
  public var problems: [VerificationProblem] = []
  /// How many more were found than `problems` names.
  public var omitted = 0
  /// Which log it is, if that could be read.
  public var identity: LogIdentity?
  /// How many records were read.
  public var records: Int64 = 0
  /// The root of the tree over the records that were read.
  public var root: Digest?
  /// How many checkpoints carry a good signature of a given key and fit the records.
  public var checkpoints = 0

  /// The answer in one sentence for a reader who is no programmer.
  public var summary: String {
    switch verdict {
    case .verified(let size, let anchor):
      let held =
        anchor.map { "anchored at \($0) by the checkpoint held elsewhere" }
        ?? "unanchored (no checkpoint held elsewhere was given: a log cut back to an older signed head by anyone, or replaced as a whole by the holder of its key, would not be seen)"
      return "verified to \(size), \(held)"
    case .altered(let first):
      return first.map { "altered: record \($0) is the first that is not as it was written" }
        ?? "altered: the log is not as it was written"
    case .incomplete: return "incomplete: a part of the log is missing"
    case .cannotTell: return "cannot tell whether the log is whole and unchanged"
    }
  }
}

/// How grave a problem is.
public enum VerificationGravity: Int, Sendable, Hashable, Comparable {
  /// Worth knowing; takes nothing from the verdict.
  case note
  /// Something that is needed for an answer was not given or does not fit.
  case cannotTell
  /// Something is missing.
  case incomplete
  /// Something was changed.
  case altered

  /// Orders by gravity.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
