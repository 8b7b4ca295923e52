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
}
