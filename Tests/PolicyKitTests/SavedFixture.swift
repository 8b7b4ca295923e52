import Devices
import Findings

@testable import PolicyKit

/// A policy, and an emergency about it, in which nothing is as it is where nothing is said.
enum SavedFixture {
  static let path = "clinic.yaml"

  private static func at(_ line: Int, _ column: Int = 3) -> SourceLocation {
    SourceLocation(path: path, line: line, column: column)
  }

  private static func leaf(_ attribute: Attribute, _ test: Condition.Test, _ line: Int)
    -> Condition
  {
    .leaf(.init(attribute, test, isNegated: true, mustBeKnown: true, at: at(line, 20)))
  }

  static var condition: Condition {
    .all([
      .leaf(.init(.operation, .oneOf(["copy"]), at: at(9))),
      .any([
        .not(leaf(.osVersion, .versions(.init(from: OSVersion(15, 4), below: OSVersion(26))), 10)),
        leaf(.contentBytes, .numbers(.init(above: 10, through: (1 << 53) - 1)), 11),
        leaf(.sourceBundleID, .prefix(["com.example.", "caf\u{e9}"]), 12),
        leaf(.contentClass, .oneOf(["ward.chart", "credential.password"]), 13),
      ]),
    ])
  }

  static var rule: Rule {
    var valid = Window(from: -1_000, until: 1_796_000_000_001, at: at(20))
    valid.location = SourceLocation(path: "clinic.mobileconfig", line: 3, column: 9)
      .inside(line: 7, column: 2)
    return Rule(
      id: "charts-stay.1", effect: .localOnly, when: condition,
      unless: .leaf(.init(.time, .instants(.init(through: 1_700_000_000_000)), at: at(14))),
      reason: "a \"chart\"\nstays", instead: [.keychain, .autofill], controls: ["AC-4"],
      expiry: Expiry(seconds: 30, scope: .everywhere, isRequired: true), keepOutOf: [.thirdParty],
      unenforceable: .disclose, minimumAssurance: .inferred, valid: valid, mode: .auditOnly,
      facts: ["C9"], location: at(8))
  }

  static var request: Request {
    get throws {
      var builder = RequestBuilder(askedBy: .administrator)
      builder.values = [
        .operation: .text("copy"), .platform: .text("macOS"),
        .osVersion: .version(OSVersion(15, 1)),
        .contentClass: .set(["credential.password", "ward.chart"]), .contentBytes: .number(7),
        .time: .instant(1_796_000_000_001), .marker: .set([]), .owner: nil,
      ]
      builder.items = [[.contentBytes: .number(1)], [.owner: .text("own"), .marker: nil]]
      builder.attested = [.osVersion, .platform]
      builder.can = ["local-only", "clear-after"]
      builder.copyID = "01a22df7-8f52-73ad-980e-0d1868feb1f3"
      return try builder.request(classes: Set(ContentClass.builtIn + ["ward.chart"]))
    }
  }

  static var invariants: [Policy.Invariant] {
    let answer = Policy.Invariant.Answer(
      outcomes: [.allow], atLeast: .localOnly, honoured: [.no], exposures: [.otherDevices])
    return [
      .init(
        id: "never-out", when: condition, claim: .never(answer), reason: "since", location: at(30)),
      .init(id: "always-in", when: condition, claim: .always(answer), location: at(31)),
    ]
  }

  static var policy: Policy {
    get throws {
      Policy(
        name: "clinic", version: "2026.11", layer: .organisation, mode: .auditOnly,
        minimumAssurance: .reported,
        defaults: [.copy: .init(.localOnly, at: at(4)), .paste: .init(.allow, at: at(5))],
        relax: [.init("local-stays-local", at: at(6))], expects: [.paste: [.sourceManaged]],
        organisation: "Example Clinic", classes: ["ward.chart"], rules: [rule],
        invariants: invariants,
        tests: [
          PolicyTest(
            name: "a chart", request: try request,
            expected: .init(
              outcome: .deny, required: .localOnly, honoured: .partly, assurance: .contested,
              rule: "charts-stay.1", becauseUnknown: [.owner], wouldBe: .allow),
            location: at(40))
        ], path: path, sha256: String(repeating: "a1", count: 32))
    }
  }

  static var glass: BreakGlass {
    BreakGlass(
      name: "fire", version: "3", reason: "the ward burns", from: 1_796_000_000_000,
      until: 1_796_000_600_000, rules: [.init("charts-stay.1", at: at(2))],
      layers: [.init("clinic", at: at(3))], path: "glass.yaml",
      sha256: String(repeating: "0f", count: 32),
      location: SourceLocation(path: "glass.yaml", line: 1, column: 1))
  }

  static var saved: SavedPolicies {
    get throws { SavedPolicies([try policy], emergencies: [glass], writer: "pbpolicy 9") }
  }
}
