import Devices
import Findings

extension Rule {
  static let scopeMissing = Rule(
    "scope-missing", .warning, "a profile for Macs without a `PayloadScope`",
    explanation: """
      Installed by hand, a profile without a `PayloadScope` belongs to the user who installs it: applications
      that read the settings of the system do not find it, and other users have none of it. A management
      server decides by the channel it sends the profile through.
      """,
    accepted: [
      macExample("<key>PayloadScope</key><string>System</string>", target: "platform=macOS"),
      macExample("", target: "platform=macOS,install=mdm"), macExample("", target: "platform=iOS"),
    ],
    rejected: [
      macExample(
        "", target: "platform=macOS,install=manual",
        says: "the profile has no `PayloadScope`: installed by hand it is for one user alone")
    ],
    check: { context in
      context.profiles.compactMap { profile in
        guard !profile.isBarePayload, profile.node["PayloadScope"] == nil,
          !profile.payloads.isEmpty, context.isForMacs(profile)
        else { return nil }
        let macs = context.targets.filter { $0.platform == .macOS }
        guard macs.isEmpty || macs.contains(where: { $0.installation != .mdm }) else { return nil }
        // A payload that only one channel takes has a rule of its own.
        let support = profile.payloads.compactMap { context.macSupport($0) }
        guard support.contains(where: { $0.deviceChannel && $0.userChannel }) else { return nil }
        return Finding(
          "scope-missing", macs.isEmpty ? .notice : .warning,
          at: profile.location(profile.node.position), keyPath: "PayloadScope",
          "the profile has no `PayloadScope`: installed by hand it is for one user alone",
          help: "add `<key>PayloadScope</key><string>System</string>` to make it the Mac's")
      }
    })

  fileprivate static func macExample(
    _ top: String, payload type: String = "com.apple.dock", target: String = "",
    says message: String = ""
  ) -> RuleExample {
    let text = RuleExample.profile(RuleExample.payload("", type: type))
    let marked =
      message.isEmpty || top.contains("▸") || message.contains("payload `")
      ? text
      : text.replacing("<plist version=\"1.0\">\n<dict>", with: "<plist version=\"1.0\">\n▸<dict>")
    return RuleExample(
      marked.replacing("<key>PayloadContent</key>", with: "\(top)<key>PayloadContent</key>"),
      target: target, says: message)
  }

  /// The same with a mark before the payload's type.
  static func scopeExample(
    _ top: String, payload type: String, target: String = "", says message: String = ""
  ) -> RuleExample {
    let example = macExample(top, payload: type, target: target)
    return RuleExample(
      message.isEmpty || top.contains("▸")
        ? example.files[0]
        : example.files[0].replacing(
          "<key>PayloadType</key><string>\(type)", with: "▸<key>PayloadType</key><string>\(type)"),
      target: target, says: message)
  }
}

extension RuleContext {
  /// What Macs do with a payload; nil where they do not have it or nothing is known of it.
  func macSupport(_ payload: Payload) -> Support? {
    payload.type.flatMap { catalog.payload($0) }?.support[.macOS]
  }
}
