import DecisionService
import Devices
import Findings
import PolicyKit
public import ProfileKit

/// Everything that is answered about devices of one class.
public struct FleetAnswers: Sendable {
  /// By question.
  public let answers: [FleetQuestion: FleetAnswer]
  /// The other roads, those of the platform only.
  public let roads: [FleetAnswer]
  /// The keys on which profiles disagree.
  public let conflicts: [String]
  /// The places, among the fleet's profiles, of those that do nothing on these devices.
  public let idle: [Int]
  /// What the policy decides, by question; empty where none was given.
  public let decisions: [FleetQuestion: FleetDecision]

  /// The answer to a question.
  public subscript(question: FleetQuestion) -> FleetAnswer {
    answers[question]
      ?? FleetAnswer(
        id: question.rawValue, name: question.title, state: .uncertain, why: "", places: [])
  }

  /// The roads of one state.
  public func roads(_ state: ClipboardSummary.State) -> [FleetAnswer] {
    roads.filter { $0.state == state }
  }

  init(_ group: FleetClass.Key, _ library: FleetProfiles, _ policy: FleetPolicy?) {
    var evidence = Evidence()
    evidence.unknown = group.unknown.map { UnknownProfile($0) }
    // An inventory lists what is installed, as a device's own list does.
    let profiles = group.profiles.map { library.profiles[$0] }
    let inForce = RestrictionsInForce(profiles, on: group.device, evidence: evidence)
    let clipboard = inForce.clipboard
    let pasteboard = "requireManagedPasteboard"
    let parts: [(FleetQuestion, ClipboardSummary.Answer, [String])] = [
      (.universalClipboard, clipboard.universalClipboard, ["allowActivityContinuation"]),
      (
        .managedToUnmanaged, clipboard.managedToUnmanaged,
        [pasteboard, "allowOpenFromManagedToUnmanaged"]
      ),
      (
        .unmanagedToManaged, clipboard.unmanagedToManaged,
        [pasteboard, "allowOpenFromUnmanagedToManaged"]
      ),
    ]
    let places = { (keys: [String]) in keys.flatMap { inForce[$0].setBy.map(\.location) } }
    answers = Dictionary(
      uniqueKeysWithValues: parts.map { question, answer, keys in
        (
          question,
          FleetAnswer(
            id: question.rawValue, name: question.title, state: answer.state, why: answer.why,
            places: places(keys))
        )
      })
    roads = clipboard.roads.filter { $0.state != .absent }.map {
      FleetAnswer(
        id: $0.key, name: $0.name, state: $0.state, why: Self.why($0, inForce[$0.key]),
        places: places([$0.key]))
    }
    conflicts = inForce.restrictions.filter(\.isConflict).map(\.key)
    idle = group.profiles.filter { Self.isIdle(library.profiles[$0], inForce) }
    decisions = policy?.decisions(on: group.device, inForce) ?? [:]
  }

  private static func why(_ road: ClipboardSummary.Road, _ restriction: Restriction) -> String {
    let why = restriction.why.joined(separator: "; ")
    if road.state == .closed {
      return "`\(road.key)` is \(restriction.require?.description ?? "set")"
    }
    return "`\(road.key)`" + (why.isEmpty ? " does not close it" : ": \(why)")
  }

  /// Whether nothing in a profile can have an effect on the device: restrictions that are certainly
  /// not in force, payload types that the platform does not have.
  private static func isIdle(_ profile: Profile, _ inForce: RestrictionsInForce) -> Bool {
    guard !profile.payloads.isEmpty else { return false }
    let settings = inForce.restrictions.flatMap(\.setBy).filter { $0.location.path == profile.path }
    return profile.payloads.allSatisfy { payload in
      if payload.isRestrictions {
        return settings.filter { $0.keyPath.hasPrefix(payload.keyPath + ".") }.allSatisfy(\.isOut)
      }
      guard let type = payload.type, let known = Catalog.standard.payload(type),
        !known.support.isEmpty
      else { return false }
      let platform = inForce.device.platform
      return known.support[platform == .iPadOS ? .iOS : platform] == nil
    }
  }
}
