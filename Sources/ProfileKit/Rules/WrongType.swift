import Devices
import Findings

extension Rule {
  static let wrongType = Rule(
    "wrong-type", .error, "a value of another type than the key has",
    explanation: """
      Macs have been seen to take 0 and 1 for false and true; upload checks of management servers and Apple
      Business Manager refuse them, so the setting cannot be relied on. Other types are ignored or make the profile fail. An integer where a real is due is right.
      """,
    accepted: [
      .restrictions("<key>safariAcceptCookies</key><integer>2</integer>"),
      .restrictions("<key>allowCamera</key><false/>"),
      .payload(
        "com.apple.relay.managed",
        """
        <key>Relays</key><array><dict>
          <key>AdditionalHTTPHeaderFields</key><dict><key>Any</key><string>text</string></dict>
        </dict></array>
        """),
    ],
    rejected: [
      .restrictions(
        "<key>allowCamera</key>▸<integer>0</integer>",
        says:
          "`allowCamera` is an integer, expected a boolean: some devices take 0 for false, upload checks refuse it"
      ),
      .restrictions(
        "<key>allowCamera</key>▸<string>false</string>",
        says: "`allowCamera` is a string, expected a boolean"),
      .restrictions(
        "<key>blockedAppBundleIDs</key><array>▸<integer>1</integer></array>",
        says: "`blockedAppBundleIDs[0]` is an integer, expected a string"),
      .payload(
        "com.apple.TCC.configuration-profile-policy",
        """
        <key>Services</key><dict><key>SystemPolicyAllFiles</key><array><dict>
          <key>Allowed</key>▸<integer>1</integer>
        </dict></array></dict>
        """,
        says:
          "`Services.SystemPolicyAllFiles[0].Allowed` is an integer, expected a boolean: some devices take 1 for true, upload checks refuse it"
      ),
      .payload(
        "com.apple.relay.managed",
        """
        <key>Relays</key><array><dict>
          <key>AdditionalHTTPHeaderFields</key><dict><key>Any</key>▸<true/></dict>
        </dict></array>
        """,
        says: "`Relays[0].AdditionalHTTPHeaderFields.Any` is a boolean, expected a string"),
    ],
    check: { context in
      let onlyMac = !context.targets.isEmpty && context.targets.allSatisfy { $0.platform == .macOS }
      return context.eachValue { value in
        guard !value.hasItsType else { return nil }
        return late(
          value, onlyMac: onlyMac, at: context.location(value.use, value.node.position))
      }
    })

  private static func late(_ value: KnownValue, onlyMac: Bool, at place: SourceLocation)
    -> LateFinding
  {
    let types = value.known.types
    let coerced =
      types == ["boolean"] && value.node.coercedBoolean != nil ? value.node.integer : nil
    // What an application makes of a preference of another type is its own business.
    let isPreference = value.use.payload?.isManagedSettings == true
    let severity: Severity = isPreference || coerced != nil && onlyMac ? .warning : .error
    return LateFinding("wrong-type", severity, at: place) {
      let tail =
        coerced.map { ": some devices take \($0) for \($0 == 1), upload checks refuse it" } ?? ""
      return Finding(
        "wrong-type", severity, at: place, keyPath: value.keyPath,
        "`\(value.name)` is \(withArticle(value.node.typeName)), expected "
          + types.map(withArticle).joined(separator: " or ") + tail,
        help: advice(types, value.node))
    }
  }

  private static func advice(_ types: [String], _ node: PlistNode) -> String? {
    guard types == ["boolean"] else { return nil }
    return node.coercedBoolean.map { "write `<\($0 ? "true" : "false")/>`" }
      ?? "write `<true/>` or `<false/>`"
  }
}
