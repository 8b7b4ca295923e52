public import Findings

/// The answer to a request, with everything it rests on. Never the content, nor a hash of it.
public struct Decision: Sendable, Hashable {
  /// The answer.
  public var outcome: Posture
  /// What policy, restrictions and the caller together want.
  public var required: Posture
  /// Whether the answer can be carried out: a prediction until the caller reports back.
  public var honoured: Honoured
  /// What the worst needed link rests on; nil where nothing rests on the platform.
  public var assurance: Assurance?
  /// What is promised, and who keeps each promise.
  public var promises: [Promise]
  /// What to call, in order.
  public var plan: [PlanStep]
  /// What the caller must do for the answer to hold.
  public var obligations: [Obligation]
  /// What the caller may do.
  public var advice: [AdviceGiven]
  /// The unknown attributes that alone raised the answer; sorted, empty where none did.
  public var becauseUnknown: [Attribute]
  /// The best answer that learning them could give; nil where nothing unknown raised it.
  public var atBest: Posture?
  /// Where the content can end up.
  public var exposures: [Exposure]
  /// What the system will show the user.
  public var notices: [Notice]
  /// Everything that determines the answer.
  public var reasons: [Reason]
  /// Rules and defaults that held but were outweighed.
  public var overruled: [Reason]
  /// The answer in words.
  public var texts: Texts
  /// What the answer would be with everything in force that is only watched; nil where it would be
  /// the same.
  public var wouldBe: Alternative?
  /// The emergency that changed the answer; nil where none did.
  public var brokenGlass: BrokenGlass?

  /// The answer in words, for two readers.
  public struct Texts: Sendable, Hashable {
    /// For whoever copies or pastes.
    public var user: String
    /// For whoever wrote the policy.
    public var administrator: String
  }
}

/// One promise and one way of keeping it.
public struct Promise: Sendable, Hashable {
  /// What is promised.
  public var kind: PromiseKind
  /// The mechanism's id; nil where there is none.
  public var mechanism: String?
  /// Who keeps it.
  public var enforcedBy: Enforcer
  /// What that is worth; nil where it does not rest on the platform.
  public var assurance: Assurance?
  /// Whether that is enough.
  public var isMet: Bool
}

/// One platform call of the plan.
public struct PlanStep: Sendable, Hashable {
  /// What to call, framework-neutral, such as `set-items`.
  public var call: String
  /// Its options, by name.
  public var options: [Option]
  /// The platform's own name for it.
  public var api: String
  /// What to mind.
  public var note: String?

  /// An option of a call.
  public struct Option: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Value

    /// A truth value, seconds or a word.
    public enum Value: Sendable, Hashable {
      /// On or off.
      case flag(Bool)
      /// A number.
      case number(Int)
      /// A word.
      case word(String)
    }
  }
}

/// Something the caller must do.
public struct Obligation: Sendable, Hashable {
  /// What; the name that `can` uses.
  public var kind: ObligationKind
  /// After how many seconds, for an expiry.
  public var seconds: Int?
}

/// Advice, and what it is about.
public struct AdviceGiven: Sendable, Hashable {
  /// What.
  public var advice: Advice
  /// More about it.
  public var text: String
}

/// A place the content can end up in.
public struct Exposure: Sendable, Hashable {
  /// Where.
  public var place: Place
  /// By which road.
  public var via: String

  /// Places content can end up in.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    /// Apps on this device.
    case sameDeviceApps = "same-device-apps"
    /// Other devices.
    case otherDevices = "other-devices"
    /// The system's clipboard history.
    case systemHistory = "system-history"
    /// Other apps' clipboard histories.
    case thirdPartyHistory = "third-party-history"
    /// The locked screen.
    case lockedScreen = "locked-screen"
  }
}

/// Something the system shows the user.
public struct Notice: Sendable, Hashable {
  /// What kind.
  public var kind: Kind
  /// In words.
  public var text: String

  /// Kinds of notices.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A banner after the fact.
    case banner
    /// A question before data is given.
    case alert
    /// The system may ask.
    case mayAsk = "may-ask"
    /// The system blocks a managed paste and says so.
    case pasteNotAllowed = "paste-not-allowed"
    /// The system may block a managed paste.
    case mayBeBlocked = "may-be-blocked"
  }
}

/// One thing that speaks for an answer.
public struct Reason: Sendable, Hashable {
  /// What kind of thing.
  public var kind: Kind
  /// Its id: a rule's, a key, a fact's, `default`.
  public var id: String
  /// Where it stands; nil for what is built in.
  public var location: SourceLocation?
  /// What it answers; nil for a fact and for a restriction not in force.
  public var effect: Posture?
  /// In words.
  public var text: String

  /// Kinds of reasons.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A policy's rule, or a built-in one.
    case rule
    /// A restriction of a profile.
    case restriction
    /// A fact about a platform; its id is one of `PlatformFact.all`.
    case platform
    /// A promise that cannot be kept here; its id is one of `PromiseKind`.
    case promise
    /// What the request itself says or leaves out.
    case request
    /// A layer's default, or the built-in one.
    case `default`
  }
}
