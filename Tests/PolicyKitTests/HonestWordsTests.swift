import Devices
import Findings
import PolicyKit
import Testing

/// Words of an answer: nobody blamed who had no part, nothing advised that is not there.
@Suite struct HonestWordsTests {
  private func plain(
    _ rules: Rule..., minimum: Assurance? = nil, relax: [String] = [],
    defaults: [PolicyKit.Operation: Posture] = [:]
  ) throws -> CompiledPolicy {
    try Questions.policy(
      Policy(
        name: "p", layer: .organisation, minimumAssurance: minimum,
        defaults: defaults.mapValues { .init($0) }, relax: relax.map { .init($0) },
        rules: rules))
  }

  private func paste(_ platform: String, _ version: String, _ trigger: String) throws -> Request {
    try Questions.request([
      .operation: "paste", .platform: platform, .osVersion: version, .pasteboard: "general",
      .trigger: trigger, .destinationKind: "app", .destinationManaged: "no",
    ])
  }

  private func transfer(history: String? = "no") throws -> Request {
    var builder = RequestBuilder(askedBy: .app)
    let all: [(Attribute, String)] = [
      (.operation, "transfer"), (.platform, "iOS"), (.osVersion, "9.0"), (.contentClass, "public"),
      (.owner, "own"),
    ]
    for (attribute, text) in all + (history.map { [(.fromHistory, $0)] } ?? []) {
      builder.values[attribute] = try attribute.value(of: [text])
    }
    return try builder.request()
  }

  @Test func theOrganisationIsNotBlamedForWhatIsBuiltIn() throws {
    let allowing = decide(try transfer(), policy: try plain(defaults: [.transfer: .allow]))
    #expect(allowing.outcome == .deny && allowing.honoured == .no)
    #expect(allowing.texts.user == "This is not allowed, but nothing here can prevent it.")
    let denying = decide(try transfer(), policy: try plain(defaults: [.transfer: .deny]))
    #expect(denying.texts.user.hasPrefix("Your organisation does not allow this"))
  }

  @Test func aRestrictionPerhapsInForceIsNotCalledNothing() throws {
    let restrictions = DeviceRestrictions(
      ["requireManagedPasteboard", "allowOpenFromManagedToUnmanaged"].map {
        Questions.restriction($0, reliesOn: false)
      })
    let request = try Questions.request([
      .operation: "paste", .platform: "iPadOS", .osVersion: "17.0", .pasteboard: "general",
      .trigger: "user", .sourceManaged: "yes", .destinationManaged: "no", .destinationKind: "app",
    ])
    let decision = decide(
      request, policy: try plain(defaults: [.paste: .allow]), restrictions: restrictions)
    #expect(decision.outcome == .deny)
    #expect(decision.texts.user == "Not pasted: your organisation may not allow it here.")
  }

