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
    /// Whether it is open; `absent` where the platform or the version does not have it.
    public let state: State
  }

  /// Whether a road is closed where the restrictions have the values that the function gives.
  private typealias Closing = @Sendable ((String) -> Bool?) -> Bool

  /// A road, the key that closes it, the versions that brought it (where they are known and later
  /// than any in use), and what closes it.
  private struct Row: Sendable {
    let name: String
    let key: String
    var since: [Platform: OSVersion] = [:]
    var isClosed: Closing?
  }

  private static let table: [Row] = [
    Row(name: "Universal Control", key: "allowUniversalControl", since: [.macOS: OSVersion(12, 3)]),
    Row(
      name: "iPhone Mirroring", key: "allowiPhoneMirroring",
      since: [.iOS: OSVersion(18), .macOS: OSVersion(15)]),
    Row(name: "AirDrop", key: "allowAirDrop", since: airDrop),
    Row(
      name: "AirDrop of managed content", key: "forceAirDropUnmanaged", since: airDrop,
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
      name: "iPhone widgets on a Mac", key: "allowiPhoneWidgetsOnMac", since: [.iOS: OSVersion(17)]),
    Row(name: "password sharing", key: "allowPasswordSharing", since: [.iOS: OSVersion(12)]),
    Row(
      name: "USB drives in Files", key: "allowFilesUSBDriveAccess", since: [.iOS: OSVersion(13)]),
    Row(
      name: "network drives in Files", key: "allowFilesNetworkDriveAccess",
      since: [.iOS: OSVersion(13)]),
    Row(name: "pairing with computers", key: "allowHostPairing"),
    Row(
      name: "Writing Tools", key: "allowWritingTools",
      since: [.iOS: OSVersion(18), .macOS: OSVersion(15)]),
  ]

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
      let isAbsent = found.require == nil && found.relyOn == nil
      return Road(
        name: row.name, key: row.key, isOnPlatform: !isAbsent,
        state: isAbsent ? .absent : state(of: row, on: device, catalog, restriction))
    }
  }

  private static func state(
    of row: Row, on device: Device, _ catalog: Catalog, _ restriction: (String) -> Restriction
  ) -> State {
    if let since = row.since[device.platform.inSchema], let version = device.version,
      version < since
    {
      return .absent
    }
    let isClosed = row.isClosed ?? { value in value(row.key) == false }
    let closed = [
      isClosed { restriction($0).requireFlag }, isClosed { restriction($0).relyOnFlag },
    ]
    if closed == [true, true] { return .closed }
    if closed != [false, false] { return .uncertain }
    // Where the key is not for Shared iPads, whether they have the road is not known either.
    let support = catalog.restriction(row.key)?.support(on: device.platform)
    let isForeign = support.map { $0.sharedIPad.hinders(device.sharedIPad) } ?? false
    return device.sharedIPad == true && isForeign ? .uncertain : .open
  }
}
