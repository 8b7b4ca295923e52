import Devices
import Findings

extension Rule {
  static let scopeChannel = Rule(
    "scope-channel", .error, "a payload in a profile of the scope that cannot carry it",
    explanation: """
      Some payloads work for the Mac alone and some for a user alone. In a profile of the other scope they
      fail or do nothing; since macOS 26.1 DNS settings are refused without `PayloadScope` = `System`. Without
      a scope, what is installed by hand is for a user.
      """,
    accepted: [
      Rule.scopeExample(
        "<key>PayloadScope</key><string>System</string>", payload: "com.apple.dnsSettings.managed",
        target: "platform=macOS,version=26.1"),
      Rule.scopeExample(
        "", payload: "com.apple.dnsSettings.managed", target: "platform=iOS,version=18.1"),
      Rule.scopeExample(
        "<key>PayloadScope</key><string>User</string>", payload: "com.apple.ews.account"),
    ],
    rejected: [
      Rule.scopeExample(
        "<key>PayloadScope</key><string>System</string>", payload: "com.apple.ews.account",
        says:
          "payload `com.apple.ews.account` works for a user alone, and `PayloadScope` is `System`"),
      Rule.scopeExample(
        "<key>PayloadScope</key><string>User</string>", payload: "com.apple.dnsSettings.managed",
        says:
          "payload `com.apple.dnsSettings.managed` works for the whole Mac alone, and `PayloadScope` is"
          + " `User`"),
      Rule.scopeExample(
        "", payload: "com.apple.dnsSettings.managed", target: "platform=macOS,version=26.1",
        says:
          "payload `com.apple.dnsSettings.managed` works for the whole Mac alone, and the profile has no"
          + " `PayloadScope`"),
    ],
    check: { context in
      context.profiles.filter { !$0.isBarePayload }.flatMap { profile in
        // Asked of each payload, and the same for all of a profile.
        let isForMacs = context.isForMacs(profile)
        let holdsMacPayload = context.holdsMacPayload(profile)
        return profile.payloads.compactMap { payload in
          context.macSupport(payload).flatMap {
            context.misplaced(payload, in: profile, $0, isForMacs, holdsMacPayload)
          }
        }
      }
    })
}

extension RuleContext {
  fileprivate func misplaced(
    _ payload: Payload, in profile: Profile, _ support: Support, _ isForMacs: Bool,
    _ holdsMacPayload: Bool
  ) -> Finding? {
    let macs = targets.filter { $0.platform == .macOS }
    if !targets.isEmpty, macs.isEmpty { return nil }
    let isMacOnly = payload.type.flatMap { catalog.payload($0) }?.support.count == 1
    let scope = profile.scope
    let severity: Severity
    if scope == "System", !support.deviceChannel {
      // On other devices the scope says nothing, and the payload works.
      guard !macs.isEmpty || isMacOnly || holdsMacPayload else { return nil }
      severity = .error
    } else if scope == "User", !support.userChannel {
      severity = .error
    } else if profile.node["PayloadScope"] == nil, !support.userChannel,
      let found = withoutScope(payload, macs, isForMacs)
    {
      severity = found
    } else {
      return nil
    }
    let whose = support.userChannel ? "a user" : "the whole Mac"
    return Finding(
      "scope-channel", severity, at: payload.location(of: "PayloadType"),
      keyPath: payload.keyPath("PayloadType"),
      "payload `\(shown(payload.type ?? ""))` works for \(whose) alone, and "
        + (scope.map { "`PayloadScope` is `\($0)`" } ?? "the profile has no `PayloadScope`"),
      help: "write `PayloadScope` = `\(support.userChannel ? "User" : "System")`",
      related: profile.node.entry("PayloadScope").map {
        [.init(profile.location($0.keyPosition), "the scope is set here")]
      } ?? [])
  }

  /// How bad it is that a profile with a payload for the whole Mac has no scope.
  private func withoutScope(
    _ payload: Payload, _ macs: [Device], _ isForMacs: Bool
  ) -> Severity? {
    let isDNS = payload.type == "com.apple.dnsSettings.managed"
    if macs.isEmpty {
      guard isForMacs || isDNS else { return nil }
      return isForMacs && isDNS ? .warning : .notice
    }
    let strict = OSVersion("26.1")
    let refusing = macs.contains { mac in
      guard let strict, let version = mac.version else { return false }
      return isDNS && version >= strict
    }
    if refusing { return .error }
    return macs.contains { $0.installation != .mdm } ? .warning : nil
  }
}
