import Devices
import Findings

extension Rule {
  static let deprecatedKey = Rule(
    "deprecated-key", .notice, "a payload or key that the target version deprecates",
    explanation: """
      It still works; Apple means to take it away, mostly in favour of a declarative configuration.
      """,
    accepted: [
      .restrictions("<key>allowAssistant</key><false/>", target: "platform=iOS,version=18.1")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowAssistant</key><false/>", target: "platform=iOS,version=26.4",
        says: "`allowAssistant` is deprecated since iOS 26.4")
    ],
    check: { context in
      context.targets.flatMap { target in
        context.eachKey { payload, entry, known in
          guard payload.isRestrictions, let version = target.version,
            let support = known?.support(on: target.platform),
            let deprecated = support.deprecated, version >= deprecated,
            support.removed.map({ version >= $0 }) != true
          else { return [] }
          return [
            Finding(
              "deprecated-key", .notice, at: payload.location(entry.keyPosition),
              keyPath: payload.keyPath(entry.key),
              "`\(entry.key)` is deprecated since \(target.platform.rawValue) \(deprecated)",
              help: "it works still; look for the declarative configuration that replaces it")
          ]
        }
      }
    })
}
