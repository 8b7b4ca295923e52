import Devices
import Findings

/// Every setting of every Restrictions payload, and what becomes of it on a device.
struct SettingPool: Sendable {
  private struct Entry: Sendable {
    var setting: Restriction.Setting
    /// Profiles of one identifier, of which one at most is installed.
    var group: Int
    /// The profile's place among all.
    var profile: Int
    var isSure: Bool
  }

  private let device: Device
  private let catalog: Catalog
  private let entries: [String: [Entry]]
  /// For each group the places of its profiles.
  private let groups: [[Int]]

  init(_ profiles: [Profile], _ device: Device, _ catalog: Catalog) {
    self.device = device
    self.catalog = catalog
    var groups: [[Int]] = []
    var known: [String: Int] = [:]
    var groupOf: [Int] = []
    for (place, profile) in profiles.enumerated() {
      let name = profile.isBarePayload ? "" : profile.identifier ?? ""
      if !name.isEmpty, let group = known[name] {
        groups[group].append(place)
        groupOf.append(group)
      } else {
        known[name] = groups.count
        groupOf.append(groups.count)
        groups.append([place])
      }
    }
    self.groups = groups
    var entries: [String: [Entry]] = [:]
    for (place, profile) in profiles.enumerated() {
      let members = groups[groupOf[place]]
      let rivals = members.count > 1 ? members.map { profiles[$0].path } : []
      let isLast = members.last == place
      for payload in profile.payloads where payload.isRestrictions {
        for entry in payload.node.effectiveEntries where !Self.isCommon(entry.key, catalog) {
          var obstacles =
            profile.obstacles(on: device) + payload.obstacles
            + Self.obstacles(entry, device, catalog)
          let isSure = obstacles.isEmpty
          if let rival = isLast ? rivals.dropLast().last : rivals.last, !rivals.isEmpty {
            obstacles.append(
              isLast ? .anotherInstalled(path: rival) : .replaced(path: rival))
          }
          let setting = Restriction.Setting(
            location: payload.location(entry.keyPosition), profile: profile.identifier,
            payload: payload.identifier ?? payload.keyPath,
            value: RestrictionValue(entry.value, catalog.restriction(entry.key)),
            why: obstacles.map(\.text), isOut: obstacles.contains(where: \.isCertain),
            missingFacts: obstacles.compactMap(\.missingFact))
          entries[entry.key, default: []].append(
            Entry(setting: setting, group: groupOf[place], profile: place, isSure: isSure))
        }
      }
    }
    self.entries = entries
  }

  /// The keys that some profile sets, sorted.
  var keys: [String] { entries.keys.sorted() }

  private static func isCommon(_ key: String, _ catalog: Catalog) -> Bool {
    catalog.payload(Catalog.common)?.keys[key] != nil
      || catalog.payload(Catalog.topLevel)?.keys[key] != nil || key == "PayloadEnabled"
  }

  private static func obstacles(
    _ entry: PlistEntry, _ device: Device, _ catalog: Catalog
  ) -> [Obstacle] {
    guard let known = catalog.restriction(entry.key) else {
      return [.notInCatalog(catalog.description)]
    }
    guard let support = known.support(on: device.platform) else {
      return [.notOnPlatform(device.platform)]
    }
    var result = support.obstacles(on: device, catalog: catalog)
    let coerced = known.type == "boolean" && entry.value.coercedBoolean != nil
    if !Rule.fits(entry.value, known.type), !coerced {
      result.append(.wrongType(expected: known.type, found: entry.value.typeName))
    }
    return result
  }

  /// What becomes of `key`.
  func restriction(_ key: String) -> Restriction {
    let known = catalog.restriction(key)
    let all = entries[key] ?? []
    let counted = all.filter { !$0.setting.isOut }
    let default_ = known.flatMap { known in
      known.defaultValue.map { RestrictionValue(parsing: $0, known) }
    }
    let isAbsent = known != nil && known?.support(on: device.platform) == nil
    let hasSure = groups.contains { group in
      !group.isEmpty
        && group.allSatisfy { place in counted.contains { $0.profile == place && $0.isSure } }
    }
    let rule = MergeRule(key)
    var pool: [RestrictionValue?] = counted.map { meant($0.setting.value, known, rule) }
    if !hasSure { pool.append(default_) }
    let require = isAbsent ? nil : rule.end(of: pool, restrictive: true)
    let relyOn = isAbsent ? nil : rule.end(of: pool, restrictive: false)
    let isConflict = counted.contains { one in
      counted.contains { other in
        other.setting.value != one.setting.value
          && (other.group != one.group || other.profile == one.profile)
      }
    }
    let standing: Restriction.Standing =
      counted.isEmpty ? .notInForce : hasSure && require == relyOn ? .inForce : .uncertain
    return Restriction(
      key: key, standing: standing, require: require, relyOn: relyOn, defaultValue: default_,
      isConflict: isConflict, why: why(all, known, isConflict, isAbsent),
      missingFacts: Set(counted.flatMap(\.setting.missingFacts)).sorted(),
      setBy: all.map(\.setting))
  }

  /// A value of the wrong type may be taken for anything: the restrictive end stands for it.
  private func meant(_ value: RestrictionValue, _ known: KeyDefinition?, _ rule: MergeRule)
    -> RestrictionValue
  {
    if known?.type == "boolean" || known == nil, value.boolean == nil {
      return rule.extreme ?? value
    }
    return value
  }

  private func why(
    _ all: [Entry], _ known: KeyDefinition?, _ isConflict: Bool, _ isAbsent: Bool
  ) -> [String] {
    guard !all.isEmpty else {
      return [isAbsent ? Obstacle.notOnPlatform(device.platform).text : "no profile sets it"]
    }
    var result: [String] = []
    if isConflict { result.append("profiles disagree, and Apple does not say which value holds") }
    for text in all.flatMap(\.setting.why) where !result.contains(text) { result.append(text) }
    let support = known?.support(on: device.platform)
    if let deprecated = support?.deprecated, device.version.map({ $0 >= deprecated }) != false {
      result.append("deprecated since \(device.platform.rawValue) \(deprecated)")
    }
    return result
  }
}
