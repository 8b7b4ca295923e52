import Devices

/// Where a declaration of a profile can be in force, by Apple's schema
/// (`declarative/declarations/configurations/legacy*.yaml`).
private struct DeclarationSupport {
  let introduced: OSVersion
  /// The kinds of enrollment as the schema calls them, `local` aside.
  let enrollments: Set<String>
  var isForUsers = false

  init?(_ platform: Platform, isInteractive: Bool) {
    switch platform {
    case .iOS, .iPadOS:
      introduced = OSVersion(15)
      enrollments = ["supervised", "device", "user"]
    case .macOS:
      introduced = OSVersion(13)
      enrollments = ["supervised", "user"]
      isForUsers = true
    case .tvOS:
      introduced = OSVersion(16)
      enrollments = ["supervised", "device"]
    case .visionOS:
      introduced = OSVersion(1, 1)
      enrollments = ["supervised", "device", "user"]
    case .watchOS:
      if isInteractive { return nil }
      introduced = OSVersion(10)
      enrollments = ["supervised"]
    }
  }
}

extension LegacyDeclaration {
  /// What stands in the way of the profile because of how it gets to `device`.
  func obstacles(to profile: Profile, on device: Device, _ catalog: Catalog) -> [Obstacle] {
    var result: [Obstacle] = isInteractive ? [.offered] : []
    if !isSecure {
      result.append(
        .carrier(
          "the declaration that carries it has an address that does not start with `https://`",
          missing: nil))
    }
    guard let support = DeclarationSupport(device.platform, isInteractive: isInteractive) else {
      return result + [.declarationNotOnPlatform(device.platform)]
    }
    if device.version.map({ $0 < support.introduced }) != false {
      result.append(.declarationNeeds(support.introduced, has: device.version))
    }
    if let obstacle = enrollment(of: device, support) { result.append(obstacle) }
    if let obstacle = scope(of: device, support) { result.append(obstacle) }
    let rejects =
      [.iOS, .iPadOS].contains(device.platform) || !isInteractive && device.platform == .tvOS
    if rejects, device.enrollment == .user {
      let forbidden = profile.payloads.compactMap(\.type).first { type in
        catalog.payload(type)?.support[device.platform.inSchema]?.userEnrollment == .forbidden
      }
      if let forbidden { result.append(.profileRejected(forbidden)) }
    }
    return result
  }

  private func enrollment(of device: Device, _ support: DeclarationSupport) -> Obstacle? {
    let text = "the declaration that carries it is not for \(device.platform.rawValue)"
    let missing = device.enrollment == nil ? "enrollment" : "supervised"
    // A kind of which the schema allows all, or none, is settled.
    let kinds = device.schemaEnrollments
    let allowed = kinds.filter(support.enrollments.contains)
    if allowed.count == kinds.count { return nil }
    let names = kinds.subtracting(allowed).sorted().joined(separator: " or ")
    if allowed.isEmpty { return .carrier("\(text) with the enrollment \(names)", missing: nil) }
    return .carrier(
      "\(text) with the enrollment \(names), and whether it has that is not known",
      missing: missing)
  }

  /// Declarations of the user channel, and Shared iPads.
  private func scope(of device: Device, _ support: DeclarationSupport) -> Obstacle? {
    let isPad = device.platform == .iPadOS
    let isShared = isPad ? device.sharedIPad : false
    if isInteractive, isShared != false {
      let text = "the declaration that carries it is not for Shared iPads"
      return isShared == true
        ? .carrier(text, missing: nil)
        : .carrier(text + ", and whether it is one is not known", missing: "shared-ipad")
    }
    guard device.channel == .user, !support.isForUsers, isShared != true else { return nil }
    let text = "the declaration that carries it is not for the user channel"
    return isShared == nil
      ? .carrier(text + " of an iPad that is not shared", missing: "shared-ipad")
      : .carrier(text + " of \(device.platform.rawValue)", missing: nil)
  }
}

extension [LegacyDeclaration] {
  /// What stands in the way of a profile that each of several declarations carries: of the one that
  /// gets it there best.
  func obstacles(to profile: Profile, on device: Device, _ catalog: Catalog) -> [Obstacle] {
    let all = map { $0.obstacles(to: profile, on: device, catalog) }
    let weight = { (obstacles: [Obstacle]) in
      (obstacles.contains(where: \.isCertain) ? 1 : 0, obstacles.count)
    }
    return all.min { weight($0) < weight($1) } ?? []
  }
}

extension Device {
  /// How the device may be enrolled, as Apple's schema of declarations tells it.
  fileprivate var schemaEnrollments: Set<String> {
    // Macs that declarations are for are supervised once their server manages the device.
    let supervised = supervised ?? (platform == .macOS ? true : nil)
    let managed: Set<String> =
      switch supervised {
      case true?: ["supervised"]
      case false?: ["device"]
      case nil: ["supervised", "device"]
      }
    return switch enrollment {
    case .user?: ["user"]
    case .some(.none): ["none"]
    case .automated?: ["supervised"]
    case .device?, .profile?: managed
    case nil: supervised == true ? managed : managed.union(["user"])
    }
  }
}
