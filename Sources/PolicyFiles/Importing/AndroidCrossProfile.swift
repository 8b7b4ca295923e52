import PolicyKit

/// `crossProfilePolicies.crossProfileCopyPaste` of the Android Management API: whether text copied
/// in one profile can be pasted in the other (developers.google.com/android/management).
enum AndroidCrossProfile {
  private static let group = "crossProfilePolicies"
  private static let key = "crossProfileCopyPaste"

  static func recognises(_ node: PolicyNode) -> Bool {
    guard let map = try? node.map() else { return false }
    return map[group] != nil || map[key] != nil
  }

  static func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    let map = try node.map()
    let holder = map[group] ?? node
    let inner = try holder.map()
    draft.passOver(map.entries.filter { ![group, key].contains($0.key) }, beside: node)
    let value = inner[key]
    let word = try value?.word(
      among: [
        "CROSS_PROFILE_COPY_PASTE_UNSPECIFIED", "COPY_FROM_WORK_TO_PERSONAL_DISALLOWED",
        "CROSS_PROFILE_COPY_PASTE_ALLOWED",
      ], for: "value of `\(key)`")
    if word == "CROSS_PROFILE_COPY_PASTE_ALLOWED" {
      draft.needsNothing(value ?? holder, "both profiles may paste what the other copied")
    } else {
      draft.add(
        ManagedData.staysInside(id: draft.id("work-stays-at-work")), from: value ?? holder,
        changed: "reads the work profile as managed apps, and the personal profile as all others")
      ManagedData.expectSource(&draft.policy)
    }
    if holder.location != node.location {
      for entry in inner.entries where entry.key != key {
        draft.leaveOut(entry.value, "it is a road of its own, not a pasteboard")
      }
    }
  }
}

/// What several makers call managed, work or organisation data.
enum ManagedData {
  /// Nothing from a managed app is pasted into one that is not.
  static func staysInside(id: String, upTo characters: Int64 = 0) -> Rule {
    Rule(
      id: id, effect: .deny,
      when: .all([
        test(.operation, ["paste"]), test(.sourceManaged, ["yes"]),
        test(.destinationManaged, ["no"]),
      ]),
      unless: characters > 0 ? atMost(characters, .contentCharacters) : nil,
      reason: "data of managed apps is not pasted into other apps")
  }

  /// Nothing from an app that is not managed is pasted into one that is.
  static func staysOutside(id: String) -> Rule {
    Rule(
      id: id, effect: .deny,
      when: .all([
        test(.operation, ["paste"]), test(.sourceManaged, ["no"]),
        test(.destinationManaged, ["yes"]),
      ]),
      reason: "managed apps take nothing from other apps")
  }

  /// An app that is managed this way knows whose the content is, and is expected to say so.
  static func expectSource(_ policy: inout Policy) {
    if policy.expects[.paste]?.contains(.sourceManaged) != true {
      policy.expects[.paste, default: []].append(.sourceManaged)
    }
  }
}
