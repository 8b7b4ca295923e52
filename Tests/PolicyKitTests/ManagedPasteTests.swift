import PolicyKit
import Testing

/// The five rows of the Managed Pasteboard table, both directions, and what stands outside it.
@Suite struct ManagedPasteTests {
  static let rows:
    [(require: Bool, outRestricted: Bool, inRestricted: Bool, out: Bool, into: Bool)] =
      [
        (false, true, true, false, false), (true, false, false, false, false),
        (true, true, false, true, false), (true, false, true, false, true),
        (true, true, true, true, true),
      ]

  func restrictions(
    _ row: (require: Bool, outRestricted: Bool, inRestricted: Bool, out: Bool, into: Bool)
  )
    -> DeviceRestrictions
  {
    var present: [DeviceRestriction] = []
    func add(_ key: String, _ restricts: Bool) {
      present.append(
        Questions.restriction(key, requires: restricts, reliesOn: restricts))
    }
    add("requireManagedPasteboard", row.require)
    add("allowOpenFromManagedToUnmanaged", row.outRestricted)
    add("allowOpenFromUnmanagedToManaged", row.inRestricted)
    return DeviceRestrictions(present)
  }

  func paste(_ source: String, _ destination: String) throws -> Request {
    try Questions.request(
      [
        .operation: "paste", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
        .trigger: "user", .sourceManaged: source, .destinationManaged: destination,
      ], askedBy: .administrator)
  }

  @Test(arguments: rows.indices) func theTableHolds(index: Int) throws {
    let row = Self.rows[index]
    let policy = try Questions.policy(Policy(name: "p"))
    let there = restrictions(row)
    let out = decide(try paste("yes", "no"), policy: policy, restrictions: there)
    let into = decide(try paste("no", "yes"), policy: policy, restrictions: there)
    #expect(out.outcome == (row.out ? .deny : .allow))
    #expect(into.outcome == (row.into ? .deny : .allow))
    if row.out {
      #expect(out.promises.map(\.enforcedBy) == [.os])
      #expect(out.assurance == .documented)
      #expect(out.notices.map(\.kind) == [.pasteNotAllowed])
    }
    for side in ["yes", "no"] {
      let same = decide(try paste(side, side), policy: policy, restrictions: there)
      #expect(same.outcome == .allow)
    }
  }

  @Test func anAppThatCannotSeeTheSourceIsToldToAttempt() throws {
    let request = try Questions.request([
      .operation: "paste", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
      .trigger: "user", .destinationManaged: "no",
    ])
    let decision = decide(
      request, policy: try Questions.policy(Policy(name: "p")),
      restrictions: restrictions((true, true, false, true, false)))
    #expect(decision.outcome == .allow)
    #expect(decision.notices.map(\.kind) == [.mayBeBlocked])
    #expect(decision.advice.map(\.advice) == [.attempt])
  }

  @Test func anAdministratorWhoLeavesTheSourceOutIsAnsweredStrictly() throws {
    let request = try Questions.request(
      [
        .operation: "paste", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
        .trigger: "user", .destinationManaged: "no",
      ], askedBy: .administrator)
    let decision = decide(
      request, policy: try Questions.policy(Policy(name: "p")),
      restrictions: restrictions((true, true, false, true, false)))
    #expect(decision.outcome == .deny)
    #expect(decision.becauseUnknown == [.sourceManaged])
    #expect(decision.atBest == .allow)
  }
}
