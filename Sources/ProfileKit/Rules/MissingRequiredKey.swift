import Devices
import Findings

extension Rule {
  static let missingRequiredKey = Rule(
    "missing-required-key", .error, "a key that Apple requires is missing",
    explanation: """
      Every profile and every payload has a type, a version, an identifier and a UUID. iOS refuses a profile
      without a `PayloadVersion` of its own; macOS takes it, management servers' upload checks often do not.
      Payloads without one work on Macs.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile("")
          .replacing("  <key>PayloadVersion</key><integer>1</integer>\n", with: "")
          .replacing("<dict>", with: "▸<dict>"),
        says: "the profile has no `PayloadVersion`"),
      RuleExample(
        RuleExample.profile("▸<dict><key>PayloadType</key><string>com.apple.dock</string></dict>"),
        says: "the payload has no `PayloadIdentifier`"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("")
            .replacing("      <key>PayloadVersion</key><integer>1</integer>\n", with: "")
            .replacing("<dict>", with: "▸<dict>")),
        says: "the payload has no `PayloadVersion`"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", type: "com.apple.notificationsettings")
            .replacing("<dict>", with: "▸<dict>")),
        says: "the payload has no `NotificationSettings`"),
      .payload(
        "com.apple.notificationsettings",
        """
        <key>NotificationSettings</key><array>
          ▸<dict><key>AlertType</key><integer>1</integer></dict>
        </array>
        """,
        says: "`NotificationSettings[0]` has no `BundleIdentifier`"),
    ],
    check: { context in
      let top = required(context, Catalog.topLevel).subtracting(["PayloadType", "PayloadContent"])
      let common = required(context, Catalog.common)
      var list = context.list
      for profile in context.profiles where !profile.isBarePayload {
        list.add(missing(top, in: profile, context))
        for payload in profile.payloads { missing(common, in: payload, &list) }
      }
      inside(context, besides: common, &list)
      return list.findings
    })

  /// What is missing of what the catalogue requires, in payloads and in dictionaries in them.
  private static func inside(
    _ context: RuleContext, besides common: Set<String>, _ list: inout BoundedFindings
  ) {
    let uses = context.uses
    var due: (parent: Int, keys: [KeyDefinition])?
    for index in uses.all.indices {
      let use = uses.all[index]
      guard use.entry.value.isDictionary, let known = use.known, let payload = use.payload,
        // A managed preference may stand alone: what it goes with can come from elsewhere.
        !use.isRoot || !payload.isManagedSettings
      else { continue }
      // The elements of one array are all defined alike.
      let isAlike = use.element != nil && use.parent == due?.parent
      let keys =
        isAlike ? due?.keys ?? [] : known.requiredKeys.filter { isDue($0, in: known, context) }
      if use.element != nil, let parent = use.parent { due = (parent, keys) }
      // What every payload has is looked for in those of strange types, too, and elsewhere.
      let isCommon = use.isRoot && payload.type.flatMap(context.catalog.domain) == nil
      let common = isCommon ? Set(known.keyNames) : []
      let missing = keys.filter { use.entry.value[$0.name] == nil && !common.contains($0.name) }
      if missing.isEmpty { continue }
      let place = context.location(use, use.entry.value.position)
      for key in missing {
        list.add("missing-required-key", .error, at: place) {
          let name = uses.name(index)
          return Finding(
            "missing-required-key", .error, at: place,
            keyPath: uses.keyPath(index) + ".\(key.name)",
            "\(name.isEmpty ? "the payload" : "`\(name)`") has no `\(key.name)`",
            help: "add it: Apple requires it")
        }
      }
    }
  }

  /// Whether a key is required wherever its dictionary is of use: one that only some platforms have
  /// may be missing for the others.
  private static func isDue(
    _ key: KeyDefinition, in owner: KeyDefinition, _ context: RuleContext
  ) -> Bool {
    if context.targets.isEmpty {
      return key.isWhere(owner)
    }
    return context.targets.contains { target in
      guard let support = key.support(on: target.platform) else { return false }
      return target.version.map { $0 >= support.introduced } ?? true
    }
  }

  private static func required(_ context: RuleContext, _ type: String) -> Set<String> {
    Set(context.catalog.payload(type)?.dictionary.requiredKeys.map(\.name) ?? [])
  }

  private static func missing(_ keys: Set<String>, in profile: Profile, _ context: RuleContext)
    -> [Finding]
  {
    var keys = keys.filter { profile.node[$0] == nil }
    let isEncrypted = profile.node["EncryptedPayloadContent"] != nil
    if profile.node["PayloadContent"] == nil, !isEncrypted { keys.insert("PayloadContent") }
    if profile.node["PayloadType"] == nil { keys.insert("PayloadType") }
    // Whose types it looks up it need not where nothing is missing.
    if keys.isEmpty { return [] }
    let isForMacs = isForMacs(profile, context)
    return keys.sorted().map { key in
      Finding(
        "missing-required-key", key == "PayloadVersion" && isForMacs ? .warning : .error,
        at: profile.location(profile.node.position), keyPath: key, "the profile has no `\(key)`",
        help: help(key, isForMacs ? "" : "; iOS refuses the profile without it, macOS takes it"))
    }
  }

  private static func missing(
    _ keys: Set<String>, in payload: Payload, _ list: inout BoundedFindings
  ) {
    let missing = keys.filter { payload.node[$0] == nil }
    if missing.isEmpty { return }
    let place = payload.location(payload.node.position)
    for key in missing.sorted() {
      let severity: Severity = key == "PayloadVersion" ? .warning : .error
      list.add("missing-required-key", severity, at: place) {
        Finding(
          "missing-required-key", severity, at: place, keyPath: payload.keyPath(key),
          "the payload has no `\(key)`",
          help: help(
            key, "; upload checks of management servers may refuse the profile without it"))
      }
    }
  }

  /// Whether the targets, or the payload types where none is given, are for Macs alone.
  private static func isForMacs(_ profile: Profile, _ context: RuleContext) -> Bool {
    if !context.targets.isEmpty { return context.targets.allSatisfy { $0.platform == .macOS } }
    return !profile.payloads.isEmpty
      && profile.payloads.allSatisfy { payload in
        payload.type.flatMap { context.catalog.payload($0) }.map {
          Array($0.support.keys) == [.macOS]
        } ?? false
      }
  }

  private static func help(_ key: String, _ consequence: String) -> String {
    switch key {
    case "PayloadVersion": "add `<key>PayloadVersion</key><integer>1</integer>`\(consequence)"
    case "PayloadUUID": "add one that `uuidgen` makes"
    default: "add it"
    }
  }
}
