import Findings

extension Rule {
  static let managedPreferencesListed = Rule(
    "managed-preferences-listed", .notice, "what a profile manages by preference domains",
    explanation: """
      Some consoles and editors show a managed-preferences payload empty, above all one of `.GlobalPreferences`,
      because they have no form for its domain. The count says what the file holds, so that an empty view can be
      told from an empty payload.
      """,
    accepted: [
      .restrictions(""),
      .managed(
        "<key>Forced</key><array><dict><key>mcx_preference_settings</key><dict/></dict></array>"),
    ],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            """
            <key>PayloadContent</key><dict><key>.GlobalPreferences</key><dict><key>Forced</key><array><dict>
            <key>mcx_preference_settings</key>
            <dict><key>a</key><true/><key>b</key><true/></dict></dict></array></dict></dict>
            """, type: ManagedPreferences.type
          ).replacing("<key>PayloadContent</key>", with: "▸<key>PayloadContent</key>")),
        says: "this profile lists 2 managed settings of `.GlobalPreferences`")
    ],
    check: { context in
      context.profiles.compactMap { profile in
        let lists = profile.payloads.compactMap(ManagedPreferences.init)
        let settings = lists.flatMap(\.settings)
        let count = settings.reduce(0) { $0 + $1.node.effectiveEntries.count }
        guard count > 0, let first = lists.first(where: { !$0.settings.isEmpty }) else {
          return nil
        }
        let domains = Set(settings.map(\.domain)).sorted()
        let what =
          domains.count == 1 ? "`\(shown(domains[0]))`" : "\(domains.count) preference domains"
        return Finding(
          "managed-preferences-listed", .notice, at: first.payload.location(of: "PayloadContent"),
          keyPath: first.payload.keyPath("PayloadContent"),
          "this profile lists \(count) managed setting\(count == 1 ? "" : "s") of \(what)",
          help: "a tool that shows the payload empty has no form for it; the settings are there")
      }
    })
}
