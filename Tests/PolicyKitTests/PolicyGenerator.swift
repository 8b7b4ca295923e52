import Devices
import PolicyKit
import TestSupport

/// Random policies and requests over a small vocabulary, dense enough that rules meet requests.
struct PolicyGenerator {
  var random: SeededGenerator
  /// Whether to draw from `more` too: what makes masks differ from rules read one by one.
  var isWide = false
  /// Whether rules may ask that a value be known.
  var saysKnown = true

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

  static let more: [(Attribute, [String])] = [
    (.framework, ["native", "catalyst"]),
    (.contentType, ["public.text", "public.url", "com.example.note"]),
    (.contentCharacters, ["0", "6", "200"]),
    (.itemCount, ["1", "2", "3"]),
    (.sourceBundleID, ["com.corp.mail", "com.corp.vault.ios", "org.other"]),
    (.destinationBundleID, ["com.corp.mail", "com.corp.vault.ios", "org.other", "net.else"]),
    (.sourceIdentity, ["work", "caf\u{e9}", "cafe\u{301}"]),
    (.destinationIdentity, ["work", "caf\u{e9}", "home"]),
    (.destinationKind, ["app", "remote-session", "other-device"]),
    (.sameApp, ["yes", "no"]),
    (.sameIdentity, ["yes"]),
    (.remote, ["yes", "no"]),
    (.expiresAfter, ["10", "600"]),
    (.supervised, ["yes", "no"]),
    (.userGroups, ["staff", "nurses", "nobody"]),
    (.enrollment, ["none", "user", "automated"]),
    (.time, ["2026-01-01T00:00:00Z", "2026-11-30T18:27:00Z"]),
  ]

  var words: [(Attribute, [String])] { isWide ? Self.vocabulary + Self.more : Self.vocabulary }

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
      words.filter { attribute, _ in
        operations.contains { attribute.applicability($0, circumstances) != .never }
      })
    let negated = chance(25)
    let test: Condition.Test
    switch attribute {
    case .osVersion:
      let version = OSVersion(pick(words))
      test = .versions(chance(50) ? .init(from: version) : .init(below: version))
    case .contentBytes: test = .numbers(.init(above: Int(pick(words))))
    case .contentCharacters, .itemCount, .expiresAfter:
      let number = Int(pick(words))
      test = .numbers(chance(50) ? .init(from: number) : .init(through: number))
    case .time:
      let instant = Instant.milliseconds(pick(words))
      test = .instants(chance(50) ? .init(from: instant) : .init(below: instant))
    case .sourceBundleID, .destinationBundleID, .contentType:
      let word = pick(words)
      test = chance(50) ? .oneOf([word]) : .prefix([String(word.prefix(chance(50) ? 8 : 3))])
    default: test = .oneOf(chance(30) ? [pick(words), pick(words)] : [pick(words)])
    }
    return .leaf(
      Condition.Leaf(
        attribute, test, isNegated: negated, mustBeKnown: isWide && chance(15) && saysKnown))
  }

  mutating func rule(_ id: String, effect: Posture? = nil) -> Rule {
    let effect = effect ?? pick(Posture.allCases)
    let possible = PolicyKit.Operation.allCases.filter {
      effect != .localOnly || ($0 != .detect && $0 != .clear)
    }
    let operations = Set([pick(possible), pick(possible), .copy]).sorted {
      $0.rawValue < $1.rawValue
    }
    let expires = isWide && effect != .deny && operations == [.copy] && chance(40)
    return Rule(
      id: id, effect: effect,
      when: .all([
        .leaf(Condition.Leaf(.operation, .oneOf(operations.map(\.rawValue)))),
        condition(for: operations),
      ]),
      unless: chance(30) ? condition(for: operations) : nil,
      instead: isWide && chance(20) ? [.keychain, .autofill] : [],
      controls: isWide && chance(20) ? ["AC-4", "SC-28"] : [],
      expiry: expires
        ? Expiry(
          seconds: pick([10, 60, 600]), scope: pick(Expiry.Scope.allCases),
          isRequired: effect == .localOnly && chance(40)) : nil,
      keepOutOf: expires && chance(50) ? [pick(History.allCases)] : [],
      unenforceable: chance(30) ? .disclose : .deny,
      minimumAssurance: isWide && chance(25) ? pick(Assurance.allCases) : nil)
  }

  mutating func layer(_ name: String) -> Policy {
    var defaults: [PolicyKit.Operation: Policy.Default] = [:]
    for operation in PolicyKit.Operation.allCases where chance(50) {
      let posture = pick(Posture.allCases)
      let isMeaningless = operation == .detect || operation == .clear
      defaults[operation] = .init(isMeaningless && posture == .localOnly ? .deny : posture)
    }
    let kind = pick(LayerKind.allCases)
    let relaxed = isWide && kind == .organisation && chance(40)
    return Policy(
      name: name, layer: kind,
      minimumAssurance: chance(50) ? pick(Assurance.allCases) : nil, defaults: defaults,
      relax: relaxed ? [.init(pick(BuiltInRules.ids))] : [],
      expects: isWide
        ? wideExpectations
        : chance(50)
          ? [.paste: [.sourceManaged], .capture: [.sourceManaged], .copy: [.marker]]
          : [.paste: [.sourceManaged], .capture: [.sourceManaged]],
      rules: (0..<Int.random(in: 0..<5, using: &random)).map { rule("\(name)-\($0)") })
  }

  /// Every source that an app cannot see is expected, so that rules may ask for it.
  private var wideExpectations: [PolicyKit.Operation: [Attribute]] {
    mutating get {
      let sources: [Attribute] = [.sourceManaged, .sourceBundleID, .sourceIdentity]
      return [
        .paste: sources + (chance(50) ? [.contentClass, .userGroups] : []), .capture: sources,
        .copy: chance(50) ? [.marker, .reach, .fromHistory] : [.storedPosture],
        .detect: chance(30) ? [.trigger] : [],
      ]
    }
  }

  mutating func layers() -> [Policy] {
    (0..<Int.random(in: 0..<4, using: &random)).map { layer("layer\($0)") }
  }

  mutating func request() -> Request {
    while true {
      var builder = RequestBuilder(askedBy: pick(Request.Asker.allCases))
      builder.values[.operation] = .text(
        (chance(50) ? .copy : pick(PolicyKit.Operation.allCases)).rawValue)
      for (attribute, words) in words
      where !attribute.isDerived && (chance(70) || attribute == .platform) {
        let sets: [Attribute] = [.contentClass, .marker, .contentType, .userGroups]
        let several = sets.contains(attribute) && chance(25)
        builder.values[attribute] = try? attribute.value(
          of: several ? [pick(words), pick(words)] : [pick(words)])
        if chance(15), attribute != .platform { builder.values[attribute] = .some(nil) }
      }
      if chance(15) {
        builder.items = (0..<2).map { _ in
          [.contentClass: AttributeValue.names([pick(["credential", "public"])])]
        }
        if isWide, chance(50) { builder.items[1][.marker] = .some(.set(["concealed"])) }
        if isWide { builder.values[.itemCount] = nil }
      }
      // Most of what was drawn does not apply to the operation; leave it out until it fits.
      if isWide, chance(10) { builder.values[.marker] = .set([]) }
      if isWide, chance(20) {
        builder.can = Set(ObligationKind.allCases.map(\.rawValue).filter { _ in chance(70) })
      }
      for _ in 0...words.count {
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
