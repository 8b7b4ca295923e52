import Findings

extension Rule {
  static let unknownKey = Rule(
    "unknown-key", .error, "a key that the catalogue does not have",
    explanation: """
      Devices ignore keys they do not know, so a slip of the pen means that the setting is simply not made. A key
      that differs from a known one by case alone is an error; one that is nearly a known one a warning; any
      other a notice, because Apple adds keys faster than any catalogue follows, and old ones vanish from it.
      """,
    accepted: [
      .restrictions("<key>allowCamera</key><false/>"),
      .payload(
        "com.apple.webcontent-filter",
        "<key>VendorConfig</key><dict><key>Anything</key><true/></dict>"),
    ],
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
      .payload(
        "com.apple.TCC.configuration-profile-policy",
        """
        <key>Services</key><dict><key>SystemPolicyAllFiles</key><array><dict>
          ▸<key>identifier</key><string>com.example.app</string>
        </dict></array></dict>
        """,
        says:
          "unknown key `Services.SystemPolicyAllFiles[0].identifier`; the key is `Identifier`: keys are case-sensitive"
      ),
    ],
    check: { context in
      let uses = context.uses
      var names = NamesOfDictionaries(context)
      var list = context.list
      for index in uses.all.indices {
        let use = uses.all[index]
        guard use.known == nil, let parent = use.parent, !harmless.contains(use.entry.key) else {
          continue
        }
        let known = names.known(uses.all[parent])
        if known.contains(use.entry.key) { continue }
        let found = finding(index, known, context)
        // A preference domain has more keys than Apple lists for payloads; only slips are told.
        let isPreference = use.payload?.isManagedSettings == true && uses.all[parent].isRoot
        if !isPreference || found.severity != .notice { list.add(found) }
      }
      return list.findings
    })

  /// Written by Apple's own tools and without effect.
  private static let harmless: Set<String> = ["PayloadEnabled"]

  private static func finding(_ index: Int, _ known: KnownNames, _ context: RuleContext) -> Finding
  {
    let uses = context.uses
    let use = uses.all[index]
    let (key, name) = (use.entry.key, uses.name(index))
    func finding(_ severity: Severity, _ message: String, _ help: String) -> Finding {
      Finding(
        "unknown-key", severity, at: context.location(use, use.entry.keyPosition),
        keyPath: uses.keyPath(index), message, help: help)
    }
    if let same = known.sameButForCase(key) {
      return finding(
        .error, "unknown key `\(name)`; the key is `\(same)`: keys are case-sensitive",
        "write `\(same)`; until then the setting is not made")
    }
    if let near = known.slip(key) {
      return finding(
        .warning, "unknown key `\(name)`; did you mean `\(near)`?",
        "a device ignores keys it does not know")
    }
    let owner = use.payload.map { "`\(shown($0.type ?? ""))`" } ?? "a profile"
    return finding(
      .notice, "key `\(name)` is not in this catalogue of \(owner)",
      "the catalogue holds the \(context.catalog.description); older and newer keys may work all the same"
    )
  }
}

/// The names that keys of dictionaries may have, each list made once.
private struct NamesOfDictionaries {
  private let context: RuleContext
  private var made: [Owner: KnownNames] = [:]

  private struct Owner: Hashable {
    var type: String?
    var inside: Int
  }

  init(_ context: RuleContext) { self.context = context }

  /// The names that the dictionary `use` may have.
  mutating func known(_ use: KeyUse) -> KnownNames {
    let owner = Owner(
      type: use.payload.map { $0.type ?? "" }, inside: use.known?.insideIdentity ?? 0)
    if let known = made[owner] { return known }
    var names = use.known?.keyNames ?? []
    if use.isRoot, use.payload != nil { names += keys(Catalog.common) }
    if use.isRoot, context.profiles[use.profile].isBarePayload { names += keys(Catalog.topLevel) }
    let known = KnownNames(names)
    made[owner] = known
    return known
  }

  private func keys(_ type: String) -> [String] {
    context.catalog.payload(type)?.dictionary.keyNames ?? []
  }
}
