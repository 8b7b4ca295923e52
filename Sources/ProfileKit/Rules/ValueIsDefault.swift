import Devices
import Findings

extension Rule {
  static let valueIsDefault = Rule(
    "value-is-default", .notice, "a restriction set to what holds anyway",
    explanation: """
      The key changes nothing by itself. It matters only where another profile sets the same key to something
      else, and Apple does not say which of two then holds.
      """,
    accepted: [
      .restrictions("<key>allowCamera</key><false/>"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>allowCamera</key><true/>"), identifier: "com.example.a"),
        RuleExample.profile(
          RuleExample.payload("<key>allowCamera</key><false/>"), identifier: "com.example.b")),
    ],
    rejected: [
      .restrictions(
        "▸<key>allowCamera</key><true/>",
        says: "`allowCamera` is `true`, which is its default: no effect"),
      .restrictions(
        "▸<key>allowCamera</key><true/><key>allowAirDrop</key><true/>",
        says: "2 keys are set to their defaults: no effect"),
      .restrictions(
        "▸<key>allowCamera</key><true/><key>allowAppClips</key><true/>",
        target: "platform=iOS,version=13.0",
        says: "2 keys are set to their defaults, 1 of them newer than iOS 13.0: no effect"),
    ],
    check: { context in
      // Of a value in conflict another rule speaks, and "no effect" would not be true.
      let contested = setDifferently(installed(context.profiles)).union(
        forcedRestrictions(context.profiles))
      return context.eachPayload { _, payload in
        let known = payload.isRestrictions ? context.restrictions : nil
        let idle = payload.node.effectiveEntries.filter { entry in
          guard let key = known?.named(entry.key), let value = key.defaultValue,
            !contested.contains(entry.key)
          else { return false }
          return RestrictionValue(entry.value, key) == RestrictionValue(parsing: value, key)
        }
        guard let first = idle.first else { return [] }
        // Some tools write every key there is; one finding a payload keeps the rest readable.
        let isOne = idle.count == 1
        return [
          Finding(
            "value-is-default", .notice, at: payload.location(first.keyPosition),
            keyPath: payload.keyPath(first.key),
            isOne
              ? "`\(first.key)` is `\(first.value.shortText)`, which is its default: no effect"
              : "\(idle.count) keys are set to their defaults\(newer(idle, known, context)): no effect",
            related: isOne
              ? []
              : idle.map {
                Finding.Related(
                  payload.location($0.keyPosition), "`\($0.key)` is `\($0.value.shortText)`")
              })
        ]
      }
    })

  /// The restrictions that managed-preferences payloads set in their own way.
  private static func forcedRestrictions(_ profiles: [Profile]) -> Set<String> {
    var keys: Set<String> = []
    for payload in profiles.lazy.flatMap(\.payloads) {
      for settings in ManagedPreferences(payload)?.settings ?? []
      where settings.domain == Payload.restrictionsType {
        keys.formUnion(settings.node.lazyEntries.map(\.key))
      }
    }
    return keys
  }

  /// How many of the keys the targets do not even have yet.
  private static func newer(
    _ idle: [PlistEntry], _ known: KeyDefinition?, _ context: RuleContext
  ) -> String {
    context.targets.map { target in
      let count = idle.count { entry in
        guard let version = target.version,
          let support = known?.named(entry.key)?.support(on: target.platform)
        else { return false }
        return version < support.introduced
      }
      return count == 0 ? "" : ", \(count) of them newer than \(target.shortName)"
    }.joined()
  }
}
