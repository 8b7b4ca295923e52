import Findings

/// What makes a policy unable to work, found before anything is decided with it.
enum PolicyChecks {
  static func findings(_ policies: [Policy]) -> [Finding] {
    policies.flatMap { policy in
      var findings = relaxations(policy) + minimum(policy) + defaults(policy)
      for rule in policy.rules { findings += self.rule(rule, policy) }
      return findings + InvariantChecks.findings(policy) + WatchedChecks.findings(policy)
    }
  }

  private static func minimum(_ policy: Policy) -> [Finding] {
    guard let stated = policy.minimumAssurance, stated < .contested, policy.layer != .organisation
    else { return [] }
    return [
      Finding(
        "policy-minimum-not-here", .warning, at: SourceLocation(path: policy.path),
        keyPath: "minimum-assurance",
        "only a layer of kind organisation may accept less than contested: "
          + "`\(stated.rawValue)` changes nothing here",
        help: "move `minimum-assurance` to the organisation's file, or leave it out")
    ]
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
      } else if policy.layer == .organisation {
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
    let rule = rule.normalised
    let reached = rule.when.operations
    let operations = Operation.allCases.filter { reached >> $0.place & 1 != 0 }
    var findings: [Finding] = []
    if operations.isEmpty {
      findings.append(
        Finding(
          "policy-rule-never-matches", .error, at: rule.location,
          "rule `\(rule.id)` can match no operation"))
    } else if let attribute = rule.when.contradiction {
      findings.append(
        Finding(
          "policy-rule-never-matches", .error, at: rule.location,
          "rule `\(rule.id)` can never match: no value of `\(attribute.rawValue)` passes"))
    }
    if BuiltInRules.ids.contains(rule.id) {
      findings.append(
        Finding(
          "policy-rule-id-taken", .error, at: rule.location,
          "`\(rule.id)` is the id of a built-in rule",
          help: "give the rule an id of its own, so that reasons and `relax` mean one thing"))
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
    findings += knownOnly(rule)
    return findings + LeftOutChecks.findings(rule, operations, policy) + platforms(rule)
      + disclosingNothing(rule)
      + catalyst(rule, operations, policy)
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
    if let expiry = rule.expiry, expiry.scope == .everywhere, expiry.isRequired,
      rule.effect == .allow
    {
      return [
        Finding(
          "policy-promise-impossible", .error, at: rule.location,
          "rule `\(rule.id)` lets content travel and requires it gone everywhere, which no platform "
            + "can do (fact C9)",
          help: "make it local-only, or the expiry `scope: here` or `required: no`")
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
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: false, profilesGiven: false)
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

  /// `known: yes` opts out of "the unknown counts"; where that loosens, it is more than a notice.
  private static func knownOnly(_ rule: Rule) -> [Finding] {
    func finding(_ leaf: Condition.Leaf, _ severity: Severity, _ effect: String) -> Finding {
      Finding(
        "policy-known-only", severity, at: leaf.location,
        "`known: yes`: while `\(leaf.attribute.rawValue)` is unknown, \(effect)",
        help: "leave `known` out to have the unknown count")
    }
    let isAllow = rule.effect == .allow
    let inWhen = rule.when.leaves.filter(\.mustBeKnown).map {
      finding($0, .notice, "rule `\(rule.id)` does not apply")
    }
    let inUnless = (rule.unless?.leaves ?? []).filter(\.mustBeKnown).map {
      finding(
        $0, isAllow ? .warning : .notice,
        isAllow
          ? "the exception does not hold and rule `\(rule.id)` allows"
          : "the exception does not hold and rule `\(rule.id)` applies")
    }
    return inWhen + inUnless
  }

  /// Only local-only can fail to be kept and be disclosed instead.
  private static func disclosingNothing(_ rule: Rule) -> [Finding] {
    guard rule.unenforceable == .disclose, rule.effect != .localOnly else { return [] }
    return [
      Finding(
        "policy-discloses-nothing", .warning, at: rule.location,
        "rule `\(rule.id)` says \(rule.effect.rawValue), so `unenforceable: disclose` does nothing",
        help: "remove it: only local-only can be disclosed instead of denied")
    ]
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

  /// A rule for the Mac that promises what Catalyst apps can keep there and native ones cannot, or
  /// the other way round, denies half of the Mac. One whose promise both keep needs no warning.
  private static func catalyst(_ rule: Rule, _ operations: [Operation], _ policy: Policy)
    -> [Finding]
  {
    let leaves = rule.when.leaves + (rule.unless?.leaves ?? [])
    guard operations.contains(.copy), !leaves.contains(where: { $0.attribute == .framework }),
      rule.when.canHold(.pasteboard, "general"),
      let leaf = rule.when.leaves.first(where: { $0.namesMac }), rule.effect != .deny
    else { return [] }
    let least = policy.minimumAssurance ?? .contested
    let minimum = max(rule.minimumAssurance ?? least, least)
    var promises: [(kind: PromiseKind, words: String)] = []
    if rule.effect == .localOnly, rule.unenforceable == .deny {
      promises.append((.localOnly, "local-only"))
    }
    if rule.expiry?.isRequired == true { promises.append((.expiryHere, "the expiry it requires")) }
    return promises.compactMap { promise in
      let kept = ["native", "catalyst"].filter { keeps(promise.kind, $0, minimum) }
      guard kept.count == 1, let keeper = kept.first else { return nil }
      let other = keeper == "native" ? "Catalyst" : "native"
      let name = keeper == "native" ? "native" : "Catalyst"
      return Finding(
        "policy-catalyst-differs", .warning, at: leaf.location,
        "on a Mac rule `\(rule.id)` denies in \(other) apps: only \(name) ones can keep "
          + "\(promise.words) at the assurance \(minimum.rawValue)",
        help: "write a rule for each with `framework: native` and `framework: catalyst`, or add "
          + "`framework: [native, catalyst]` if this is meant")
    }
  }

  private static func keeps(_ kind: PromiseKind, _ framework: String, _ minimum: Assurance) -> Bool
  {
    Mechanism.all.contains {
      $0.promise == kind && $0.enforcer == .app && !$0.isBestEffort && $0.assurance >= minimum
        && $0.when.canHold(.platform, "macOS") && $0.when.canHold(.framework, framework)
        && $0.when.canHold(.pasteboard, "general")
    }
  }
}

extension Condition.Leaf {
  /// Whether it names the Mac.
  fileprivate var namesMac: Bool {
    guard attribute == .platform, !isNegated, case .oneOf(let names) = test else { return false }
    return names.contains("macOS")
  }
}
