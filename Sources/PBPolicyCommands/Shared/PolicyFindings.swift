extension OtherFinding {
  /// What the reading of policies, requests and configurations says.
  static let ofPolicyTexts = [
    OtherFinding(
      "policy-compiled-malformed", reading, "a compiled policy is not as it was written",
      "compile it again from its sources with `policy compile`"),
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
      "policy-catalyst-differs", compiling,
      "a rule for the Mac promises what only native or only Catalyst apps can keep",
      "write a rule for each `framework`"),
    OtherFinding(
      "policy-condition-never-applies", compiling,
      "a condition applies to none of the operations of its rule",
      "remove it, or change the rule's `operation`"),
    OtherFinding(
      "policy-default-disagrees", compiling, "two files of one layer disagree on a default",
      "state it in one of them"),
    OtherFinding(
      "policy-discloses-nothing", compiling,
      "a rule that is not local-only says what to do where nothing keeps local-only",
      "remove `unenforceable`"),
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
      "policy-promise-never-kept", reviewing,
      "no platform that a rule holds on can keep what it promises",
      "narrow the rule to where it is kept, lower its minimum assurance, or say `disclose`"),
    OtherFinding(
      "policy-promise-on-deny", compiling, "a rule that denies asks for promises about content",
      "remove the promise"),
    OtherFinding(
      "policy-promise-unfit", compiling, "a rule asks for a promise that only a copy can keep",
      "add `operation: copy` to its `when`"),
    OtherFinding(
      "policy-minimum-not-here", compiling,
      "a layer that is not the organisation's accepts less than what is contested, which only the "
        + "organisation may",
      "move `minimum-assurance` to the organisation's file, or leave it out"),
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
      "policy-rule-changes-nothing", reviewing,
      "every answer would be the same without a rule", "remove it, or correct what it is to do"),
    OtherFinding(
      "policy-rule-id-taken", compiling, "a rule has the id of a built-in rule",
      "give it an id of its own"),
    OtherFinding(
      "policy-rule-never-decides", reviewing,
      "wherever a rule matches, a stricter voice decides", "remove it, or narrow the stricter one"),
    OtherFinding(
      "policy-rule-never-matches", compiling, "the conditions of a rule can never all hold",
      "correct its conditions, or remove the rule"),
    OtherFinding(
      "policy-rule-twice", compiling, "two rules of one layer have one id",
      "give each an id of its own"),
  ]

  /// What emergencies, signatures, watched rules and invariants give to say.
  static let ofReleases = [
    OtherFinding(
      "break-glass-ambiguous", compiling,
      "an emergency names what several rules or layers are called",
      "write the layer before the rule, as the finding lists"),
    OtherFinding(
      "break-glass-loaded", compiling, "an emergency takes rules or layers out for a time",
      "nothing, if it is meant; every answer that it changes says so"),
    OtherFinding(
      "break-glass-unknown", compiling, "an emergency names a rule or layer that is not there",
      "correct the name, or give the policies that it is about as well"),
    OtherFinding(
      "policy-invariant-twice", compiling, "two invariants have one id",
      "give each an id of its own"),
    OtherFinding(
      "policy-invariant-vacuous", compiling, "an invariant speaks of no request that there can be",
      "correct its condition: what never happens proves nothing"),
    OtherFinding(
      "policy-signature-missing", signing, "signatures are required, and a policy has none",
      "sign it with `policy sign`, or leave `--policy-key` out"),
    OtherFinding(
      "policy-signature-unchecked", signing, "a policy is signed, and no key was given",
      "give the signer's public key with `--policy-key`"),
    OtherFinding(
      "policy-signature-wrong", signing, "a signature is false, or by another key",
      "do not use the file; get it again from whoever signs it"),
    OtherFinding(
      "policy-watched", compiling, "a rule or file is only watched and decides nothing",
      "nothing, if that is meant; `mode: enforce` makes it decide"),
    OtherFinding(
      "policy-window-empty", compiling, "the window of a rule ends before it begins",
      "correct `from` and `until`"),
  ]

  /// What becomes of another product's settings.
  static let ofImports = [
    OtherFinding(
      "import-carried-over", importing, "a setting became a rule, or needs none", "nothing"),
    OtherFinding(
      "import-changed", importing, "a setting became a rule that is stricter or wider",
      "see whether that is meant, and change the rule by hand if not"),
    OtherFinding(
      "import-left-out", importing, "a setting cannot be said in a policy",
      "keep it where it is, or say it by other attributes"),
    OtherFinding(
      "import-unknown", importing, "the file holds none of the settings that can be imported",
      "give the file that the finding asks for, or say with `--from` what it is"),
    OtherFinding(
      "import-unrelated", importing, "settings that have nothing to do with a pasteboard",
      "nothing"),
  ]

  private static let reviewing = "`policy check`"
  private static let signing = "the reading of signed policies"
  private static let importing = "`policy import`"
  private static let reading = "the reading of policies, requests and configurations"
  private static let compiling = "`policy check` and every command that takes a policy"
}
