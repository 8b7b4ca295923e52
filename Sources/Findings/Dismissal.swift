/// Why a finding does not count: it is shown where everything is, and changes no exit status.
public struct Dismissal: Sendable, Hashable {
  /// The two ways.
  public enum Kind: Sendable, Hashable {
    /// A comment in the file says so, and why.
    case suppressed
    /// The baseline knows it.
    case known
  }

  /// Which of the two.
  public var kind: Kind
  /// The reason given; empty for the baseline.
  public var reason: String
  /// Where the comment stands; nil for the baseline.
  public var location: SourceLocation?

  /// A comment at `location` gives `reason`.
  public static func suppressed(_ reason: String, at location: SourceLocation) -> Dismissal {
    Dismissal(kind: .suppressed, reason: reason, location: location)
  }

  /// The baseline knows it.
  public static let known = Dismissal(kind: .known, reason: "", location: nil)
}

extension Finding {
  /// Whether it counts.
  public var isActive: Bool { dismissal == nil }
}
