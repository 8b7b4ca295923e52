import AuditKit
import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// Windows, what is only watched, and emergencies.
@Suite struct EnforcementTests {
  static let key = try? SigningKey.generate(name: "policies.example.org")

  func signed(_ yaml: String) throws -> [UInt8] {
    let node = try #require(PolicyText.read(Array(yaml.utf8), path: "x.yaml").node)
    return Array(try PolicyNote.sign(node, by: try #require(Self.key)).noteText.utf8)
  }

  func load(_ texts: String...) -> PolicySet {
    PolicySet(
      texts.enumerated().map {
        ("\($0.offset).yaml", Array("pasteboard-policy: 1\n\($0.element)".utf8))
      })
  }

  /// Policies and emergencies, all signed.
  func loadSigned(_ texts: String...) throws -> PolicySet {
    let key = try #require(Self.key).verificationKey
    return PolicySet(
      try texts.enumerated().map { ("\($0.offset).signed", try signed($0.element)) }, keys: [key])
  }

  func copy(at time: String? = nil, unknownTime: Bool = false) throws -> Request {
    var builder = RequestBuilder(askedBy: .app)
    for (attribute, text) in [
      (Attribute.operation, "copy"), (.platform, "iOS"), (.osVersion, "17.0"),
      (.pasteboard, "general"), (.trigger, "user"), (.contentClass, "public"), (.owner, "own"),
    ] {
      builder.values[attribute] = try attribute.value(of: [text])
    }
    if let time { builder.values[.time] = try Attribute.time.value(of: [time]) }
    if unknownTime { builder.values[.time] = .some(nil) }
    return try builder.request()
  }

  // MARK: Windows

  static let windowed = """
    name: a
    defaults: { copy: allow }
    rules:
      - id: december
        effect: deny
        when: { operation: copy }
        valid: { from: 2026-12-01T00:00:00Z, until: 2027-01-01T00:00:00Z }
    """

  @Test(arguments: [
    ("2026-11-30T23:59:59.999Z", Posture.allow), ("2026-12-01T00:00:00Z", .deny),
    ("2026-12-31T23:59:59.999Z", .deny), ("2027-01-01T00:00:00Z", .allow),
    ("2026-12-01T00:30:00+01:00", .allow),
  ])
  func aRuleHoldsInItsWindow(time: String, outcome: Posture) throws {
    let policy = try #require(load(Self.windowed).policy)
    #expect(decide(try copy(at: time), policy: policy).outcome == outcome)
  }

  @Test func anUnknownTimeCountsAsEverythingUnknown() throws {
    let policy = try #require(load(Self.windowed).policy)
    for request in [try copy(), try copy(unknownTime: true)] {
      let decision = decide(request, policy: policy)
      #expect(decision.outcome == .deny)
      #expect(decision.becauseUnknown == [.time] && decision.atBest == .allow)
    }
    let allows = try #require(
      load(
        "name: a\nrules: [{ id: x, effect: allow, when: { operation: copy }, valid: { from: "
          + "\"2026-01-01T00:00:00Z\" } }]"
      ).policy)
    #expect(decide(try copy(), policy: allows).required == .localOnly)
    #expect(decide(try copy(at: "2026-06-01T00:00:00Z"), policy: allows).required == .allow)
  }

  @Test(arguments: [
    ("{ from: 2026-12-01T00:00:00Z, until: 2026-12-01T00:00:00Z }", "policy-unknown-value"),
    ("{ from: 2026-12-01 }", "policy-wrong-type"), ("{}", "policy-missing-key"),
    ("{ to: 2026-12-01T00:00:00Z }", "policy-unknown-key"), ("december", "policy-wrong-type"),
  ])
  func aWindowThatIsNoneIsRefused(window: String, rule: String) throws {
    let set = load("name: a\nrules: [{ id: x, effect: deny, when: {}, valid: \(window) }]")
    #expect(set.policy == nil)
    #expect(set.findings.map(\.rule.name) == [rule], "\(set.findings)")
    #expect(set.findings.allSatisfy { $0.location.line == 3 && $0.location.column > 1 })
  }

  // MARK: Only watched

  @Test func whatIsWatchedDecidesNothingAndIsTold() throws {
    let policy = try #require(
      load(
        """
        name: a
        defaults: { copy: allow }
        rules:
          - { id: soon, effect: deny, when: { operation: copy }, mode: audit-only, reason: later }
        """
      ).policy)
    let decision = decide(try copy(), policy: policy)
    #expect(decision.outcome == .allow && decision.required == .allow)
    #expect(decision.wouldBe?.outcome == .deny)
    #expect(decision.wouldBe?.reasons.map(\.id) == ["soon"])
    #expect(decision.texts.administrator.contains("it would be deny"))
    #expect(decision.json["wouldBe"]?["outcome"]?.string == "deny")
    let other = decide(
      try copy().forgetting(.owner).asking(reach: "this-device"), policy: policy)
    #expect(other.outcome == .localOnly && other.wouldBe?.outcome == .deny)
  }

