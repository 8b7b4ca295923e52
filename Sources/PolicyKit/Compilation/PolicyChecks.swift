import Findings

/// What makes a policy unable to work, found before anything is decided with it.
enum PolicyChecks {
  static func findings(_ policies: [Policy]) -> [Finding] {
    policies.flatMap { policy in
      relaxations(policy) + defaults(policy) + policy.rules.flatMap { rule($0, policy) }
    }
  }

  private static func relaxations(_ policy: Policy) -> [Finding] {
    policy.relax.flatMap { relaxation in
      var findings: [Finding] = []
      if policy.layer != .organisation {
        findings.append(
          Finding(
            "policy-relax-not-here", .error, at: relaxation.location, keyPath: "relax",
            "only a layer of kind organisation may relax a built-in rule, "
              + "this one is of kind \(policy.layer.rawValue)",
            help: "move `relax` to the organisation's file"))
      }
      if !BuiltInRules.ids.contains(relaxation.id) {
        findings.append(
          Finding(
            "policy-relax-unknown", .error, at: relaxation.location, keyPath: "relax",
            "there is no built-in rule `\(relaxation.id)`",
            help: nearestWord(relaxation.id, BuiltInRules.ids).map { "did you mean `\($0)`?" }
              ?? "the built-in rules are \(BuiltInRules.ids.joined(separator: ", "))"))
      } else {
        findings.append(
          Finding(
            "policy-relaxed", .notice, at: relaxation.location, keyPath: "relax",
            "the built-in rule `\(relaxation.id)` is switched off"))
      }
      return findings
    }
  }

  private static func defaults(_ policy: Policy) -> [Finding] {
    [Operation.detect, .clear].compactMap { operation in
      guard let stated = policy.defaults[operation], stated.posture == .localOnly else {
        return nil
      }
      return meaningless(operation, at: stated.location, "defaults.\(operation.rawValue)")
    }
  }

  private static func meaningless(
    _ operation: Operation, at location: SourceLocation, _ keyPath: String
  ) -> Finding {
    Finding(
      "policy-local-only-meaningless", .error, at: location, keyPath: keyPath,
      "local-only means nothing for \(operation.rawValue): nothing is put anywhere",
      help: "use allow or deny")
  }

  private static func rule(_ rule: Rule, _ policy: Policy) -> [Finding] {
    let operations = Operation.allCases.filter { rule.when.canHold(for: $0) }
    var findings: [Finding] = []
    if operations.isEmpty {
      findings.append(
        Finding(
          "policy-rule-never-matches", .error, at: rule.location,
          "rule `\(rule.id)` can match no operation"))
    }
    if rule.effect == .localOnly {
      for operation in operations where operation == .detect || operation == .clear {
        findings.append(meaningless(operation, at: rule.location, "rules.\(rule.id)"))
      }
    }
    findings += promises(rule, operations)
    for leaf in rule.when.leaves + (rule.unless?.leaves ?? []) {
      findings += observability(leaf, rule, operations, policy)
    }
    return findings + platforms(rule)
  }

  private static func promises(_ rule: Rule, _ operations: [Operation]) -> [Finding] {
    guard rule.expiry != nil || !rule.keepOutOf.isEmpty else { return [] }
    if rule.effect == .deny {
      return [
        Finding(
          "policy-promise-on-deny", .error, at: rule.location,
          "rule `\(rule.id)` denies, so there is nothing to expire or to keep out of a history")
      ]
    }
    guard !operations.contains(.copy) else { return [] }
    return [
      Finding(
        "policy-promise-unfit", .error, at: rule.location,
        "rule `\(rule.id)` asks for an expiry or for staying out of a history, which only a copy "
          + "can promise", help: "add `operation: copy` to its `when`")
    ]
  }

  /// A condition that nobody can observe there must exclude that platform or that asker.
  private static func observability(
    _ leaf: Condition.Leaf, _ rule: Rule, _ operations: [Operation], _ policy: Policy
  ) -> [Finding] {
    var findings: [Finding] = []
    func add(_ rule: RuleID, _ severity: Severity, _ message: String, _ help: String) {
      findings.append(Finding(rule, severity, at: leaf.location, message, help: help))
    }
    let name = leaf.attribute.rawValue
    if leaf.mustBeKnown {
      add(
        "policy-known-only", .notice,
        "`known: yes`: rule `\(rule.id)` does not apply while `\(name)` is unknown",
        "leave `known` out to have it apply")
    }
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: false, profilesGiven: false, timeMatters: false)
    let fitting = operations.filter { leaf.attribute.applicability($0, circumstances) != .never }
    if fitting.isEmpty, !operations.isEmpty {
      add(
        "policy-condition-never-applies", .error,
        "`\(name)` applies to none of the operations of rule `\(rule.id)` "
          + "(\(operations.map(\.rawValue).joined(separator: ", ")))",
        "remove it, or change the rule's `operation`")
      return findings
    }
    if leaf.attribute == .remote, rule.when.canHold(.platform, otherThan: ["macOS"]) {
      add(
        "policy-not-observable", .error,
        "only a Mac can see that a clip came from another device (fact P5)",
        "add `platform: macOS` to rule `\(rule.id)`")
    }
    let isSource = name.hasPrefix("source.") || leaf.attribute.isDerived
    let reads = fitting.filter { $0 == .paste || $0 == .capture }
    let raised = reads.allSatisfy { operation in
      policy.expects[operation]?.contains { attribute in
        attribute == leaf.attribute || leaf.attribute.derivation?.source == attribute
      } == true
    }
    if isSource, !reads.isEmpty, !raised, rule.when.canHold(.askedBy, "app") {
      let operation = reads[0].rawValue
      let expected = (leaf.attribute.derivation?.source ?? leaf.attribute).rawValue
      add(
        "policy-not-observable", .error,
        "an app cannot see the source of what it reads (fact N19), so `\(name)` would never hold "
          + "for its \(operation)",
        "add `asked-by: administrator` to rule `\(rule.id)`, or raise it with "
          + "`expects: { \(operation): [\(expected)] }`")
    }
    return findings
  }

  /// A rule for iPhone that forgets iPad is seldom meant.
  private static func platforms(_ rule: Rule) -> [Finding] {
    rule.when.leaves.compactMap { leaf in
      guard leaf.attribute == .platform, !leaf.isNegated, case .oneOf(let names) = leaf.test,
        names.contains("iOS") != names.contains("iPadOS")
      else { return nil }
      let (present, absent) = names.contains("iOS") ? ("iOS", "iPadOS") : ("iPadOS", "iOS")
      return Finding(
        "policy-platform-sibling", .warning, at: leaf.location,
        "rule `\(rule.id)` names \(present) but not \(absent)",
        help: "write `platform: [iOS, iPadOS]` if both are meant")
    }
  }
}

extension Condition {
  /// Whether a request may pass, going by one attribute alone, when it has the value `text`.
  func canHold(_ attribute: Attribute, _ text: String) -> Bool {
    switch normalised {
    case .all(let parts): parts.allSatisfy { $0.canHold(attribute, text) }
    case .any(let parts): parts.contains { $0.canHold(attribute, text) }
    case .not: true
    case .leaf(let leaf):
      leaf.attribute != attribute || leaf.truth(of: .text(text), everyMember: true) != .no
    }
  }

  /// Whether a request may pass when the attribute has any word but these.
  func canHold(_ attribute: Attribute, otherThan words: [String]) -> Bool {
    guard case .word(let choices) = attribute.kind else { return true }
    return choices.contains { !words.contains($0) && canHold(attribute, $0) }
  }
}
