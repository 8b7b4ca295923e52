import Devices

/// Why a setting is not, or perhaps not, in force on a device: facts only.
enum Obstacle: Sendable, Hashable {
  case notInCatalog(String)
  case notOnPlatform(Platform)
  case needsVersion(OSVersion, has: OSVersion?)
  case removed(OSVersion)
  case supervision(isKnown: Bool)
  case automatedEnrollment(isKnown: Bool)
  case userApproval(isKnown: Bool)
  case userEnrollment(Allowance, isKnown: Bool)
  case sharedIPad(Allowance, isKnown: Bool)
  case sharedIPadChannel(Channel, isKnown: Bool)
  case manualInstall(isKnown: Bool)
  case channel(Channel)
  case beyondCatalog(OSVersion, known: OSVersion)
  case wrongType(expected: String, found: String)
  case unreadable
  case replaced(path: String)
  case anotherInstalled(path: String)
  case notAConfiguration(String)
  case bare
  case forOtherDevices(Int64)
  case endsSomeday(String)
  case switchedOff
  case userScope
  case setTwice(String)
  case offered
  case declarationNeeds(OSVersion, has: OSVersion?)
  case declarationNotOnPlatform(Platform)
  case profileRejected(String)
  case refused(String, isCertain: Bool)
  case noUserChannel(Platform, isKnown: Bool)
  case managedPreference
  case besideEncrypted
  /// Of the declaration that carries it, in words; the fact of the device that would settle it.
  case carrier(String, missing: String?)

  /// Whether the setting is certainly not in force for it; otherwise it may be.
  var isCertain: Bool {
    switch self {
    case .notOnPlatform, .removed, .unreadable, .channel, .notAConfiguration,
      .declarationNotOnPlatform, .profileRejected:
      true
    case .needsVersion(_, let has), .declarationNeeds(_, let has): has != nil
    case .supervision(let isKnown), .manualInstall(let isKnown): isKnown
    case .automatedEnrollment(let isKnown), .userApproval(let isKnown): isKnown
    case .userEnrollment(_, let isKnown), .sharedIPad(_, let isKnown): isKnown
    case .sharedIPadChannel(_, let isKnown): isKnown
    case .refused(_, let isKnown), .noUserChannel(_, let isKnown): isKnown
    case .managedPreference, .besideEncrypted: false
    case .carrier(_, let missing): missing == nil
    case .notInCatalog, .beyondCatalog, .wrongType, .replaced, .anotherInstalled, .bare,
      .forOtherDevices, .endsSomeday, .switchedOff, .userScope,
      .setTwice, .offered:
      false
    }
  }

  /// The fact about the device that would settle it, by its name in a description; nil where
  /// none would.
  var missingFact: String? {
    switch self {
    case .needsVersion(_, nil), .declarationNeeds(_, nil): "version"
    case .supervision(isKnown: false): "supervised"
    case .userEnrollment(_, isKnown: false), .automatedEnrollment(isKnown: false),
      .userApproval(isKnown: false):
      "enrollment"
    case .sharedIPad(_, isKnown: false), .sharedIPadChannel(_, isKnown: false): "shared-ipad"
    case .manualInstall(isKnown: false): "install"
    case .noUserChannel(_, isKnown: false): "shared-ipad"
    case .carrier(_, let missing): missing
    default: nil
    }
  }

