import Findings
import PolicyKit
import Testing

/// Answers that once claimed more than the platform gives, or might.
@Suite struct NeverMoreThanIsGiven {
  func plain(
    _ rules: Rule..., minimum: Assurance? = nil, defaults: [PolicyKit.Operation: Posture] = [:]
  )
    throws -> CompiledPolicy
  {
    try Questions.policy(
      Policy(
        name: "p", minimumAssurance: minimum, defaults: defaults.mapValues { .init($0) },
        rules: rules))
  }

  func copy(_ platform: String, _ version: String?, _ more: [(Attribute, String)] = []) throws
    -> Request
  {
    var builder = RequestBuilder(askedBy: .app)
    let all: [(Attribute, String)] =
      [
        (.operation, "copy"), (.platform, platform), (.trigger, "user"), (.contentClass, "public"),
        (.owner, "own"),
      ] + (version.map { [(.osVersion, $0)] } ?? []) + more
    for (attribute, text) in all { builder.values[attribute] = try attribute.value(of: [text]) }
    return try builder.request()
  }

  static let handoff = DeviceRestrictions([Questions.restriction("allowActivityContinuation")])

  @Test(arguments: ["universal-clipboard", nil, "history-sync", "envelope"])
  func aTransferThatTheCallerDoesNotMakeIsNotPreventedByAbstaining(road: String?) throws {
    let decision = decide(
      try Questions.request([
        .operation: "transfer", .platform: "macOS", .osVersion: "15.1", .road: road,
        .fromHistory: "no", .contentClass: "public", .owner: "own",
      ]), policy: try plain())
    #expect(decision.outcome == .deny)
    let isOwn = road == "history-sync" || road == "envelope"
    #expect(decision.honoured == (isOwn ? .yes : .no))
    #expect(decision.exposures.isEmpty == isOwn)
  }

  @Test func aRuleMayNotTakeABuiltInName() throws {
    let rule = Rule(id: "no-platform-no-promise", effect: .deny, when: .always)
    let (policy, findings) = PolicyCompiler([Policy(name: "p", rules: [rule])]).compile()
    #expect(policy == nil)
    #expect(findings.contains { $0.rule == "policy-rule-id-taken" })
  }

  @Test func whatNobodyMustDoIsNoReasonToBelieve() throws {
    let decision = decide(
      try copy("iOS", "17.0", [(.pasteboard, "general")]),
      policy: try plain(defaults: [.copy: .allow]),
      restrictions: Self.handoff)
    #expect(decision.outcome == .localOnly)
    #expect(decision.assurance == .inferred)
    #expect(decision.promises.map(\.enforcedBy) == [.os])
    #expect(decision.obligations.isEmpty)
  }

  @Test(arguments: ["other-device", "remote-session"])
  func nothingStaysHereThatGoesToAnotherMachine(kind: String) throws {
    let here = try plain(defaults: [.copy: .localOnly, .paste: .localOnly])
    let copied = decide(
      try copy("iOS", "17.0", [(.pasteboard, "general"), (.destinationKind, kind)]), policy: here)
    #expect(copied.outcome == .deny)
    let pasted = decide(
      try Questions.request([
        .operation: "paste", .platform: "macOS", .osVersion: "15.1", .pasteboard: "general",
        .trigger: "user", .destinationKind: kind,
      ]), policy: here)
    #expect(pasted.honoured == .no)
    #expect(pasted.exposures.map(\.place) == [.otherDevices])
  }

  @Test func aDisclosedCopyToAnUnknownBoardIsPlannedAsStrictlyAsItGoes() throws {
    let rule = Rule(
      id: "r", effect: .localOnly, when: Questions.leaf(.operation, "copy"),
      unenforceable: .disclose)
    let decision = decide(try copy("macOS", "15.0"), policy: try plain(rule))
    #expect(decision.honoured == .no)
    #expect(decision.plan.first?.call == "prepare-for-new-contents")
  }

  @Test func anAppsTimerNeverCountsAsKept() throws {
    var rule = Questions.records
    rule.expiry = Expiry(seconds: 30, isRequired: true)
    let decision = decide(
      try Questions.taxID("macOS", "15.1"), policy: try plain(rule, minimum: .assumed))
    #expect(decision.outcome == .deny)
  }

