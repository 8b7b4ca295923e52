public import Devices

/// Whether something may be used in a situation such as User Enrollment.
public enum Allowance: String, Sendable, Hashable, CaseIterable {
  /// In it and outside.
  case allowed
  /// Only in it.
  case required
  /// Only outside it.
  case forbidden
  /// In it too, but without effect.
  case ignored
}

/// What one platform does with a payload type or a key.
public struct Support: Sendable, Hashable {
  /// The version that brought it.
  public var introduced: OSVersion
  /// The version that deprecated it.
  public var deprecated: OSVersion?
  /// The version that took it away.
  public var removed: OSVersion?
  /// Whether the device must be supervised.
  public var needsSupervision = false
  /// Whether the device must have come by Automated Device Enrollment.
  public var needsAutomatedEnrollment = false
  /// Whether a Mac's enrollment must have been approved by its user.
  public var needsUserApproval = false
  /// Under User Enrollment.
  public var userEnrollment = Allowance.allowed
  /// On a Shared iPad.
  public var sharedIPad = Allowance.allowed
  /// Whether it may come by the device channel of a Shared iPad.
  public var sharedIPadDeviceChannel = true
  /// Whether it may come by the user channel of a Shared iPad.
  public var sharedIPadUserChannel = true
  /// Whether a person may install the profile by hand.
  public var manualInstall = true
  /// Whether it may come by the device channel.
  public var deviceChannel = true
  /// Whether it may come by the user channel.
  public var userChannel = true
  /// Whether a device takes several payloads of the type; nil where Apple does not say.
  public var allowsMultiple: Bool?

  /// Support from `introduced` on, without conditions.
  public init(introduced: OSVersion) { self.introduced = introduced }
}

/// How a key's support differs from that of what it stands in, or a layer's from the layer below:
/// one platform's part of an `on=` field.
///
/// Only what it says changes; the rest is inherited.
struct SupportChange {
  /// The platform in question.
  let platform: Platform
  private let words: [Substring.UTF8View.SubSequence]

  /// Reads `iOS:8.0;deprecated=17.0;supervised`; nil where it does not start with a platform.
  init?(_ text: Substring.UTF8View.SubSequence) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let platform = Platform(rawValue: String(Substring(text[..<colon])))
    else { return nil }
    self.platform = platform
    words = text[text.index(after: colon)...].split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
  }

  /// The changes of a whole field, its platforms parted by spaces.
  static func all(_ field: Substring.UTF8View.SubSequence) -> [SupportChange] {
    field.split(separator: UInt8(ascii: " ")).compactMap { SupportChange($0) }
  }

  /// What becomes of `base`.
  func applied(to base: Support?) -> Support? {
    let first = words.first.map { String(Substring($0)) } ?? ""
    if first == Self.none { return nil }
    guard var result = OSVersion(first).map({ Support(introduced: $0) }) ?? base else { return nil }
    if let base {
      let introduced = result.introduced
      result = base
      result.introduced = introduced
    }
    for word in words.dropFirst() { _ = Self.apply(Substring(word), to: &result) }
    return result
  }

  /// The first word that is not understood; nil where all are.
  var stranger: String? {
    let first = words.first.map { String(Substring($0)) } ?? ""
    if !first.isEmpty, first != Self.none, OSVersion(first) == nil { return first }
    var scratch = Support(introduced: OSVersion(0))
    return words.dropFirst().lazy.map { Substring($0) }
      .first { !Self.apply($0, to: &scratch) }.map(String.init)
  }

  /// Says that a platform does not have it.
  static let none = "none"

  private static func apply(_ word: Substring, to support: inout Support) -> Bool {
    guard let mark = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return flip(String(word), in: &support)
    }
    let value = String(word[word.utf8.index(after: mark)...])
    switch String(word[..<mark]) {
    case "deprecated": support.deprecated = OSVersion(value)
    case "removed": support.removed = OSVersion(value)
    case "user-enrollment":
      guard let allowance = Allowance(rawValue: value) else { return false }
      support.userEnrollment = allowance
      return true
    case "shared-ipad":
      guard let allowance = Allowance(rawValue: value) else { return false }
      support.sharedIPad = allowance
      return true
    default: return false
    }
    return value.isEmpty || OSVersion(value) != nil
  }

  private static func flip(_ word: String, in support: inout Support) -> Bool {
    let isOn = !word.utf8.starts(with: "no-".utf8)
    switch isOn ? word : String(word.dropFirst(3)) {
    case "multiple": support.allowsMultiple = isOn
    case "supervised": support.needsSupervision = isOn
    case "automated-enrollment": support.needsAutomatedEnrollment = isOn
    case "user-approved": support.needsUserApproval = isOn
    case "manual-install": support.manualInstall = isOn
    case "device-channel": support.deviceChannel = isOn
    case "user-channel": support.userChannel = isOn
    case "shared-ipad-device-channel": support.sharedIPadDeviceChannel = isOn
    case "shared-ipad-user-channel": support.sharedIPadUserChannel = isOn
    default: return false
    }
    return true
  }
}
