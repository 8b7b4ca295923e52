import Findings
import PolicyKit
import Testing

/// What is refused or warned of when a policy is loaded.
@Suite struct PolicyCheckTests {
  func findings(_ rule: Rule, expects: [PolicyKit.Operation: [Attribute]] = [:]) -> [String] {
    PolicyCompiler([Policy(name: "p", expects: expects, rules: [rule])]).compile().findings.map {
      "\($0.severity) \($0.rule)"
    }
  }

  func rule(_ effect: Posture, _ parts: Condition..., unless: Condition? = nil) -> Rule {
    Rule(id: "r", effect: effect, when: .all(parts), unless: unless)
  }

  static let paste = Questions.leaf(.operation, "paste")

  @Test func aRestrictiveRuleThatHangsOnWhatMayBeLeftOut() {
    let hanging = rule(.deny, Self.paste, Questions.leaf(.contentClass, "health"))
    #expect(findings(hanging) == ["warning policy-never-fires-unless-given"])
    #expect(findings(hanging, expects: [.paste: [.contentClass]]).isEmpty)
    #expect(findings(rule(.allow, Self.paste, Questions.leaf(.contentClass, "health"))).isEmpty)
    #expect(
      findings(
        rule(.deny, Self.paste, .any([Questions.leaf(.contentClass, "health"), Self.paste]))
      )
      .isEmpty)
  }

  /// What Catalyst apps can promise on a Mac and native ones cannot, and only that, is warned of.
  @Test func aMacRuleThatHalfOfTheMacCannotKeep() {
    func warnings(
      _ effect: Posture, expiry: Expiry? = nil, minimum: Assurance? = nil,
      _ unenforceable: Unenforceable = .deny, _ more: Condition...
    ) -> [String] {
      var rule = Rule(
        id: "r", effect: effect,
        when: .all([Questions.leaf(.operation, "copy"), Questions.leaf(.platform, "macOS")] + more))
      rule.expiry = expiry
      rule.minimumAssurance = minimum
      rule.unenforceable = unenforceable
      return findings(rule).filter { $0.contains("catalyst") }
    }
    let required = Expiry(seconds: 60, scope: .here, isRequired: true)
    let differs = ["warning policy-catalyst-differs"]
    #expect(warnings(.localOnly).isEmpty)
    #expect(warnings(.deny, minimum: .documented).isEmpty)
    #expect(warnings(.allow, minimum: .documented).isEmpty)
    #expect(warnings(.localOnly, minimum: .documented) == differs)
    #expect(warnings(.localOnly, minimum: .documented, .disclose).isEmpty)
    #expect(warnings(.localOnly, expiry: required) == differs)
    #expect(warnings(.allow, expiry: required) == differs)
    #expect(
      warnings(.allow, expiry: Expiry(seconds: 60, scope: .here, isRequired: false)).isEmpty)
    for framework in ["native", "catalyst"] {
      #expect(
        warnings(.allow, expiry: required, .deny, Questions.leaf(.framework, framework)).isEmpty)
    }
    #expect(
      warnings(.localOnly, minimum: .documented, .deny, Questions.leaf(.pasteboard, "drag")).isEmpty
    )
  }

  @Test func aRuleThatNoValuePasses() {
    #expect(
      findings(
        rule(
          .deny, Self.paste, Questions.leaf(.platform, "macOS"),
          Questions.leaf(.platform, "visionOS"))
      )
      .contains("error policy-rule-never-matches"))
  }

  @Test func negatedOperationsAreUnderstood() {
    let others = Condition.not(
      .any([Questions.leaf(.operation, "detect"), Questions.leaf(.operation, "clear")]))
    #expect(findings(rule(.localOnly, others)).isEmpty)
  }

  @Test func knownOnlyIsGraverWhereItLoosens() {
    let known = Condition.leaf(
      Condition.Leaf(.contentClass, .oneOf(["credential"]), mustBeKnown: true))
    let copy = Questions.leaf(.operation, "copy")
    #expect(findings(rule(.allow, copy, unless: known)) == ["warning policy-known-only"])
    #expect(findings(rule(.deny, copy, unless: known)) == ["notice policy-known-only"])
    #expect(findings(rule(.deny, copy, known)) == ["notice policy-known-only"])
  }

  @Test func aPromiseThatNoPlatformCanKeep() {
    var travelling = rule(.allow, Questions.leaf(.operation, "copy"))
    travelling.expiry = Expiry(seconds: 5, scope: .everywhere, isRequired: true)
    #expect(findings(travelling) == ["error policy-promise-impossible"])
    travelling.effect = .localOnly
    #expect(findings(travelling).isEmpty)
  }
}
