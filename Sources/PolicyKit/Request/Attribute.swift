/// One thing a request can say, by the name it has in requests and conditions.
public enum Attribute: String, Sendable, Hashable, CaseIterable {
  case operation, platform, framework, pasteboard, trigger, owner, method, marker, remote, reach
  case ours, by, road, surface, supervised, enrollment, time
  case osVersion = "os-version"
  case askedBy = "asked-by"
  case contentClass = "content-class"
  case contentType = "content-type"
  case contentBytes = "content-bytes"
  case contentCharacters = "content-characters"
  case itemCount = "item-count"
  case sourceBundleID = "source.bundle-id"
  case sourceTeamID = "source.team-id"
  case sourceManaged = "source.managed"
  case sourceIdentity = "source.identity"
  case sourceClass = "source.class"
  case destinationBundleID = "destination.bundle-id"
  case destinationTeamID = "destination.team-id"
  case destinationManaged = "destination.managed"
  case destinationIdentity = "destination.identity"
  case destinationClass = "destination.class"
  case destinationKind = "destination.kind"
  case sameApp = "same-app"
  case sameTeam = "same-team"
  case sameIdentity = "same-identity"
  case expiresAfter = "expires-after"
  case fromHistory = "from-history"
  case storedPosture = "stored-posture"
  case sharedIPad = "shared-ipad"
  case appleAccount = "apple-account"
  case deviceGroups = "device-groups"
  case userGroups = "user-groups"
}

extension Attribute {
  /// The shape of an attribute's values.
  public enum Kind: Sendable, Hashable {
    /// One of these words.
    case word([String])
    /// Any text that is not empty, such as a bundle identifier.
    case text
    /// A set of these words; may be empty, which says that there is none.
    case words([String])
    /// A set of names; may be empty, which says that there is none.
    case names
    /// A set of uniform type identifiers; not empty.
    case types
    /// A set of dotted content classes; not empty.
    case classes
    /// A whole number, 0 or more: bytes, characters, items or seconds.
    case number
    /// A dotted version, compared number by number.
    case version
    /// An instant of RFC 3339.
    case instant
  }

  /// The shape of this attribute's values.
  public var kind: Kind { Self.kinds[place] }

  private static let kinds = all.map(\.statedKind)

  private var statedKind: Kind {
    switch self {
    case .operation: .word(Operation.allCases.map(\.rawValue))
    case .platform: .word(["iOS", "iPadOS", "macOS", "visionOS", "watchOS", "tvOS"])
    case .framework: .word(["native", "catalyst", "ios-on-mac"])
    case .askedBy: .word(["app", "administrator", "system"])
    case .pasteboard: .word(["general", "named", "unique", "find", "drag"])
    case .trigger:
      .word([
        "user", "paste-control", "programmatic", "foreground", "background",
        "keyboard-extension", "share-extension", "action-extension", "app-intent", "widget",
        "live-activity",
      ])
    case .owner: .word(["own", "others"])
    case .method: .word(["types", "patterns", "values", "data"])
    case .marker: .words(["concealed", "transient", "auto-generated", "other"])
    case .destinationKind:
      .word([
        "same-app", "app", "other-device", "clipboard-manager", "web-form", "remote-session",
      ])
    case .reach: .word(["any-device", "this-device"])
    case .storedPosture: .word(Posture.allCases.map(\.rawValue))
    case .by: .word(["own", "system", "third-party"])
    case .road: .word(["universal-clipboard", "history-sync", "envelope"])
    case .surface: .word(["lock-screen", "live-activity", "widget", "notification"])
    case .enrollment: .word(["none", "profile", "device", "automated", "user"])
    case .appleAccount: .word(["personal", "managed", "none"])
    case .remote, .sourceManaged, .destinationManaged, .sameApp, .sameTeam, .sameIdentity,
      .fromHistory, .ours, .supervised, .sharedIPad:
      .word(["yes", "no"])
    case .sourceBundleID, .sourceTeamID, .sourceIdentity, .sourceClass, .destinationBundleID,
      .destinationTeamID, .destinationIdentity, .destinationClass:
      .text
    case .deviceGroups, .userGroups: .names
    case .contentClass: .classes
    case .contentType: .types
    case .contentBytes, .contentCharacters, .itemCount, .expiresAfter: .number
    case .osVersion: .version
    case .time: .instant
    }
  }

  /// The attribute that says what a description of a device calls `fact` (`Device.facts`), such as
  /// `os-version` for `version`; nil where no request says it.
  public init?(deviceFact fact: String) {
    self.init(rawValue: fact == "version" ? Attribute.osVersion.rawValue : fact)
  }

  /// The least number that makes sense: nothing expires after no time, and no call has no items.
  public var leastNumber: Int64 { self == .expiresAfter || self == .itemCount ? 1 : 0 }

  /// Whether the engine works this attribute out from others, so that nobody may give it.
  public var isDerived: Bool { derivation != nil }

  /// The two attributes that a derived one compares.
  var derivation: (source: Attribute, destination: Attribute)? {
    switch self {
    case .sameApp: (.sourceBundleID, .destinationBundleID)
    case .sameTeam: (.sourceTeamID, .destinationTeamID)
    case .sameIdentity: (.sourceIdentity, .destinationIdentity)
    default: nil
    }
  }

  /// What a value seen on the pasteboard is worth, where anybody could have put it there.
  ///
  /// Markers are a voluntary convention (facts P6); the remote marker is undocumented and any
  /// process can write it (facts P1, P4).
  var observedAssurance: Assurance? {
    switch self {
    case .marker: .reported
    case .remote: .inferred
    default: nil
    }
  }

  /// Whether the items of one call may differ in it.
  public var variesByItem: Bool {
    switch self {
    case .contentClass, .owner, .contentType, .contentBytes, .contentCharacters, .marker,
      .fromHistory, .storedPosture:
      true
    default: false
    }
  }
}

/// What somebody wants to do.
public enum Operation: String, Sendable, Hashable, CaseIterable {
  /// Put content onto a pasteboard.
  case copy
  /// Take content off a pasteboard.
  case paste
  /// Learn what kind of content is there.
  case detect
  /// Keep content in a clipboard history.
  case capture
  /// Send kept content to another device.
  case transfer
  /// Show content outside the app.
  case reveal
  /// Empty a pasteboard.
  case clear
}