  @Test func whatMayBlockAPasteIsNamed() throws {
    let restrictions = DeviceRestrictions(
      ["requireManagedPasteboard", "allowOpenFromManagedToUnmanaged"].map {
        Questions.restriction($0)
      })
    let decision = decide(
      try paste("iOS", "17.0", "user"), policy: try plain(defaults: [.paste: .allow]),
      restrictions: restrictions)
    #expect(decision.outcome == .allow)
    let named = decision.reasons.filter { $0.kind == .restriction }
    #expect(
      named.map(\.id) == ["requireManagedPasteboard", "allowOpenFromManagedToUnmanaged"])
    #expect(named.allSatisfy { $0.effect == nil && $0.location?.path == "a.mobileconfig" })
  }

  @Test func aProfileThatSaysOtherwiseIsNotSaidToRestrict() throws {
    var doubtful = Questions.restriction("allowActivityContinuation", reliesOn: false)
    doubtful.setBy.append(
      .init(
        location: .init(path: "b.mobileconfig", line: 3, column: 1), profile: "org.example.b",
        payload: "org.example.b.1", value: "true"))
    let decision = decide(
      try Questions.taxID("iOS", "17.0"), policy: try plain(defaults: [.copy: .allow]),
      restrictions: DeviceRestrictions([doubtful]))
    let texts = Dictionary(
      decision.reasons.map { ($0.location?.path ?? "", $0.text) }, uniquingKeysWith: { $1 })
    #expect(texts["a.mobileconfig"]?.contains("turns Handoff off") == true)
    #expect(texts["b.mobileconfig"]?.contains("turns Handoff off") == false)
    #expect(texts["b.mobileconfig"]?.contains("restricts nothing") == true)
  }

  @Test func iOS14ShowsEveryRead() throws {
    let policy = try plain(defaults: [.paste: .allow])
    func notices(_ version: String, _ trigger: String = "user") throws -> [Notice.Kind] {
      decide(try paste("iOS", version, trigger), policy: policy).notices.map(\.kind)
    }
    #expect(try notices("14.0") == [.banner])
    #expect(try notices("14.8") == [.banner])
    #expect(try notices("13.7") == [])
    #expect(try notices("15.0") == [])
    #expect(try notices("16.0", "paste-control") == [])
  }

  @Test func nothingIsAdvisedThatIsNotThere() throws {
    let policy = try plain(defaults: [.paste: .allow, .detect: .allow])
    func advice(_ platform: String, _ version: String) throws -> [Advice] {
      decide(try paste(platform, version, "programmatic"), policy: policy).advice.map(\.advice)
    }
    #expect(try advice("iOS", "14.0") == [.detectFirst])
    #expect(try advice("iOS", "16.0") == [.detectFirst, .pasteControl])
    #expect(try advice("macOS", "10.14") == [.detectFirst])
    #expect(try advice("watchOS", "10.0") == [])
  }

  @Test func detectingIsCalledByTheNameThatTheSystemHas() throws {
    let policy = try plain(defaults: [.detect: .allow])
    func api(_ version: String) throws -> String? {
      decide(
        try Questions.request([
          .operation: "detect", .platform: "iOS", .osVersion: version, .pasteboard: "general",
          .method: "patterns",
        ]), policy: policy
      ).plan.first?.api
    }
    #expect(try api("14.0") == "detectPatterns(for:)")
    #expect(try api("15.0") == "detectedPatterns(for:)")
  }

  @Test func whatAMarkerIsWorthIsSaid() throws {
    let rule = Rule(
      id: "t", effect: .deny, when: Questions.leaf(.operation, "paste"),
      unless: Questions.leaf(.marker, "concealed"))
    let decision = decide(
      try Questions.request([
        .operation: "paste", .platform: "macOS", .osVersion: "15.1", .pasteboard: "general",
        .trigger: "user", .marker: "concealed", .destinationKind: "app",
      ]), policy: try plain(rule, defaults: [.paste: .allow]))
    #expect(decision.outcome == .deny)
    let reason = try #require(decision.reasons.first { $0.id == "t" })
    #expect(reason.text.contains("`marker` says is only reported, less than contested"))
    #expect(decision.reasons.contains { $0.id == "P6" })
  }

  @Test func aLeftOutHistoryIsNamedWithWhatHangsOnIt() throws {
    let decision = decide(
      try transfer(history: nil), policy: try plain(defaults: [.transfer: .allow]))
    #expect(
      decision.becauseUnknown.contains(.storedPosture) == false
        || decision.becauseUnknown.contains(.fromHistory))
    let modern = decide(
      try Questions.request([
        .operation: "transfer", .platform: "macOS", .osVersion: "15.0", .road: "history-sync",
        .contentClass: "public", .owner: "own",
      ]), policy: try plain(defaults: [.transfer: .allow]))
    #expect(modern.becauseUnknown == [.fromHistory, .storedPosture])
  }

  @Test func relaxedRulesAreListedWhereTheyMatter() throws {
    let policy = try plain(
      relax: ["clear-only-what-is-ours", "paste-needs-a-person"], defaults: [.paste: .allow])
    let decision = decide(try paste("iOS", "17.0", "user"), policy: policy)
    #expect(decision.reasons.filter { $0.kind == .rule }.map(\.id) == ["paste-needs-a-person"])
  }

  @Test func everyReasonOfThePlatformIsAFact() throws {
    let policy = try plain(defaults: [.copy: .localOnly])
    for request in [
      try Questions.taxID("macOS", "99.0"),
      try Questions.request([
        .operation: "copy", .platform: "iPadOS", .osVersion: "29.0", .pasteboard: "drag",
        .trigger: "user", .contentClass: "public", .owner: "own",
      ]),
    ] {
      for reason in decide(request, policy: policy).reasons where reason.kind == .platform {
        #expect(PlatformFact.fact(reason.id) != nil)
      }
    }
  }

  @Test func thereIsNoFindBoardToKeepAnythingOnWhereThereIsNone() throws {
    let policy = try plain(relax: ["no-platform-no-promise"], defaults: [.copy: .localOnly])
    func outcome(_ platform: String, _ version: String) throws -> Posture {
      decide(
        try Questions.request([
          .operation: "copy", .platform: platform, .osVersion: version, .pasteboard: "find",
          .trigger: "user", .contentClass: "public", .owner: "own",
        ]), policy: policy
      ).outcome
    }
    #expect(try outcome("iOS", "17.0") == .deny)
    #expect(try outcome("macOS", "15.0") == .localOnly)
  }

  @Test func nothingIsPlannedForWhatOthersDo() throws {
    let decision = decide(
      try Questions.request([
        .operation: "capture", .platform: "macOS", .osVersion: "26.1", .pasteboard: "general",
        .trigger: "user", .marker: "other", .contentClass: "public", .owner: "own",
        .by: "third-party",
      ]), policy: try plain(defaults: [.capture: .localOnly]))
    #expect(decision.honoured == .no)
    #expect(decision.plan.isEmpty && decision.obligations.isEmpty)
  }

  @Test func onlyWhatIsSaidOfTheOrganisationIsSwitchedOff() {
    let policy = Policy(name: "t", layer: .team, relax: [.init("paste-needs-a-person")])
    #expect(
      PolicyCompiler([policy]).compile().findings.map(\.rule) == ["policy-relax-not-here"])
  }

  @Test func aRuleOnTheDeviceIsWarnedOf() {
    let rule = Rule(
      id: "r", effect: .deny,
      when: .all([Questions.leaf(.operation, "copy"), Questions.leaf(.enrollment, "user")]))
    let idle = Rule(
      id: "s", effect: .allow, when: Questions.leaf(.operation, "copy"), unenforceable: .disclose)
    let findings = PolicyCompiler([Policy(name: "t", rules: [rule, idle])]).compile().findings
    #expect(
      Set(findings.map(\.rule)) == [
        "policy-never-fires-unless-given", "policy-discloses-nothing",
      ])
  }
}
