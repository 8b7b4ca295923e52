import Devices

extension Support {
  /// What stands in the way of it on `device`.
  func obstacles(on device: Device, catalog: Catalog) -> [Obstacle] {
    var result: [Obstacle] = []
    if let version = device.version {
      if version < introduced { result.append(.needsVersion(introduced, has: version)) }
      if let removed, version >= removed { result.append(.removed(removed)) }
      if let known = catalog.newestVersion(device.platform), version > known {
        result.append(.beyondCatalog(version, known: known))
      }
    } else {
      result.append(.needsVersion(introduced, has: nil))
    }
    if needsSupervision, device.supervised != true {
      result.append(.supervision(isKnown: device.supervised != nil))
    }
    return result + enrollments(on: device) + situations(on: device)
  }

  /// How the device must have come under management.
  private func enrollments(on device: Device) -> [Obstacle] {
    var result: [Obstacle] = []
    if needsAutomatedEnrollment, device.enrollment != .automated {
      result.append(.automatedEnrollment(isKnown: device.enrollment != nil))
    }
    if needsUserApproval {
      switch device.enrollment {
      case .automated?, .user?: break
      case .some(.none): result.append(.userApproval(isKnown: true))
      // Since macOS 11 nobody but the user can complete one.
      case .device?, .profile?:
        if device.version.map({ $0 < OSVersion(11) }) ?? true {
          result.append(.userApproval(isKnown: false))
        }
      case nil: result.append(.userApproval(isKnown: false))
      }
    }
    return result
  }

  private func situations(on device: Device) -> [Obstacle] {
    var result: [Obstacle] = []
    if userEnrollment != .allowed {
      let isUser = device.enrollment.map { $0 == .user }
      if userEnrollment.hinders(isUser) {
        result.append(.userEnrollment(userEnrollment, isKnown: isUser != nil))
      }
    }
    if sharedIPad != .allowed {
      let isShared = device.platform == .iPadOS ? device.sharedIPad : device.sharedIPad ?? false
      if sharedIPad.hinders(isShared) {
        result.append(.sharedIPad(sharedIPad, isKnown: isShared != nil))
      }
    }
    if !manualInstall {
      let isManual = device.installation.map { $0 == .manual }
      if isManual != false { result.append(.manualInstall(isKnown: isManual != nil)) }
    }
    result += channels(on: device)
    return result
  }

  private func channels(on device: Device) -> [Obstacle] {
    var result: [Obstacle] = []
    if device.channel == .device, !deviceChannel { result.append(.channel(.device)) }
    if device.channel == .user, !userChannel { result.append(.channel(.user)) }
    // Only an iPad can be shared.
    guard device.platform.inSchema == .iOS, let channel = device.channel else { return result }
    let isShared = device.platform == .iPadOS ? device.sharedIPad : device.sharedIPad ?? false
    let isCarried = channel == .device ? sharedIPadDeviceChannel : sharedIPadUserChannel
    if !isCarried, isShared != false {
      result.append(.sharedIPadChannel(channel, isKnown: isShared != nil))
    }
    return result
  }
}

extension Allowance {
  /// Whether it stands in the way where the situation holds, does not, or is not known.
  func hinders(_ holds: Bool?) -> Bool {
    switch self {
    case .allowed: false
    case .required: holds != true
    case .forbidden, .ignored: holds != false
    }
  }
}
