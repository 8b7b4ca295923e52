import Devices
import Findings

extension Rule {
  static let notByChannel = Rule(
    "not-by-channel", .error, "a payload or key that the target's channel does not carry",
    explanation: """
      A management server reaches a device and, on Macs and Shared iPads, each of its users through channels
      of their own. Some payloads and keys are taken from one of them alone.
      """,
    accepted: [
      Rule.scopeExample(
        "<key>PayloadScope</key><string>User</string>", payload: "com.apple.ews.account",
        target: "platform=macOS,channel=user")
    ],
    rejected: [
      Rule.scopeExample(
        "", payload: "com.apple.ews.account", target: "platform=macOS,channel=device",
        says:
          "payload `com.apple.ews.account` does nothing on macOS: not by the device channel"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "<key>ProxyType</key><string>Auto</string>", type: "com.apple.proxy.http.global"
          ).replacing("<key>PayloadType", with: "▸<key>PayloadType")),
        target: "platform=iPadOS,version=18.1,supervised=yes,shared-ipad=yes,channel=user",
        says:
          "payload `com.apple.proxy.http.global` does nothing on iPadOS 18.1: not by the user channel"
          + " of a Shared iPad"),
      Rule.scopeExample(
        "▸<key>PayloadScope</key><string>User</string>", payload: "com.apple.wifi.managed",
        target: "platform=macOS,channel=device",
        says: "`PayloadScope` is `User`, and the target's channel is `device`"),
      RuleExample(
        RuleExample.profile("").replacing("<dict>", with: "▸<dict>"),
        target: "platform=iOS,channel=user",
        says: "the profile does nothing on iOS by the user channel: iOS has no user channel"),
    ],
    check: { context in
      context.obstructed(
        "not-by-channel", .error, help: "send it by the other channel", except: [handoffKey]
      ) { obstacle in
        switch obstacle {
        case .channel, .sharedIPadChannel: true
        default: false
        }
      }
        + crossed(context) + withoutChannel(context)
    })

  /// Targets whose channel is not there.
  private static func withoutChannel(_ context: RuleContext) -> [Finding] {
    context.targets.flatMap { target -> [Finding] in
      guard let obstacle = target.missingChannel, obstacle.isCertain else { return [] }
      return context.profiles.filter { !$0.isBarePayload }.map { profile in
        Finding(
          "not-by-channel", .error, at: profile.location(profile.node.position),
          "the profile does nothing on \(target.shortName) by the user channel: \(obstacle.text)",
          help: "send it by the device channel")
      }
    }
  }

  /// Profiles whose own scope is another than the channel of a target.
  private static func crossed(_ context: RuleContext) -> [Finding] {
    context.targets.filter { $0.platform == .macOS && $0.installation != .manual }.flatMap {
      target in
      context.profiles.compactMap { profile in
        guard let channel = target.channel, let scope = profile.scope,
          let asked = ["System": Channel.device, "User": .user][scope], asked != channel
        else { return nil }
        return Finding(
          "not-by-channel", .warning, at: profile.topLocation(of: "PayloadScope"),
          keyPath: "PayloadScope",
          "`PayloadScope` is `\(scope)`, and the target's channel is `\(channel.rawValue)`",
          help: "send the profile by the \(asked.rawValue) channel, or change its scope")
      }
    }
  }
}
