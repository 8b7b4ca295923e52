/// What an answer promises beyond the bare word.
public enum PromiseKind: String, Sendable, Hashable, CaseIterable {
  /// The content does not reach another device.
  case localOnly = "local-only"
  /// The content is gone from this device after a time.
  case expiryHere = "expiry-here"
  /// The content is gone from every device after a time.
  case expiryEverywhere = "expiry-everywhere"
  /// The system's clipboard history does not keep it.
  case outOfSystemHistory = "out-of-system-history"
  /// Other apps' clipboard histories do not keep it.
  case outOfThirdPartyHistory = "out-of-third-party-history"
  /// It does not happen at all.
  case deny
}

/// Who keeps a promise.
public enum Enforcer: String, Sendable, Hashable, CaseIterable {
  /// The system, whatever the app does.
  case os
  /// The system or the app, but only if the app carries out the plan.
  case app
  /// Nobody.
  case nobody
}

/// A way to keep a promise, and when there is one.
public struct Mechanism: Sendable, Hashable {
  /// Its name, such as `macos.current-host-only`.
  public let id: String
  /// What it keeps.
  public let promise: PromiseKind
  /// When it is there; about platform, framework, version and pasteboard only.
  public let when: Condition
  /// Who keeps the promise through it.
  public let enforcer: Enforcer
  /// What it is worth.
  public let assurance: Assurance
  /// Whether there is simply nothing to guard against, so that no link of a chain rests on it.
  public let isNothingToDo: Bool
  /// Whether it is worth trying and never counts as kept, whatever the minimum.
  public let isBestEffort: Bool
  /// The facts it rests on.
  public let facts: [String]
  /// What the caller must carry out for it.
  public let obligation: ObligationKind?

  init(
    _ id: String, _ promise: PromiseKind, _ enforcer: Enforcer, _ assurance: Assurance,
    facts: [String], obligation: ObligationKind? = nil, isNothingToDo: Bool = false,
    isBestEffort: Bool = false,
    when parts: Condition...
  ) {
    self.id = id
    self.promise = promise
    self.when = Condition.all(parts).normalised
    self.enforcer = enforcer
    self.assurance = assurance
    self.isNothingToDo = isNothingToDo
    self.isBestEffort = isBestEffort
    self.facts = facts
    self.obligation = obligation
  }
}

extension Mechanism {
  /// Every mechanism for what a copy can promise.
  public static let all: [Mechanism] = localOnly + expiry + histories

  /// The mechanisms for a promise, best first, as places in `all`: by assurance, then what the
  /// system does by itself, then by name.
  static func ranked(_ promise: PromiseKind) -> [Int] {
    switch promise {
    case .localOnly: forLocalOnly
    case .expiryHere: forExpiry
    case .outOfSystemHistory: forSystemHistory
    case .outOfThirdPartyHistory: forThirdPartyHistory
    case .expiryEverywhere, .deny: []
    }
  }

  private static let forLocalOnly = sorted(.localOnly)
  private static let forExpiry = sorted(.expiryHere)
  private static let forSystemHistory = sorted(.outOfSystemHistory)
  private static let forThirdPartyHistory = sorted(.outOfThirdPartyHistory)

  private static func sorted(_ promise: PromiseKind) -> [Int] {
    all.indices.filter { all[$0].promise == promise }.sorted {
      let (left, right) = (all[$0], all[$1])
      return (right.assurance, left.enforcer == .os ? 0 : 1, left.id)
        < (left.assurance, right.enforcer == .os ? 0 : 1, right.id)
    }
  }

  /// The facts of each, as places in `PlatformFact.all`.
  static let factPlaces: [[Int]] = all.map { $0.facts.compactMap(PlatformFact.place) }

  /// The place of the one that needs nothing done, on systems that shared nothing yet.
  static let beforeUniversalClipboard =
    all.firstIndex { $0.id == "before-universal-clipboard" } ?? -1

  private static func platform(_ names: String...) -> Condition {
    .leaf(Condition.Leaf(.platform, .oneOf(names)))
  }
  private static func board(_ names: String...) -> Condition {
    .leaf(Condition.Leaf(.pasteboard, .oneOf(names)))
  }
  private static func framework(_ name: String) -> Condition {
    BuiltInRules.leaf(.framework, name)
  }

