public import StrictJSON

/// Which of several values of one restriction is the more restrictive.
///
/// No key of the Restrictions payload has a documented rule, but for lists that Apple says combine
/// by intersection: this table is ours, `assumed`. Apple's present documentation calls the result
/// unexpected or undefined, an older page says that on iPhone and iPad the more restrictive wins; so
/// both ends are always kept.
public enum MergeRule: String, Sendable, CaseIterable {
  /// Booleans that allow something: false restricts, so several come to their AND.
  case and
  /// Booleans that demand something: true restricts, so several come to their OR.
  case or
  /// Numbers where less is more restrictive.
  case least
  /// Numbers where more is more restrictive.
  case greatest
  /// Lists of what is allowed.
  case intersection
  /// Lists of what is not allowed.
  case union
  /// No order is known: no value is more restrictive than another.
  case unordered

  /// The whole key where it is a list, a number or a text; the beginning of the key for booleans.
  private static let keys: [String: MergeRule] = [
    "allowListedAppBundleIDs": .intersection, "whitelistedAppBundleIDs": .intersection,
    "allowedCameraRestrictionBundleIDs": .intersection,
    "allowedExternalIntelligenceWorkspaceIDs": .intersection,
    "autonomousSingleAppModePermittedAppIDs": .intersection,
    "ratingAppsExemptedBundleIDs": .intersection,
    "blockedAppBundleIDs": .union, "blacklistedAppBundleIDs": .union,
    "deniedICCIDsForRCS": .union, "deniedICCIDsForiMessageFaceTime": .union,
    "enforcedFingerprintTimeout": .least, "safariAcceptCookies": .least,
    "ratingApps": .least, "ratingMovies": .least, "ratingTVShows": .least,
    "ratingRegion": .unordered,
    "enforcedSoftwareUpdateDelay": .greatest,
    "enforcedSoftwareUpdateMajorOSDeferredInstallDelay": .greatest,
    "enforcedSoftwareUpdateMinorOSDeferredInstallDelay": .greatest,
    "enforcedSoftwareUpdateNonOSDeferredInstallDelay": .greatest,
  ]
  /// The first beginning that fits; also how keys newer than this table are taken.
  private static let beginnings: [(prefix: String, rule: MergeRule)] = [
    ("allowListed", .intersection), ("allowed", .intersection), ("whitelisted", .intersection),
    ("blocked", .union), ("blacklisted", .union), ("denied", .union), ("rating", .least),
    ("enforced", .greatest), ("allow", .and), ("safariAllow", .and), ("require", .or),
    ("force", .or), ("safariForce", .or),
  ]

  /// The rule for `key`.
  public init(_ key: String) {
    self =
      Self.keys[key] ?? Self.beginnings.first { key.hasPrefix($0.prefix) }?.rule ?? .unordered
  }

  /// The restrictive end of the range; nil where there is none.
  var extreme: RestrictionValue? {
    switch self {
    case .and: .boolean(false)
    case .or: .boolean(true)
    default: nil
    }
  }

  /// In a few words.
  public var words: String {
    switch self {
    case .and: "true only where all are true"
    case .or: "true where one is true"
    case .least: "the least number"
    case .greatest: "the greatest number"
    case .intersection: "what all lists hold"
    case .union: "what any list holds"
    case .unordered: "not known"
    }
  }
}

extension MergeRule {
  /// What several values of one key come to, and how well that is known.
  public struct Row: Sendable {
    /// The key.
    public let key: String
    /// What the values come to.
    public let rule: MergeRule
    /// `documented` where Apple names the rule, else `assumed`.
    public let assurance: String

    /// `key`, `rule`, `assurance`.
    public var json: JSONValue {
      [
        "key": .string(key), "rule": .string(rule.rawValue), "assurance": .string(assurance),
      ]
    }
  }

  /// The rule of every key that `catalog` has of the Restrictions payload, sorted by key.
  public static func table(_ catalog: Catalog = .standard) -> [Row] {
    let keys = catalog.payload(Payload.restrictionsType)?.keys ?? [:]
    return keys.keys.sorted().map { key in
      let isNamed = keys[key]?.combination == MergeRule(key).rawValue
      return Row(key: key, rule: MergeRule(key), assurance: isNamed ? "documented" : "assumed")
    }
  }
}
