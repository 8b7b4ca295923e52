public import Findings

/// Policy layers that passed every check, ready to decide with.
///
/// Made only by `PolicyCompiler`. Deciding goes through `masks`; the lists of rules are what they
/// are made from, what the plain interpreter walks, and what people are shown.
public struct CompiledPolicy: Sendable {
  /// The layers, in the order their files were given; order never changes an answer.
  public let layers: [Layer]
  /// The least assurance that promises may rest on: the strictest that any file states.
  public let minimumAssurance: Assurance
  /// The built-in rules that the organisation switched off.
  public let relaxed: [Policy.Relaxation]
  /// Optional attributes raised to expected, by operation, over all layers.
  public let expects: [Operation: Set<Attribute>]
  /// The organisation's name, where a file gives one.
  public let organisation: String?
  /// Every content class, built in or added.
  public let classes: Set<String>
  /// The files: name, version, digest, path.
  public let files: [File]
  /// The tests of all files.
  public let tests: [PolicyTest]
  /// The invariants of all files that decide; conditions normalised.
  public let invariants: [Policy.Invariant]
  /// The same policy with everything in force that is only watched; nil where nothing is.
  public var auditing: CompiledPolicy? { watched.first }
  /// The spans of time in which emergency files hold, and the policy there; none overlap.
  public internal(set) var emergencies: [Emergency] = []
  var watched: [CompiledPolicy] = []
  let builtIn: [Operation: [Rule]]
  let masks: PolicyMasks

  /// One layer: the files with one kind and one name.
  public struct Layer: Sendable {
    /// Whose it is.
    public let kind: LayerKind
    /// Its name.
    public let name: String
    /// Its defaults.
    public let defaults: [Operation: Policy.Default]
    /// Its rules, in the order of their files; conditions normalised.
    public let rules: [Rule]
    let byOperation: [Operation: [Rule]]

    /// The rules that some request for `operation` can match.
    public func rules(for operation: Operation) -> [Rule] { byOperation[operation] ?? [] }
  }

  /// A span of time in which emergency files hold.
  public struct Emergency: Sendable {
    /// When.
    public let window: Window
    /// The files that hold then.
    public let files: [BreakGlass]
    /// The policy without what they take out.
    public let policy: CompiledPolicy
  }

  /// Where a policy came from.
  public struct File: Sendable, Hashable {
    /// The policy's name.
    public let name: String
    /// Its version.
    public let version: String
    /// SHA-256 of its bytes in lower-case hexadecimal.
    public let sha256: String
    /// The file.
    public let path: String
  }
}

/// Joins policy files into layers, checks them, and normalises their conditions.
public struct PolicyCompiler: Sendable {
  private let policies: [Policy]
  private let breakGlass: [BreakGlass]

  /// A compiler for `policies`, in the order their files were given, and the emergency files about
  /// them.
  public init(_ policies: [Policy], breakGlass: [BreakGlass] = []) {
    self.policies = policies
    self.breakGlass = breakGlass
  }

  /// The compiled policy, and everything the checks have to say.
  ///
  /// The policy is nil where a finding is an error: what cannot work is not loaded.
  public func compile() -> (policy: CompiledPolicy?, findings: [Finding]) {
    var findings = PolicyChecks.findings(policies)
    let whole = join(policies, &findings)
    let suspensions = breakGlass.map { Suspension($0, policies, &findings) }
    findings += breakGlass.map(WatchedChecks.notice)
    findings.sort()
    guard !findings.contains(where: { $0.severity == .error }) else { return (nil, findings) }
    var policy = build(policies, whole)
    for span in spans() {
      let active = span.active
      let suspension = Suspension(joining: active.map { suspensions[$0] })
      let rest = policies.map(suspension.applied)
      policy.emergencies.append(
        .init(
          window: span.window, files: active.map { breakGlass[$0] },
          policy: build(rest, nil, without: suspension.builtIn)))
    }
    return (policy, findings)
  }

  /// The policy of `files`, and beside it the one with everything in force that is only watched.
  private func build(
    _ files: [Policy], _ joined: [CompiledPolicy.Layer]?, without ids: Set<String> = []
  ) -> CompiledPolicy {
    var known: [Finding] = []
    let whole = assemble(files, joined ?? join(files, &known), without: ids)
    guard files.contains(where: \.isWatched) else { return whole }
    let enforced = files.map(\.enforced)
    var policy = assemble(enforced, join(enforced, &known), without: ids)
    policy.watched = [whole]
    return policy
  }

  /// The spans of time between the beginnings and ends of emergencies, with those that hold there.
  private func spans() -> [(window: Window, active: [Int])] {
    let cuts = Set(breakGlass.flatMap { [$0.from, $0.until] }).sorted()
    return zip(cuts, cuts.dropFirst()).compactMap { from, until in
      let active = breakGlass.indices.filter {
        breakGlass[$0].from <= from && breakGlass[$0].until >= until
      }
      return active.isEmpty ? nil : (Window(from: from, until: until), active)
    }
  }

  private func join(_ policies: [Policy], _ findings: inout [Finding]) -> [CompiledPolicy.Layer] {
    var layers: [(kind: LayerKind, name: String, files: [Policy])] = []
    for policy in policies {
      if let index = layers.firstIndex(where: { $0.kind == policy.layer && $0.name == policy.name })
      {
        layers[index].files.append(policy)
      } else {
        layers.append((policy.layer, policy.name, [policy]))
      }
    }
    return layers.map { layer($0.kind, $0.name, $0.files, &findings) }
  }

