import Findings

extension Rule {
  static let managedPreferencesTwice = Rule(
    "managed-preferences-twice", .warning, "a preference is both forced and set once",
    explanation: """
      `Forced` holds a preference at its value, `Set-Once` writes it a single time and leaves it to the user.
      Where a domain has a key at both levels the forced value is what holds and the other is dead weight.
      """,
    accepted: [
      .managed(
        """
        <key>Forced</key><array><dict><key>mcx_preference_settings</key>
        <dict><key>a</key><true/></dict></dict></array>
        <key>Set-Once</key><array><dict><key>mcx_preference_settings</key>
        <dict><key>b</key><true/></dict></dict></array>
        """)
    ],
    rejected: [
      .managed(
        """
        <key>Forced</key><array><dict><key>mcx_preference_settings</key>
        <dict><key>a</key><true/></dict></dict></array>
        <key>Set-Once</key><array><dict><key>mcx_preference_settings</key>
        <dict>▸<key>a</key><false/></dict></dict></array>
        """, says: "`a` of `com.apple.dock` is forced as well: setting it once does nothing")
    ],
    check: { context in
      context.eachPayload { _, payload in
        guard let settings = ManagedPreferences(payload)?.settings else { return [] }
        var forced: [String: PlistEntry] = [:]
        for part in settings where part.level == "Forced" {
          for entry in part.node.effectiveEntries {
            forced["\(part.domain)\n\(entry.key)"] = entry
          }
        }
        return settings.filter { $0.level != "Forced" }.flatMap { part in
          part.node.effectiveEntries.compactMap { entry in
            guard let other = forced["\(part.domain)\n\(entry.key)"] else { return nil }
            return Finding(
              "managed-preferences-twice", .warning, at: payload.location(entry.keyPosition),
              keyPath: "\(part.keyPath).\(shown(entry.key, 200))",
              "`\(shown(entry.key))` of `\(shown(part.domain))` is forced as well:"
                + " setting it once does nothing",
              help: "keep the level that is meant",
              related: [.init(payload.location(other.keyPosition), "it is forced here")])
          }
        }
      }
    })
}
