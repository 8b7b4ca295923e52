import Findings

extension Rule {
  static let keysNotChecked = Rule(
    "keys-not-checked", .notice, "a payload of which this version knows the name alone",
    explanation: """
      The catalogue knows that Apple has the payload type and on which platforms, and not its keys: slips in
      them, wrong types and missing ones are not found. What every payload has is checked.
      """,
    accepted: [.restrictions("<key>allowCamera</key><false/>")],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", type: "com.apple.wifi.managed").replacing(
            "<string>com.apple.wifi", with: "▸<string>com.apple.wifi")),
        says: "the keys of this `com.apple.wifi.managed` payload were not checked by this version")
    ],
    check: { context in
      context.profiles.flatMap { profile in
        var first: [String: Finding] = [:]
        var count: [String: Int] = [:]
        for payload in profile.payloads {
          guard let value = payload.node["PayloadType"], let type = value.string,
            type != Catalog.topLevel, type != Catalog.common,
            context.catalog.payload(type)?.listsKeys == false
          else { continue }
          count[type, default: 0] += 1
          if first[type] == nil {
            first[type] = Finding(
              "keys-not-checked", .notice, at: payload.location(value.position),
              keyPath: payload.keyPath("PayloadType"), type)
          }
        }
        return first.map { type, finding in
          var finding = finding
          let many = count[type, default: 1]
          finding.message =
            "the keys of \(many == 1 ? "this" : "\(many)") `\(type)` payload\(many == 1 ? "" : "s")"
            + " were not checked by this version"
          return finding
        }
      }
    })
}
