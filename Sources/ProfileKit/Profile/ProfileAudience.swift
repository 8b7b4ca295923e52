import Devices

extension RuleContext {
  /// Whether a profile is for Macs: its targets say so or, where none is given, the profile itself
  /// does by a payload that only Macs have, by its scope, or by its `TargetDeviceType`.
  func isForMacs(_ profile: Profile) -> Bool {
    if !targets.isEmpty { return targets.contains { $0.platform == .macOS } }
    if let kind = profile.node["TargetDeviceType"]?.integer, kind != 0 { return kind == 5 }
    if profile.scope != nil { return true }
    return holdsMacPayload(profile)
  }

  /// Whether a profile has a payload that only Macs have.
  func holdsMacPayload(_ profile: Profile) -> Bool {
    profile.payloads.contains { payload in
      payload.type.flatMap { catalog.payload($0) }.map { Array($0.support.keys) == [.macOS] }
        ?? false
    }
  }
}
