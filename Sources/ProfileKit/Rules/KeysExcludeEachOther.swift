import Findings

extension Rule {
  static let keysExcludeEachOther = Rule(
    "keys-exclude-each-other", .error, "keys of which only one may be set stand together",
    explanation: """
      Where two keys answer the same question Apple's text allows one of them; which of two would hold is not
      said, and some devices refuse the payload.
      """,
    accepted: [
      eapExample("<key>SystemModeCredentialsSource</key><string>ActiveDirectory</string>")
    ],
    rejected: [
      eapExample(
        """
        ▸<key>SystemModeCredentialsSource</key><string>ActiveDirectory</string>
        <key>SystemModeUseOpenDirectoryCredentials</key><true/>
        """,
        says:
          "`SystemModeCredentialsSource` and `SystemModeUseOpenDirectoryCredentials` exclude each other"
      )
    ],
    check: { context in
      context.broken { kind in
        switch kind {
        case .exactlyOne, .atMostOne: true
        default: false
        }
      } finding: { broken in
        let names = broken.present.map { "`\($0.key)`" }
        return Finding(
          "keys-exclude-each-other", .error, at: broken.place,
          keyPath: broken.path(broken.present.first?.key ?? broken.relation.keys.first ?? ""),
          names.isEmpty
            ? "one of \(broken.relation.keys.map { "`\($0)`" }.joined(separator: ", ")) is needed"
            : "\(names.joined(separator: " and ")) exclude each other\(broken.circumstance)",
          help: names.isEmpty ? "add one" : "keep one of them",
          related: broken.present.dropFirst().map {
            .init(broken.payload.location($0.keyPosition), "`\($0.key)` is set here")
          })
      }
    })

  private static func eapExample(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>SSID_STR</key><string>a</string><key>EAPClientConfiguration</key><dict>\(keys)</dict>",
          type: "com.apple.wifi.managed")),
      says: message)
  }
}
