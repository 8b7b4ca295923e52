import Devices
import Findings

extension Rule {
  static let valueDoesNotFit = Rule(
    "value-does-not-fit", .error,
    "a value that does not go with the other keys or with its purpose",
    explanation: """
      What a key may be can depend on another key, or be said in prose: a hardware-bound ACME key is of a curve
      that the hardware has, a topic of Apple's push service begins with `com.apple.mgmt.`, and of some switches one has to be on.
      """,
    accepted: [acmeExample("<key>KeyType</key><string>ECSECPrimeRandom</string>")],
    rejected: [
      acmeExample(
        "▸<key>KeyType</key><string>RSA</string>",
        says: "`KeyType` is `RSA`, and has to be `ECSECPrimeRandom` where `HardwareBound` is `true`"
      ),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>Topic</key><string>com.example.push</string>", type: "com.apple.mdm")),
        says: "`Topic` does not begin with `com.apple.mgmt.`"),
      .payload(
        "com.apple.wifi.managed",
        """
        <key>SSID_STR</key><string>a</string>
        <key>EAPClientConfiguration</key><dict>
          <key>AcceptEAPTypes</key><array><integer>21</integer></array>
          ▸<key>TLSMinimumVersion</key><string>1.2</string>
          <key>TLSMaximumVersion</key><string>1.0</string>
        </dict>
        """, says: "`TLSMinimumVersion` is `1.2`, which is above `TLSMaximumVersion`, `1.0`"),
      .payload(
        "com.apple.mobiledevice.passwordpolicy", "▸<key>maxInactivity</key><integer>30</integer>",
        target: "platform=iOS,version=18.1",
        says: "`maxInactivity` is `30`, and may be at most 15 on iOS and visionOS"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>FilterType</key><string>Plugin</string>", type: "com.apple.webcontent-filter")),
        says:
          "none of `FilterBrowsers`, `FilterSockets`, `FilterPackets` is true, and one has to be where"
          + " `FilterType` is `Plugin`"),
    ],
    check: { context in
      context.broken { kind in
        switch kind {
        case .mustBe, .mustBegin, .oneTrue, .notAbove, .atMost: true
        default: false
        }
      } finding: {
        finding($0)
      }
    })

  private static func finding(_ broken: BrokenRelation) -> Finding {
    let keys = broken.relation.keys
    let key = keys.first ?? ""
    let found = broken.present.first.map { $0.value.shownText(under: $0.key) } ?? ""
    let message =
      switch broken.relation.kind {
      case .mustBe(let values):
        "`\(key)` is `\(found)`, and has to be "
          + values.map { "`\($0)`" }.joined(separator: " or ") + broken.circumstance
      case .mustBegin(let text):
        "`\(key)` does not begin with `\(text)`\(broken.circumstance)"
      case .notAbove:
        "`\(key)` is `\(found)`, which is above `\(keys.last ?? "")`,"
          + " `\(broken.present.last?.value.shortText ?? "")`"
      case .atMost(let number):
        "`\(key)` is `\(found)`, and may be at most \(number)"
          + " on \(listed(broken.relation.platforms.map(\.rawValue).sorted()))"
      default:
        "none of \(keys.map { "`\($0)`" }.joined(separator: ", ")) is true, and one has to be"
          + broken.circumstance
      }
    return Finding(
      "value-does-not-fit", .error, at: broken.place, keyPath: broken.path(key), message)
  }

  private static func acmeExample(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>HardwareBound</key><true/>\(keys)", type: "com.apple.security.acme")),
      says: message)
  }
}
