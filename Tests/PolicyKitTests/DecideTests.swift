import Findings
import PolicyKit
import Testing

@Suite struct DecideTests {
  let contested = try? Questions.policy(
    Policy(name: "p", defaults: [.copy: .init(.localOnly)], rules: [Questions.records]))
  let documented = try? Questions.policy(
    Policy(
      name: "p", minimumAssurance: .documented, defaults: [.copy: .init(.localOnly)],
      rules: [
        Questions.records,
        Rule(
          id: "public-travels", effect: .allow,
          when: .all([
            Questions.leaf(.operation, "copy"), Questions.leaf(.contentClass, "public"),
          ])),
      ]))

  @Test func anIPhoneKeepsATaxIDWithBothOptions() throws {
    let decision = decide(try Questions.taxID("iOS", "17.0"), policy: try #require(contested))
    #expect(decision.outcome == .localOnly)
    #expect(decision.honoured == .yes)
    #expect(decision.assurance == .documented)
    let options = try #require(decision.plan.first).options
    #expect(options.map(\.name) == ["local-only", "expires-after"])
    #expect(options.map(\.value) == [.flag(true), .number(120)])
    #expect(!decision.exposures.contains { $0.place == .otherDevices })
  }

  @Test func aMacRestsOnContestedGround() throws {
    let request = try Questions.taxID("macOS", "15.1")
    let decision = decide(request, policy: try #require(contested))
    #expect(decision.outcome == .localOnly)
    #expect(decision.honoured == .partly)
    #expect(decision.assurance == .contested)
    #expect(
      decision.plan.map(\.call) == ["prepare-for-new-contents", "write-objects", "clear-after"])
    let strict = decide(request, policy: try #require(documented))
    #expect(strict.outcome == .deny)
    #expect(strict.required == .localOnly)
    #expect(!strict.advice.isEmpty)
    #expect(strict.plan.isEmpty)
  }

  @Test func handoffOffIsTheSystemsOwnPromise() throws {
    let request = try Questions.request([
      .operation: "copy", .platform: "macOS", .osVersion: "15.1", .pasteboard: "general",
      .trigger: "user", .contentClass: "public", .owner: "own",
    ])
    let off = DeviceRestrictions([Questions.restriction("allowActivityContinuation")])
    let decision = decide(request, policy: try #require(documented), restrictions: off)
    #expect(decision.outcome == .localOnly)
    #expect(decision.honoured == .yes)
    #expect(decision.promises.filter(\.isMet).map(\.enforcedBy) == [.os])
    #expect(decision.reasons.contains { $0.kind == .restriction && $0.location?.line == 12 })
    #expect(decision.obligations.isEmpty)

    let record = decide(
      try Questions.taxID("macOS", "15.1"), policy: try #require(contested), restrictions: off)
    #expect(record.outcome == .localOnly)
    #expect(
      Set(record.promises.filter { $0.isMet && $0.kind == .localOnly }.map(\.enforcedBy)) == [
        .app, .os,
      ])
  }

  @Test func anUncertainRestrictionIsNoMechanism() throws {
    let doubtful = DeviceRestrictions([
      Questions.restriction("allowActivityContinuation", reliesOn: false)
    ])
    let request = try Questions.request([
      .operation: "copy", .platform: "macOS", .osVersion: "15.1", .pasteboard: "general",
      .trigger: "user", .contentClass: "public", .owner: "own",
    ])
    let decision = decide(request, policy: try #require(documented), restrictions: doubtful)
    #expect(decision.required == .localOnly)
    #expect(decision.outcome == .localOnly)
    #expect(decision.honoured == .no)
    #expect(decision.exposures.contains { $0.place == .otherDevices })
    #expect(decision.obligations.map(\.kind).contains(.tellUser))
  }

  @Test(arguments: ["watchOS", "tvOS"]) func noPasteboardThere(platform: String) throws {
    let decision = decide(
      try Questions.taxID(platform, "11.0"), policy: try #require(contested))
    #expect(decision.outcome == .deny)
    #expect(decision.reasons.contains { $0.id == "no-pasteboard-here" })
  }

  @Test func aBatchTakesTheJoinAndAdvisesToSplit() throws {
    let policy = try #require(documented)
    let request = try Questions.request(
      [
        .operation: "copy", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
        .trigger: "user",
      ],
      items: [
        [.contentClass: ["public"], .owner: ["own"]],
        [.contentClass: ["customer-record.tax-id"], .owner: ["others"]],
      ])
    let decision = decide(request, policy: policy)
    #expect(decision.outcome == .localOnly)
    let split = try #require(decision.advice.first { $0.advice == .split })
    #expect(split.text.hasPrefix("item 2 of 2"))
    #expect(decision.obligations.allSatisfy { $0.kind.rawValue != "split" })
  }

  @Test func anUnknownOwnerNeverLowersAndIsNamed() throws {
    let rule = Rule(
      id: "own-travels", effect: .allow,
      when: .all([Questions.leaf(.operation, "copy"), Questions.leaf(.owner, "own")]))
    let policy = try Questions.policy(Policy(name: "p", rules: [rule, Questions.records]))
    func ask(_ owner: String?) throws -> Decision {
      decide(
        try Questions.request([
          .operation: "copy", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
          .trigger: "user", .contentClass: "internal", .owner: owner,
        ]), policy: policy)
    }
    #expect(try ask("own").outcome == .allow)
    #expect(try ask("others").outcome == .localOnly)
    let unknown = try ask(nil)
    #expect(unknown.outcome == .localOnly)
    #expect(unknown.becauseUnknown == [.owner])
    #expect(unknown.atBest == .allow)
  }

  @Test func aCapabilityThatIsMissingDeniesAndSaysWhich() throws {
    let request = try Questions.request(
      [
        .operation: "copy", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
        .trigger: "user", .contentClass: "customer-record", .owner: "others",
      ], can: ["local-only"])
    let decision = decide(request, policy: try #require(contested))
    #expect(decision.outcome == .deny)
    #expect(decision.reasons.contains { $0.kind == .request && $0.id == "expire-after" })
  }

  @Test func aRequiredExpiryThatNobodyKeepsDenies() throws {
    var rule = Questions.records
    rule.expiry = Expiry(seconds: 30, isRequired: true)
    let policy = try Questions.policy(Policy(name: "p", rules: [rule]))
    #expect(decide(try Questions.taxID("iOS", "17.0"), policy: policy).outcome == .localOnly)
    #expect(decide(try Questions.taxID("macOS", "15.1"), policy: policy).outcome == .deny)
  }

  @Test func disclosureHoldsOnlyWhereEveryRuleDiscloses() throws {
    var disclosing = Questions.records
    disclosing.unenforceable = .disclose
    var silent = Questions.records
    silent.id = "another"
    let one = try Questions.policy(
      Policy(name: "p", minimumAssurance: .documented, rules: [disclosing]))
    let both = try Questions.policy(
      Policy(name: "p", minimumAssurance: .documented, rules: [disclosing, silent]))
    let request = try Questions.taxID("macOS", "15.1")
    let told = decide(request, policy: one)
    #expect(told.outcome == .localOnly)
    #expect(told.honoured == .no)
    #expect(told.obligations.map(\.kind).contains(.tellUser))
    #expect(told.plan.first?.call == "prepare-for-new-contents")
    #expect(decide(request, policy: both).outcome == .deny)
  }
}
