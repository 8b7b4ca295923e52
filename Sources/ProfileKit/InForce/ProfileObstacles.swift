import Devices

extension Profile {
  /// What stands in the way of everything in this profile, on `device`.
  func obstacles(on device: Device) -> [Obstacle] {
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
    if scope == "User" { result.append(.userScope) }
    let decisive = ["PayloadContent", "PayloadType", "PayloadIdentifier", "PayloadScope"]
    result += decisive.filter(node.repeatedKeys.contains).map { .setTwice($0) }
    return result
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

extension PlistNode {
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
