import Devices
import Findings

extension RuleContext {
  /// What stands in the way of payload types and keys on the targets, for one rule.
  ///
  /// Only what is certain counts: a fact that the target leaves out is not held against a profile.
  /// Keys set to their default and keys with a rule of their own are left out.
  func obstructed(
    _ rule: RuleID, _ severity: Severity, help: String, except: Set<String> = [],
    where matches: (Obstacle) -> Bool
  ) -> [Finding] {
    targets.flatMap { target in
      eachPayload { _, payload in
        let finder = TargetFinder(
          context: self, rule: rule, severity: severity, help: help, target: target)
        return finder.findings(payload, except, matches)
      }
    }
  }
}

private struct TargetFinder {
  let context: RuleContext
  let rule: RuleID
  let severity: Severity
  let help: String
  let target: Device

  func findings(_ payload: Payload, _ except: Set<String>, _ matches: (Obstacle) -> Bool)
    -> [Finding]
  {
    guard let type = payload.type, let definition = context.catalog.payload(type) else { return [] }
    guard let support = definition.support[target.platform.inSchema] else {
      return [Obstacle.notOnPlatform(target.platform)].filter(matches).map { obstacle in
        Finding(
          rule, severity, at: payload.location(of: "PayloadType"),
          keyPath: payload.keyPath("PayloadType"),
          "payload `\(type)` does nothing on \(target.shortName): \(obstacle.text)", help: help)
      }
    }
    let whole = obstacles(support).filter(matches)
    if let obstacle = whole.first {
      return [
        Finding(
          rule, severity, at: payload.location(of: "PayloadType"),
          keyPath: payload.keyPath("PayloadType"),
          "payload `\(type)` does nothing on \(target.shortName): \(obstacle.text)", help: help)
      ]
    }
    return payload.node.effectiveEntries.compactMap { entry in
      guard !except.contains(entry.key), let known = definition.keys[entry.key] else { return nil }
      let all =
        known.support(on: target.platform).map { obstacles($0) }
        ?? [.notOnPlatform(target.platform)]
      guard let obstacle = all.first(where: matches) else { return nil }
      // A default changes nothing anywhere; another rule says so.
      let isDefault = known.defaultValue.map {
        RestrictionValue(parsing: $0, known) == RestrictionValue(entry.value, known)
      }
      if isDefault == true { return nil }
      return Finding(
        rule, severity, at: payload.location(entry.keyPosition),
        keyPath: payload.keyPath(entry.key),
        "`\(entry.key)` does nothing on \(target.shortName): \(obstacle.text)", help: help)
    }
  }

  private func obstacles(_ support: Support) -> [Obstacle] {
    support.obstacles(on: target, catalog: context.catalog).filter(\.isCertain)
  }
}

/// Keys whose lack of effect the clipboard rules explain.
let pasteboardKeys: Set<String> = [
  "requireManagedPasteboard", "allowOpenFromManagedToUnmanaged", "allowOpenFromUnmanagedToManaged",
]
let handoffKey = "allowActivityContinuation"
