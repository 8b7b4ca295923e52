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
  private let evidence: Evidence

  /// - Parameter wanted: the keys that are asked for; nil for all.
  init(
    _ profiles: [Profile], _ device: Device, _ catalog: Catalog, _ evidence: Evidence = Evidence(),
    only wanted: Set<String>? = nil
  ) {
    self.device = device
    self.evidence = evidence
    self.catalog = catalog
    let obstacles = profiles.map { profile in
      profile.obstacles(on: device, catalog)
        + (evidence.carriers[profile.path]?.obstacles(to: profile, on: device, catalog) ?? [])
    }
    let (groups, groupOf) = Self.grouped(profiles, obstacles)
    self.groups = groups
    var entries: [String: [Entry]] = [:]
    for (place, profile) in profiles.enumerated() {
      let members = groups[groupOf[place]]
      let rivalry = Self.rivalry(place, members.map { ($0, profiles[$0].path) })
      if wanted?.isEmpty == true { continue }
      for (number, (payload, own)) in profile.restricting(on: device).enumerated() {
        let ofPayload = obstacles[place] + own
        let repeated = payload.node.repeatedKeys
        for entry in payload.node.entries
        where wanted?.contains(entry.key) ?? true && !Self.isCommon(entry.key, catalog) {
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

  /// The profiles of each identifier, of which one at most is installed, and the group of each. What
  /// the device certainly refuses replaces nothing and is not replaced.
  private static func grouped(_ profiles: [Profile], _ obstacles: [[Obstacle]]) -> (
    groups: [[Int]], groupOf: [Int]
  ) {
    var groups: [[Int]] = []
    var known: [String: Int] = [:]
    var groupOf: [Int] = []
    for (place, profile) in profiles.enumerated() {
      let isAlone = profile.isBarePayload || obstacles[place].contains(where: \.isCertain)
      let name = isAlone ? "" : profile.identifier ?? ""
      if !name.isEmpty, let group = known[name] {
        groups[group].append(place)
        groupOf.append(group)
      } else {
        if !name.isEmpty { known[name] = groups.count }
        groupOf.append(groups.count)
        groups.append([place])
      }
    }
    return (groups, groupOf)
  }

  /// What profiles of the same identifier mean for the one at `place`.
  private static func rivalry(_ place: Int, _ members: [(place: Int, path: String)]) -> Obstacle? {
    guard members.count > 1, let last = members.last else { return nil }
    return last.place == place
      ? .anotherInstalled(path: members[members.count - 2].path) : .replaced(path: last.path)
  }

  /// The keys that some profile sets, or may set that matters to the clipboard; sorted.
  var keys: [String] {
    let doubtful = ClipboardSummary.keys.filter { mayBeSetUnseen($0) }
    return Set(entries.keys).union(doubtful).sorted()
  }

  /// Whether a profile that is on the device, and that nobody has shown, can set `key` there.
  private func mayBeSetUnseen(_ key: String) -> Bool {
    guard evidence.unknown.contains(where: \.mayRestrict),
      let support = catalog.restriction(key)?.support(on: device.platform)
    else { return false }
    return !support.obstacles(on: device, catalog: catalog).contains(where: \.isCertain)
  }

  private static func isCommon(_ key: String, _ catalog: Catalog) -> Bool {
    catalog.payload(Catalog.common)?.dictionary.named(key) != nil
      || catalog.payload(Catalog.topLevel)?.dictionary.named(key) != nil
      || key == "PayloadEnabled"
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
    if !entry.value.fits(known.type) {
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
    let isUnseen = mayBeSetUnseen(key)
    if isUnseen {
      pool += known?.type == "boolean" ? [.boolean(true), .boolean(false)] : [nil]
    }
    let require = isAbsent ? nil : rule.end(of: pool, restrictive: true)
    let relyOn = isAbsent ? nil : rule.end(of: pool, restrictive: false)
    let conflict = Conflict(counted.map { ($0.setting.value, $0.group, $0.profile, $0.payload) })
    let standing: Restriction.Standing =
      counted.isEmpty && !isUnseen
      ? .notInForce : hasSure && require == relyOn ? .inForce : .uncertain
    let fromFiles = Restriction(
      key: key, standing: standing, require: require, relyOn: relyOn, defaultValue: default_,
      isConflict: conflict != nil,
      why: why(all, known, conflict, isAbsent) + (isUnseen ? unseen : []),
      missingFacts: Set(counted.flatMap(\.setting.missingFacts)).sorted(),
      setBy: all.map(\.setting))
    return evidence.response?.settling(fromFiles, isOnPlatform: !isAbsent) ?? fromFiles
  }

  /// Why more may be set than the files say.
  private var unseen: [String] {
    let all = evidence.unknown.filter(\.mayRestrict)
    return [
      ("installed", all.filter { !$0.isEncrypted }), ("encrypted", all.filter(\.isEncrypted)),
    ].filter { !$0.1.isEmpty }.map { what, profiles in
      let names = profiles.prefix(3).map { "`\(shown($0.name))`" }.joined(separator: ", ")
      let rest = profiles.count - 3
      return "\(what), and not known what it restricts: \(names)"
        + (rest > 0 ? " and \(rest) more" : "")
    }
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
      return [
        isAbsent
          ? Obstacle.notOnPlatform(device.platform).text
          : evidence.unknown.isEmpty ? "no profile sets it" : "no file given sets it"
      ]
    }
    var result: [String] = []
    var seen: Set<String> = []
    if let conflict { result.append(conflict.reason) }
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
