public import Findings
public import ProfileKit
public import StrictJSON

/// What is asked of every device.
public enum FleetQuestion: String, Sendable, CaseIterable, Hashable {
  /// Can a clip still be pasted on the user's other devices?
  case universalClipboard = "universal-clipboard"
  /// Can what is copied in a managed app be pasted in an unmanaged one?
  case managedToUnmanaged = "managed-to-unmanaged"
  /// Can what is copied in an unmanaged app be pasted in a managed one?
  case unmanagedToManaged = "unmanaged-to-managed"

  /// As a heading.
  public var title: String {
    switch self {
    case .universalClipboard: "Universal Clipboard"
    case .managedToUnmanaged: "Managed → unmanaged"
    case .unmanagedToManaged: "Unmanaged → managed"
    }
  }

  /// As a question.
  public var words: String {
    switch self {
    case .universalClipboard: "can send a clip to another device"
    case .managedToUnmanaged: "can paste managed data in unmanaged apps"
    case .unmanagedToManaged: "can paste unmanaged data in managed apps"
    }
  }
}

/// The states in the order in which they are shown: the worst first.
public let fleetStates: [ClipboardSummary.State] = [.open, .uncertain, .closed, .absent]

/// One answer, with the places that it rests on.
public struct FleetAnswer: Sendable {
  /// A question's name, or the restriction key of a road.
  public let id: String
  /// In words.
  public let name: String
  /// The state.
  public let state: ClipboardSummary.State
  /// Why, one line.
  public let why: String
  /// Where the restrictions that matter are set.
  public let places: [SourceLocation]

  /// `state`, `why`, `setBy`.
  public var json: JSONValue {
    [
      "state": .string(state.rawValue), "why": .string(why),
      "setBy": .array(
        places.map { ["path": .string($0.path), "line": .integer(Int64($0.line))] }),
    ]
  }
}
