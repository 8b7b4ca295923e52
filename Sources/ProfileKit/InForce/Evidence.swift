import Devices
public import Findings

/// What is known of a device beyond the files: who carries them there, what it lists as installed,
/// what it says is in force.
public struct Evidence: Sendable {
  /// Profiles that are on the device although nobody has shown what stands in them.
  public var unknown: [UnknownProfile] = []
  /// The declarations that carry profiles, by the profile's path.
  public var carriers: [String: [LegacyDeclaration]] = [:]
  /// The device's list of profiles, by which those given were chosen; nil where there is none.
  public var listed: SourceLocation?
  /// The device's own word on its restrictions.
  public var response: RestrictionsResponse?

  /// Files and nothing else.
  public init() {}

  /// The best that the answer rests on.
  public enum Basis: String, Sendable {
    /// What would be in force if the files were installed.
    case files
    /// The files that the device lists as installed.
    case profileList = "profile-list"
    /// What the device says is in force.
    case restrictionsResponse = "restrictions-response"
  }

  /// The best that the answer rests on.
  public var basis: Basis {
    if response?.isUsable == true { return .restrictionsResponse }
    return listed == nil ? .files : .profileList
  }
}

/// A profile on the device of which nobody has shown the content.
public struct UnknownProfile: Sendable, Hashable {
  /// Its identifier, or however it was named.
  public var name: String
  /// Whether it may carry a Restrictions payload.
  public var mayRestrict: Bool
  /// Whether its file is at hand and what it sets is encrypted there.
  public var isEncrypted = false

  /// Makes one; unless its payloads are known it may restrict anything.
  public init(_ name: String, mayRestrict: Bool = true) {
    self.name = name
    self.mayRestrict = mayRestrict
  }
}
