import Findings

extension Rule {
  static let notByManualInstall = Rule(
    "not-by-manual-install", .error, "a payload or key that only a management server may install",
    explanation: """
      When a person installs the profile by hand, the device refuses all of it.
      """,
    accepted: [
      .restrictions(
        "<key>allowUnmanagedToReadManagedContacts</key><true/>",
        target: "platform=iOS,version=18.1,install=mdm")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowUnmanagedToReadManagedContacts</key><true/>",
        target: "platform=iOS,version=18.1,install=manual",
        says:
          "`allowUnmanagedToReadManagedContacts` does nothing on iOS 18.1: only a management server may install it"
      )
    ],
    check: { context in
      context.obstructed(
        "not-by-manual-install", .error,
        help: "installed by hand the whole profile is refused: push it by MDM or remove the key",
        except: [handoffKey]
      ) { if case .manualInstall = $0 { true } else { false } }
    })
}
