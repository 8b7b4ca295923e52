import Devices
import Testing

@testable import PolicyKit

/// The facts hold together: every citation resolves, and no mechanism is worth more than they are.
@Suite struct FactTests {
  static let cited =
    Mechanism.all.flatMap(\.facts) + BuiltInRules.all.flatMap(\.facts)
    + RestrictionEffect.all.flatMap(\.facts)

  @Test func idsAreUnique() {
    let ids = PlatformFact.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: Set(cited)) func everyCitationResolves(id: String) throws {
    let fact = try #require(PlatformFact.fact(id))
    #expect(!fact.statement.isEmpty && !fact.source.isEmpty && !fact.versions.isEmpty)
    #expect(!fact.confidence.isEmpty)
  }

  /// Two mechanisms rest on availability alone, as the semantics say; no other is worth more than
  /// the best fact it cites.
  @Test(arguments: Mechanism.all.map(\.id)) func noMechanismIsWorthMoreThanItsFacts(id: String)
    throws
  {
    let mechanism = try #require(Mechanism.all.first { $0.id == id })
    let best = mechanism.facts.compactMap { PlatformFact.fact($0)?.assurance }.max()
    #expect(mechanism.assurance <= (best ?? .assumed))
  }

  @Test func mechanismIdsAreUnique() {
    let ids = Mechanism.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: PlatformFact.all.map(\.id)) func whereItIsSoIsUnderstood(id: String) throws {
    let fact = try #require(PlatformFact.fact(id))
    #expect(FactReach(fact.versions).isWhole, "`\(fact.versions)`")
  }

  private static let edges: [(text: String, on: Platform, String?, isNative: Bool, isSo: Bool)] = [
    ("iOS 14–15, iPadOS 14–15", .iOS, "13.7", true, false),
    ("iOS 14–15, iPadOS 14–15", .iOS, "14", true, true),
    ("iOS 14–15, iPadOS 14–15", .iPadOS, "15.8", true, true),
    ("iOS 14–15, iPadOS 14–15", .iOS, "16.0", true, false),
    ("iOS 14–15, iPadOS 14–15", .iOS, nil, true, true),
    ("iOS 14–15, iPadOS 14–15", .macOS, "15", true, false),
    ("iOS 14–15, iPadOS 14–15", .macOS, "15", false, true),
    ("macOS 15.4–27.2", .macOS, "27.2.1", true, true),
    ("macOS 15.4–27.2", .macOS, "27.3", true, false),
    ("Catalyst 13.1+", .macOS, "14", true, false), ("Catalyst 13.1+", .macOS, "14", false, true),
    ("iOS, iPadOS", .visionOS, nil, true, false), ("all", .tvOS, "9", true, true),
  ]

  /// What was read is what the text says, at its edges.
  @Test(arguments: edges.indices) func factsAreSoWhereTheySay(index: Int) {
    let (text, platform, version, isNative, isSo) = Self.edges[index]
    let found = FactReach(text).holds(
      on: platform, version.flatMap { OSVersion($0) }, isNative: isNative)
    #expect(found == isSo)
  }

  @Test func whatIsNotUnderstoodIsSaid() {
    #expect(!FactReach("iOS fourteen").isWhole && !FactReach("webOS 3+").isWhole)
    #expect(FactReach("webOS 3+").holds(on: .iOS, nil, isNative: true))
  }
}
