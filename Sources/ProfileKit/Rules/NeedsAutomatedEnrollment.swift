import Findings

extension Rule {
  static let needsAutomatedEnrollment = Rule(
    "needs-automated-enrollment", .warning,
    "a payload or key that needs Automated Device Enrollment",
    explanation: """
      Some settings are taken only by a device that came to its server by Automated Device Enrollment, such as
      one that acts while Setup Assistant runs. Any other device ignores them.
      """,
    accepted: [
      vault("<key>ForceEnableInSetupAssistant</key><true/>", enrollment: "automated"),
      vault("<key>ForceEnableInSetupAssistant</key><false/>", enrollment: "device"),
    ],
    rejected: [
      vault(
        "▸<key>ForceEnableInSetupAssistant</key><true/>", enrollment: "device",
        says:
          "`ForceEnableInSetupAssistant` does nothing on macOS 15.1: needs Automated Device Enrollment,"
          + " the device came another way")
    ],
    check: { context in
      context.obstructed(
        "needs-automated-enrollment", .warning,
        help: "assign the device to the server in Apple Business or School Manager, or leave it out"
      ) { if case .automatedEnrollment = $0 { true } else { false } }
    })

  private static func vault(_ keys: String, enrollment: String, says message: String = "")
    -> RuleExample
  {
    .payload(
      "com.apple.MCX.FileVault2", "<key>Enable</key><string>On</string>\(keys)",
      target: "platform=macOS,version=15.1,install=mdm,enrollment=\(enrollment)", says: message)
  }
}
