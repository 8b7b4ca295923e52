import Devices
import Findings

extension Rule {
  static let scopeNotOnPlatform = Rule(
    "scope-not-on-platform", .error, "a profile for one user of a device that has no user channel",
    explanation: """
      `PayloadScope` is for Macs. iPhones, Apple TVs, watches and Vision have no user channel: a server that
      sorts profiles by their scope cannot deliver one for a user there. Only a Shared iPad has users, and it
      takes their profiles through its server's user channel.
      """,
    accepted: [
      Rule.scopeExample(
        "<key>PayloadScope</key><string>System</string>", payload: "com.apple.wifi.managed",
        target: "platform=iOS"),
      Rule.scopeExample(
        "<key>PayloadScope</key><string>User</string>", payload: "com.apple.wifi.managed",
        target: "platform=macOS"),
    ],
    rejected: [
      Rule.scopeExample(
        "▸<key>PayloadScope</key><string>User</string>", payload: "com.apple.wifi.managed",
        target: "platform=iOS",
        says: "`PayloadScope` is `User`, and there is no user channel on iOS")
    ],
    check: { context in
      context.profiles.filter { !$0.isBarePayload && $0.scope == "User" }.flatMap { profile in
        context.placesWithoutUsers(profile).map { place in
          Finding(
            "scope-not-on-platform", .error, at: profile.topLocation(of: "PayloadScope"),
            keyPath: "PayloadScope",
            "`PayloadScope` is `User`, and there is no user channel on \(place)",
            help: "remove it, or write `System`; the key is for Macs")
        }
      }
    })
}

extension RuleContext {
  /// The targets without a user channel, or what the profile says of itself where none is given.
  fileprivate func placesWithoutUsers(_ profile: Profile) -> [String] {
    if !targets.isEmpty {
      return targets.filter { $0.platform != .macOS && $0.sharedIPad != true }.map(\.shortName)
    }
    let kinds: [Int64: String] = [1: "iOS", 2: "watchOS", 3: "a HomePod", 4: "tvOS", 6: "visionOS"]
    if let name = profile.node["TargetDeviceType"]?.integer.flatMap({ kinds[$0] }) { return [name] }
    let known = profile.payloads.compactMap { $0.type.flatMap { catalog.payload($0) } }
    guard !known.isEmpty, known.allSatisfy({ $0.support[.macOS] == nil && $0.support[.iOS] != nil })
    else { return [] }
    return ["iOS"]
  }
}

extension Profile {
  /// The place of a key at the top, or of the profile where it has no such key.
  func topLocation(of key: String) -> SourceLocation {
    location(node.entry(key)?.keyPosition ?? node.position)
  }
}
