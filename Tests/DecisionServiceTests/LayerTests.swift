import DecisionService
import Findings
import PolicyKit
import Testing

/// Several policy files together.
@Suite struct LayerTests {
  func load(_ texts: String...) -> PolicySet {
    PolicySet(
      texts.enumerated().map {
        ("\($0.offset).yaml", Array("pasteboard-policy: 1\n\($0.element)".utf8))
      })
  }

  func ask(_ policy: CompiledPolicy) throws -> Decision {
    var builder = RequestBuilder(askedBy: .app)
    for (attribute, text) in [
      (Attribute.operation, "copy"), (.platform, "iOS"), (.osVersion, "17.0"),
      (.pasteboard, "general"), (.trigger, "user"), (.contentClass, "public"), (.owner, "own"),
    ] {
      builder.values[attribute] = try attribute.value(of: [text])
    }
    return decide(try builder.request(), policy: policy)
  }

  @Test func aLayerOnlyTightens() throws {
    let organisation = "name: a\ndefaults: { copy: local-only }\n"
    let team = "name: b\nlayer: team\ndefaults: { copy: allow }\n"
    let both = try #require(load(organisation, team).policy)
    #expect(try ask(both).required == .localOnly)
    let alone = try #require(load(team).policy)
    #expect(try ask(alone).required == .allow)
  }

  @Test func theStrictestMinimumHolds() throws {
    let set = load(
      "name: a\nminimum-assurance: reported\n",
      "name: b\nlayer: app\nminimum-assurance: documented\n")
    #expect(try #require(set.policy).minimumAssurance == .documented)
    #expect(try #require(load("name: a\n").policy).minimumAssurance == .contested)
  }

  @Test func filesOfOneLayerMustAgree() {
    let set = load("name: a\ndefaults: { copy: allow }\n", "name: a\ndefaults: { copy: deny }\n")
    #expect(set.policy == nil)
    #expect(set.findings.map(\.rule) == ["policy-default-disagrees"])
    #expect(set.findings.first?.location.path == "1.yaml")
  }

  @Test(arguments: [
    (
      "rules: [{ id: a, effect: deny, when: { remote: yes, operation: paste } }]",
      "policy-not-observable"
    ),
    (
      "rules: [{ id: a, effect: deny, when: { operation: paste, source.managed: yes } }]",
      "policy-not-observable"
    ),
    (
      "rules: [{ id: a, effect: deny, when: { operation: clear, owner: own } }]",
      "policy-condition-never-applies"
    ),
    (
      "rules: [{ id: a, effect: local-only, when: { operation: detect } }]",
      "policy-local-only-meaningless"
    ),
    ("defaults: { clear: local-only }", "policy-local-only-meaningless"),
    (
      "rules: [{ id: a, effect: deny, expires-after: 5, when: { operation: copy } }]",
      "policy-promise-on-deny"
    ),
    (
      "rules: [{ id: a, effect: allow, expires-after: 5, when: { operation: paste } }]",
      "policy-promise-unfit"
    ),
    (
      "rules: [{ id: a, effect: deny, when: { all: [{ operation: copy }, { operation: paste }] } }]",
      "policy-rule-never-matches"
    ),
    ("layer: team\nrelax: [local-stays-local]", "policy-relax-not-here"),
    ("layer: organisation\nrelax: [no-such-rule]", "policy-relax-unknown"),
    (
      "rules: [{ id: a, effect: deny, when: { operation: copy, os-version: { below: 15.1 } } }]",
      "policy-wrong-type"
    ),
    (
      "rules: [{ id: a, effect: deny, when: { operation: copy, owner: unknown } }]",
      "policy-unknown-value"
    ),
    (
      "rules: [{ id: a, effect: deny, when: {} }, { id: a, effect: allow, when: {} }]",
      "policy-rule-twice"
    ),
    ("rules: [{ id: a, effect: deny, when: {}, mode: watched }]", "policy-unknown-value"),
    ("mode: off", "policy-unknown-value"),
    ("rulez: []", "policy-unknown-key"),
  ])
  func whatCannotWorkIsRefused(text: String, rule: String) {
    let set = load("name: a\n\(text)\n")
    #expect(set.policy == nil)
    #expect(
      set.findings.contains { $0.rule.name == rule && $0.severity == .error }, "\(set.findings)")
    #expect(
      set.findings.allSatisfy { $0.location.line > 0 || $0.severity != .error }, "\(set.findings)")
  }

  @Test(arguments: [
    "rules: [{ id: a, effect: deny, when: { remote: yes, operation: paste, platform: macOS } }]",
    "rules: [{ id: a, effect: deny, when: { operation: paste, asked-by: administrator, source.managed: yes } }]",
    "expects: { paste: [source.managed] }\nrules: [{ id: a, effect: deny, when: { operation: paste, source.managed: yes } }]",
    "layer: organisation\nrelax: [local-stays-local]",
    "groups: { ours: { source.bundle-id: { prefix: com.clinic. } } }\nrules: [{ id: a, effect: allow, when: { operation: copy, group: ours } }]",
    "classes: { customer-record.chart-number: {} }\nrules: [{ id: a, effect: deny, when: { operation: copy, content-class: customer-record.chart-number } }]",
  ])
  func whatCanWorkLoads(text: String) {
    let set = load("name: a\n\(text)\n")
    #expect(set.policy != nil, "\(set.findings)")
  }

  @Test func aRelaxedRuleIsSaidInTheAnswer() throws {
    let policy = try #require(
      load("name: a\nlayer: organisation\nrelax: [paste-needs-a-person]\n").policy)
    var builder = RequestBuilder(askedBy: .app)
    for (attribute, text) in [
      (Attribute.operation, "paste"), (.platform, "iOS"), (.osVersion, "17.0"),
      (.pasteboard, "general"), (.trigger, "foreground"),
    ] {
      builder.values[attribute] = try attribute.value(of: [text])
    }
    let decision = decide(try builder.request(), policy: policy)
    #expect(decision.outcome == .allow)
    #expect(decision.notices.map(\.kind) == [.alert])
    #expect(decision.reasons.contains { $0.id == "paste-needs-a-person" && $0.effect == nil })
  }
}
