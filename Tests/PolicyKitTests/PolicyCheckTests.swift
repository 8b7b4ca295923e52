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