  /// One line, lower case, no full stop.
  var text: String {
    switch self {
    case .notInCatalog(let catalog): "not in this catalogue (\(catalog))"
    case .notOnPlatform(let platform): "not available on \(platform.rawValue)"
    case .needsVersion(let needed, .some(let has)):
      "needs \(needed) or later, the device has \(has)"
    case .needsVersion(let needed, nil):
      "needs \(needed) or later, the device's version is not given"
    case .removed(let version): "removed in \(version)"
    case .supervision(isKnown: true): "needs supervision, the device is not supervised"
    case .supervision(isKnown: false): "needs supervision, which is not known of the device"
    case .automatedEnrollment(isKnown: true):
      "needs Automated Device Enrollment, the device came another way"
    case .automatedEnrollment(isKnown: false):
      "needs Automated Device Enrollment, the enrollment is not known"
    case .userApproval(isKnown: true):
      "needs an enrollment that the user approved, the Mac is not enrolled"
    case .userApproval(isKnown: false):
      "needs an enrollment that the user approved, which is not known of the Mac"
    case .userEnrollment(let allowance, let isKnown):
      Self.situation("User Enrollment", allowance, isKnown, unknown: "the enrollment is not known")
    case .sharedIPad(let allowance, let isKnown):
      Self.situation("Shared iPad", allowance, isKnown, unknown: "whether it is one is not known")
    case .sharedIPadChannel(let channel, isKnown: true):
      "not by the \(channel.rawValue) channel of a Shared iPad"
    case .sharedIPadChannel(let channel, isKnown: false):
      "not by the \(channel.rawValue) channel of a Shared iPad, and whether it is one is not known"
    case .manualInstall(isKnown: true): "only a management server may install it"
    case .manualInstall(isKnown: false):
      "only a management server may install it; how it gets there is not known"
    case .channel(let channel): "not by the \(channel.rawValue) channel"
    case .beyondCatalog(let version, let known):
      "extrapolated: \(version) is beyond this catalogue, which ends at \(known)"
    case .wrongType(let expected, let found):
      "\(withArticle(found)) where \(withArticle(expected)) is due, which some readers take and others refuse"
    case .unreadable: "Apple's reader refuses the whole file"
    case .replaced(let path): "replaced by \(path), which has the same profile identifier"
    case .notAConfiguration(let type): "no device installs a profile whose type is `\(shown(type))`"
    case .bare: "this is a payload, not a profile: no device installs it as it stands"
    case .forOtherDevices(let type):
      "the profile is for another kind of device (TargetDeviceType \(type))"
    case .endsSomeday(let key): "the profile is removed by itself (\(key))"
    case .switchedOff:
      "`PayloadEnabled` is not true, and what a device makes of that is not documented"
    case .userScope:
      "the profile is for one user, and Apple does not say how that joins the device's restrictions"
    case .setTwice(let key):
      "`\(shown(key))` stands twice in one dictionary, and readers differ in which they take"
    case .offered: "the profile is only offered to the user, who need not install it"
    case .declarationNeeds(let version, let has):
      "the declaration that carries it needs \(version) or later, "
        + (has.map { "the device has \($0)" } ?? "the device's version is not given")
    case .declarationNotOnPlatform(let platform):
      "the declaration that carries it is not available on \(platform.rawValue)"
    case .carrier(let text, _): text
    case .profileRejected(let type):
      "under User Enrollment the whole profile is rejected for its `\(shown(type))` payload"
    case .refused(let text, _): text
    case .noUserChannel(let platform, isKnown: true):
      "\(platform.rawValue) has no user channel"
        + (platform == .iPadOS ? " unless it is a Shared iPad" : "")
    case .noUserChannel(_, isKnown: false):
      "only a Shared iPad has a user channel, and whether it is one is not known"
    case .managedPreference:
      "set as a managed preference, and Apple does not say how that joins the restrictions"
    case .besideEncrypted:
      "the profile has encrypted payloads too, and which of them a device takes is not documented"
    case .anotherInstalled(let path):
      "replaces \(path), which has the same profile identifier, if it is installed after it"
    }
  }

  private static func situation(
    _ name: String, _ allowance: Allowance, _ isKnown: Bool, unknown: String
  ) -> String {
    let rule =
      switch allowance {
      case .required: "only under \(name)"
      case .ignored: "ignored under \(name)"
      case .forbidden, .allowed: "not allowed under \(name)"
      }
    return isKnown ? rule : "\(rule), and \(unknown)"
  }
}

extension Device {
  /// Such as `iOS 18.1`, `macOS`.
  var shortName: String {
    version.map { "\(platform.rawValue) \($0)" } ?? platform.rawValue
  }
}
