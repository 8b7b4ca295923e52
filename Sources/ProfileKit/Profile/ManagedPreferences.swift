/// The parts of a managed-preferences payload as they were written.
///
/// Apple's form is `PayloadContent` → domain → `Forced` or `Set-Once` → array of dictionaries →
/// `mcx_preference_settings`; only what stands at the end of that way reaches an application.
struct ManagedPreferences {
  /// The payload.
  let payload: Payload

  /// The payload type that carries them.
  static let type = "com.apple.ManagedClient.preferences"
  /// The levels that a domain has; the last is of older systems.
  static let levels = ["Forced", "Set-Once", "Often"]
  /// The key under which an element holds its settings.
  static let settingsKey = "mcx_preference_settings"

  /// nil where the payload is of another type.
  init?(_ payload: Payload) {
    guard payload.type == Self.type else { return nil }
    self.payload = payload
  }

  /// The dictionary of domains and the path of keys to it.
  var domains: (entries: [PlistEntry], keyPath: String) {
    (payload.node["PayloadContent"]?.effectiveEntries ?? [], payload.keyPath("PayloadContent"))
  }

  /// The settings that stand where they are looked for.
  var settings: [ManagedSettings] {
    let (entries, keyPath) = domains
    return entries.flatMap { domain in
      domain.value.effectiveEntries.filter { Self.levels.contains($0.key) }.flatMap { level in
        level.value.elements.enumerated().compactMap { index, element in
          guard let settings = element[Self.settingsKey], settings.isDictionary else { return nil }
          return ManagedSettings(
            domain: domain.key, level: level.key, node: settings,
            keyPath:
              "\(keyPath).\(shown(domain.key, 200)).\(level.key)[\(index)].\(Self.settingsKey)"
          )
        }
      }
    }
  }
}

/// Settings of one domain at one level.
struct ManagedSettings {
  /// The preference domain, such as `com.apple.dock`.
  let domain: String
  /// `Forced` or `Set-Once`.
  let level: String
  /// The settings themselves.
  let node: PlistNode
  /// The path of keys to them.
  let keyPath: String

  /// They as a payload of the domain's type: the keys of one are those of the other.
  func asPayload(of payload: Payload) -> Payload {
    Payload(settings: node, of: domain, index: payload.index, keyPath: keyPath, path: payload.path)
  }
}
