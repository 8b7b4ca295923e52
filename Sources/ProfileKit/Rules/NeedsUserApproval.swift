import Findings

extension Rule {
  static let needsUserApproval = Rule(
    "needs-user-approval", .error, "a payload that needs an enrollment the Mac's user approved",
    explanation: """
      Privacy, extensions of the system and a few more payloads are taken only from a management server whose
      enrollment the Mac's user approved, or that enrolled the Mac by Automated Device Enrollment. A Mac that is
      not enrolled refuses them. Nothing is said where the target's enrollment is not given.
      """,
    accepted: [
      associated(target: "platform=macOS,version=15.1,enrollment=device"),
      associated(target: "platform=macOS,version=15.1"),
    ],
    rejected: [
      associated(
        mark: "▸", target: "platform=macOS,version=15.1,enrollment=none",
        says:
          "payload `com.apple.associated-domains` does nothing on macOS 15.1: needs an enrollment that"
          + " the user approved, the Mac is not enrolled")
    ],
    check: { context in
      context.obstructed(
        "needs-user-approval", .error, help: "enroll the Mac, and push the profile by the server"
      ) { if case .userApproval = $0 { true } else { false } }
    })

  private static func associated(mark: String = "", target: String, says message: String = "")
    -> RuleExample
  {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>Configuration</key><array/>", type: "com.apple.associated-domains"
        ).replacing("<key>PayloadType", with: "\(mark)<key>PayloadType")),
      target: target, says: message)
  }
}
