/// How far content may travel: the three answers, least restrictive first.
public enum Posture: String, Sendable, Hashable, CaseIterable, Comparable, BitwiseCopyable {
  /// It may go where the user takes it, other devices included.
  case allow
  /// It may be used on this device and must not reach another.
  case localOnly = "local-only"
  /// It may not.
  case deny

  /// By restrictiveness: allow, local-only, deny.
  public static func < (left: Posture, right: Posture) -> Bool { left.rank < right.rank }

  var rank: Int {
    switch self {
    case .allow: 0
    case .localOnly: 1
    case .deny: 2
    }
  }
}

/// What a statement about a platform rests on, best first.
public enum Assurance: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Apple's documentation or schema says so.
  case documented
  /// Apple's documentation says so in one place and denies it in another.
  case contested
  /// Follows from documented or decompiled behaviour; Apple does not say it in words.
  case inferred
  /// Third parties report it.
  case reported
  /// Nobody says it; a model of ours.
  case assumed

  /// By strength: assumed is least, documented greatest.
  public static func < (left: Assurance, right: Assurance) -> Bool { left.rank < right.rank }

  var rank: Int {
    switch self {
    case .documented: 4
    case .contested: 3
    case .inferred: 2
    case .reported: 1
    case .assumed: 0
    }
  }
}

/// Whether the answer can be carried out on that platform.
public enum Honoured: String, Sendable, Hashable, CaseIterable {
  /// All of it.
  case yes
  /// The posture, but not every option (an expiry, say).
  case partly
  /// Not the posture itself.
  case no
}
