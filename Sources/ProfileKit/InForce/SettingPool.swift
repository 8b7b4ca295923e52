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
    /// The payload's place in its profile.
    var payload: Int
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
      let ofProfile = profile.obstacles(on: device)
      let rivalry = Self.rivalry(place, members.map { ($0, profiles[$0].path) })
      for (number, payload) in profile.everyPayload.enumerated() where payload.mayRestrict {
        let ofPayload = ofProfile + payload.obstacles
        let repeated = payload.node.repeatedKeys
        for entry in payload.node.entries where !Self.isCommon(entry.key, catalog) {
          var obstacles = ofPayload + Self.obstacles(entry, device, catalog)
          if repeated.contains(entry.key) { obstacles.append(.setTwice(entry.key)) }
          let isSure = obstacles.isEmpty
          if let rivalry { obstacles.append(rivalry) }
          entries[entry.key, default: []].append(
            Entry(
              setting: Restriction.Setting(entry, payload, profile, obstacles, catalog),
              group: groupOf[place], profile: place, payload: number, isSure: isSure))
        }
      }
    }
    self.entries = entries
  }

  /// What profiles of the same identifier mean for the one at `place`.
  private static func rivalry(_ place: Int, _ members: [(place: Int, path: String)]) -> Obstacle? {
    guard members.count > 1, let last = members.last else { return nil }
    return last.place == place
      ? .anotherInstalled(path: members[members.count - 2].path) : .replaced(path: last.path)
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
    // An integer for a truth value too: some devices take 0 and 1, upload checks refuse them.
    if !Rule.fits(entry.value, known.type) {
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
    let sure = Set(counted.filter(\.isSure).map(\.profile))
    let hasSure = counted.contains { groups[$0.group].allSatisfy(sure.contains) }
    let rule = MergeRule(key)
    var pool: [RestrictionValue?] = counted.map { meant($0.setting.value, known, rule) }
    if !hasSure { pool.append(default_) }
    let require = isAbsent ? nil : rule.end(of: pool, restrictive: true)
    let relyOn = isAbsent ? nil : rule.end(of: pool, restrictive: false)
    let conflict = Conflict(counted.map { ($0.setting.value, $0.group, $0.profile, $0.payload) })
    let standing: Restriction.Standing =
      counted.isEmpty ? .notInForce : hasSure && require == relyOn ? .inForce : .uncertain
    return Restriction(
      key: key, standing: standing, require: require, relyOn: relyOn, defaultValue: default_,
      isConflict: conflict != nil, why: why(all, known, conflict, isAbsent),
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
    _ all: [Entry], _ known: KeyDefinition?, _ conflict: Conflict?, _ isAbsent: Bool
  ) -> [String] {
    guard !all.isEmpty else {
      return [isAbsent ? Obstacle.notOnPlatform(device.platform).text : "no profile sets it"]
    }
    var result: [String] = []
    var seen: Set<String> = []
    if let conflict { result.append("\(conflict.text), and Apple does not say which value holds") }
    for text in all.lazy.flatMap(\.setting.why) where seen.insert(text).inserted {
      result.append(text)
    }
    let support = known?.support(on: device.platform)
    if let deprecated = support?.deprecated, device.version.map({ $0 >= deprecated }) != false {
      result.append("deprecated since \(device.platform.rawValue) \(deprecated)")
    }
    return result
  }
}
