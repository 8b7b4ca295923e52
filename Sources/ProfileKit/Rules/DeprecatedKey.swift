import Devices
import Findings

extension Rule {
  static let deprecatedKey = Rule(
    "deprecated-key", .notice, "a payload or key that the target version deprecates",
    explanation: """
      Apple means to take it away: for a declarative configuration, for another key, or for nothing.
      """,
    accepted: [
      .restrictions("<key>allowAssistant</key><false/>", target: "platform=iOS,version=18.1"),
      .payload("com.apple.relay.managed", "", target: "platform=iOS,version=26.4"),
    ],
    rejected: [
      .restrictions(
        "▸<key>allowAssistant</key><false/>", target: "platform=iOS,version=26.4",
        says: "`allowAssistant` is deprecated since iOS 26.4"),
      RuleExample(
        RuleExample.profile(RuleExample.payload("", type: "com.apple.relay.managed"))
          .replacing(
            "      <key>PayloadType</key><string>com",
            with: "      ▸<key>PayloadType</key><string>com"
          ),
        target: "platform=iOS,version=27.0",
        says: "payload `com.apple.relay.managed` is deprecated since iOS 27.0"),
      .payload(
        "com.apple.TCC.configuration-profile-policy",
        "<key>Services</key><dict>▸<key>Camera</key><array></array></dict>",
        target: "platform=macOS,version=27.0",
        says: "`Services.Camera` is deprecated since macOS 27.0"),
    ],
    check: { context in
      context.targets.flatMap { target in
        context.eachHindered { use in
          guard let version = target.version, let support = use.known?.support(on: target.platform),
            let deprecated = support.deprecated, version >= deprecated,
            support.removed.map({ version >= $0 }) != true
          else { return nil }
          return "is deprecated since \(target.platform.rawValue) \(deprecated)"
        } finding: { place, keyPath, message in
          Finding(
            "deprecated-key", .notice, at: place, keyPath: keyPath, message,
            help: "a later system may ignore it; Apple's documentation names what takes its place")
        }
      }
    })
}
