import Findings

extension Rule {
  static let privacyAppleEvents = Rule(
    "privacy-apple-events", .error, "receiver keys of a privacy entry are missing or out of place",
    explanation: """
      An entry for Apple events names two applications: the sender and, in the three `AEReceiver…` keys, the
      receiver. All three are needed there and are not valid for any other service.
      """,
    accepted: [
      RuleExample.privacy(
        "AppleEvents",
        """
        <key>Allowed</key><true/>
        <key>AEReceiverIdentifier</key><string>com.apple.finder</string>
        <key>AEReceiverIdentifierType</key><string>bundleID</string>
        <key>AEReceiverCodeRequirement</key><string>anchor apple</string>
        """)
    ],
    rejected: [
      RuleExample.privacy(
        "▸AppleEvents", "<key>Allowed</key><true/>",
        says:
          "`AEReceiverIdentifier`, `AEReceiverIdentifierType`, `AEReceiverCodeRequirement` missing in an"
          + " `AppleEvents` entry"),
      RuleExample.privacy(
        "Calendar",
        "<key>Allowed</key><true/>▸<key>AEReceiverIdentifier</key><string>com.apple.finder</string>",
        says: "`AEReceiverIdentifier` is not valid for `Calendar`, only for `AppleEvents`"),
    ],
    check: { context in
      context.eachPrivacyEntry(finding)
    })

  private static let receiver = [
    "AEReceiverIdentifier", "AEReceiverIdentifierType", "AEReceiverCodeRequirement",
  ]

  private static func finding(_ entry: PrivacyEntry) -> Finding? {
    let names: [String]
    let place: TextPosition
    let message: String
    if entry.service == "AppleEvents" {
      names = receiver.filter { entry.node[$0] == nil }
      place = entry.node.position
      message =
        "\(names.map { "`\($0)`" }.joined(separator: ", ")) missing in an `AppleEvents` entry"
    } else {
      let strays = receiver.compactMap { entry.node.entry($0) }.filter {
        $0.value.string?.isEmpty != true
      }
      names = strays.map(\.key)
      place = strays.first?.keyPosition ?? entry.node.position
      message =
        "\(names.map { "`\($0)`" }.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not valid"
        + " for `\(shown(entry.service))`, only for `AppleEvents`"
    }
    guard let first = names.first else { return nil }
    return Finding(
      "privacy-apple-events", .error, at: entry.payload.location(place),
      keyPath: "\(entry.keyPath).\(first)", message,
      help: entry.service == "AppleEvents"
        ? "name the application that receives the events" : "remove it")
  }
}
