import Devices
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

  /// Whatever may be left out of an operation, a rule that cannot do without it is warned of, and
  /// raising it cures that.
  @Test func everythingThatMayBeLeftOut() {
    var warned: Set<Attribute> = []
    for operation in PolicyKit.Operation.allCases {
      for attribute in Attribute.allCases where !attribute.isDerived {
        let circumstances = Attribute.Circumstances(
          isMac: true, askedByApp: true, profilesGiven: false)
        guard attribute.applicability(operation, circumstances) == .optional,
          !attribute.rawValue.hasPrefix("source."), ![.framework, .time].contains(attribute),
          attribute != .storedPosture, attribute != .trigger || operation != .detect
        else { continue }
        let hanging = rule(
          .deny, Questions.leaf(.operation, operation.rawValue),
          Questions.leaf(.platform, "macOS"), .leaf(.init(attribute, Self.test(of: attribute))))
        let name = "\(attribute.rawValue) of a \(operation.rawValue)"
        #expect(findings(hanging) == ["warning policy-never-fires-unless-given"], "\(name)")
        #expect(findings(hanging, expects: [operation: [attribute]]).isEmpty, "\(name)")
        warned.insert(attribute)
      }
    }
    #expect(warned.isSuperset(of: [.reach, .expiresAfter, .remote, .marker, .enrollment]))
    #expect(warned.count > 15)
  }

  private static func test(of attribute: Attribute) -> Condition.Test {
    switch attribute.kind {
    case .word(let words), .words(let words): .oneOf([words[0]])
    case .number: .numbers(.init(above: 10))
    case .version: .versions(.init(from: OSVersion("15.0")))
    case .classes: .oneOf(["health"])
    default: .oneOf(["some"])
    }
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