  private func layer(
    _ kind: LayerKind, _ name: String, _ files: [Policy], _ findings: inout [Finding]
  ) -> CompiledPolicy.Layer {
    // What is only watched is to show what its defaults would change: they take the others' place.
    let defaults = self.defaults(name, files.filter { $0.mode == .enforce }, &findings)
      .merging(self.defaults(name, files.filter { $0.mode == .auditOnly }, &findings)) { $1 }
    var rules: [Rule] = []
    var seen: [String: SourceLocation] = [:]
    for file in files {
      for rule in file.rules {
        if let other = seen.updateValue(rule.location, forKey: rule.id) {
          findings.append(
            Finding(
              "policy-rule-twice", .error, at: rule.location, "rule `\(rule.id)` stands twice",
              help: "give each rule of a layer an id of its own",
              related: [.init(other, "the other rule `\(rule.id)`")]))
        }
        rules.append(rule.normalised)
      }
    }
    return CompiledPolicy.Layer(
      kind: kind, name: name, defaults: defaults, rules: rules, byOperation: rules.byOperation)
  }

  /// The defaults that `files` state, on which they must agree.
  private func defaults(_ name: String, _ files: [Policy], _ findings: inout [Finding])
    -> [Operation: Policy.Default]
  {
    var defaults: [Operation: Policy.Default] = [:]
    for file in files {
      for (operation, stated) in file.defaults.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        if let other = defaults[operation], other.posture != stated.posture {
          findings.append(
            Finding(
              "policy-default-disagrees", .error, at: stated.location,
              keyPath: "defaults.\(operation.rawValue)",
              "layer `\(name)` says \(other.posture.rawValue) for \(operation.rawValue) "
                + "elsewhere, and \(stated.posture.rawValue) here",
              help: "files of one layer must agree on a default",
              related: [.init(other.location, "the other default")]))
        }
        defaults[operation] = stated
      }
    }
    return defaults
  }

  private func assemble(
    _ policies: [Policy], _ layers: [CompiledPolicy.Layer], without ids: Set<String>
  ) -> CompiledPolicy {
    let relaxed = policies.flatMap(\.relax)
    let names = ids.union(relaxed.map(\.id))
    var expects: [Operation: Set<Attribute>] = [:]
    for policy in policies {
      for (operation, attributes) in policy.expects {
        expects[operation, default: []].formUnion(attributes)
      }
    }
    // Whoever asks is expected to know the time wherever a rule tests it.
    for operation in Operation.allCases {
      let tested = layers.flatMap { $0.rules(for: operation) }.contains { rule in
        (rule.when.leaves + (rule.unless?.leaves ?? [])).contains { $0.attribute == .time }
      }
      if tested { expects[operation, default: []].insert(.time) }
    }
    // Like `relax`, to accept less than what holds where nobody states a minimum is the
    // organisation's alone: a layer more never loosens.
    func stated(byOrganisation isOrganisation: Bool) -> Assurance? {
      policies.filter { ($0.layer == .organisation) == isOrganisation }
        .compactMap(\.minimumAssurance).max()
    }
    let minimum = max(
      stated(byOrganisation: true) ?? .contested, stated(byOrganisation: false) ?? .assumed)
    let classes = Set(ContentClass.builtIn + policies.flatMap(\.classes))
    let builtIn = BuiltInRules.byOperation.mapValues { rules in
      rules.filter { !names.contains($0.id) }
    }
    return CompiledPolicy(
      layers: layers, minimumAssurance: minimum, relaxed: relaxed, expects: expects,
      organisation: policies.compactMap(\.organisation).min(), classes: classes,
      files: policies.map {
        CompiledPolicy.File(
          name: $0.name, version: $0.version, sha256: $0.sha256, path: $0.path)
      },
      tests: policies.flatMap(\.tests),
      invariants: policies.flatMap(\.invariants).map {
        var invariant = $0
        invariant.when = invariant.when.normalised
        return invariant
      }, builtIn: builtIn,
      masks: PolicyMasks(
        layers, builtIn: builtIn, minimum: minimum, expects: expects, classes: classes,
        relaxed: relaxed))
  }
}

extension Array<Rule> {
  /// Those that some request for an operation can match, by operations.
  var byOperation: [Operation: [Rule]] {
    let operations = map(\.when.operations)
    return Dictionary(
      uniqueKeysWithValues: Operation.allCases.map { operation in
        let bit = UInt8(1) << operation.place
        return (operation, indices.filter { operations[$0] & bit != 0 }.map { self[$0] })
      })
  }
}

extension Condition {
  /// Whether some request for `operation` may pass, going by its operation alone.
  func canHold(for operation: Operation) -> Bool {
    operations >> operation.place & 1 != 0
  }

  /// The operations for which some request may pass, a bit each.
  var operations: UInt8 {
    switch self {
    case .all(let parts): parts.reduce(~0) { $0 & $1.operations }
    case .any(let parts): parts.reduce(0) { $0 | $1.operations }
    case .not(.leaf(let leaf)): leaf.operations(but: .yes)
    case .not: ~0
    case .leaf(let leaf): leaf.operations(but: .no)
    }
  }
}

extension Condition.Leaf {
  /// The operations of which this says anything but `truth`, a bit each.
  fileprivate func operations(but truth: Truth) -> UInt8 {
    guard attribute == .operation else { return ~0 }
    return Operation.allCases.reduce(0) { bits, operation in
      self.truth(of: .text(operation.rawValue), everyMember: true) == truth
        ? bits : bits | UInt8(1) << operation.place
    }
  }
}
