import Findings

extension Rule {
  static let needsNewerVersion = Rule(
    "needs-newer-version", .warning, "a payload or key that the target version does not have yet",
    explanation: """
      The device ignores it until it is updated; until then the setting is not made, without a word.
      """,
    accepted: [
      .restrictions("<key>allowiPhoneMirroring</key><false/>", target: "platform=iOS,version=18.1")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowiPhoneMirroring</key><false/>", target: "platform=iOS,version=17.4",
        says:
          "`allowiPhoneMirroring` does nothing on iOS 17.4: needs 18.0 or later, the device has 17.4"
      )
    ],
    check: { context in
      context.obstructed(
        "needs-newer-version", .warning, help: "update the device, or expect nothing of it",
        except: [handoffKey]
      ) { if case .needsVersion = $0 { true } else { false } }
    })
}
