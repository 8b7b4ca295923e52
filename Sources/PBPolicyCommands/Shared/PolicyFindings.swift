extension OtherFinding {
  /// What the reading of policies, requests and configurations says.
  static let ofPolicyTexts = [
    OtherFinding(
      "policy-duplicate-key", reading, "a key stands twice in one map", "remove one of them"),
    OtherFinding(
      "policy-encoding", reading, "the text is not UTF-8, or begins with a byte order mark",
      "save it as UTF-8 without a mark"),
    OtherFinding(
      "policy-limit", reading, "the text is too long, nested too deep or holds too much",
      "divide it into several files"),
    OtherFinding("policy-missing-key", reading, "a key that must be given is not", "add it"),
    OtherFinding(
      "policy-not-in-this-version", reading,
      "a part of the policy language that this version does not have yet", "leave it out"),
    OtherFinding(
      "policy-syntax", reading, "the text is not YAML or JSON", "mend it where the finding points"),
    OtherFinding(
      "policy-unknown-key", reading, "a key means nothing where it stands",
      "correct its name, or remove it"),
    OtherFinding(
      "policy-unknown-reference", reading, "a name stands for nothing that is defined",
      "define it, or correct the name"),
    OtherFinding(
      "policy-unknown-value", reading, "a value is not among those that are possible",
      "take one of those that the finding lists"),
    OtherFinding(
      "policy-wrong-type", reading, "a value is of another kind than is expected",
      "write it as the finding says"),
    OtherFinding(
      "policy-yaml-feature", reading, "a part of YAML that policies leave out, such as an anchor",
      "write it plainly"),
  ]

  /// What the compiling of policies says.
  static let ofPolicies = [
    OtherFinding(
      "policy-condition-never-applies", compiling,
      "a condition applies to none of the operations of its rule",
      "remove it, or change the rule's `operation`"),
    OtherFinding(
      "policy-default-disagrees", compiling, "two files of one layer disagree on a default",
      "state it in one of them"),
    OtherFinding(
      "policy-known-only", compiling,
      "`known: yes` keeps a condition from counting while its attribute is unknown",
      "leave `known` out to have the unknown count"),
    OtherFinding(
      "policy-local-only-meaningless", compiling,
      "local-only for an operation that puts nothing anywhere", "use allow or deny"),
    OtherFinding(
      "policy-never-fires-unless-given", compiling,
      "a rule needs what a request may leave out, and never fires then",
      "raise it with `expects`, or say `known: yes` if that is meant"),
    OtherFinding(
      "policy-not-observable", compiling, "a rule asks for what an app cannot see",
      "narrow the rule to where it is seen, or raise the attribute with `expects`"),
    OtherFinding(
      "policy-platform-sibling", compiling, "a rule names iOS or iPadOS and not the other",
      "name both if both are meant"),
    OtherFinding(
      "policy-promise-impossible", compiling, "a rule requires what no platform can do",
      "make it local-only, or the expiry `scope: here` or `required: no`"),
    OtherFinding(
      "policy-promise-on-deny", compiling, "a rule that denies asks for promises about content",
      "remove the promise"),
    OtherFinding(
      "policy-promise-unfit", compiling, "a rule asks for a promise that only a copy can keep",
      "add `operation: copy` to its `when`"),
    OtherFinding(
      "policy-relax-not-here", compiling,
      "a layer that is not the organisation's relaxes a built-in rule",
      "move `relax` to the organisation's file"),
    OtherFinding(
      "policy-relax-unknown", compiling, "`relax` names no built-in rule", "correct the name"),
    OtherFinding(
      "policy-relaxed", compiling, "a built-in rule is switched off",
      "nothing, if that is meant"),
    OtherFinding(
      "policy-rule-id-taken", compiling, "a rule has the id of a built-in rule",
      "give it an id of its own"),
    OtherFinding(
      "policy-rule-never-matches", compiling, "the conditions of a rule can never all hold",
      "correct its conditions, or remove the rule"),
    OtherFinding(
      "policy-rule-twice", compiling, "two rules of one layer have one id",
      "give each an id of its own"),
  ]

  private static let reading = "the reading of policies, requests and configurations"
  private static let compiling = "`policy check` and every command that takes a policy"
}
