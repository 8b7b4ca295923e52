import Findings
import Foundation

extension ReportRow {
  /// Reports 9–16: scope, channel, version, enrollment, what is required.
  static let ofPlaces: [ReportRow] = ofNameServers + ofScope + ofChannels + ofRequired

  private static let wifi = payload(
    "com.apple.wifi.managed", "<key>SSID_STR</key><string>a</string>")
  private static let user = "<key>PayloadScope</key><string>User</string>"
  private static let system = "<key>PayloadScope</key><string>System</string>"

  private static func marked(_ payload: String) -> String {
    payload.replacingOccurrences(of: "<key>PayloadType", with: "▸<key>PayloadType")
  }

  private static let ofNameServers: [ReportRow] = [
    .says(
      "9", "DNS settings without a scope on macOS 26.1", profile(marked(payload(dns, dnsSettings))),
      target: "platform=macOS,version=26.1",
      expect: .error("scope-channel", "`PayloadScope` = `System`")),
    .near(
      "9", "the same on a later macOS", profile(marked(payload(dns, dnsSettings))),
      target: "platform=macOS,version=27.0", expect: .error("scope-channel")),
    .near(
      "9", "for a user", profile(marked(payload(dns, dnsSettings)), top: user),
      expect: .error("scope-channel", "`PayloadScope` is `User`")),
    .near(
      "9", "another payload for the whole Mac",
      profile(
        marked(payload("com.apple.loginwindow", "<key>SHOWFULLNAME</key><true/>")), top: user),
      expect: .error("scope-channel")),
    .near(
      "9", "an older macOS, by hand", profile(marked(payload(dns, dnsSettings))),
      target: "platform=macOS,version=15.1,install=manual", expect: .warning("scope-channel")),
    .near(
      "9", "HTTPS without its URL",
      macProfile(
        payload(
          dns, "<key>DNSSettings</key><dict>▸<key>DNSProtocol</key><string>HTTPS</string></dict>")),
      expect: .error("companion-key-missing", "`ServerURL`")),
    .fine(
      "9", "with the scope", macProfile(payload(dns, dnsSettings)),
      target: "platform=macOS,version=26.1"),
    .fine(
      "9", "on an iPhone", profile(payload(dns, dnsSettings)), target: "platform=iOS,version=18.1"),
  ]

  private static let ofScope: [ReportRow] = [
    .says(
      "10", "no scope, installed by hand on a Mac",
      profile(wifi).replacingOccurrences(
        of: "\n<dict>\n<key>PayloadType</key><string>Conf",
        with: "\n▸<dict>\n<key>PayloadType</key><string>Conf"),
      target: "platform=macOS", expect: .warning("scope-missing", "for one user alone")),
    .near(
      "10", "another payload type",
      profile(payload("com.apple.dock", "<key>autohide</key><true/>")),
      target: "platform=macOS,install=manual", expect: .warning("scope-missing")),
    .near(
      "10", "no target, and a payload that only Macs have",
      profile(payload("com.apple.dock", "<key>autohide</key><true/>")),
      expect: .notice("scope-missing")),
    .fine("10", "a scope", macProfile(wifi), target: "platform=macOS,install=manual"),
    .fine("10", "by a server", profile(wifi), target: "platform=macOS,install=mdm"),
    .fine("10", "on an iPhone", profile(wifi), target: "platform=iOS,install=manual"),
    .says(
      "11", "a user's profile on iOS", profile(wifi, top: "▸\(user)"), target: "platform=iOS",
      expect: .error("scope-not-on-platform", "no user channel on iOS")),
    .near(
      "11", "on tvOS", profile(wifi, top: "▸\(user)"), target: "platform=tvOS,version=18.0",
      expect: .error("scope-not-on-platform", "tvOS 18.0")),
    .near(
      "11", "no target, and the profile says it is for iPhones",
      profile(wifi, top: "▸\(user)<key>TargetDeviceType</key><integer>1</integer>"),
      expect: .error("scope-not-on-platform")),
    .near(
      "11", "no target, and a payload that only iPhones have",
      profile(
        payload(
          "com.apple.shareddeviceconfiguration", "<key>AssetTagInformation</key><string>a</string>"),
        top: "▸\(user)"), expect: .error("scope-not-on-platform")),
    .fine("11", "on a Mac", profile(wifi, top: user), target: "platform=macOS"),
    .fine("11", "System on iOS", profile(wifi, top: system), target: "platform=iOS"),
  ]

  private static let exchange = "com.apple.ews.account"
  private static let exchangeKeys = """
    <key>EmailAddress</key><string>a@pbpolicy.org</string><key>Host</key><string>pbpolicy.org</string>
    """
  private static let contacts = """
    <key>allowUnmanagedToReadManagedContacts</key><true/>
    <key>allowOpenFromManagedToUnmanaged</key><false/><key>requireManagedPasteboard</key><true/>
    """

