import Findings

extension Rule {
  static let valueIsDefault = Rule(
    "value-is-default", .notice, "a restriction set to what holds anyway",
    explanation: """
      The key changes nothing by itself. It matters only where another profile sets the same key to something
      else, and Apple does not say which of two then holds.
      """,
    accepted: [.restrictions("<key>allowCamera</key><false/>")],
    rejected: [
      .restrictions(
        "▸<key>allowCamera</key><true/>",
        says: "`allowCamera` is `true`, which is its default: no effect")
    ],
    check: { context in
      context.eachKey { payload, entry, known in
        guard payload.isRestrictions, let known, let value = known.defaultValue,
          RestrictionValue(entry.value, known) == RestrictionValue(parsing: value, known)
        else { return [] }
        return [
          Finding(
            "value-is-default", .notice, at: payload.location(entry.keyPosition),
            keyPath: payload.keyPath(entry.key),
            "`\(entry.key)` is `\(entry.value.shortText)`, which is its default: no effect")
        ]
      }
    })
}
