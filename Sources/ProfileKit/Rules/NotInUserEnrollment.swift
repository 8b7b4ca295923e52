import Findings

extension Rule {
  static let notInUserEnrollment = Rule(
    "not-in-user-enrollment", .warning, "a payload or key that User Enrollment does not allow",
    explanation: """
      Apple keeps most restrictions away from personal devices. It does not say whether the key or the whole
      profile is refused.
      """,
    accepted: [
      .restrictions(
        "<key>allowAirDrop</key><false/>", target: "platform=iOS,enrollment=device,supervised=yes")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowAirPrint</key><false/>", target: "platform=iOS,version=18.1,enrollment=user",
        says: "`allowAirPrint` does nothing on iOS 18.1: not allowed under User Enrollment")
    ],
    check: { context in
      context.obstructed(
        "not-in-user-enrollment", .warning, help: "leave it out for personal devices",
        except: [handoffKey]
      ) { if case .userEnrollment = $0 { true } else { false } }
    })
}
