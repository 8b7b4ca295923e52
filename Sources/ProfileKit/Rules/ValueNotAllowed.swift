import Findings

extension Rule {
  static let valueNotAllowed = Rule(
    "value-not-allowed", .error, "a value outside the range, the list or the form that Apple gives",
    explanation: """
      Numbers have bounds, lists a length, some texts a form, and some keys only certain values; anything else
      is ignored or refused. Apple adds values, so one that is not in the list of this catalogue may be newer.
      """,
    accepted: [
      .payload("com.apple.webClip.managed", "<key>URL</key><string>tel:112</string>"),
      .payload("com.apple.webClip.managed", "<key>URL</key><string>$FLEET_VAR_URL</string>"),
      .restrictions("<key>enforcedSoftwareUpdateDelay</key><integer>30</integer>"),
      .payload(
        "com.apple.airplay",
        "<key>AllowList</key><array><dict><key>DeviceID</key><string>00:11:22:33:44:ff</string></dict></array>"
      ),
    ],
    rejected: [
      .restrictions(
        "<key>enforcedSoftwareUpdateDelay</key>▸<integer>120</integer>",
        says: "`enforcedSoftwareUpdateDelay` is 120, expected 1 to 90"),
      .restrictions(
        "<key>safariAcceptCookies</key>▸<integer>3</integer>",
        says: "`safariAcceptCookies` is 3, which this catalogue does not list: 0, 1, 1.5, 2"),
      .payload(
        "com.apple.servicemanagement",
        """
        <key>Rules</key><array><dict>
          <key>RuleType</key>▸<string>teamIdentifier</string><key>RuleValue</key><string>EXAMPLE1</string>
        </dict></array>
        """,
        says:
          "`Rules[0].RuleType` is teamIdentifier, expected one of BundleIdentifier, BundleIdentifierPrefix, Label, LabelPrefix, TeamIdentifier; did you mean `TeamIdentifier`?"
      ),
      .payload(
        "com.apple.airplay",
        "<key>AllowList</key><array><dict><key>DeviceID</key>▸<string>Lobby</string></dict></array>",
        says: "`AllowList[0].DeviceID` is Lobby, which has not the form of a MAC address"),
      .payload(
        "com.apple.webClip.managed", "<key>URL</key>▸<string>example.com</string>",
        says: "`URL` is example.com, expected a URL, which begins with a scheme such as `https://`"),
      .payload(
        "com.apple.system-extension-policy",
        """
        <key>AllowedSystemExtensionTypes</key><dict><key>ABCDE12345</key>
          <array>▸<string>NetworkExtensions</string></array></dict>
        """,
        says:
          "`AllowedSystemExtensionTypes.ABCDE12345[0]` is NetworkExtensions, expected one of DriverExtension, EndpointSecurityExtension, NetworkExtension; did you mean `NetworkExtension`?"
      ),
      .payload(
        "com.apple.security.scep",
        """
        <key>PayloadContent</key><dict><key>URL</key><string>https://scep.example.com</string>
          <key>Subject</key><array><array>▸<array><string>CN</string></array></array></array>
        </dict>
        """,
        says: "`PayloadContent.Subject[0][0]` has 1 element, expected 2"),
    ],
    check: { context in
      context.eachValue { value in
        // Both have rules of their own.
        if value.isTop("PayloadVersion") || value.isTop("PayloadType") { return nil }
        // What has another type altogether is said once.
        guard value.hasItsType else { return nil }
        guard var complaint = ValueComplaint(value.node, value.known, context.catalog) else {
          return nil
        }
        if value.node.isHidden(under: value.use.entry.key) {
          complaint.text = "has a value, not shown here, that Apple's text does not allow"
        }
        let place = context.location(value.use, value.node.position)
        return LateFinding("value-not-allowed", complaint.severity, at: place) {
          Finding(
            "value-not-allowed", complaint.severity, at: place, keyPath: value.keyPath,
            "`\(value.name)` \(complaint.text)", help: complaint.help)
        }
      }
    })
}
