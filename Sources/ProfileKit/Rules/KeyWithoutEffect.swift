import Findings

extension Rule {
  static let keyWithoutEffect = Rule(
    "key-without-effect", .warning, "a key that does nothing because of another key",
    explanation: """
      Some keys matter only beside a certain value of another. Set without it they look like a rule and are
      none: unmanaged apps read managed contacts all the same where managed documents may be opened anywhere.
      What another payload of the type in the same run sets is taken into account.
      """,
    accepted: [
      .restrictions(
        "<key>forceAirDropUnmanaged</key><true/><key>allowOpenFromManagedToUnmanaged</key><false/>"),
      .restrictions("<key>forceAirDropUnmanaged</key><false/>"),
    ],
    rejected: [
      .restrictions(
        "▸<key>forceAirDropUnmanaged</key><true/>",
        says:
          "`forceAirDropUnmanaged` has no effect where `allowOpenFromManagedToUnmanaged` is not set,"
          + " which means `true`"),
      .restrictions(
        "▸<key>allowManagedToWriteUnmanagedContacts</key><true/><key>allowOpenFromManagedToUnmanaged</key><true/>",
        says:
          "`allowManagedToWriteUnmanagedContacts` has no effect where `allowOpenFromManagedToUnmanaged`"
          + " is `true`"),
      .restrictions(
        "▸<key>enforcedSoftwareUpdateMajorOSDeferredInstallDelay</key><integer>30</integer>",
        says:
          "`enforcedSoftwareUpdateMajorOSDeferredInstallDelay` has no effect where"
          + " `forceDelayedMajorSoftwareUpdates` is not set to `true`"),
    ],
    check: { context in
      context.broken {
        if case .noEffect = $0 { true } else { false }
      } finding: { broken in
        let key = broken.relation.keys.first ?? ""
        let witness = broken.relation.condition?.witness(broken.node)
        return Finding(
          "key-without-effect", .warning, at: broken.place, keyPath: broken.path(key),
          "`\(key)` has no effect\(broken.circumstance)",
          help: "remove it, or change what stands in its way",
          related: witness.map {
            [.init(broken.payload.location($0.keyPosition), "`\($0.key)` is set here")]
          } ?? [])
      }
    })
}
