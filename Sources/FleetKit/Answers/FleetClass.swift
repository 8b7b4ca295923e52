public import Devices
import ProfileKit

/// Devices that are alike in everything that matters, worked out once.
public struct FleetClass: Sendable {
  /// What makes them alike.
  struct Key: Hashable, Sendable {
    var device: Device
    /// Places among the fleet's profiles, ascending.
    var profiles: [Int]
    /// Names of profiles that nobody has shown, sorted.
    var unknown: [String]
  }

  let key: Key
  /// What is answered about them.
  public let answers: FleetAnswers
  /// How many there are.
  public internal(set) var count = 0
  /// The names of the first few.
  public internal(set) var examples: [String] = []

  /// What they are.
  public var device: Device { key.device }
  /// The profiles on them, as places among the fleet's.
  public var profiles: [Int] { key.profiles }
  /// The names of profiles on them that nobody has shown.
  public var unknown: [String] { key.unknown }
}
