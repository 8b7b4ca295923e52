import Devices
public import StrictJSON

/// What the restrictions of a device mean for its clipboard, both readings compared.
public struct ClipboardSummary: Sendable {
  /// Whether something is possible.
  public enum State: String, Sendable, Hashable {
    /// It is, by both readings.
    case open
    /// It is not, by both readings.
    case closed
    /// The readings differ.
    case uncertain
    /// The platform or version does not have it.
    case absent
  }

  /// Something and its state, with the reason in words.
  public struct Answer: Sendable {
    /// The state.
    public let state: State
    /// Why, one line.
    public let why: String
  }

  /// A way by which content leaves that the clipboard restrictions do not close.
  public struct Road: Sendable {
    /// Its name, such as `AirDrop`.
    public let name: String
    /// The restriction that closes it.
    public let key: String
    /// Whether this platform has the key.
    public let isOnPlatform: Bool
    /// Whether it is open; `absent` where the platform does not have the key.
    public let state: State
  }

  /// Universal Clipboard: content copied here can be pasted on the user's other devices.
  public let universalClipboard: Answer
  /// Copy in a managed app, paste in an unmanaged one.
  public let managedToUnmanaged: Answer
  /// Copy in an unmanaged app, paste in a managed one.
  public let unmanagedToManaged: Answer
  /// Other roads.
  public let roads: [Road]

  init(device: Device, _ restriction: (String) -> Restriction) {
    universalClipboard = Self.universal(device, restriction("allowActivityContinuation"))
    let board = restriction("requireManagedPasteboard")
    managedToUnmanaged = Self.paste(
      device, board, restriction("allowOpenFromManagedToUnmanaged"))
    unmanagedToManaged = Self.paste(
      device, board, restriction("allowOpenFromUnmanagedToManaged"))
    roads = Self.table.map { road in
      let found = restriction(road.key)
      let isAbsent = found.require == nil && found.relyOn == nil
      let closed = RestrictionValue.boolean(road.closedBy)
      let state: State =
        isAbsent
        ? .absent
        : !found.isCertain ? .uncertain : found.require == closed ? .closed : .open
      return Road(name: road.name, key: road.key, isOnPlatform: !isAbsent, state: state)
    }
  }

  /// Roads, the key that closes each, and the value that does.
  private static let table: [(name: String, key: String, closedBy: Bool)] = [
    ("Universal Control", "allowUniversalControl", false),
    ("iPhone Mirroring", "allowiPhoneMirroring", false),
    ("AirDrop", "allowAirDrop", false),
    ("AirDrop of managed content", "forceAirDropUnmanaged", true),
    ("cloud sync of managed apps", "allowManagedAppsCloudSync", false),
    ("iCloud documents", "allowCloudDocumentSync", false),
    ("iCloud Keychain", "allowCloudKeychainSync", false),
    ("screenshots and screen recording", "allowScreenShot", false),
    ("screen observation", "allowRemoteScreenObservation", false),
    ("iPhone widgets on a Mac", "allowiPhoneWidgetsOnMac", false),
    ("password sharing", "allowPasswordSharing", false),
    ("USB drives in Files", "allowFilesUSBDriveAccess", false),
    ("network drives in Files", "allowFilesNetworkDriveAccess", false),
    ("pairing with computers", "allowHostPairing", false),
    ("Writing Tools", "allowWritingTools", false),
  ]

  private static func universal(_ device: Device, _ handoff: Restriction) -> Answer {
    let first: [Platform: OSVersion] = [
      .iOS: OSVersion(10), .iPadOS: OSVersion(10), .macOS: OSVersion(10, 12),
    ]
    if device.platform == .watchOS || device.platform == .tvOS {
      return Answer(state: .absent, why: "\(device.platform.rawValue) has no pasteboard")
    }
    if let version = device.version, let needed = first[device.platform], version < needed {
      return Answer(
        state: .absent, why: "it came with \(device.platform.rawValue) \(needed)")
    }
    let reasons = handoff.why.joined(separator: "; ")
    switch (handoff.require?.boolean, handoff.relyOn?.boolean) {
    case (false?, false?):
      return Answer(
        state: .closed, why: "`allowActivityContinuation` is false; that this closes it is inferred"
      )
    case (true?, true?), (nil, nil):
      return Answer(
        state: .open,
        why: handoff.setBy.isEmpty
          ? "no profile sets `allowActivityContinuation`"
          : handoff.standing == .notInForce
            ? "`allowActivityContinuation` is not in force: \(reasons)"
            : "`allowActivityContinuation` is true")
    default:
      return Answer(state: .uncertain, why: "`allowActivityContinuation` is uncertain: \(reasons)")
    }
  }

  private static func paste(_ device: Device, _ board: Restriction, _ direction: Restriction)
    -> Answer
  {
    guard board.require != nil else {
      return Answer(
        state: .absent, why: "\(device.platform.rawValue) has no managed pasteboard")
    }
    if board.relyOn?.boolean == true, direction.relyOn?.boolean == false {
      return Answer(
        state: .closed, why: "`requireManagedPasteboard` is true and `\(direction.key)` is false")
    }
    if board.require?.boolean != true {
      let why = board.setBy.isEmpty ? "no profile sets it" : board.why.joined(separator: "; ")
      return Answer(
        state: .open,
        why: "`requireManagedPasteboard` is not true" + (why.isEmpty ? "" : " (\(why))"))
    }
    if direction.require?.boolean != false {
      return Answer(state: .open, why: "`\(direction.key)` is not false")
    }
    let reasons = (board.isCertain ? [] : board.why) + (direction.isCertain ? [] : direction.why)
    return Answer(state: .uncertain, why: reasons.joined(separator: "; "))
  }
}

extension ClipboardSummary {
  /// As `effective --format json` prints it. `roadsOpen` lists every road with its state.
  public var json: JSONValue {
    [
      "universalClipboard": .string(universalClipboard.state.rawValue),
      "managedToUnmanaged": .string(managedToUnmanaged.paste),
      "unmanagedToManaged": .string(unmanagedToManaged.paste),
      "why": [
        "universalClipboard": .string(universalClipboard.why),
        "managedToUnmanaged": .string(managedToUnmanaged.why),
        "unmanagedToManaged": .string(unmanagedToManaged.why),
      ],
      "roadsOpen": .array(
        roads.map { road in
          [
            "road": .string(road.name), "key": .string(road.key),
            "onThisPlatform": .bool(road.isOnPlatform), "state": .string(road.state.rawValue),
          ]
        }),
    ]
  }
}

extension ClipboardSummary.Answer {
  /// The state in the words for a paste: allowed, blocked, uncertain, not on this platform.
  public var paste: String {
    switch state {
    case .open: "allowed"
    case .closed: "blocked"
    case .uncertain: "uncertain"
    case .absent: "not on this platform"
    }
  }
}
