import Devices
import Findings

extension Rule {
  static let managedPasteboardNotOnPlatform = Rule(
    "managed-pasteboard-not-on-platform", .warning,
    "managed pasteboard or open-in keys for a platform that has neither",
    explanation: """
      macOS, tvOS and watchOS have no managed pasteboard and no managed open-in: the three keys do nothing
      there, and nothing replaces them. A Mac's clipboard cannot be divided by a profile.
      """,
    accepted: [
      .restrictions(
        "<key>requireManagedPasteboard</key><true/><key>allowOpenFromManagedToUnmanaged</key><false/>",
        target: "platform=iOS,version=18.1"),
      .restrictions("<key>allowOpenFromManagedToUnmanaged</key><true/>", target: "platform=macOS"),
    ],
    rejected: [
      .restrictions(
        "▸<key>requireManagedPasteboard</key><true/>", target: "platform=macOS,version=15.1",
        says: "`requireManagedPasteboard` does nothing on macOS 15.1: it has no managed pasteboard"),
      .managed(
        """
        <key>Forced</key><array><dict><key>mcx_preference_settings</key><dict>
        ▸<key>requireManagedPasteboard</key><true/></dict></dict></array>
        """, domain: Payload.restrictionsType,
        says: "`requireManagedPasteboard` does nothing on macOS: it has no managed pasteboard"),
    ],
    check: { context in
      context.eachPayload { profile, payload in
        if payload.isRestrictions {
          return deadPlaces(profile, context).flatMap { dead(payload, $0) }
        }
        // Managed preferences reach Macs alone, whatever the target.
        return (ManagedPreferences(payload)?.settings ?? []).filter {
          $0.domain == Payload.restrictionsType
        }.flatMap { dead($0.asPayload(of: payload), "macOS") }
      }
    })

  private static func dead(_ payload: Payload, _ place: String) -> [Finding] {
    payload.node.lazyEffectiveEntries.compactMap { entry in
      let isBoard = entry.key == "requireManagedPasteboard"
      guard pasteboardKeys.contains(entry.key), entry.value.coercedBoolean == isBoard else {
        return nil
      }
      return Finding(
        "managed-pasteboard-not-on-platform", .warning,
        at: payload.location(entry.keyPosition), keyPath: payload.keyPath(entry.key),
        "`\(entry.key)` does nothing on \(place): it has no managed pasteboard",
        help: "remove it; no profile divides the clipboard of this platform")
    }
  }

  private static func deadPlaces(_ profile: Profile, _ context: RuleContext) -> [String] {
    let dead = context.targets.filter {
      context.catalog.restriction("requireManagedPasteboard")?.support(on: $0.platform) == nil
    }
    if !context.targets.isEmpty { return dead.map(\.shortName) }
    guard context.isElsewhere(profile) else { return [] }
    let names: [Int64: String] = [2: "watchOS", 3: "HomePod", 4: "tvOS", 5: "macOS"]
    return profile.node["TargetDeviceType"]?.integer.flatMap { names[$0] }.map { [$0] } ?? []
  }
}
