import Findings

extension Rule {
  static let privacyNotGrantable = Rule(
    "privacy-not-grantable", .error, "access that a profile can only deny is granted",
    explanation: """
      Camera, microphone, screen recording and input monitoring belong to the user: a profile can deny them
      and cannot give them. Since macOS 11 `AllowStandardUserToSetSystemService` lets a standard user decide
      about the last two, and about these alone.
      """,
    accepted: [
      RuleExample.privacy("Camera", "<key>Allowed</key><false/>"),
      RuleExample.privacy(
        "ScreenCapture",
        "<key>Authorization</key><string>AllowStandardUserToSetSystemService</string>"),
    ],
    rejected: [
      RuleExample.privacy(
        "Camera", "▸<key>Allowed</key><true/>",
        says: "access to `Camera` cannot be granted by a profile, only denied"),
      RuleExample.privacy(
        "ScreenCapture", "▸<key>Authorization</key><string>Allow</string>",
        says: "access to `ScreenCapture` cannot be granted by a profile, only denied"),
      RuleExample.privacy(
        "Calendar",
        "▸<key>Authorization</key><string>AllowStandardUserToSetSystemService</string>",
        says: "`AllowStandardUserToSetSystemService` is for `ListenEvent` and `ScreenCapture` alone"
      ),
    ],
    check: { context in
      context.eachPrivacyEntry(finding)
    })

  private static let userDecides: Set<String> = ["ListenEvent", "ScreenCapture"]
  private static let deniable = userDecides.union(["Camera", "Microphone"])
  private static let delegation = "AllowStandardUserToSetSystemService"

  private static func finding(_ entry: PrivacyEntry) -> Finding? {
    let message: String
    let answer: PlistEntry
    if deniable.contains(entry.service), let grant = entry.grants {
      message = "access to `\(entry.service)` cannot be granted by a profile, only denied"
      answer = grant
    } else if !userDecides.contains(entry.service),
      let given = entry.node.entry("Authorization"), given.value.string == delegation
    {
      message = "`\(delegation)` is for `ListenEvent` and `ScreenCapture` alone"
      answer = given
    } else {
      return nil
    }
    return Finding(
      "privacy-not-grantable", .error, at: entry.payload.location(answer.keyPosition),
      keyPath: "\(entry.keyPath).\(answer.key)", message,
      help: userDecides.contains(entry.service)
        ? "`Authorization` = `\(delegation)` lets the user grant it" : "the user has to grant it"
    )
  }
}
