import Devices

extension ClipboardSummary {
  /// A way by which content leaves that the clipboard restrictions do not close.
  public struct Road: Sendable {
    /// Its name, such as `AirDrop`.
    public let name: String
    /// The restriction that closes it.
    public let key: String
    /// Whether this platform has the key.
    public let isOnPlatform: Bool
    /// Whether it is open; `absent` where the platform or the version does not have the road itself,
    /// which says nothing of a key that closes it.
    public let state: State
  }

  /// Whether a road is closed where the restrictions have the values that the function gives.
  private typealias Closing = @Sendable ((String) -> Bool?) -> Bool

  /// A road, the key that closes it, the versions that brought it (where they are known and later
  /// than any in use), where it is `open` without such a key or `absent`, and what closes it.
  ///
  /// A platform that has the key has the road; of one that is in neither list it is not known.
  private struct Row: Sendable {
    let name: String
    let key: String
    var since: [Platform: OSVersion] = [:]
    var open: Set<Platform> = []
    var absent: Set<Platform> = []
    var isClosed: Closing?
  }

  private static let table: [Row] = [
    // An iPad is a peer of it, and the key is for Macs alone.
    Row(
      name: "Universal Control", key: "allowUniversalControl",
      since: [.macOS: OSVersion(12, 3), .iPadOS: OSVersion(15, 4)], open: [.iPadOS],
      absent: [.iOS, .watchOS, .tvOS]),
    Row(
      name: "iPhone Mirroring", key: "allowiPhoneMirroring",
      since: [.iOS: OSVersion(18), .macOS: OSVersion(15)],
      absent: [.iPadOS, .watchOS, .tvOS, .visionOS]),
    Row(name: "AirDrop", key: "allowAirDrop", since: airDrop, absent: small),
    Row(
      name: "AirDrop of managed content", key: "forceAirDropUnmanaged", since: airDrop,
      open: [.macOS], absent: small,
      isClosed: { value in
        // As an unmanaged destination AirDrop is closed only to what may not leave managed apps.
        value("allowAirDrop") == false
          || value("forceAirDropUnmanaged") == true
            && value("allowOpenFromManagedToUnmanaged") == false
      }),
    Row(name: "cloud sync of managed apps", key: "allowManagedAppsCloudSync"),
    Row(name: "iCloud documents", key: "allowCloudDocumentSync", since: [.iOS: OSVersion(5)]),
    Row(
      name: "iCloud Keychain", key: "allowCloudKeychainSync",
      since: [.iOS: OSVersion(7), .macOS: OSVersion(10, 9)]),
    Row(name: "screenshots and screen recording", key: "allowScreenShot"),
    Row(name: "screen observation", key: "allowRemoteScreenObservation"),
    Row(
      name: "iPhone widgets on a Mac", key: "allowiPhoneWidgetsOnMac", since: [.iOS: OSVersion(17)],
      absent: [.iPadOS, .macOS, .watchOS, .tvOS, .visionOS]),
    Row(
      name: "password sharing", key: "allowPasswordSharing", since: [.iOS: OSVersion(12)],
      absent: small),
    Row(
      name: "USB drives in Files", key: "allowFilesUSBDriveAccess", since: [.iOS: OSVersion(13)],
      open: [.macOS], absent: small),
    Row(
      name: "network drives in Files", key: "allowFilesNetworkDriveAccess",
      since: [.iOS: OSVersion(13)], open: [.macOS], absent: small),
    Row(name: "pairing with computers", key: "allowHostPairing", absent: [.macOS]),
    Row(
      name: "Writing Tools", key: "allowWritingTools",
      since: [.iOS: OSVersion(18), .macOS: OSVersion(15), .visionOS: OSVersion(2, 4)],
      absent: small),
  ]

  /// The platforms without AirDrop and without Files.
  private static let small: Set<Platform> = [.watchOS, .tvOS]

  /// The restriction keys of all roads, in their order.
  public static var roadKeys: [String] { table.map(\.key) }

  private static let airDrop: [Platform: OSVersion] = [
    .iOS: OSVersion(7), .macOS: OSVersion(10, 7),
  ]

  /// Every road and its state on `device`.
  static func roads(
    on device: Device, _ catalog: Catalog, _ restriction: (String) -> Restriction
  ) -> [Road] {
    table.map { row in
      let found = restriction(row.key)
      let hasKey = found.require != nil || found.relyOn != nil
      return Road(
        name: row.name, key: row.key, isOnPlatform: hasKey,
        state: state(of: row, hasKey, on: device, catalog, restriction))
    }
  }

  private static func state(
    of row: Row, _ hasKey: Bool, on device: Device, _ catalog: Catalog,
    _ restriction: (String) -> Restriction
  ) -> State {
    if row.absent.contains(device.platform) { return .absent }
    if let since = row.since[device.platform] ?? row.since[device.platform.inSchema],
      let version = device.version, version < since
    {
      return .absent
    }
    let isClosed = row.isClosed ?? { value in value(row.key) == false }
    let closed = [
      isClosed { restriction($0).requireFlag }, isClosed { restriction($0).relyOnFlag },
    ]
    if closed == [true, true] { return .closed }
    if closed != [false, false] { return .uncertain }
    if !hasKey { return row.open.contains(device.platform) ? .open : .uncertain }
    // Where the key is not for Shared iPads, whether they have the road is not known either.
    let support = catalog.restriction(row.key)?.support(on: device.platform)
    let isForeign = support.map { $0.sharedIPad.hinders(device.sharedIPad) } ?? false
    return device.sharedIPad == true && isForeign ? .uncertain : .open
  }
}