  @Test func anAllowRuleThatIsWatchedDisplacesNothing() throws {
    let policy = try #require(
      load(
        """
        name: a
        defaults: { copy: deny }
        rules: [{ id: soon, effect: allow, when: { operation: copy }, mode: audit-only }]
        """
      ).policy)
    let decision = decide(try copy(), policy: policy)
    #expect(decision.outcome == .deny && decision.wouldBe?.outcome == .allow)
  }

  @Test func aWatchedLayerContributesNothingAtAll() throws {
    let watched = """
      name: b
      mode: audit-only
      minimum-assurance: documented
      defaults: { copy: deny }
      relax: [paste-needs-a-person]
      layer: organisation
      expects: { copy: [marker] }
      """
    let alone = try #require(load("name: a\ndefaults: { copy: allow }").policy)
    let both = try #require(load("name: a\ndefaults: { copy: allow }", watched).policy)
    var decision = decide(try copy(), policy: both)
    #expect(decision.wouldBe?.outcome == .deny)
    decision.wouldBe = nil
    decision.texts.administrator = decide(try copy(), policy: alone).texts.administrator
    #expect(decision == decide(try copy(), policy: alone))
    #expect(both.minimumAssurance == .contested && both.relaxed.isEmpty)
  }

  @Test func whatWouldBeTheSameIsNotTold() throws {
    let policy = try #require(
      load(
        "name: a\ndefaults: { copy: deny }\nrules: [{ id: x, effect: deny, when: { operation: copy "
          + "}, mode: audit-only }]"
      ).policy)
    #expect(decide(try copy(), policy: policy).wouldBe == nil)
    let plain = try #require(load("name: a\ndefaults: { copy: deny }").policy)
    #expect(plain.auditing == nil)
  }

  /// A twin: what would be is what the same files say once everything in them is enforced.
  @Test func whatWouldBeIsWhatEnforcingGives() throws {
    var seeds = SeededGenerator("watched rules")
    var told = 0
    for _ in 0..<300 {
      let effect = seeds.pick(Posture.allCases).rawValue
      let stated = seeds.pick(Posture.allCases).rawValue
      let other = seeds.pick(Posture.allCases).rawValue
      func text(_ mode: String) -> String {
        """
        name: a
        defaults: { copy: \(stated) }
        rules:
          - { id: x, effect: \(effect), when: { operation: copy, owner: own }\(mode) }
          - { id: y, effect: \(other), when: { operation: copy, content-class: public } }
        """
      }
      let watched = decide(
        try copy(), policy: try #require(load(text(", mode: audit-only")).policy))
      let enforced = decide(try copy(), policy: try #require(load(text("")).policy))
      #expect((watched.wouldBe?.outcome ?? watched.outcome) == enforced.outcome)
      #expect((watched.wouldBe?.required ?? watched.required) == enforced.required)
      told += watched.wouldBe == nil ? 0 : 1
    }
    #expect(told > 50)
  }

  // MARK: Emergencies

  static let clinic = """
    pasteboard-policy: 1
    name: clinic
    layer: organisation
    version: "1.0"
    defaults: { copy: allow }
    rules:
      - { id: no-copies, effect: deny, when: { operation: copy } }
      - { id: stay, effect: local-only, when: { operation: copy, owner: own } }
    """

  func glass(
    _ more: String, from: String = "2026-12-01T00:00:00Z", until: String = "2026-12-02T00:00:00Z"
  )
    -> String
  {
    """
    pasteboard-break-glass: 1
    name: flood
    reason: the ward has moved
    valid: { from: \(from), until: \(until) }
    suspends: \(more)
    """
  }

  @Test func anEmergencyChangesAnswersAndMarksThem() throws {
    let set = try loadSigned(Self.clinic, glass("{ rules: [no-copies] }"))
    let policy = try #require(set.policy, "\(set.findings)")
    let during = decide(try copy(at: "2026-12-01T12:00:00Z"), policy: policy)
    #expect(during.outcome == .localOnly)
    let mark = try #require(during.brokenGlass)
    #expect(mark.without.outcome == .deny && mark.files.map(\.name) == ["flood"])
    #expect(Instant.text(mark.until) == "2026-12-02T00:00:00Z")
    #expect(during.texts.administrator.contains("the ward has moved"))
    #expect(during.json["brokenGlass"]?["without"]?["outcome"]?.string == "deny")
    for request in [
      try copy(at: "2026-11-30T23:59:59Z"), try copy(at: "2026-12-02T00:00:00Z"), try copy(),
      try copy(unknownTime: true),
    ] {
      let decision = decide(request, policy: policy)
      #expect(decision.outcome == .deny && decision.brokenGlass == nil)
    }
  }

  @Test func whatAnEmergencyDoesNotChangeIsNotMarked() throws {
    let policy = try #require(
      try loadSigned(Self.clinic, glass("{ rules: [stay] }")).policy)
    let decision = decide(try copy(at: "2026-12-01T12:00:00Z"), policy: policy)
    #expect(decision.outcome == .deny && decision.brokenGlass == nil)
  }

  @Test func emergenciesOverlap() throws {
    let policy = try #require(
      try loadSigned(
        Self.clinic, glass("{ rules: [no-copies] }", until: "2026-12-03T00:00:00Z"),
        glass("{ layers: [clinic] }", from: "2026-12-02T00:00:00Z", until: "2026-12-04T00:00:00Z")
      ).policy)
    let expected: [(String, Posture, Int)] = [
      ("2026-12-01T12:00:00Z", .localOnly, 1), ("2026-12-02T12:00:00Z", .localOnly, 2),
      ("2026-12-03T12:00:00Z", .localOnly, 1), ("2026-12-04T12:00:00Z", .deny, 0),
    ]
    for (time, outcome, files) in expected {
      let decision = decide(try copy(at: time), policy: policy)
      #expect(decision.outcome == outcome, "\(time)")
      #expect(decision.brokenGlass?.files.count ?? 0 == files, "\(time)")
    }
  }

  @Test func builtInRulesCanBeSuspended() throws {
    let policy = try #require(
      try loadSigned(Self.clinic, glass("{ rules: [paste-needs-a-person] }")).policy)
    var builder = RequestBuilder(askedBy: .administrator)
    for (attribute, text) in [
      (Attribute.operation, "paste"), (.platform, "macOS"), (.osVersion, "15.0"),
      (.pasteboard, "general"), (.trigger, "background"), (.time, "2026-12-01T12:00:00Z"),
    ] {
      builder.values[attribute] = try attribute.value(of: [text])
    }
    let decision = decide(try builder.request(), policy: policy)
    #expect(decision.outcome == .allow && decision.brokenGlass?.without.outcome == .deny)
  }

  @Test(arguments: [
    ("{ rules: [no-copeis] }", "break-glass-unknown", "no-copies"),
    ("{ layers: [clinc] }", "break-glass-unknown", "clinic"),
    ("{ rules: [] }", "policy-missing-key", "layers"), ("{}", "policy-missing-key", "rules"),
    ("{ rule: [a] }", "policy-unknown-key", "rules"),
  ])
  func anEmergencyAboutNothingIsRefused(suspends: String, rule: String, help: String) throws {
    let set = try loadSigned(Self.clinic, glass(suspends))
    #expect(set.policy == nil)
    let finding = try #require(set.findings.first { $0.severity == .error })
    #expect(finding.rule.name == rule && finding.help?.contains(help) == true, "\(finding)")
  }

  @Test func anAmbiguousNameIsRefusedAndALongerOneTaken() throws {
    let other = Self.clinic.replacing("name: clinic", with: "name: ward")
    let set = try loadSigned(Self.clinic, other, glass("{ rules: [stay] }"))
    #expect(set.findings.contains { $0.rule == "break-glass-ambiguous" })
    for name in ["ward/stay", "organisation/ward/stay"] {
      #expect(try loadSigned(Self.clinic, other, glass("{ rules: [\(name)] }")).policy != nil)
    }
  }

  @Test(arguments: [
    ("2026-12-01T00:00:00Z", "2026-12-08T00:00:00.001Z", "policy-unknown-value"),
    ("2026-12-01T00:00:00Z", "2026-11-08T00:00:00Z", "policy-unknown-value"),
  ])
  func anEmergencyEnds(from: String, until: String, rule: String) throws {
    let set = try loadSigned(
      Self.clinic, glass("{ rules: [stay] }", from: from, until: until))
    #expect(set.findings.map(\.rule.name) == [rule])
    let longest = glass(
      "{ rules: [stay] }", from: "2026-12-01T00:00:00Z", until: "2026-12-08T00:00:00Z")
    #expect(try loadSigned(Self.clinic, longest).policy != nil)
  }

  @Test func anEmergencyThatNobodySignedDoesNotCount() throws {
    let set = PolicySet([
      ("a.yaml", Array(Self.clinic.utf8)), ("b.yaml", Array(glass("{ rules: [stay] }").utf8)),
    ])
    #expect(set.policy == nil)
    #expect(set.findings.map(\.rule) == ["policy-signature-missing"])
    // Signed, but no key to check it with.
    let unchecked = PolicySet([
      ("a.yaml", Array(Self.clinic.utf8)), ("b", try signed(glass("{ rules: [stay] }"))),
    ])
    #expect(unchecked.policy == nil)
  }

  @Test func whatIsWatchedOrSuspendedIsNoticed() throws {
    let set = try loadSigned(
      Self.clinic + "\n  - { id: soon, effect: deny, when: {}, mode: audit-only }",
      glass("{ rules: [stay] }"))
    #expect(set.findings.map(\.rule) == ["policy-watched", "break-glass-loaded"])
    #expect(set.findings.allSatisfy { $0.severity == .notice })
  }

  /// Whatever emergencies take out, an answer without a mark is the policy's own.
  @Test func anUnmarkedAnswerIsThePolicysOwn() throws {
    let set = try loadSigned(Self.clinic, glass("{ rules: [no-copies], layers: [clinic] }"))
    let policy = try #require(set.policy)
    let plain = try #require(try loadSigned(Self.clinic).policy)
    var random = SeededGenerator("times around an emergency")
    var marked = 0
    for _ in 0..<300 {
      let start = try #require(Instant.milliseconds("2026-11-30T12:00:00Z"))
      let time = start + Int64.random(in: 0..<(2 * 86_400_000), using: &random)
      let request = try copy(at: Instant.text(time))
      let decision = decide(request, policy: policy)
      let own = decide(request, policy: plain)
      if let mark = decision.brokenGlass {
        marked += 1
        #expect(mark.without.outcome == own.outcome && mark.without.required == own.required)
      } else {
        #expect(decision == own)
      }
    }
    #expect(marked > 50)
  }

  // MARK: Invariants

  @Test func invariantsAreRead() throws {
    let policy = try #require(
      load(
        """
        name: a
        invariants:
          - id: no-credential-leaves
            never: { operation: copy, content-class: credential, exposure: other-devices }
            reason: they stay
          - id: records-stay
            always: { when: { operation: copy, owner: others }, at-least: local-only, honoured: yes }
        """
      ).policy)
    #expect(policy.invariants.map(\.id) == ["no-credential-leaves", "records-stay"])
    #expect(policy.invariants[0].claim == .never(.init(exposures: [.otherDevices])))
    #expect(policy.invariants[0].when.leaves.map(\.attribute) == [.operation, .contentClass])
    #expect(policy.invariants[1].claim == .always(.init(atLeast: .localOnly, honoured: [.yes])))
    #expect(policy.invariants[0].location.line == 4)
    let decision = decide(try copy(), policy: policy)
    #expect(!policy.invariants[0].isBroken(by: decision))
  }

  @Test(arguments: [
    ("{ id: a, never: { operation: copy } }", "policy-missing-key"),
    ("{ id: a, always: { when: {} } }", "policy-missing-key"),
    ("{ id: a, always: { at-least: deny } }", "policy-missing-key"),
    ("{ id: a }", "policy-missing-key"),
    ("{ id: a, never: { exposure: moon } }", "policy-unknown-value"),
    ("{ id: a, never: { exposure: [] } }", "policy-wrong-type"),
    ("{ id: a, never: { oner: own, exposure: other-devices } }", "policy-unknown-key"),
    ("{ id: A, never: { exposure: other-devices } }", "policy-unknown-value"),
    (
      "{ id: a, never: { all: [{ operation: copy }, { operation: paste }], outcome: allow } }",
      "policy-invariant-vacuous"
    ),
    (
      "{ id: a, never: { operation: clear, owner: own, outcome: allow } }",
      "policy-condition-never-applies"
    ),
  ])
  func anInvariantThatSaysNothingIsRefused(text: String, rule: String) throws {
    let set = load("name: a\ninvariants: [\(text)]")
    #expect(set.policy == nil)
    #expect(set.findings.map(\.rule.name) == [rule], "\(set.findings)")
  }

  // MARK: Groups

  @Test func groupsMayUseEachOtherInAnyOrderButNeverThemselves() throws {
    let set = load(
      """
      name: a
      groups:
        a: { any: [{ group: b }, { owner: own }] }
        b: { content-class: public }
      rules: [{ id: x, effect: deny, when: { operation: copy, group: a } }]
      """)
    #expect(set.policy != nil, "\(set.findings)")
    let circle = load("name: a\ngroups: { a: { group: b }, b: { group: a }, c: { owner: own } }")
    #expect(
      circle.findings.map(\.rule) == ["policy-unknown-reference", "policy-unknown-reference"])
  }

  @Test func groupsThatWouldGrowWithoutBoundAreRefused() throws {
    var text = "name: a\ngroups:\n  g0: { owner: own }\n"
    for index in 1...60 {
      text += "  g\(index): { any: [{ group: g\(index - 1) }, { group: g\(index - 1) }] }\n"
    }
    let set = load(text)
    #expect(set.policy == nil && set.findings.contains { $0.rule == "policy-limit" })
    var chain = "name: a\ngroups:\n  g0: { owner: own }\n"
    for index in 1...5000 { chain += "  g\(index): { not: { group: g\(index - 1) } }\n" }
    #expect(load(chain).policy == nil)
  }
}
