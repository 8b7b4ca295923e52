import Devices
import Findings

extension RuleContext {
  /// What stands in the way of payload types and keys, nested ones too, on the targets, for one
  /// rule.
  ///
  /// Only what is certain counts: a fact that the target leaves out is not held against a profile.
  /// Keys set to their default and keys with a rule of their own are left out.
  func obstructed(
    _ rule: RuleID, _ severity: Severity, help: String, except: Set<String> = [],
    where matches: (Obstacle) -> Bool
  ) -> [Finding] {
    targets.flatMap { target in
      eachHindered { use in
        guard let known = use.known, !except.contains(use.entry.key) else { return nil }
        let all =
          known.support(on: target.platform).map { support in
            support.obstacles(on: target, catalog: catalog).filter(\.isCertain)
          } ?? [.notOnPlatform(target.platform)]
        // A default changes nothing anywhere; another rule says so.
        guard let obstacle = all.first(where: matches), !known.isDefault(use.entry.value) else {
          return nil
        }
        return "does nothing on \(target.shortName): \(obstacle.text)"
      } finding: { place, keyPath, message in
        Finding(rule, severity, at: place, keyPath: keyPath, message, help: help)
      }
    }
  }

  /// A finding for each payload or key that `complaint` has something to say of, and none for what
  /// is inside it.
  func eachHindered(
    _ complaint: (KeyUse) -> String?,
    finding: (SourceLocation, _ keyPath: String, _ message: String) -> Finding
  ) -> [Finding] {
    let uses = uses
    var list = list
    var hindered: Set<Int> = []
    for (index, use) in uses.all.enumerated() {
      // What all profiles and payloads have is everywhere.
      // And what a payload's channel or platform is says nothing of preferences of its domain.
      guard let payload = use.payload, use.known != nil, !payload.isManagedSettings else {
        continue
      }
      if let parent = use.parent, hindered.contains(parent) {
        hindered.insert(index)
      } else if use.element == nil, let words = complaint(use) {
        hindered.insert(index)
        let key = use.isRoot ? "PayloadType" : ""
        if use.isRoot, payload.type.flatMap({ catalog.domain($0) }) == nil { continue }
        let place =
          use.isRoot ? payload.location(of: key) : location(use, use.entry.keyPosition)
        let subject =
          use.isRoot ? "payload `\(shown(payload.type ?? ""))`" : "`\(uses.name(index))`"
        let path = use.isRoot ? payload.keyPath(key) : uses.keyPath(index)
        list.add(finding(place, path, "\(subject) \(words)"))
      }
    }
    return list.findings
  }
}

extension KeyDefinition {
  /// Whether `node` is what a device assumes without the key.
  func isDefault(_ node: PlistNode) -> Bool {
    guard let defaultValue else { return false }
    return RestrictionValue(parsing: defaultValue, self) == RestrictionValue(node, self)
  }
}

/// Keys whose lack of effect the clipboard rules explain.
let pasteboardKeys: Set<String> = [
  "requireManagedPasteboard", "allowOpenFromManagedToUnmanaged", "allowOpenFromUnmanagedToManaged",
]
let handoffKey = "allowActivityContinuation"
