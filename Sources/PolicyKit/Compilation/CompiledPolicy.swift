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

  /// A compiler for `policies`, in the order their files were given.
  public init(_ policies: [Policy]) { self.policies = policies }

  /// The compiled policy, and everything the checks have to say.
  ///
  /// The policy is nil where a finding is an error: what cannot work is not loaded.
  public func compile() -> (policy: CompiledPolicy?, findings: [Finding]) {
    var findings = PolicyChecks.findings(policies)
    var layers: [(kind: LayerKind, name: String, files: [Policy])] = []
    for policy in policies {
      if let index = layers.firstIndex(where: { $0.kind == policy.layer && $0.name == policy.name })
      {
        layers[index].files.append(policy)
      } else {
        layers.append((policy.layer, policy.name, [policy]))
      }
    }
    let joined = layers.map { layer($0.kind, $0.name, $0.files, &findings) }
    findings.sort()
    guard !findings.contains(where: { $0.severity == .error }) else { return (nil, findings) }
    return (assemble(joined), findings)
  }

  private func layer(
    _ kind: LayerKind, _ name: String, _ files: [Policy], _ findings: inout [Finding]
  ) -> CompiledPolicy.Layer {
    var defaults: [Operation: Policy.Default] = [:]
    var rules: [Rule] = []
    var seen: [String: SourceLocation] = [:]
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
      for var rule in file.rules {
        if let other = seen.updateValue(rule.location, forKey: rule.id) {
          findings.append(
            Finding(
              "policy-rule-twice", .error, at: rule.location, "rule `\(rule.id)` stands twice",
              help: "give each rule of a layer an id of its own",
              related: [.init(other, "the other rule `\(rule.id)`")]))
        }
        rule.when = rule.when.normalised
        rule.unless = rule.unless?.normalised
        rules.append(rule)
      }
    }
    return CompiledPolicy.Layer(
      kind: kind, name: name, defaults: defaults, rules: rules, byOperation: byOperation(rules))
  }

  private func byOperation(_ rules: [Rule]) -> [Operation: [Rule]] {
    var result: [Operation: [Rule]] = [:]
    for operation in Operation.allCases {
      result[operation] = rules.filter { $0.when.canHold(for: operation) }
    }
    return result
  }

  private func assemble(_ layers: [CompiledPolicy.Layer]) -> CompiledPolicy {
    let relaxed = policies.flatMap(\.relax)
    let names = Set(relaxed.map(\.id))
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
    let minimum = policies.compactMap(\.minimumAssurance).max() ?? .contested
    let classes = Set(ContentClass.builtIn + policies.flatMap(\.classes))
    let builtIn = byOperation(BuiltInRules.all.filter { !names.contains($0.id) })
    return CompiledPolicy(
      layers: layers, minimumAssurance: minimum, relaxed: relaxed, expects: expects,
      organisation: policies.compactMap(\.organisation).min(), classes: classes,
      files: policies.map {
        CompiledPolicy.File(
          name: $0.name, version: $0.version, sha256: $0.sha256, path: $0.path)
      },
      tests: policies.flatMap(\.tests), builtIn: builtIn,
      masks: PolicyMasks(
        layers, builtIn: builtIn, minimum: minimum, expects: expects, classes: classes,
        relaxed: relaxed))
  }
}

extension Condition {
  /// Whether some request for `operation` may pass, going by its operation alone.
  func canHold(for operation: Operation) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.canHold(for: operation) }
    case .any(let parts): return parts.contains { $0.canHold(for: operation) }
    case .not(let part):
      guard case .leaf(let leaf) = part else { return true }
      return leaf.attribute != .operation
        || leaf.truth(of: .text(operation.rawValue), everyMember: true) != .yes
    case .leaf(let leaf):
      return leaf.attribute != .operation
        || leaf.truth(of: .text(operation.rawValue), everyMember: true) != .no
    }
  }
}
