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
    return result
  }
}

extension Payload {
  /// What stands in the way of everything in this payload.
  var obstacles: [Obstacle] {
    node["PayloadEnabled"]?.coercedBoolean == false ? [.switchedOff] : []
  }
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
