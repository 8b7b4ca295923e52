import Devices
import Findings

extension Rule {
  static let restrictionsDisagree = Rule(
    "restrictions-disagree", .warning, "payloads set one restriction to different values",
    explanation: """
      Several Restrictions payloads may be installed, but Apple does not say what two values of one key come
      to: its present documentation calls the result unexpected or undefined, an older page says that on iPhone
      and iPad the more restrictive wins, and for Macs there is no statement. Neither value may be relied on.
      """,
    accepted: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>allowCamera</key><false/>"), identifier: "com.example.a"),
        RuleExample.profile(
          RuleExample.payload("<key>allowCamera</key><false/>"), identifier: "com.example.b"))
    ],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>allowCamera</key><true/>"), identifier: "com.example.a"),
        RuleExample.profile(
          RuleExample.payload("▸<key>allowCamera</key><false/>"), identifier: "com.example.b"),
        says: "`allowCamera` is `false` here and `true` elsewhere")
    ],
    check: { context in
      // Any device: what one would ignore is another rule's business.
      let platform = context.targets.count == 1 ? context.targets.first?.platform : nil
      let installed = installed(context.profiles)
      let different = setDifferently(installed)
      if different.isEmpty { return [] }
      let pool = SettingPool(installed, Device(.iOS), context.catalog, only: different)
      return context.bounded(pool.disagreements(on: platform))
    })

  /// The keys that stand in Restrictions payloads with more than one value; most profiles have none.
  static func setDifferently(_ profiles: [Profile]) -> Set<String> {
    var first: [KeyText: PlistNode] = [:]
    var result: Set<String> = []
    let payloads = profiles.flatMap(\.restrictionNodes)
    if payloads.count == 1, payloads[0].repeatedKeys.isEmpty { return [] }
    for payload in payloads {
      for entry in payload.lazyEntries {
        if let known = first[entry.keyText] {
          if !known.hasSameValue(as: entry.value) { result.insert(entry.key) }
        } else {
          first[entry.keyText] = entry.value
        }
      }
    }
    return result
  }

  /// Of profiles with one identifier only the last stays.
  static func installed(_ profiles: [Profile]) -> [Profile] {
    var last: [String: Int] = [:]
    for (place, profile) in profiles.enumerated() where !profile.isBarePayload {
      if let name = profile.identifier { last[name] = place }
    }
    return profiles.enumerated().filter { place, profile in
      // A lone payload is a piece of something, not a profile beside others.
      !profile.isBarePayload && profile.identifier.map { last[$0] == place } != false
    }.map(\.element)
  }
}

extension Profile {
  /// What may be taken for a Restrictions payload, in a repeated `PayloadContent` too.
  fileprivate var restrictionNodes: [PlistNode] {
    if isBarePayload { return node.mayRestrict ? [node] : [] }
    return node.lazyEntries.filter { $0.hasKey("PayloadContent") }.flatMap { entry in
      entry.value.lazyElements.filter { $0.isDictionary && $0.mayRestrict }
    }
  }
}

extension SettingPool {
  /// The findings for keys whose settings have different values, whatever a device makes of them.
  func disagreements(on platform: Platform?) -> [Finding] {
    keys.compactMap { key in
      let restriction = restriction(key)
      let settings = restriction.setBy
      guard Set(settings.map(\.value)).count > 1 else { return nil }
      return restriction.reopened.disagreement(on: platform)
    }
  }
}

extension Restriction {
  /// The same with every setting counted.
  fileprivate var reopened: Restriction {
    Restriction(
      key: key, standing: standing, require: require, relyOn: relyOn, defaultValue: defaultValue,
      isConflict: true, why: why, missingFacts: missingFacts,
      setBy: setBy.map {
        Setting(
          location: $0.location, profile: $0.profile, keyPath: $0.keyPath, payload: $0.payload,
          value: $0.value, why: [],
          isOut: false, missingFacts: [])
      })
  }
}
