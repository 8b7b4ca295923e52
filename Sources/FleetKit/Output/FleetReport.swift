import Devices
public import Findings
public import ProfileKit

/// What came of an inventory: classes of devices with their answers, totals, and what was wrong.
public struct FleetReport: Sendable {
  /// The inventory as the user named it.
  public let inventory: String
  /// The profiles at hand.
  public let library: FleetProfiles
  /// What decided beside the restrictions, if anything did.
  public let policy: FleetPolicy?
  /// The classes: those with an open way first, then by how many devices there are.
  public let classes: [FleetClass]
  /// Rows of the inventory, wrong ones too.
  public let devices: Int
  /// Rows that could not be read.
  public let wrong: Int
  /// Whether devices were left without an answer, there being too many classes.
  public let isUnfinished: Bool
  /// Whether the inventory could not be read to its end.
  public let isStopped: Bool
  /// What is wrong with the inventory, bounded.
  public let findings: [Finding]

  init(
    inventory: String, library: FleetProfiles, policy: FleetPolicy?, classes: [FleetClass],
    notes: FleetNotes
  ) {
    self.inventory = inventory
    self.library = library
    self.policy = policy
    self.classes = classes.map { ($0, Self.weight($0)) }
      .sorted { one, other in
        one.1 != other.1
          ? one.1.lexicographicallyPrecedes(other.1) : Self.title(one.0) < Self.title(other.0)
      }.map(\.0)
    devices = notes.devices
    wrong = notes.wrong
    isUnfinished = notes.isUnfinished
    isStopped = notes.isStopped
    findings = notes.findings
  }

  /// Worst answers first, then most devices.
  private static func weight(_ group: FleetClass) -> [Int] {
    FleetQuestion.allCases.map { question in
      fleetStates.firstIndex(of: group.answers[question].state) ?? 0
    } + [-group.count]
  }

  private static func title(_ group: FleetClass) -> String {
    group.device.facts.map(\.value).joined(separator: " ") + " \(group.profiles) \(group.unknown)"
  }

  /// The devices that were answered.
  public var answered: Int { devices - wrong }

  /// How many devices answer `question` with `state`.
  public func count(_ question: FleetQuestion, _ state: ClipboardSummary.State) -> Int {
    classes.lazy.filter { $0.answers[question].state == state }.reduce(0) { $0 + $1.count }
  }

  /// How many devices have at least one uncertain answer.
  public var uncertain: Int {
    classes.lazy.filter { group in
      FleetQuestion.allCases.contains { group.answers[$0].state == .uncertain }
    }.reduce(0) { $0 + $1.count }
  }

  /// The roads that some device has, with the number of devices in each state.
  public var roads: [(id: String, name: String, counts: [ClipboardSummary.State: Int])] {
    var order: [String] = []
    var found: [String: (name: String, counts: [ClipboardSummary.State: Int])] = [:]
    for group in classes {
      for road in group.answers.roads {
        if found[road.id] == nil { order.append(road.id) }
        found[road.id, default: (road.name, [:])].counts[road.state, default: 0] += group.count
      }
    }
    let known = ClipboardSummary.roadKeys
    order.sort { (known.firstIndex(of: $0) ?? 0) < (known.firstIndex(of: $1) ?? 0) }
    return order.compactMap { id in found[id].map { (id, $0.name, $0.counts) } }
  }

  /// The classes that fail a requirement, with the answer that fails it.
  public func failures(of requirement: FleetRequirement) -> [(
    group: FleetClass, answer: FleetAnswer
  )] {
    classes.compactMap { group in requirement.failure(in: group.answers).map { (group, $0) } }
  }

  /// Whether every device meets a requirement; where no device was answered, nothing does.
  public func isMet(_ requirement: FleetRequirement) -> Bool {
    answered > 0 && failures(of: requirement).isEmpty
  }

  /// Which devices do not meet a requirement, in words; nil where it is met.
  public func failing(_ requirement: FleetRequirement) -> String? {
    let count = failures(of: requirement).reduce(0) { $0 + $1.group.count }
    if count > 0 { return "by \(counted(count, "device"))" }
    return answered > 0 ? nil : "no device was answered"
  }

  /// The names of a class's profiles, those that nobody has shown marked.
  public func profileNames(of group: FleetClass) -> [(name: String, isKnown: Bool)] {
    group.profiles.map { (library.title($0), true) } + group.unknown.map { ($0, false) }
  }
}

extension FleetClass {
  /// Such as `iOS 18.1, supervised yes, enrollment automated`.
  public var title: String {
    let facts = device.facts
    let version = device.version.map { " \($0)" } ?? ""
    let rest = facts.dropFirst(device.version == nil ? 1 : 2).map { "\($0.key) \($0.value)" }
    return (["\(device.platform.rawValue)\(version)"] + rest).joined(separator: ", ")
  }

  /// The facts beyond platform and version as short words, such as `supervised`.
  public var facts: [String] {
    device.facts.dropFirst(device.version == nil ? 1 : 2).map { key, value in
      switch (key, value) {
      case ("supervised", "yes"): "supervised"
      case ("supervised", _): "not supervised"
      case ("shared-ipad", "yes"): "Shared iPad"
      case ("shared-ipad", _): "not shared"
      default: "\(key) \(value)"
      }
    }
  }
}