  @Test func theUserIsNotToldOfAnExpiryThatNobodyKeeps() throws {
    let decision = decide(
      try Questions.request([
        .operation: "copy", .platform: "macOS", .osVersion: "15.1", .framework: "ios-on-mac",
        .pasteboard: "named", .trigger: "user", .contentClass: "public", .owner: "others",
      ]), policy: try plain(Questions.records))
    #expect(decision.honoured == .partly)
    #expect(!decision.texts.user.contains("removed"))
  }

  @Test func theUserIsToldWhereNothingPrevents() throws {
    let decision = decide(
      try Questions.request([
        .operation: "capture", .platform: "macOS", .osVersion: "26.0", .pasteboard: "general",
        .trigger: "user", .by: "system", .marker: "other",
      ]), policy: try plain())
    #expect(decision.outcome == .deny)
    #expect(decision.honoured == .no)
    #expect(decision.texts.user.contains("nothing here can prevent it"))
  }

  @Test func beforeUniversalClipboardThereIsNoOptionToCall() throws {
    let decision = decide(
      try copy("iOS", "9.3", [(.pasteboard, "general")]), policy: try plain())
    #expect(decision.outcome == .localOnly)
    #expect(decision.promises.map(\.enforcedBy).contains(.os))
    #expect(decision.plan.first?.options.isEmpty == true)
  }

  @Test func prefixesCompareBytes() throws {
    let rule = Rule(
      id: "r", effect: .deny,
      when: .all([
        Questions.leaf(.operation, "copy"),
        .leaf(Condition.Leaf(.destinationBundleID, .prefix(["com.evil."]))),
      ]))
    let policy = try plain(rule, defaults: [.copy: .allow])
    var builder = RequestBuilder(askedBy: .app)
    builder.values = [
      .operation: .text("copy"), .platform: .text("iOS"), .pasteboard: .text("unique"),
      .destinationBundleID: .text("com.evil.\u{301}app"),
    ]
    #expect(decide(try builder.request(), policy: policy).outcome == .deny)
  }

  @Test func anUnknownFactBehindARestrictionIsNamed() throws {
    var doubtful = Questions.restriction("allowActivityContinuation", reliesOn: false)
    doubtful.doubts = [.enrollment]
    let decision = decide(
      try copy("macOS", "15.0", [(.pasteboard, "general")]),
      policy: try plain(defaults: [.copy: .allow]), restrictions: DeviceRestrictions([doubtful]))
    #expect(decision.becauseUnknown == [.enrollment])
    #expect(decision.atBest == .allow)
  }

  @Test func aRestrictionThatDoesNothingAloneIsSaidToDoNothing() throws {
    let decision = decide(
      try Questions.request([
        .operation: "paste", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
        .trigger: "user",
      ]), policy: try plain(),
      restrictions: DeviceRestrictions([Questions.restriction("requireManagedPasteboard")]))
    let reason = try #require(decision.reasons.first { $0.id == "requireManagedPasteboard" })
    #expect(reason.effect == nil)
    #expect(reason.text.contains("does nothing without allowOpenFrom"))
  }

  @Test func beyondWhatIsKnownIsExtrapolated() throws {
    let decision = decide(
      try copy("macOS", "99.0", [(.pasteboard, "general")]), policy: try plain())
    #expect(decision.reasons.contains { $0.id == "extrapolated" })
  }

  @Test func aRulesOwnMinimumHoldsForItsExpiryToo() throws {
    let request = try Questions.request([
      .operation: "copy", .platform: "macOS", .osVersion: "15.1", .framework: "ios-on-mac",
      .pasteboard: "unique", .trigger: "user", .contentClass: "public", .owner: "others",
    ])
    var rule = Questions.records
    rule.expiry = Expiry(seconds: 30, isRequired: true)
    #expect(decide(request, policy: try plain(rule, minimum: .inferred)).outcome == .localOnly)
    rule.minimumAssurance = .documented
    #expect(decide(request, policy: try plain(rule, minimum: .inferred)).outcome == .deny)
  }

  @Test func theControlsOfARuleStandWithItsReason() throws {
    var rule = Questions.records
    rule.controls = ["AC-4"]
    let decision = decide(try Questions.taxID("iOS", "17.0"), policy: try plain(rule))
    #expect(decision.reasons.contains { $0.id == rule.id && $0.text.contains("controls AC-4") })
  }
}
