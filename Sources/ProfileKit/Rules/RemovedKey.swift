import Findings

extension Rule {
  static let removedKey = Rule(
    "removed-key", .warning, "a payload or key that the target version no longer has",
    explanation: """
      The device ignores it. Most removed keys have a successor among the declarative configurations.
      """,
    accepted: [
      .restrictions(
        "<key>enforcedSoftwareUpdateDelay</key><integer>60</integer>",
        target: "platform=macOS,version=15.1")
    ],
    rejected: [
      .restrictions(
        "▸<key>enforcedSoftwareUpdateDelay</key><integer>60</integer>",
        target: "platform=macOS,version=27.0",
        says: "`enforcedSoftwareUpdateDelay` does nothing on macOS 27.0: removed in 27.0")
    ],
    check: { context in
      context.obstructed(
        "removed-key", .warning, help: "use what replaced it", except: [handoffKey]
      ) { if case .removed = $0 { true } else { false } }
    })
}
