import Devices

extension Profile {
  /// What stands in the way of everything in this profile, on `device`.
  func obstacles(on device: Device, _ catalog: Catalog) -> [Obstacle] {
    if isBarePayload { return [.bare] }
    var result: [Obstacle] = coreFoundationReads ? [] : [.unreadable]
    let type = node["PayloadType"]?.string
    if type != Self.type { result.append(.notAConfiguration(type ?? "not given")) }
    if let target = node["TargetDeviceType"]?.integer, !device.platform.targetTypes.contains(target)
    {
      result.append(.forOtherDevices(target))
    }
    for key in ["RemovalDate", "DurationUntilRemoval"] where node[key] != nil {
      result.append(.endsSomeday(key))
    }
    if scope == "User" || device.channel == .user { result.append(.userScope) }
    if let channel = device.missingChannel { result.append(channel) }
    if isLocked, !payloads.isEmpty { result.append(.besideEncrypted) }
    let decisive = ["PayloadContent", "PayloadType", "PayloadIdentifier", "PayloadScope"]
    result += decisive.filter(node.repeatedKeys.contains).map { .setTwice($0) }
    return result + refusals(on: device, catalog)
  }

  /// What it may restrict with on `device`: Restrictions payloads, and on a Mac managed preferences of
  /// their domain.
  func restricting(on device: Device) -> [(payload: Payload, obstacles: [Obstacle])] {
    everyPayload.flatMap { payload -> [(payload: Payload, obstacles: [Obstacle])] in
      if payload.mayRestrict { return [(payload, payload.obstacles)] }
      guard device.platform == .macOS else { return [] }
      return payload.managedRestrictions.map { ($0, payload.obstacles + [.managedPreference]) }
    }
  }

  /// All payloads, those of a repeated `PayloadContent` too.
  var everyPayload: [Payload] {
    let isWhole =
      firstUnchecked == nil && !node.repeatedKeys.contains("PayloadContent")
    if isBarePayload || isWhole { return payloads }
    return node.entries.filter { $0.key == "PayloadContent" }.flatMap { entry in
      entry.value.elements.enumerated().filter { $1.isDictionary }.map { index, node in
        Payload(node: node, index: index, path: path)
      }
    }
  }
}

extension Device {
  /// Where the user channel, by which the profile comes, is not there: only Macs and Shared iPads have
  /// one.
  var missingChannel: Obstacle? {
    guard channel == .user, platform != .macOS else { return nil }
    let isShared = platform == .iPadOS ? sharedIPad : sharedIPad ?? false
    return isShared == true ? nil : .noUserChannel(platform, isKnown: isShared != nil)
  }
}

extension PlistNode {
  /// Every value of `key`, which may stand there more than once.
  func values(_ key: String) -> [PlistNode] { entries.filter { $0.key == key }.map(\.value) }

  /// The keys of a dictionary that stand in it more than once.
  var repeatedKeys: Set<String> {
    var seen: Set<KeyText> = []
    seen.reserveCapacity(count)
    return Set(lazyEntries.lazy.filter { !seen.insert($0.keyText).inserted }.map(\.key))
  }

  /// Whether one of its types, where it has several, is that of a Restrictions payload.
  var mayRestrict: Bool {
    let name = Payload.restrictionsType
    return lazyEntries.contains { $0.hasKey("PayloadType") && $0.value.string == name }
  }
}

extension Payload {
  /// What stands in the way of everything in this payload.
  var obstacles: [Obstacle] {
    let isOn = node["PayloadEnabled"].map { $0.boolean == true } ?? true
    let decisive = ["PayloadType", "PayloadEnabled"].filter(node.repeatedKeys.contains)
    return (isOn ? [] : [.switchedOff]) + decisive.map { .setTwice($0) }
  }

  /// The settings of the restrictions' domain that it holds as managed preferences, for any reader.
  var managedRestrictions: [Payload] {
    guard type == ManagedPreferences.type else { return [] }
    return node.values("PayloadContent").flatMap { $0.values(Self.restrictionsType) }
      .flatMap(\.entries).filter { ManagedPreferences.levels.contains($0.key) }
      .flatMap { level in
        level.value.elements.enumerated().flatMap { index, element in
          element.values(ManagedPreferences.settingsKey).map { settings in
            ManagedSettings(
              domain: Self.restrictionsType, level: level.key, node: settings,
              keyPath: keyPath("PayloadContent")
                + ".\(Self.restrictionsType).\(level.key)[\(index)].\(ManagedPreferences.settingsKey)"
            ).asPayload(of: self)
          }
        }
      }
  }

  /// Whether some reader may take it for a Restrictions payload.
  var mayRestrict: Bool { node.mayRestrict }
}

extension Platform {
  /// The values of `TargetDeviceType` that mean this platform, or any.
  fileprivate var targetTypes: Set<Int64> {
    switch self {
    case .iOS, .iPadOS: [0, 1]
    case .watchOS: [0, 2]
    case .tvOS: [0, 3, 4]
    case .macOS: [0, 5]
    case .visionOS: [0, 6]
    }
  }
}
