import Findings

extension Rule {
  static let managedPreferencesForm = Rule(
    "managed-preferences-form", .error,
    "managed preferences that are not where a Mac looks for them",
    explanation: """
      A `com.apple.ManagedClient.preferences` payload holds its settings at `PayloadContent`, domain, `Forced`
      or `Set-Once`, an array of dictionaries, `mcx_preference_settings`. With a level missing or misspelt the
      profile installs without complaint and nothing is ever managed. A payload of the domain's own type is the
      other form: there the settings stand in the payload itself, without these levels.
      """,
    accepted: [
      .managed("<key>Forced</key><array><dict>\(settingsText)</dict></array>"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>autohide</key><true/>", type: "com.apple.dock"))),
    ],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>com.apple.dock</key><dict><key>autohide</key><true/></dict>",
            type: ManagedPreferences.type)),
        says: "`com.apple.dock` stands directly in the payload: its settings are never applied"),
      .managed(
        "▸<key>autohide</key><true/>",
        says: "`autohide` stands directly under the domain: it is never applied"),
      .managed(
        "▸<key>forced</key><array><dict>\(settingsText)</dict></array>",
        says: "`forced` is no level of managed preferences; the name is `Forced`"),
      .managed(
        "▸<key>Forced</key><dict>\(settingsText)</dict>",
        says: "`Forced` is a dictionary, expected an array of dictionaries"),
      .managed(
        "<key>Forced</key><array>▸<dict><key>autohide</key><true/></dict></array>",
        says: "this element of `Forced` has no `mcx_preference_settings`: it applies nothing"),
      .managed(
        "<key>Forced</key><array><dict>▸<key>mcx_preference_settings</key><dict/></dict></array>",
        says: "`mcx_preference_settings` is empty: nothing is managed"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>Forced</key><array><dict>\(settingsText)</dict></array>", type: "com.apple.dock")
        ),
        says:
          "`Forced` in a `com.apple.dock` payload: a payload of the domain's own type holds its settings"
          + " directly"),
    ],
    check: { context in
      context.eachPayload { _, payload in
        guard let preferences = ManagedPreferences(payload) else { return stray(payload) }
        let (entries, keyPath) = preferences.domains
        return directDomains(payload)
          + entries.flatMap { domain in
            DomainForm(payload: payload, keyPath: keyPath, domain: domain).findings
          }
      }
    })

  fileprivate static let settingsText =
    "<key>mcx_preference_settings</key><dict><key>autohide</key><true/></dict>"

  /// Keys that stand beside `PayloadContent` instead of in it.
  private static func directDomains(_ payload: Payload) -> [Finding] {
    payload.node.lazyEffectiveEntries.filter { !$0.key.hasPrefix("Payload") }.map { entry in
      Finding(
        "managed-preferences-form", .error, at: payload.location(entry.keyPosition),
        keyPath: payload.keyPath(entry.key),
        "`\(shown(entry.key))` stands directly in the payload: its settings are never applied",
        help: ManagedPreferences.wayHelp)
    }
  }

  /// The levels of managed preferences in a payload of another type.
  private static func stray(_ payload: Payload) -> [Finding] {
    guard let type = payload.type, !type.isEmpty else { return [] }
    let hits = payload.node.lazyEffectiveEntries.filter { entry -> Bool in
      switch entry.key {
      case "Forced", "Set-Once":
        entry.value.lazyElements.contains { $0[ManagedPreferences.settingsKey] != nil }
      case ManagedPreferences.settingsKey: entry.value.isDictionary
      case "PayloadContent":
        entry.value.lazyEntries.contains {
          $0.value["Forced"].map { $0.isArray && $0.count > 0 } ?? false
        }
      default: false
      }
    }
    return hits.map { entry in
      let isContent = entry.key == "PayloadContent"
      return Finding(
        "managed-preferences-form", .error, at: payload.location(entry.keyPosition),
        keyPath: payload.keyPath(entry.key),
        "`\(entry.key)` in a `\(shown(type))` payload: "
          + (isContent
            ? "managed preferences need the type `\(ManagedPreferences.type)`"
            : "a payload of the domain's own type holds its settings directly"),
        help: isContent
          ? "write `\(ManagedPreferences.type)` as `PayloadType`"
          : "take out the levels, or use a `\(ManagedPreferences.type)` payload")
    }
  }
}

