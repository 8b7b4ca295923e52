/// How much a policy may hold, and how its names are spelt: one truth for whoever reads one, from
/// a text or saved.
///
/// Lengths of texts are in characters (Unicode scalars). They stand in answers, reports and
/// records, again and again.
public enum PolicyBounds {
  /// The name of a policy, an emergency, an organisation or a control.
  public static let name = 100
  /// A version.
  public static let version = 50
  /// The name of a test.
  public static let title = 200
  /// Why a rule, an invariant or an emergency is there.
  public static let reason = 1000
  /// The id of a rule or an invariant, in bytes.
  public static let identifier = 100
  /// After how many seconds content may have to be gone.
  public static let expirySeconds: ClosedRange<Int64> = 1...31_536_000
  /// The numbers that a condition may name.
  public static let numbers: ClosedRange<Int64> = 0...(1 << 53)
  /// More tests than this in one condition, groups written out, are refused.
  public static let conditionTests = 1000
  /// Conditions deeper than this within each other, groups written out, are refused.
  public static let conditionLevels = 64

  /// Whether `text` may be the id of a rule or an invariant.
  public static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= identifier
      && text.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46
      }
  }
}

/// How much a request may hold, so that every decision fits a record of the log.
public enum RequestBounds {
  /// Names in one set.
  public static let names = 100
  /// Items in one call.
  public static let items = 100
  /// Bytes of one text.
  public static let textBytes = 500
  /// Bytes of all texts together.
  public static let allBytes = 12_000

  /// Whether `text` is short enough and would not change what shows it.
  public static func isShowable(_ text: String) -> Bool {
    text.utf8.count <= textBytes && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The bytes of all texts in `all`.
  public static func bytes(of all: [AttributeValues]) -> Int {
    var bytes = 0
    for value in all.flatMap({ $0.values }) {
      switch value {
      case .text(let text)?: bytes += text.utf8.count
      case .set(let names)?: for name in names { bytes += name.utf8.count }
      default: break
      }
    }
    return bytes
  }

  /// Whether `text` is the identifier of a copy's record: a UUID, and nothing that was copied.
  public static func isCopyID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = Set("0123456789abcdefABCDEF".utf8)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.allSatisfy(digits.contains) }
  }
}

extension Condition {
  /// Whether it has at most `PolicyBounds.conditionTests` parts and
  /// `PolicyBounds.conditionLevels` levels.
  public var isBounded: Bool {
    var room = PolicyBounds.conditionTests
    return fits(&room, levels: PolicyBounds.conditionLevels)
  }

  private func fits(_ room: inout Int, levels: Int) -> Bool {
    room -= 1
    guard room >= 0, levels > 0 else { return false }
    switch self {
    case .leaf: return true
    case .not(let part): return part.fits(&room, levels: levels - 1)
    case .all(let parts), .any(let parts):
      for part in parts {
        guard part.fits(&room, levels: levels - 1) else { return false }
      }
      return true
    }
  }
}

extension Condition.Bounds {
  /// Whether no value lies within them.
  public var isEmpty: Bool {
    let lower = [from, above].compactMap { $0 }.max()
    let upper = [below, through].compactMap { $0 }.min()
    guard let lower, let upper else { return false }
    return lower > upper || (lower == upper && !contains(lower))
  }
}

extension Attribute {
  /// Whether a policy may raise it to expected for `operation`: only where it can apply at all,
  /// and nobody works it out.
  public func mayBeExpected(for operation: Operation) -> Bool {
    let circumstances = Circumstances(isMac: true, askedByApp: true, profilesGiven: false)
    return !isDerived && applicability(operation, circumstances) != .never
  }

  /// Whether its values have an order, so that they are tested against bounds.
  public var isOrdered: Bool {
    switch kind {
    case .version, .number, .instant: true
    default: false
    }
  }
}
