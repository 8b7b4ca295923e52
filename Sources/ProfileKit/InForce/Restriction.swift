public import Findings
public import StrictJSON

/// One restriction on one device, as far as the profiles at hand tell.
public struct Restriction: Sendable {
  /// Whether it is in force once the profiles are installed.
  public enum Standing: String, Sendable, Hashable {
    /// Certainly, with one value.
    case inForce = "in force"
    /// Perhaps, or with one of two values; `why` says for what reasons.
    case uncertain
    /// Certainly not; the device does what it does without.
    case notInForce = "not in force"
  }

  /// One place that sets the key.
  public struct Setting: Sendable {
    /// Where the key stands.
    public let location: SourceLocation
    /// The profile's identifier, if it has one.
    public let profile: String?
    /// The path of keys to it, such as `PayloadContent[0].allowAirDrop`.
    public let keyPath: String
    /// The payload: its identifier, or its place such as `PayloadContent[0]`.
    public let payload: String
    /// The value written.
    public let value: RestrictionValue
    /// Why it does not, or perhaps does not, count; empty where it does.
    public let why: [String]
    /// Whether it certainly does not count.
    public let isOut: Bool
    /// The facts about the device that would settle it, by their names in a description.
    public let missingFacts: [String]
  }

  /// The key of the Restrictions payload.
  public let key: String
  /// Whether it is in force.
  public let standing: Standing
  /// The restrictive value: what a rule that must hold has to reckon with. nil where the
  /// platform has no such key.
  public let require: RestrictionValue?
  /// The permissive value: all that may be relied on. nil where the platform has no such key,
  /// or where a list or text without a default may not be set.
  public let relyOn: RestrictionValue?
  /// What the device assumes without the key.
  public let defaultValue: RestrictionValue?
  /// Whether settings that count disagree.
  public let isConflict: Bool
  /// Why it is not, or not certainly, in force, and what else is to be known of it.
  public let why: [String]
  /// The facts about the device that would make it less uncertain, by their names in a
  /// description such as `enrollment`; sorted.
  public let missingFacts: [String]
  /// Every place that sets it, in the order of the profiles.
  public let setBy: [Setting]

  /// `require` as a truth value; nil where the platform has no such key or it is no boolean.
  public var requireFlag: Bool? { require?.boolean }
  /// `relyOn` as a truth value; nil where the platform has no such key or it is no boolean.
  public var relyOnFlag: Bool? { relyOn?.boolean }

  /// The value to show: the restrictive one, or what the profiles say where it is not in force;
  /// nil where they say different things then.
  public var shownValue: RestrictionValue? {
    guard standing == .notInForce, let first = setBy.first?.value else { return require }
    return setBy.allSatisfy { $0.value == first } ? first : nil
  }

  /// Whether both readings agree.
  public var isCertain: Bool { require == relyOn }

  /// As `effective --format json` prints it; `inForce` is null where that is uncertain, `value` is
  /// what the profiles say where it is false.
  public var json: JSONValue {
    let inForce: JSONValue =
      switch standing {
      case .inForce: true
      case .notInForce: false
      case .uncertain: .null
      }
    return [
      "key": .string(key), "value": shownValue?.json ?? .null, "inForce": inForce,
      "why": why.isEmpty ? .null : .string(why.joined(separator: "; ")),
      "default": defaultValue?.json ?? .null, "conflict": .bool(isConflict),
      "require": require?.json ?? .null, "relyOn": relyOn?.json ?? .null,
      "setBy": .array(setBy.map(\.json)),
    ]
  }
}

extension Restriction.Setting {
  init(
    _ entry: PlistEntry, _ payload: Payload, _ profile: Profile, _ obstacles: [Obstacle],
    _ catalog: Catalog
  ) {
    location = payload.location(entry.keyPosition)
    keyPath = payload.keyPath(entry.key)
    self.profile = profile.identifier
    self.payload = payload.identifier ?? payload.keyPath
    value = RestrictionValue(entry.value, catalog.restriction(entry.key))
    why = obstacles.map(\.text)
    isOut = obstacles.contains(where: \.isCertain)
    missingFacts = obstacles.compactMap(\.missingFact)
  }

  /// `path`, `line`, `column`, `profile`, `payload`, `value`, and why it may not count.
  public var json: JSONValue {
    [
      "path": .string(location.path), "line": .integer(Int64(location.line)),
      "column": .integer(Int64(location.column)),
      "profile": profile.map { .string($0) } ?? .null, "payload": .string(payload),
      "value": value.json, "why": why.isEmpty ? .null : .string(why.joined(separator: "; ")),
    ]
  }
}