  private static let ofChannels: [ReportRow] = [
    .says(
      "12", "Exchange Web Services for the whole Mac",
      profile(marked(payload(exchange, exchangeKeys)), top: system),
      expect: .error("scope-channel", "works for a user alone")),
    .near(
      "12", "by the device channel", profile(marked(payload(exchange, exchangeKeys))),
      target: "platform=macOS,channel=device", expect: .error("not-by-channel")),
    .near(
      "12", "another account",
      profile(
        marked(payload("com.apple.caldav.account", "<key>CalDAVHostName</key><string>a</string>")),
        top: system), target: "platform=macOS", expect: .error("scope-channel")),
    .near(
      "12", "a scope that its channel belies", profile(wifi, top: "▸\(user)"),
      target: "platform=macOS,channel=device",
      expect: .warning("not-by-channel", "by the user channel")),
    .fine("12", "for a user", profile(payload(exchange, exchangeKeys), top: user)),
    .fine(
      "12", "a calendar on an iPhone, where the scope says nothing",
      profile(
        payload("com.apple.caldav.account", "<key>CalDAVHostName</key><string>a</string>"),
        top: system),
      target: "platform=iOS"),
    .says(
      "14", "a key for servers alone, by hand",
      profile(restrictions("▸\(contacts)")), target: "platform=iOS,version=18.1,install=manual",
      expect: .error("not-by-manual-install", "the whole profile is refused")),
    .near(
      "14", "the other key",
      profile(
        restrictions(
          "▸\(contacts)".replacingOccurrences(
            of: "allowUnmanagedToReadManaged", with: "allowManagedToWriteUnmanaged"))),
      target: "platform=iOS,version=18.1,install=manual", expect: .error("not-by-manual-install")),
    .near(
      "14", "a payload for servers alone",
      macProfile(marked(privacy("Calendar", "<key>Allowed</key><true/>"))),
      target: "platform=macOS,version=15.1,install=manual", expect: .error("not-by-manual-install")),
    .near(
      "14", "a payload that needs an approved enrollment",
      macProfile(
        marked(payload("com.apple.associated-domains", "<key>Configuration</key><array/>"))),
      target: "platform=macOS,version=15.1,enrollment=none", expect: .error("needs-user-approval")),
    .near(
      "14", "a key that needs Automated Device Enrollment",
      macProfile(
        payload(
          "com.apple.MCX.FileVault2",
          """
          <key>Enable</key><string>On</string><key>Defer</key><true/>
          ▸<key>ForceEnableInSetupAssistant</key><true/>
          """)),
      target: "platform=macOS,version=15.1,install=mdm,enrollment=device",
      expect: .warning("needs-automated-enrollment")),
    .near(
      "12", "by the user channel of a Shared iPad", profile(marked(wifi)),
      target: "platform=iPadOS,version=18.1,supervised=yes,shared-ipad=yes,channel=user",
      expect: .error("not-by-channel", "of a Shared iPad")),
    .fine(
      "12", "by the user channel of an iPad of which nobody said whether it is shared",
      profile(wifi), target: "platform=iPadOS,version=18.1,supervised=yes,channel=user"),
    .near(
      "14", "a key that Macs do not have",
      macProfile(restrictions("▸<key>requireManagedPasteboard</key><true/>")),
      target: "platform=macOS,version=15.1", expect: .warning("managed-pasteboard-not-on-platform")),
    .fine(
      "14", "by a server", profile(restrictions(contacts)),
      target: "platform=iOS,version=18.1,install=mdm"),
  ]

  private static let ofRequired: [ReportRow] = [
    .says(
      "15", "notification settings without any",
      profile(
        payload("com.apple.notificationsettings", "").replacingOccurrences(
          of: "<dict>", with: "▸<dict>")),
      expect: .error("missing-required-key", "NotificationSettings")),
    .near(
      "15", "a level deeper",
      profile(
        payload(
          "com.apple.notificationsettings",
          """
          <key>NotificationSettings</key><array>▸<dict><key>AlertType</key><integer>0</integer></dict>
          </array>
          """)), expect: .error("missing-required-key", "BundleIdentifier")),
    .near(
      "15", "another payload type",
      profile(payload("com.apple.webClip.managed", "<key>Label</key><string>a</string>")),
      expect: .error("missing-required-key", "URL")),
    .fine(
      "15", "with them",
      profile(
        payload(
          "com.apple.notificationsettings",
          """
          <key>NotificationSettings</key><array><dict>
          <key>BundleIdentifier</key><string>org.pbpolicy.app</string></dict></array>
          """))),
    .says(
      "16", "Authorization and Allowed",
      macProfile(
        privacy(
          "Calendar", "▸<key>Authorization</key><string>Allow</string><key>Allowed</key><true/>")),
      expect: .error("privacy-one-answer", "exactly one")),
    .near(
      "16", "neither", macProfile(privacy("Photos", "")),
      expect: .error("privacy-one-answer", "neither")),
    .near(
      "16", "a grant that only the user can make",
      macProfile(privacy("Microphone", "▸<key>Authorization</key><string>Allow</string>")),
      expect: .error("privacy-not-grantable")),
    .near(
      "16", "Apple events without a receiver",
      macProfile(privacy("AppleEvents", "<key>Allowed</key><true/>")),
      expect: .error("privacy-apple-events", "AEReceiverIdentifier")),
    .fine("16", "Allowed", macProfile(privacy("Calendar", "<key>Allowed</key><false/>"))),
    .fine(
      "16", "Authorization, which the schema forgets in what it requires",
      macProfile(privacy("Calendar", "<key>Authorization</key><string>Allow</string>"))),
    .fine(
      "16", "a standard user may decide",
      macProfile(
        privacy(
          "ScreenCapture",
          "<key>Authorization</key><string>AllowStandardUserToSetSystemService</string>"))),
  ]
}
