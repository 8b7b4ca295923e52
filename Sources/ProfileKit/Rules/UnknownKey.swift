import Findings

extension Rule {
  static let unknownKey = Rule(
    "unknown-key", .error, "a key that the catalogue does not have",
    explanation: """
      Devices ignore keys they do not know, so a slip of the pen means that the setting is simply not made. A key
      that differs from a known one by case alone is an error; one that is nearly a known one a warning; any
      other a notice, because Apple adds keys faster than any catalogue follows, and old ones vanish from it.
      """,
    accepted: [.restrictions("<key>allowCamera</key><false/>")],
    rejected: [
      .restrictions(
        "▸<key>AllowCamera</key><false/>",
        says: "unknown key `AllowCamera`; the key is `allowCamera`: keys are case-sensitive"),
      .restrictions(
        "▸<key>allowCamra</key><false/>",
        says: "unknown key `allowCamra`; did you mean `allowCamera`?"),
      .restrictions(
        "▸<key>allowTeleportation</key><false/>",
        says: "key `allowTeleportation` is not in this catalogue of `com.apple.applicationaccess`"),
    ],
    check: { context in
      let common = context.catalog.payload(Catalog.common).map { Array($0.keys.keys) } ?? []
      let top = context.catalog.payload(Catalog.topLevel).map { Array($0.keys.keys) } ?? []
      let topNames = KnownNames(top)
      var names: [String: KnownNames] = [:]
      return context.eachTopKey { profile, entry, known in
        guard known == nil, !harmless.contains(entry.key) else { return [] }
        let place = profile.location(entry.keyPosition)
        return [finding(entry, place, shown(entry.key, 200), "a profile", topNames, context)]
      }
        + context.eachPayload { profile, payload in
          let type = payload.type ?? ""
          let shared = profile.isBarePayload ? common + top : common
          let name = profile.isBarePayload ? "bare \(type)" : type
          let known =
            names[name]
            ?? KnownNames(shared + (context.catalog.payload(type)?.keys.keys.map { $0 } ?? []))
          if context.catalog.payload(type) != nil { names[name] = known }
          return strangers(payload, Set(shared.map { $0.lowercased() }), known, context)
        }
    })

  /// `common` are the keys of every payload in lower case.
  private static func strangers(
    _ payload: Payload, _ common: Set<String>, _ known: KnownNames, _ context: RuleContext
  ) -> [Finding] {
    let type = payload.type ?? ""
    let isListed = context.catalog.payload(type)?.listsKeys == true
    return payload.node.effectiveEntries.compactMap { entry in
      guard !known.contains(entry.key), !harmless.contains(entry.key) else { return nil }
      guard isListed || common.contains(entry.key.lowercased()) else { return nil }
      return finding(
        entry, payload.location(entry.keyPosition), payload.keyPath(entry.key),
        "`\(shown(type))`", known, context)
    }
  }

  /// Written by Apple's own tools and without effect.
  private static let harmless: Set<String> = ["PayloadEnabled"]

  private static func finding(
    _ entry: PlistEntry, _ place: SourceLocation, _ keyPath: String, _ owner: String,
    _ known: KnownNames, _ context: RuleContext
  ) -> Finding {
    let key = entry.key
    let name = shown(key)
    if let same = known.sameButForCase(key) {
      return Finding(
        "unknown-key", .error, at: place, keyPath: keyPath,
        "unknown key `\(name)`; the key is `\(same)`: keys are case-sensitive",
        help: "write `\(same)`; until then the setting is not made")
    }
    if let near = known.slip(key) {
      return Finding(
        "unknown-key", .warning, at: place, keyPath: keyPath,
        "unknown key `\(name)`; did you mean `\(near)`?",
        help: "a device ignores keys it does not know")
    }
    return Finding(
      "unknown-key", .notice, at: place, keyPath: keyPath,
      "key `\(name)` is not in this catalogue of \(owner)",
      help:
        "the catalogue holds the \(context.catalog.description); older and newer keys may work all the same"
    )
  }
}
