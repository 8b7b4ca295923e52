import Findings

extension Rule {
  static let needsSupervision = Rule(
    "needs-supervision", .warning, "a payload or key that needs a supervised device",
    explanation: """
      The device ignores it without supervision. Only Automated Device Enrollment or Apple Configurator supervise
      an iPhone or iPad.
      """,
    accepted: [
      .restrictions(
        "<key>allowAirDrop</key><false/>", target: "platform=iOS,version=18.1,supervised=yes")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowAirDrop</key><false/>", target: "platform=iOS,version=18.1,supervised=no",
        says:
          "`allowAirDrop` does nothing on iOS 18.1: needs supervision, the device is not supervised"
      )
    ],
    check: { context in
      context.obstructed(
        "needs-supervision", .warning, help: "supervise the device, or expect nothing of it",
        except: [handoffKey]
      ) { if case .supervision = $0 { true } else { false } }
    })
}