extension ManagedPreferences {
  static let wayHelp =
    "put settings under `PayloadContent`, the domain, `Forced`, an array of dictionaries,"
    + " `mcx_preference_settings`"
}

/// The form of one domain of a managed-preferences payload.
private struct DomainForm {
  let payload: Payload
  let keyPath: String
  let domain: PlistEntry

  private var domainPath: String { "\(keyPath).\(shown(domain.key, 200))" }

  var findings: [Finding] {
    guard domain.value.isDictionary else {
      return [
        finding(
          domain.keyPosition, domainPath,
          "`\(shown(domain.key))` is \(withArticle(domain.value.typeName)), expected the dictionary of"
            + " a domain")
      ]
    }
    return domain.value.effectiveEntries.flatMap(level)
  }

  private static let known: Set<String> = ["mcx_targets", "mcx_data_timestamp"]

  private func level(_ entry: PlistEntry) -> [Finding] {
    let path = "\(domainPath).\(shown(entry.key, 200))"
    if ManagedPreferences.levels.contains(entry.key) {
      guard case .array(let elements) = entry.value.kind else {
        let found = withArticle(entry.value.typeName)
        return [
          finding(
            entry.keyPosition, path,
            "`\(entry.key)` is \(found), expected an array of dictionaries")
        ]
      }
      return elements.enumerated().flatMap { element($1, entry.key, "\(path)[\($0)]") }
    }
    if Self.known.contains(entry.key) { return [] }
    let plain = entry.key.lowercased().filter(\.isLetter)
    if let meant = ["forced": "Forced", "force": "Forced", "setonce": "Set-Once"][plain] {
      return [
        finding(
          entry.keyPosition, path,
          "`\(shown(entry.key))` is no level of managed preferences; the name is `\(meant)`")
      ]
    }
    return [
      finding(
        entry.keyPosition, path,
        "`\(shown(entry.key))` stands directly under the domain: it is never applied")
    ]
  }

  private func element(_ node: PlistNode, _ level: String, _ path: String) -> [Finding] {
    let key = ManagedPreferences.settingsKey
    guard let entry = node.entry(key) else {
      let near = node.entries.first {
        $0.key.lowercased().filter(\.isLetter).hasPrefix("mcxpreference")
      }
      let tail = near.map { "; it has `\(shown($0.key))`" } ?? ": it applies nothing"
      return [
        finding(
          near?.keyPosition ?? node.position, path,
          "this element of `\(level)` has no `\(key)`\(tail)")
      ]
    }
    guard entry.value.isDictionary else {
      return [
        finding(
          entry.keyPosition, "\(path).\(key)",
          "`\(key)` is \(withArticle(entry.value.typeName)), expected the dictionary of settings")
      ]
    }
    guard entry.value.entries.isEmpty else { return [] }
    return [
      finding(
        entry.keyPosition, "\(path).\(key)", "`\(key)` is empty: nothing is managed", .warning)
    ]
  }

  private func finding(
    _ position: TextPosition, _ keyPath: String, _ message: String,
    _ severity: Severity = .error
  ) -> Finding {
    Finding(
      "managed-preferences-form", severity, at: payload.location(position), keyPath: keyPath,
      message, help: severity == .error ? ManagedPreferences.wayHelp : "remove it, or add settings")
  }
}

extension RuleExample {
  /// A managed-preferences payload with one domain.
  static func managed(
    _ levels: String, domain: String = "com.apple.dock", says message: String = ""
  )
    -> RuleExample
  {
    RuleExample(
      profile(
        payload(
          """
          <key>PayloadContent</key><dict><key>\(domain)</key><dict>\(levels)</dict></dict>
          """, type: ManagedPreferences.type)), says: message)
  }
}
