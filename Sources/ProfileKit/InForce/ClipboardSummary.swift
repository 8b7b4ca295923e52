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
    /// The platform or version does not have it: not merely no restriction that closes it.
    case absent
  }

  /// Something and its state, with the reason in words.
  public struct Answer: Sendable {
    /// The state.
    public let state: State
    /// Why, one line.
    public let why: String
  }

  /// Universal Clipboard: content copied here can be pasted on the user's other devices.
  public let universalClipboard: Answer
  /// Copy in a managed app, paste in an unmanaged one.
  public let managedToUnmanaged: Answer
  /// Copy in an unmanaged app, paste in a managed one.
  public let unmanagedToManaged: Answer
  /// Other roads.
  public let roads: [Road]

  /// The keys that the three answers rest on.
  public static let keys = [
    "allowActivityContinuation", "requireManagedPasteboard", "allowOpenFromManagedToUnmanaged",
    "allowOpenFromUnmanagedToManaged",
  ]

  init(device: Device, catalog: Catalog, _ restriction: (String) -> Restriction) {
    universalClipboard = Self.universal(device, restriction("allowActivityContinuation"))
    let board = restriction("requireManagedPasteboard")
    managedToUnmanaged = Self.paste(
      device, board, restriction("allowOpenFromManagedToUnmanaged"))
    unmanagedToManaged = Self.paste(
      device, board, restriction("allowOpenFromUnmanagedToManaged"))
    roads = Self.roads(on: device, catalog, restriction)
  }

  /// Why `device` has no Universal Clipboard; nil where it has, or may have.
  static func universalClipboardIsAbsent(on device: Device) -> String? {
    let first: [Platform: OSVersion] = [
      .iOS: OSVersion(10), .iPadOS: OSVersion(10), .macOS: OSVersion(10, 12),
    ]
    if let why = pasteboardIsAbsent(on: device) { return why }
    guard let version = device.version, let needed = first[device.platform], version < needed else {
      return nil
    }
    return "it came with \(device.platform.rawValue) \(needed)"
  }

  private static func pasteboardIsAbsent(on device: Device) -> String? {
    [.watchOS, .tvOS].contains(device.platform)
      ? "\(device.platform.rawValue) has no pasteboard" : nil
  }

  private static func universal(_ device: Device, _ handoff: Restriction) -> Answer {
    if let why = universalClipboardIsAbsent(on: device) { return Answer(state: .absent, why: why) }
    let reasons = handoff.why.joined(separator: "; ")
    switch (handoff.require?.boolean, handoff.relyOn?.boolean) {
    case (false?, false?):
      return Answer(
        state: .closed, why: "`allowActivityContinuation` is false; that this closes it is inferred"
      )
    case (true?, true?), (nil, nil):
      if device.sharedIPad == true {
        return Answer(
          state: .uncertain,
          why: "no restriction closes it, and on a Shared iPad it is reported to be off, though not"
            + " by Apple")
      }
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
    if let why = pasteboardIsAbsent(on: device) { return Answer(state: .absent, why: why) }
    guard board.require != nil else {
      return Answer(
        state: .open,
        why: "\(device.platform.rawValue) has no managed pasteboard, so nothing there keeps it from"
          + " being pasted")
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
    var reasons = board.isCertain ? [] : board.why
    for why in direction.isCertain ? [] : direction.why where !reasons.contains(why) {
      reasons.append(why)
    }
    return Answer(state: .uncertain, why: reasons.joined(separator: "; "))
  }
}

extension ClipboardSummary {
  /// As `effective --format json` prints it: `roads` lists every road with its state, `roadsOpen`
  /// those that are or may be open.
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
      "roads": .array(roads.map(\.json)),
      "roadsOpen": .array(
        roads.filter { $0.state == .open || $0.state == .uncertain }.map(\.json)),
    ]
  }
}

extension ClipboardSummary.Road {
  /// `road`, `key`, `onThisPlatform`, `state`.
  public var json: JSONValue {
    [
      "road": .string(name), "key": .string(key), "onThisPlatform": .bool(isOnPlatform),
      "state": .string(state.rawValue),
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
