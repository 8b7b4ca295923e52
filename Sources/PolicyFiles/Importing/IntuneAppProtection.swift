import PolicyKit

/// App protection of Microsoft Intune: `allowedOutboundClipboardSharingLevel` and its exception of
/// a number of characters, as Microsoft Graph gives them (resource `managedAppProtection`).
enum IntuneAppProtection {
  private static let level = "allowedOutboundClipboardSharingLevel"
  private static let exception = "allowedOutboundClipboardSharingExceptionLength"
  /// Roads beside the pasteboard that the same policy speaks of.
  private static let roads = [
    "allowedInboundDataTransferSources", "allowedOutboundDataTransferDestinations",
    "saveAsBlocked", "dataBackupBlocked", "screenCaptureBlocked", "printBlocked",
    "customKeyboardBlocked", "thirdPartyKeyboardsBlocked", "keyboardsRestricted",
  ]

  static func recognises(_ node: PolicyNode) -> Bool {
    guard let map = try? node.map() else { return false }
    if map[level] != nil { return true }
    let first = map["value"]?.oneOrMore.first
    return (try? first?.map())??[level] != nil
  }

  static func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    let map = try node.map()
    let policies = map[level] == nil ? try map.required("value").list() : [node]
    for policy in policies { try carryOver(one: policy, &draft) }
  }

  private static func carryOver(one node: PolicyNode, _ draft: inout ImportDraft)
    throws(PolicyNodeError)
  {
    let map = try node.map()
    let name = try map["displayName"]?.string() ?? ""
    guard let value = map[level] else {
      return draft.leaveOut(node, "it says nothing about the clipboard")
    }
    let word = try value.word(
      among: ["allApps", "managedAppsWithPasteIn", "managedApps", "blocked"],
      for: "value of `\(level)`")
    let length = try map[exception]?.integer(in: 0...65_535) ?? 0
    let prefix = name.isEmpty ? "" : "\(name) "
    if word == "allApps" {
      draft.needsNothing(value, "all apps share the clipboard")
    } else {
      ManagedData.expectSource(&draft.policy)
      draft.add(
        ManagedData.staysInside(
          id: draft.id(prefix + "managed data stays inside"), upTo: length),
        from: value, changed: scope(map))
    }
    if word == "managedApps" || word == "blocked" {
      draft.add(
        ManagedData.staysOutside(id: draft.id(prefix + "nothing comes in")), from: value,
        changed: scope(map))
    }
    if word == "blocked" { addBetween(prefix, length, value, &draft) }
    for entry in map.entries where roads.contains(entry.key) {
      draft.leaveOut(entry.value, "it is a road of its own, not a pasteboard")
    }
    let ours = roads + [level, exception, "displayName", "@odata.type", "id", "description"]
    draft.passOver(map.entries.filter { !ours.contains($0.key) }, beside: node)
  }

  /// Blocked also between managed apps, within one app aside.
  private static func addBetween(
    _ prefix: String, _ length: Int64, _ value: PolicyNode, _ draft: inout ImportDraft
  ) {
    let rule = Rule(
      id: draft.id(prefix + "nothing between apps"), effect: .deny,
      when: .all([
        test(.operation, ["paste"]), test(.sourceManaged, ["yes"]),
        test(.destinationManaged, ["yes"]), test(.sameApp, ["no"]),
      ]),
      unless: length > 0 ? atMost(length, .contentCharacters) : nil,
      reason: "managed apps do not paste from one another")
    draft.add(rule, from: value)
    draft.policy.expects[.paste, default: []].append(.sourceBundleID)
  }

  /// What the original is about and a rule here is not.
  private static func scope(_ map: PolicyMap) -> String {
    let platform: String? =
      switch (try? map["@odata.type"]?.string()) ?? nil {
      case .some(let type) where type.hasSuffix("androidManagedAppProtection"): "Android"
      case .some(let type) where type.hasSuffix("windowsManagedAppProtection"): "Windows"
      default: nil
      }
    return platform.map { "was written for \($0), and holds for managed apps everywhere here" }
      ?? "holds for all managed apps, not only for those that the policy is assigned to"
  }
}
