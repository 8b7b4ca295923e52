import Devices
import Findings
import Foundation
import ProfileKit
import Testing

/// What must hold of any profiles on any device.
@Suite struct InForceProperties {
  static let keys = [
    "allowActivityContinuation", "allowAirDrop", "allowUniversalControl",
    "requireManagedPasteboard",
    "allowOpenFromManagedToUnmanaged", "allowCamera", "allowManagedToWriteUnmanagedContacts",
    "forceAirDropUnmanaged",
  ]

  private func seeded(_ name: String) -> SeededGenerator {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 99
    print("\(name) seed \(seed)")
    return SeededGenerator(state: seed)
  }

  private func device(_ random: inout SeededGenerator) -> Device {
    var device = Device(Platform.allCases.randomElement(using: &random) ?? .iOS)
    device.version =
      [nil, OSVersion(9), OSVersion(15), OSVersion(18, 1), OSVersion(40)].randomElement(
        using: &random) ?? nil
    device.supervised = [nil, true, false].randomElement(using: &random) ?? nil
    device.enrollment =
      (Enrollment.allCases.map { $0 as Enrollment? } + [nil]).randomElement(using: &random) ?? nil
    device.sharedIPad = [nil, true, false].randomElement(using: &random) ?? nil
    device.installation = [nil, .mdm, .manual].randomElement(using: &random) ?? nil
    return device
  }

  private func profile(_ name: String, _ random: inout SeededGenerator) throws -> Profile {
    let count = Int.random(in: 0...4, using: &random)
    let keys = Self.keys.shuffled(using: &random).prefix(count).map {
      ($0, Bool.random(using: &random))
    }
    return try restrictions(keys, name, path: "\(name)-\(Int.random(in: 0...999, using: &random))")
  }

  private func isRestrictive(_ key: String, _ value: RestrictionValue?) -> Bool {
    value == .boolean(!key.hasPrefix("allow"))
  }

  /// Adding a profile with a new identifier never loosens what is to be reckoned with, and never
  /// tightens what may be relied on beyond what it says; order changes nothing.
  @Test func addingAndOrdering() throws {
    var random = seeded("in force")
    for _ in 0..<300 {
      let device = device(&random)
      let profiles = try (0..<3).map { try profile("p\($0)", &random) }
      let before = RestrictionsInForce(Array(profiles.dropLast()), on: device)
      let after = RestrictionsInForce(profiles, on: device)
      let turned = RestrictionsInForce(profiles.reversed(), on: device)
      for key in Self.keys {
        #expect(
          !isRestrictive(key, before[key].require) || isRestrictive(key, after[key].require)
            || key == "allowManagedToWriteUnmanagedContacts")
        #expect(
          after[key].require == turned[key].require && after[key].relyOn == turned[key].relyOn)
        // The permissive reading is never more restrictive than the restrictive one.
        #expect(!isRestrictive(key, after[key].relyOn) || isRestrictive(key, after[key].require))
      }
    }
  }

  /// Learning a fact about the device only narrows the two values.
  @Test func factsNarrow() throws {
    var random = seeded("narrowing")
    for _ in 0..<300 {
      let known = device(&random)
      let profiles = try (0..<3).map { try profile("p\($0 / 2)", &random) }
      for forget in 0..<5 {
        var vague = known
        switch forget {
        case 0: vague.supervised = nil
        case 1: vague.enrollment = nil
        case 2: vague.sharedIPad = nil
        case 3: vague.version = nil
        default: vague.installation = nil
        }
        let sharp = RestrictionsInForce(profiles, on: known)
        let blurred = RestrictionsInForce(profiles, on: vague)
        for key in Self.keys {
          #expect(
            !isRestrictive(key, sharp[key].require) || isRestrictive(key, blurred[key].require),
            "\(key) on \(known) without fact \(forget)")
          // Where the way of it is not known a profile is taken as installed; by hand it may not be.
          if forget == 4, known.installation == .manual { continue }
          #expect(
            !isRestrictive(key, blurred[key].relyOn) || isRestrictive(key, sharp[key].relyOn),
            "\(key) on \(known) without fact \(forget)")
        }
      }
    }
  }

  /// A naive twin: every way the profiles could turn out on a device of which all is known, listed.
  @Test func naiveTwin() throws {
    var random = seeded("twin")
    for _ in 0..<300 {
      let profiles = try (0..<4).map { try profile("p\($0 % 3)", &random) }
      let device = try Device(parsing: InForceTests.full)
      let state = RestrictionsInForce(profiles, on: device)
      for key in Self.keys where key != "allowUniversalControl" {
        var outcomes: Set<Bool> = []
        for chosen in 0..<2 {
          // Of the two profiles called p0 one is installed.
          let installed = profiles.enumerated().filter {
            $0.offset % 3 != 0 || $0.offset == chosen * 3
          }
          let values = installed.compactMap { $0.element.payloads[0].node[key]?.boolean }
          outcomes.formUnion(
            values.isEmpty ? [key.hasPrefix("allow") && !key.contains("Contacts")] : values)
        }
        let strict = !key.hasPrefix("allow")
        #expect(
          state[key].require == .boolean(outcomes.contains(strict) ? strict : !strict), "\(key)")
        #expect(
          state[key].relyOn == .boolean(outcomes.contains(!strict) ? !strict : strict), "\(key)")
      }
    }
  }
}
