public import Findings

/// One rule of a layer.
public struct Rule: Sendable, Hashable {
  /// Its name, unique in the policy.
  public var id: String
  /// What it answers.
  public var effect: Posture
  /// When it applies.
  public var when: Condition
  /// When it does not, all the same.
  public var unless: Condition?
  /// Why it is there; shown to people.
  public var reason: String?
  /// What to do instead.
  public var instead: [Advice]
  /// Names of controls it carries out, such as `AC-4`.
  public var controls: [String]
  /// How long the content may stay.
  public var expiry: Expiry?
  /// Histories that it must stay out of.
  public var keepOutOf: [History]
  /// What to do where its posture cannot be carried out.
  public var unenforceable: Unenforceable
  /// The least assurance that its promises may rest on, where it asks for more than the policy.
  public var minimumAssurance: Assurance?
  /// When it holds; nil where it always does.
  public var valid: Window?
  /// Whether it decides or is only watched.
  public var mode: EnforcementMode
  /// Platform facts that it rests on, for built-in rules.
  public var facts: [String]
  /// Where it stands.
  public var location: SourceLocation

  /// Makes a rule.
  public init(
    id: String, effect: Posture, when: Condition, unless: Condition? = nil, reason: String? = nil,
    instead: [Advice] = [], controls: [String] = [], expiry: Expiry? = nil,
    keepOutOf: [History] = [], unenforceable: Unenforceable = .deny,
    minimumAssurance: Assurance? = nil, valid: Window? = nil, mode: EnforcementMode = .enforce,
    facts: [String] = [], location: SourceLocation = SourceLocation(path: "")
  ) {
    self.id = id
    self.effect = effect
    self.when = when
    self.unless = unless
    self.reason = reason
    self.instead = instead
    self.controls = controls
    self.expiry = expiry
    self.keepOutOf = keepOutOf
    self.unenforceable = unenforceable
    self.minimumAssurance = minimumAssurance
    self.valid = valid
    self.mode = mode
    self.facts = facts
    self.location = location
  }
}

/// What to do where local-only cannot be carried out.
public enum Unenforceable: String, Sendable, Hashable, CaseIterable {
  /// Deny instead.
  case deny
  /// Let it happen and tell the user.
  case disclose
}

/// A clipboard history.
public enum History: String, Sendable, Hashable, CaseIterable {
  /// The operating system's own.
  case system = "system-history"
  /// Other apps'.
  case thirdParty = "third-party-history"
}

/// How long content may stay on a pasteboard.
public struct Expiry: Sendable, Hashable {
  /// After how many seconds it is to be gone; at least 1.
  public var seconds: Int
  /// Where it is to be gone.
  public var scope: Scope
  /// Whether the answer is deny where this cannot be carried out.
  public var isRequired: Bool

  /// Where content is to be gone.
  public enum Scope: String, Sendable, Hashable, CaseIterable, Comparable {
    /// On this device.
    case here
    /// On every device that it reached.
    case everywhere

    /// `here` is narrower than `everywhere`.
    public static func < (left: Scope, right: Scope) -> Bool {
      left == .here && right == .everywhere
    }
  }

  /// Makes an expiry.
  public init(seconds: Int, scope: Scope = .here, isRequired: Bool = false) {
    self.seconds = seconds
    self.scope = scope
    self.isRequired = isRequired
  }

  /// The stricter of both: fewest seconds, widest scope, required if either is.
  public func joined(with other: Expiry) -> Expiry {
    Expiry(
      seconds: min(seconds, other.seconds), scope: max(scope, other.scope),
      isRequired: isRequired || other.isRequired)
  }
}

/// Something the caller may do; never a must.
public enum Advice: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Show the value where it is and let the user read it.
  case revealInPlace = "reveal-in-place"
  /// Let the system fill it in.
  case autofill
  /// Hand it over through the keychain.
  case keychain
  /// Offer the system's paste button.
  case pasteControl = "paste-control"
  /// Learn the kind of content silently before reading it.
  case detectFirst = "detect-first"
  /// Put the items on the pasteboard in separate calls, or leave some out.
  case split
  /// Try it and let the system decide.
  case attempt
  /// Find out what is unknown and ask again.
  case learnUnknown = "learn-unknown"

  /// By name.
  public static func < (left: Advice, right: Advice) -> Bool { left.rawValue < right.rawValue }
}
