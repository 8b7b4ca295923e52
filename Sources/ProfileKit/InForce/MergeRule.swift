/// Which of several values of one restriction is the more restrictive.
///
/// No key of the Restrictions payload has a documented rule: this table is ours, `assumed`.
/// Apple's present documentation calls the result unexpected or undefined, an older page says
/// that on iPhone and iPad the more restrictive wins; so both ends are always kept.
enum MergeRule: Sendable {
  /// Booleans that allow something: false restricts.
  case falseRestricts
  /// Booleans that demand something: true restricts.
  case trueRestricts
  /// Numbers where less is more restrictive.
  case lowerRestricts
  /// Numbers where more is more restrictive.
  case higherRestricts
  /// Lists of what is allowed.
  case allowList
  /// Lists of what is not allowed.
  case blockList
  /// No order is known.
  case unordered

  /// Beginnings of keys, the first that fits; the whole key where it is an exception.
  private static let table: [(prefix: String, rule: MergeRule)] = [
    ("allowListed", .allowList), ("allowedCamera", .allowList), ("allowedExternal", .allowList),
    ("allowed", .allowList), ("whitelisted", .allowList), ("autonomousSingleApp", .allowList),
    ("ratingAppsExempted", .allowList), ("blocked", .blockList), ("blacklisted", .blockList),
    ("denied", .blockList), ("ratingRegion", .unordered), ("rating", .lowerRestricts),
    ("safariAcceptCookies", .lowerRestricts), ("enforcedFingerprintTimeout", .lowerRestricts),
    ("enforced", .higherRestricts), ("allow", .falseRestricts), ("safariAllow", .falseRestricts),
    ("require", .trueRestricts), ("force", .trueRestricts), ("safariForce", .trueRestricts),
  ]

  /// The rule for `key`.
  init(_ key: String) {
    self = Self.table.first { key.hasPrefix($0.prefix) }?.rule ?? .unordered
  }

  /// The restrictive end of the range; nil where there is none.
  var extreme: RestrictionValue? {
    switch self {
    case .falseRestricts: .boolean(false)
    case .trueRestricts: .boolean(true)
    default: nil
    }
  }

  /// One end of `values`, of which nil is a device without the setting and without a default.
  func end(of values: [RestrictionValue?], restrictive: Bool) -> RestrictionValue? {
    let present = values.compactMap { $0 }
    guard let first = present.first else { return nil }
    if present.count < values.count, !restrictive { return nil }
    switch self {
    case .falseRestricts: return Self.boolean(present, all: restrictive)
    case .trueRestricts: return Self.boolean(present, all: !restrictive)
    case .lowerRestricts: return Self.number(present, least: restrictive)
    case .higherRestricts: return Self.number(present, least: !restrictive)
    case .allowList: return Self.list(present, intersect: restrictive)
    case .blockList: return Self.list(present, intersect: !restrictive)
    case .unordered: return present.allSatisfy { $0 == first } ? first : restrictive ? first : nil
    }
  }

  private static func boolean(_ values: [RestrictionValue], all: Bool) -> RestrictionValue? {
    let flags = values.compactMap(\.boolean)
    guard !flags.isEmpty else { return values.first }
    return .boolean(all ? flags.allSatisfy { $0 } : flags.contains(true))
  }

  private static func number(_ values: [RestrictionValue], least: Bool) -> RestrictionValue? {
    let numbers = values.compactMap { value -> Double? in
      guard case .number(let number) = value else { return nil }
      return number
    }
    return (least ? numbers.min() : numbers.max()).map { .number($0) } ?? values.first
  }

  private static func list(_ values: [RestrictionValue], intersect: Bool) -> RestrictionValue? {
    let lists = values.compactMap { value -> [String]? in
      guard case .list(let texts) = value else { return nil }
      return texts
    }
    guard let first = lists.first else { return values.first }
    var seen: Set<String> = []
    if intersect {
      let sets = lists.map(Set.init)
      return .list(
        first.filter { text in sets.allSatisfy { $0.contains(text) } && seen.insert(text).inserted }
      )
    }
    return .list(lists.joined().filter { seen.insert($0).inserted })
  }
}
