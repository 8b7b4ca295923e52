import Devices
import Findings

extension Rule {
  static let companionKeyMissing = Rule(
    "companion-key-missing", .error, "a key that another key makes necessary is missing",
    explanation: """
      Some keys are needed only beside a certain value of another, which Apple's schema says in prose alone:
      a DNS over HTTPS server needs its URL, a VPN of a type needs that type's dictionary, a content filter
      that is a plug-in needs the plug-in's identifier. Without them the payload is refused or does nothing.
      """,
    accepted: [
      dnsExample(
        "<key>DNSProtocol</key><string>TLS</string><key>ServerName</key><string>a</string>"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "<key>EncryptionType</key><string>Any</string><key>SSID_STR</key><string>a</string>",
            type: "com.apple.wifi.managed"))),
    ],
    rejected: [
      dnsExample(
        "▸<key>DNSProtocol</key><string>HTTPS</string>",
        says: "`ServerURL` is missing, and is needed where `DNSProtocol` is `HTTPS`"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>VPNType</key><string>IKEv2</string>", type: "com.apple.vpn.managed")),
        says: "`IKEv2` is missing, and is needed where `VPNType` is `IKEv2`"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "<key>Relays</key><array>▸<dict/></array>", type: "com.apple.relay.managed")),
        says: "neither `HTTP2RelayURL` nor `HTTP3RelayURL` is set, and one is needed"),
    ],
    check: { context in
      context.broken { kind in
        switch kind {
        case .required, .atLeastOne: true
        default: false
        }
      } finding: {
        finding($0, context)
      }
    })

  private static func finding(_ broken: BrokenRelation, _ context: RuleContext) -> Finding {
    let relation = broken.relation
    let key = relation.keys.first ?? ""
    let isEither = if case .atLeastOne = relation.kind { true } else { false }
    let onePlatform = relation.platforms.count == 1 ? relation.platforms.first : nil
    let place = onePlatform.map { " on \($0.rawValue)" } ?? ""
    let isSure = !relation.isInferred && (relation.platforms.isEmpty || !context.targets.isEmpty)
    let names = relation.keys.map { "`\($0)`" }
    return Finding(
      "companion-key-missing", isSure ? .error : .warning, at: broken.place,
      keyPath: broken.path(key),
      isEither
        ? "neither \(names.joined(separator: " nor ")) is set, and one is needed\(broken.circumstance)\(place)"
        : "`\(key)` is missing, and is needed\(broken.circumstance)\(place)",
      help: names.count > 1 && !isEither
        ? "add it, or \(names.dropFirst().joined(separator: " or "))"
        : isEither ? "add one" : "add it"
    )
  }

  private static func dnsExample(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>DNSSettings</key><dict>\(keys)</dict>", type: "com.apple.dnsSettings.managed")),
      says: message)
  }
}