  /// The versions before Universal Clipboard need no bound below: there local-only holds by
  /// itself, so an unknown version leaves the promise kept either way.
  private static let localOnly: [Mechanism] = [
    Mechanism(
      "before-universal-clipboard", .localOnly, .os, .documented, facts: ["U2", "N1", "C1"],
      when: board("general", "named", "unique", "find"),
      .any([
        .all([platform("iOS", "iPadOS"), BuiltInRules.below("10")]),
        .all([platform("macOS"), BuiltInRules.below("10.12")]),
      ])),
    Mechanism(
      "not-a-shared-pasteboard", .localOnly, .os, .documented, facts: ["N11"],
      when: .any([
        .all([board("named", "unique"), platform("iOS", "iPadOS", "macOS", "visionOS")]),
        .all([board("find"), platform("macOS"), framework("native")]),
      ])),
    Mechanism(
      "no-universal-control", .localOnly, .os, .assumed, facts: ["C12", "C11", "E7"],
      when: board("drag"),
      .any([platform("visionOS"), .all([platform("iOS"), BuiltInRules.below("18")])])),
    Mechanism(
      "ios.local-only", .localOnly, .app, .documented, facts: ["U3", "U5", "U8"],
      obligation: .localOnly, when: board("general"), platform("iOS", "iPadOS")),
    Mechanism(
      "visionos.local-only", .localOnly, .app, .documented, facts: ["U3", "U5", "C13"],
      obligation: .localOnly, when: board("general"), platform("visionOS")),
    Mechanism(
      "macos.current-host-only", .localOnly, .app, .contested, facts: ["N2", "N1", "N4", "N5"],
      obligation: .localOnly, when: board("general"), platform("macOS"), framework("native")),
    Mechanism(
      "catalyst.local-only", .localOnly, .app, .documented, facts: ["U3", "C15"],
      obligation: .localOnly, when: board("general"), platform("macOS"), framework("catalyst")),
    Mechanism(
      "ios-on-mac.local-only", .localOnly, .app, .inferred, facts: ["U3", "C16"],
      obligation: .localOnly, when: board("general"), platform("macOS"),
      framework("ios-on-mac")),
  ]

  private static let expiry: [Mechanism] = [
    Mechanism(
      "ios.expiration-date", .expiryHere, .app, .documented, facts: ["U3"],
      obligation: .expireAfter, when: board("general", "named", "unique"),
      platform("iOS", "iPadOS"), .not(BuiltInRules.below("10"))),
    Mechanism(
      "visionos.expiration-date", .expiryHere, .app, .documented, facts: ["U3"],
      obligation: .expireAfter, when: board("general", "named", "unique"), platform("visionOS")),
    Mechanism(
      "catalyst.expiration-date", .expiryHere, .app, .documented, facts: ["U3", "C15"],
      obligation: .expireAfter, when: board("general", "named", "unique"), platform("macOS"),
      framework("catalyst")),
    Mechanism(
      "ios-on-mac.expiration-date", .expiryHere, .app, .inferred, facts: ["U3", "C16"],
      obligation: .expireAfter, when: board("general", "named", "unique"), platform("macOS"),
      framework("ios-on-mac")),
    Mechanism(
      "macos.app-timer", .expiryHere, .app, .assumed, facts: ["N10", "C9"],
      obligation: .clearAfter, isBestEffort: true, when: platform("macOS"), framework("native")),
  ]

  private static let histories: [Mechanism] = [
    Mechanism(
      "no-system-history", .outOfSystemHistory, .os, .assumed, facts: ["N17", "H1"],
      isNothingToDo: true,
      when: .any([
        platform("iOS", "iPadOS", "visionOS"),
        .all([platform("macOS"), BuiltInRules.below("26")]),
        .all([platform("macOS"), board("named", "unique", "find", "drag")]),
      ])),
    Mechanism(
      "macos.concealed-marker", .outOfSystemHistory, .app, .reported, facts: ["N18", "N10"],
      obligation: .markConcealed, when: platform("macOS"), board("general"),
      .not(BuiltInRules.below("26"))),
    Mechanism(
      "no-background-reader", .outOfThirdPartyHistory, .os, .reported, facts: ["U17", "U18"],
      isNothingToDo: true, when: platform("iOS", "iPadOS", "visionOS")),
    Mechanism(
      "macos.voluntary-marker", .outOfThirdPartyHistory, .app, .reported, facts: ["P6"],
      obligation: .markConcealed, when: platform("macOS")),
  ]
}

/// Something the caller must carry out for the answer to hold.
public enum ObligationKind: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Write with the platform's local-only option.
  case localOnly = "local-only"
  /// Write with the platform's expiry.
  case expireAfter = "expire-after"
  /// Clear the pasteboard after a time, if nobody has written to it since.
  case clearAfter = "clear-after"
  /// Add the concealed marker.
  case markConcealed = "mark-concealed"
  /// Tell the user that the content may travel further than it should.
  case tellUser = "tell-user"
  /// Use what was pasted here, and copy it on with no wider reach.
  case keepLocal = "keep-local"
  /// Keep it in the history, and never send it to another device.
  case neverSync = "never-sync"
  /// Show counts and kinds of content, never the content.
  case typeTagsOnly = "type-tags-only"

  /// By name.
  public static func < (left: ObligationKind, right: ObligationKind) -> Bool {
    left.rawValue < right.rawValue
  }
}
