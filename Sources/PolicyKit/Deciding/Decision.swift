/// The answer to a request, with everything it rests on. Never the content, nor a hash of it.
public struct Decision: Sendable, Hashable {
  /// What it shares with other requests that are alike where it matters.
  package let common: Fulfilled
  /// What the caller may do.
  public let advice: [AdviceGiven]
  /// The unknown attributes that alone raised the answer; sorted, empty where none did.
  public let becauseUnknown: [Attribute]
  /// The best answer that learning them could give; nil where nothing unknown raised it.
  public let atBest: Posture?
  /// Everything that determines the answer.
  public let reasons: [Reason]
  /// Rules and defaults that held but were outweighed.
  public let overruled: [Reason]
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

extension Decision {
  /// The answer.
  public var outcome: Posture { common.outcome }
  /// What policy, restrictions and the caller together want.
  public var required: Posture { common.required }
  /// Whether the answer can be carried out: a prediction until the caller reports back.
  public var honoured: Honoured { common.honoured }
  /// What the worst needed link rests on; nil where nothing rests on the platform.
  public var assurance: Assurance? { common.assurance }
  /// What is promised, and who keeps each promise.
  public var promises: [Promise] { common.promises }
  /// What to call, in order.
  public var plan: [PlanStep] { common.plan }
  /// What the caller must do for the answer to hold.
  public var obligations: [Obligation] { common.obligations }
  /// Where the content can end up.
  public var exposures: [Exposure] { common.exposures }
  /// What the system will show the user.
  public var notices: [Notice] { common.notices }
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
