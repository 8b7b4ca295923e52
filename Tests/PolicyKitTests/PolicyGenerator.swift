import Devices
import PolicyKit
import TestSupport

/// Random policies and requests over a small vocabulary, dense enough that rules meet requests.
struct PolicyGenerator {
  var random: SeededGenerator

  static let vocabulary: [(Attribute, [String])] = [
    (.platform, ["iOS", "macOS", "visionOS", "watchOS"]),
    (.osVersion, ["9.3", "15.1", "17.0", "26.0"]),
    (.pasteboard, ["general", "named", "drag"]),
    (.trigger, ["user", "programmatic", "background"]),
    (.contentClass, ["credential", "credential.password", "public", "internal.document"]),
    (.owner, ["own", "others"]),
    (.marker, ["concealed", "other"]),
    (.sourceManaged, ["yes", "no"]),
    (.destinationManaged, ["yes", "no"]),
    (.reach, ["any-device", "this-device"]),
    (.fromHistory, ["yes", "no"]),
    (.storedPosture, ["allow", "local-only", "deny"]),
    (.contentBytes, ["10", "1000", "100000"]),
    (.by, ["own", "third-party"]),
    (.surface, ["lock-screen", "widget"]),
    (.road, ["universal-clipboard", "history-sync"]),
    (.ours, ["yes", "no"]),
    (.method, ["types", "data"]),
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func condition(for operations: [PolicyKit.Operation], depth: Int = 0) -> Condition {
    switch Int.random(in: 0..<(depth > 1 ? 5 : 9), using: &random) {
    case 5: .any((0..<2).map { _ in condition(for: operations, depth: depth + 1) })
    case 6: .all((0..<2).map { _ in condition(for: operations, depth: depth + 1) })
    case 7: .not(condition(for: operations, depth: depth + 1))
    default: leaf(for: operations)
    }
  }

  mutating func leaf(for operations: [PolicyKit.Operation]) -> Condition {
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: true, profilesGiven: false)
    let (attribute, words) = pick(
      Self.vocabulary.filter { attribute, _ in
        operations.contains { attribute.applicability($0, circumstances) != .never }
      })
    let negated = chance(25)
    let test: Condition.Test
    switch attribute {
    case .osVersion:
      let version = OSVersion(pick(words))
      test = .versions(chance(50) ? .init(from: version) : .init(below: version))
    case .contentBytes: test = .numbers(.init(above: Int(pick(words))))
    default: test = .oneOf(chance(30) ? [pick(words), pick(words)] : [pick(words)])
    }
    return .leaf(Condition.Leaf(attribute, test, isNegated: negated))
  }

  mutating func rule(_ id: String, effect: Posture? = nil) -> Rule {
    let effect = effect ?? pick(Posture.allCases)
    let possible = PolicyKit.Operation.allCases.filter {
      effect != .localOnly || ($0 != .detect && $0 != .clear)
    }
    let operations = Set([pick(possible), pick(possible), .copy]).sorted {
      $0.rawValue < $1.rawValue
    }
    return Rule(
      id: id, effect: effect,
      when: .all([
        .leaf(Condition.Leaf(.operation, .oneOf(operations.map(\.rawValue)))),
        condition(for: operations),
      ]),
      unless: chance(30) ? condition(for: operations) : nil,
      unenforceable: chance(30) ? .disclose : .deny)
  }

  mutating func layer(_ name: String) -> Policy {
    var defaults: [PolicyKit.Operation: Policy.Default] = [:]
    for operation in PolicyKit.Operation.allCases where chance(50) {
      let posture = pick(Posture.allCases)
      let isMeaningless = operation == .detect || operation == .clear
      defaults[operation] = .init(isMeaningless && posture == .localOnly ? .deny : posture)
    }
    return Policy(
      name: name, layer: pick(LayerKind.allCases),
      minimumAssurance: chance(50) ? pick(Assurance.allCases) : nil, defaults: defaults,
      expects: chance(50)
        ? [.paste: [.sourceManaged], .capture: [.sourceManaged], .copy: [.marker]]
        : [.paste: [.sourceManaged], .capture: [.sourceManaged]],
      rules: (0..<Int.random(in: 0..<5, using: &random)).map { rule("\(name)-\($0)") })
  }

  mutating func layers() -> [Policy] {
    (0..<Int.random(in: 0..<4, using: &random)).map { layer("layer\($0)") }
  }

  mutating func request() -> Request {
    while true {
      var builder = RequestBuilder(askedBy: pick(Request.Asker.allCases))
      builder.values[.operation] = .text(
        (chance(50) ? .copy : pick(PolicyKit.Operation.allCases)).rawValue)
      for (attribute, words) in Self.vocabulary where chance(70) || attribute == .platform {
        let several = [.contentClass, .marker].contains(attribute) && chance(25)
        builder.values[attribute] = try? attribute.value(
          of: several ? [pick(words), pick(words)] : [pick(words)])
        if chance(15), attribute != .platform { builder.values[attribute] = .some(nil) }
      }
      if chance(15) {
        builder.items = (0..<2).map { _ in
          [.contentClass: AttributeValue.names([pick(["credential", "public"])])]
        }
      }
      // Most of what was drawn does not apply to the operation; leave it out until it fits.
      for _ in 0..<Self.vocabulary.count {
        do { return try builder.request() } catch .neverApplies(let attribute, _, _) {
          builder.values[attribute] = nil
          for index in builder.items.indices { builder.items[index][attribute] = nil }
          if builder.items.first?.isEmpty == true { builder.items = [] }
        } catch { break }
      }
    }
  }

  mutating func restrictions() -> DeviceRestrictions? {
    guard chance(60) else { return nil }
    return DeviceRestrictions(
      [
        "allowActivityContinuation", "requireManagedPasteboard",
        "allowOpenFromManagedToUnmanaged", "allowOpenFromUnmanagedToManaged",
      ].map { key in
        let requires = chance(60)
        return Questions.restriction(key, requires: requires, reliesOn: requires && chance(60))
      })
  }
}
