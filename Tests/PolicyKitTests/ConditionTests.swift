import PolicyKit
import Testing

/// How conditions read sets, unknowns, what does not apply, and what anybody could have written.
@Suite struct ConditionTests {
  func ask(
    _ rule: Rule, _ pairs: KeyValuePairs<Attribute, String?>, minimum: Assurance? = nil,
    operation: String = "copy"
  ) throws -> Decision {
    let policy = try Questions.policy(
      Policy(
        name: "p", minimumAssurance: minimum,
        defaults: [.copy: .init(rule.effect == .allow ? .deny : .allow)], rules: [rule]))
    var all: [Attribute: String?] = [
      .operation: operation, .platform: "iOS", .osVersion: "17.0", .pasteboard: "named",
      .trigger: "user", .contentClass: "public", .owner: "own",
    ]
    for (attribute, text) in pairs { all[attribute] = .some(text) }
    var builder = RequestBuilder(askedBy: .administrator)
    for (attribute, text) in all {
      builder.values[attribute] =
        try text.map { try attribute.value(of: $0.split(separator: ",").map(String.init)) }
    }
    return decide(try builder.request(), policy: policy)
  }

  func rule(_ effect: Posture, _ when: Condition, unless: Condition? = nil) -> Rule {
    Rule(
      id: "r", effect: effect, when: .all([Questions.leaf(.operation, "copy"), when]),
      unless: unless)
  }

  @Test func aRestrictiveRuleNeedsOneClassAndAnAllowRuleAll() throws {
    let secret = Questions.leaf(.contentClass, "credential")
    #expect(
      try ask(rule(.deny, secret), [.contentClass: "credential.token,public"]).outcome == .deny)
    #expect(try ask(rule(.deny, secret), [.contentClass: "public"]).outcome == .allow)
    let open = Questions.leaf(.contentClass, "public")
    #expect(try ask(rule(.allow, open), [.contentClass: "credential,public"]).outcome == .deny)
    #expect(try ask(rule(.allow, open), [.contentClass: "public"]).outcome == .allow)
    let notSecret = Questions.leaf(.contentClass, "credential", not: true)
    #expect(try ask(rule(.deny, notSecret), [.contentClass: "credential,public"]).outcome == .deny)
    #expect(try ask(rule(.allow, notSecret), [.contentClass: "credential,public"]).outcome == .deny)
  }

  @Test func anAncestorPossiblyMatches() throws {
    let password = Questions.leaf(.contentClass, "credential.password")
    let denied = try ask(rule(.deny, password), [.contentClass: "credential"])
    #expect(denied.outcome == .deny)
    #expect(denied.becauseUnknown == [.contentClass])
    #expect(try ask(rule(.allow, password), [.contentClass: "credential"]).outcome == .deny)
  }

  @Test func anExceptionMustHoldForEveryClass() throws {
    let denyUnlessPublic = rule(
      .deny, .always, unless: Questions.leaf(.contentClass, "public"))
    #expect(try ask(denyUnlessPublic, [.contentClass: "public"]).outcome == .allow)
    #expect(try ask(denyUnlessPublic, [.contentClass: "public,health"]).outcome == .deny)
    #expect(try ask(denyUnlessPublic, [.contentClass: nil]).outcome == .deny)
    let allowUnlessSecret = rule(
      .allow, .always, unless: Questions.leaf(.contentClass, "credential"))
    #expect(try ask(allowUnlessSecret, [.contentClass: "public"]).outcome == .allow)
    #expect(try ask(allowUnlessSecret, [.contentClass: "public,credential"]).outcome == .deny)
    #expect(try ask(allowUnlessSecret, [.contentClass: nil]).outcome == .deny)
  }

  @Test func whatDoesNotApplyIsFalseWhetherNegatedOrNot() throws {
    // A copy that says nothing of a destination has none.
    let web = Questions.leaf(.destinationKind, "web-form")
    let notWeb = Questions.leaf(.destinationKind, "web-form", not: true)
    #expect(try ask(rule(.deny, web), [:]).outcome == .allow)
    #expect(try ask(rule(.deny, notWeb), [:]).outcome == .allow)
    #expect(try ask(rule(.deny, .not(web)), [:]).outcome == .allow)
    #expect(try ask(rule(.deny, .not(.all([web]))), [:]).outcome == .allow)
    #expect(try ask(rule(.deny, .always, unless: notWeb), [:]).outcome == .deny)
  }

  @Test func knownOnlyOptsOutOfTheUnknown() throws {
    let when = Condition.leaf(
      Condition.Leaf(.owner, .oneOf(["others"]), mustBeKnown: true))
    #expect(try ask(rule(.deny, when), [.owner: nil]).outcome == .allow)
    #expect(try ask(rule(.deny, Questions.leaf(.owner, "others")), [.owner: nil]).outcome == .deny)
  }

  @Test func aMarkerAnybodyCouldWriteLoosensNothing() throws {
    let marked = Questions.leaf(.marker, "other")
    #expect(try ask(rule(.allow, marked), [.marker: "other"]).outcome == .deny)
    #expect(
      try ask(rule(.allow, marked), [.marker: "other"], minimum: .reported).outcome == .allow)
    #expect(try ask(rule(.deny, marked), [.marker: "other"]).outcome == .deny)
    let unlessMarked = rule(.deny, .always, unless: marked)
    #expect(try ask(unlessMarked, [.marker: "other"]).outcome == .deny)
    #expect(try ask(unlessMarked, [.marker: "other"], minimum: .reported).outcome == .allow)
  }

  @Test func aPossiblyMatchingAllowRuleObligesNobody() throws {
    var allowing = rule(.allow, Questions.leaf(.owner, "own"))
    allowing.expiry = Expiry(seconds: 5)
    let policy = try Questions.policy(
      Policy(name: "p", defaults: [.copy: .init(.allow)], rules: [allowing]))
    func obligations(_ owner: String?) throws -> [Obligation] {
      decide(
        try Questions.request([
          .operation: "copy", .platform: "iOS", .osVersion: "17.0", .pasteboard: "general",
          .trigger: "user", .contentClass: "public", .owner: owner,
        ]), policy: policy
      ).obligations
    }
    #expect(try obligations("own").map(\.kind) == [.expireAfter])
    #expect(try obligations(nil).isEmpty)
  }
}
