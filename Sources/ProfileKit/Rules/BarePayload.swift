import Findings

extension Rule {
  static let barePayload = Rule(
    "bare-payload", .notice, "a payload without a profile around it",
    explanation: """
      Some management servers take a lone payload dictionary and wrap it themselves. A device does not.
      The payload is checked as if it stood in a profile.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        "<plist>▸<dict><key>PayloadType</key><string>com.apple.applicationaccess</string></dict></plist>",
        says: "a lone `com.apple.applicationaccess` payload, no profile; checked as a payload")
    ],
    check: { context in
      context.profiles.filter(\.isBarePayload).map { profile in
        Finding(
          "bare-payload", .notice, at: profile.location(profile.node.position),
          "a lone `\(shown(profile.node["PayloadType"]?.string ?? ""))` payload, no profile; checked as a payload",
          help: "a device installs profiles only: put it into `PayloadContent` of one")
      }
    })
}
