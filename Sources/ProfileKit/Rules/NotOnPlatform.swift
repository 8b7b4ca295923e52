import Findings

extension Rule {
  static let notOnPlatform = Rule(
    "not-on-target-platform", .warning, "a payload or key that the target platform does not have",
    explanation: """
      The device ignores the key, or refuses a payload of an unknown type. One profile for several platforms
      may well carry such keys; then leave the target out.
      """,
    accepted: [
      .restrictions(
        "<key>allowUniversalControl</key><false/>", target: "platform=macOS,version=15.1")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowUniversalControl</key><false/>", target: "platform=iOS,version=18.1",
        says: "`allowUniversalControl` does nothing on iOS 18.1: not available on iOS")
    ],
    check: { context in
      context.obstructed(
        "not-on-target-platform", .warning,
        help: "remove it, or check against the platform it is meant for",
        except: pasteboardKeys.union([handoffKey])
      ) { if case .notOnPlatform = $0 { true } else { false } }
    })
}
