import Devices
import Findings

extension Rule {
  static let payloadOnce = Rule(
    "payload-once", .warning, "several payloads of a type of which a device takes one",
    explanation: """
      Of some payload types Apple allows one on a device. A second, in the same profile or in another, replaces
      the first, is refused, or mixes with it; which of these is not said. Files are held against each
      other where a target is given, which says that they are for one device.
      """,
    accepted: [
      RuleExample(RuleExample.profile(two("com.apple.wifi.managed"))),
      RuleExample(RuleExample.profile(RuleExample.payload("", type: "com.apple.homescreenlayout"))),
    ],
    rejected: [
      RuleExample(
        RuleExample.profile(two("com.apple.homescreenlayout")),
        says: "this profile has 2 `com.apple.homescreenlayout` payloads, and a device takes one"),
      RuleExample(
        oneOf("a", marked: false), oneOf("b", marked: true), target: "platform=iOS",
        says: "`com.apple.homescreenlayout` is in `example1` as well, and a device takes one"),
    ],
    check: { context in
      var first: [String: (profile: Profile, payload: Payload)] = [:]
      var told: Set<String> = []
      return context.profiles.filter { !$0.isBarePayload }.flatMap { profile in
        var groups: [String: [Payload]] = [:]
        for payload in profile.payloads {
          if let type = payload.type, context.isTakenOnce(type) {
            groups[type, default: []].append(payload)
          }
        }
        return groups.sorted { $0.key < $1.key }.compactMap { type, payloads -> Finding? in
          if payloads.count > 1 { return within(type, payloads) }
          guard let payload = payloads.first else { return nil }
          guard let before = first[type] else {
            first[type] = (profile, payload)
            return nil
          }
          // A later state of the same profile takes its place; and one word a type is enough.
          // Without a target the files of a folder are as likely alternatives.
          guard !context.targets.isEmpty, before.profile.identifier != profile.identifier,
            told.insert(type).inserted
          else { return nil }
          return across(type, payload, before.payload)
        }
      }
    })

  private static func within(_ type: String, _ payloads: [Payload]) -> Finding {
    let place = payloads[1].location(of: "PayloadType")
    return Finding(
      "payload-once", .warning, at: place, keyPath: payloads[1].keyPath("PayloadType"),
      "this profile has \(payloads.count) `\(shown(type))` payloads, and a device takes one",
      help: "join them into one payload",
      related: [.init(payloads[0].location(of: "PayloadType"), "the first is here")])
  }

  private static func across(
    _ type: String, _ payload: Payload, _ before: Payload
  ) -> Finding {
    Finding(
      "payload-once", .warning,
      at: payload.location(of: "PayloadType"), keyPath: payload.keyPath("PayloadType"),
      "`\(shown(type))` is in `\(before.path)` as well, and a device takes one",
      help: "install one of them on a device, or join them",
      related: [.init(before.location(of: "PayloadType"), "it is here too")])
  }

  private static func two(_ type: String) -> String {
    RuleExample.payload("", type: type, identifier: "com.example.a")
      + RuleExample.payload(
        "", type: type, identifier: "com.example.b", uuid: "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A03"
      ).replacing("<key>PayloadType", with: "▸<key>PayloadType")
  }

  private static func oneOf(_ name: String, marked: Bool) -> String {
    let text = RuleExample.payload("", type: "com.apple.homescreenlayout")
    return RuleExample.profile(
      marked ? text.replacing("<key>PayloadType", with: "▸<key>PayloadType") : text,
      identifier: "com.example.\(name)")
  }
}

extension RuleContext {
  /// Whether every platform in question takes one payload of the type: those of the targets, or
  /// all that have it where none is given.
  fileprivate func isTakenOnce(_ type: String) -> Bool {
    guard let definition = catalog.payload(type) else { return false }
    let wanted = Set(targets.map(\.platform.inSchema))
    let supports = definition.support.filter { wanted.isEmpty || wanted.contains($0.key) }.values
    return !supports.isEmpty && supports.allSatisfy { $0.allowsMultiple == false }
  }
}
