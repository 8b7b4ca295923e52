import Findings

extension Rule {
  static let managedPreferencesDisagree = Rule(
    "managed-preferences-disagree", .warning,
    "one preference is forced to different values",
    explanation: """
      A preference has one value. Where two profiles, or a payload of the domain's own type and a
      managed-preferences payload, force it to different ones, which of them an application sees depends on the
      order in which they were installed, and may change with the next update of either.
      """,
    accepted: [
      RuleExample(
        preferences("<true/>", identifier: "com.example.a"),
        preferences("<true/>", identifier: "com.example.b")),
      RuleExample(
        preferences("<true/>", identifier: "com.example.a"),
        preferences("<false/>", identifier: "com.example.b", key: "magnification")),
      RuleExample(
        preferences("<true/>", identifier: "com.example.a"),
        preferences("<false/>", identifier: "com.example.a")),
    ],
    rejected: [
      RuleExample(
        preferences("<true/>", identifier: "com.example.a"),
        preferences("<false/>", identifier: "com.example.b", mark: "▸"),
        says: "`autohide` of `com.apple.dock` is `false` here and `true` in `example1`"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>autohide</key><true/>", type: "com.apple.dock"),
          identifier: "com.example.a"),
        preferences("<integer>3</integer>", identifier: "com.example.b", key: "tilesize"),
        preferences("<false/>", identifier: "com.example.c", mark: "▸"),
        says: "`autohide` of `com.apple.dock` is `false` here and `true` in `example1`"),
    ],
    check: { context in ForcedPreferences(installed(context.profiles)).disagreements })

  private static func preferences(
    _ value: String, identifier: String, key: String = "autohide", mark: String = ""
  ) -> String {
    RuleExample.profile(
      RuleExample.payload(
        """
        <key>PayloadContent</key><dict><key>com.apple.dock</key><dict>
          <key>Forced</key><array><dict><key>mcx_preference_settings</key>
            <dict>\(mark)<key>\(key)</key>\(value)</dict></dict></array>
        </dict></dict>
        """, type: ManagedPreferences.type), identifier: identifier)
  }
}

/// What managed-preferences payloads force, and what payloads of the same domains set.
private struct ForcedPreferences {
  private struct Setting {
    var domain: String
    var entry: PlistEntry
    var payload: Payload
    var keyPath: String
    var location: SourceLocation { payload.location(entry.keyPosition) }
  }

  private struct Name: Hashable {
    var domain: String
    var key: String
  }

  private var settings: [Name: [Setting]] = [:]
  private var order: [Name] = []

  init(_ profiles: [Profile]) {
    let payloads = profiles.flatMap(\.payloads)
    var domains: Set<String> = []
    for payload in payloads {
      for part in ManagedPreferences(payload)?.settings ?? [] where part.level == "Forced" {
        domains.insert(part.domain)
      }
    }
    guard !domains.isEmpty else { return }
    for payload in payloads {
      if let preferences = ManagedPreferences(payload) {
        for part in preferences.settings where part.level == "Forced" {
          add(part.node, part.domain, payload, part.keyPath)
        }
      } else if let type = payload.type, domains.contains(type) {
        add(payload.node, type, payload, payload.keyPath)
      }
    }
  }

  private mutating func add(
    _ node: PlistNode, _ domain: String, _ payload: Payload, _ keyPath: String
  ) {
    for entry in node.effectiveEntries where !entry.key.hasPrefix("Payload") {
      let name = Name(domain: domain, key: entry.key)
      if settings[name] == nil { order.append(name) }
      settings[name, default: []].append(
        Setting(
          domain: domain, entry: entry, payload: payload,
          keyPath: keyPath.isEmpty ? shown(entry.key, 200) : "\(keyPath).\(shown(entry.key, 200))"))
    }
  }

  /// One finding for each preference, at the first setting that says something else than the first.
  var disagreements: [Finding] {
    order.compactMap { name in
      let all = settings[name] ?? []
      guard let first = all.first,
        let other = all.dropFirst().first(where: {
          !$0.entry.value.saysTheSame(as: first.entry.value)
        })
      else { return nil }
      let values = [other, first].map(\.entry.value)
      let texts = values.map {
        $0.isContainer || $0.isHidden(under: name.key) ? $0.typeName : $0.shortText
      }
      let isSame = texts[0] == texts[1]
      let place =
        first.payload.path == other.payload.path ? "elsewhere" : "in `\(first.payload.path)`"
      return Finding(
        "managed-preferences-disagree", .warning, at: other.location, keyPath: other.keyPath,
        "`\(shown(name.key))` of `\(shown(name.domain))` is "
          + (isSame
            ? "another \(values[0].typeName) than \(place)"
            : "`\(texts[0])` here and `\(texts[1])` \(place)"),
        help: "set it in one place",
        related: all.filter { $0.location != other.location }.prefix(20).map {
          .init($0.location, "`\(shown(name.key))` is set here")
        })
    }
  }
}
