public import Findings

/// A restriction as a device has it, for deciding: two readings and who set it.
///
/// Profiles are not read here; whoever read them hands over what came out.
public struct DeviceRestriction: Sendable, Hashable {
  /// Apple's key, such as `allowActivityContinuation`.
  public var key: String
  /// Whether it restricts, read restrictively: what decisions require by.
  public var requires: Bool
  /// Whether it restricts, read permissively: what decisions rely on.
  public var reliesOn: Bool
  /// Why it is not in force, or not certainly; empty where it is.
  public var why: [String]
  /// The facts about the device that would settle it.
  public var doubts: Set<Attribute>
  /// Every place that sets it.
  public var setBy: [Setter]

  /// A place that sets a restriction.
  public struct Setter: Sendable, Hashable {
    /// Where.
    public var location: SourceLocation
    /// The profile's identifier.
    public var profile: String
    /// The payload's identifier.
    public var payload: String
    /// The value as text.
    public var value: String

    /// Makes a setter.
    public init(location: SourceLocation, profile: String, payload: String, value: String) {
      self.location = location
      self.profile = profile
      self.payload = payload
      self.value = value
    }
  }

  /// Makes a restriction.
  public init(
    key: String, requires: Bool, reliesOn: Bool, why: [String] = [], doubts: Set<Attribute> = [],
    setBy: [Setter]
  ) {
    self.key = key
    self.requires = requires
    self.reliesOn = reliesOn
    self.why = why
    self.doubts = doubts
    self.setBy = setBy
  }
}

/// The restrictions that profiles put on a device; nil where no profile was given.
public struct DeviceRestrictions: Sendable, Hashable {
  /// By key.
  public let byKey: [String: DeviceRestriction]

  /// Restrictions, one a key; of two with one key the later stands.
  public init(_ restrictions: some Sequence<DeviceRestriction>) {
    byKey = Dictionary(restrictions.map { ($0.key, $0) }) { $1 }
  }
}

/// What restrictions do to requests.
struct RestrictionEffect {
  let id: String
  /// The keys that only together have the effect.
  let keys: [String]
  let posture: Posture
  let when: Condition
  /// What the effect's own enforcement by the system is worth.
  let assurance: Assurance
  let text: String
  let facts: [String]

  /// The facts as places in `PlatformFact.all`.
  var factPlaces: [Int] { facts.compactMap(PlatformFact.place) }

  static let handoff = "allowActivityContinuation"
  static let pasteboard = "requireManagedPasteboard"
  static let managedOut = "allowOpenFromManagedToUnmanaged"
  static let managedIn = "allowOpenFromUnmanagedToManaged"

  static let all: [RestrictionEffect] = [
    RestrictionEffect(
      id: handoff, keys: [handoff], posture: .localOnly,
      when: .all([
        BuiltInRules.leaf(.operation, "copy"), BuiltInRules.leaf(.pasteboard, "general"),
      ]),
      assurance: .inferred,
      text: "turns Handoff off once installed, and Universal Clipboard with it",
      facts: ["C7", "M4"]),
    RestrictionEffect(
      id: handoff, keys: [handoff], posture: .deny,
      when: .all([
        BuiltInRules.leaf(.operation, "transfer"),
        BuiltInRules.leaf(.road, "universal-clipboard"),
      ]),
      assurance: .inferred,
      text: "turns Handoff off once installed, and Universal Clipboard with it",
      facts: ["C7", "M4"]),
    paste(managedOut, from: "yes", to: "no", "from a managed into an unmanaged app"),
    paste(managedIn, from: "no", to: "yes", "from an unmanaged into a managed app"),
  ]

  private static func paste(_ key: String, from: String, to: String, _ direction: String)
    -> RestrictionEffect
  {
    RestrictionEffect(
      id: key, keys: [pasteboard, key], posture: .deny,
      when: .all([
        BuiltInRules.leaf(.operation, "paste"), BuiltInRules.leaf(.pasteboard, "general"),
        BuiltInRules.leaf(.sourceManaged, from), BuiltInRules.leaf(.destinationManaged, to),
      ]),
      assurance: .documented,
      text: "blocks pasting \(direction) once installed", facts: ["M1", "M2", "M3"])
  }

  /// The value of `key` that restricts.
  static func restrictingValue(_ key: String) -> String { key == pasteboard ? "true" : "false" }

  /// The restrictions that give the effect, and whether it is certain; nil where there is none.
  func sources(_ restrictions: DeviceRestrictions) -> (
    restrictions: [DeviceRestriction], isCertain: Bool
  )? {
    let present = keys.compactMap { restrictions.byKey[$0] }
    guard present.count == keys.count, present.allSatisfy(\.requires) else { return nil }
    return (present, present.allSatisfy(\.reliesOn))
  }
}
