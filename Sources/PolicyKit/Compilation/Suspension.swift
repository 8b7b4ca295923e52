import Findings

/// What an emergency file takes out of a policy, its names resolved.
struct Suspension {
  /// A rule of a layer, or the layer as a whole where `rule` is nil.
  struct Target: Hashable {
    let kind: LayerKind
    let layer: String
    let rule: String?

    /// How a file may name it, shortest first.
    var names: [String] {
      guard let rule else { return [layer, "\(kind.rawValue)/\(layer)"] }
      return [rule, "\(layer)/\(rule)", "\(kind.rawValue)/\(layer)/\(rule)"]
    }
  }

  private(set) var targets: Set<Target> = []
  private(set) var builtIn: Set<String> = []

  /// Resolves what `glass` names among `policies`; a name that fits nothing, or several things, is
  /// an error.
  init(_ glass: BreakGlass, _ policies: [Policy], _ findings: inout [Finding]) {
    let layers = unique(policies.map { Target(kind: $0.layer, layer: $0.name, rule: nil) })
    let rules = unique(
      policies.flatMap { policy in
        policy.rules.map { Target(kind: policy.layer, layer: policy.name, rule: $0.id) }
      })
    for reference in glass.layers {
      if let target = Self.target(reference, "layer", layers, [], &findings) {
        targets.insert(target)
      }
    }
    for reference in glass.rules {
      if BuiltInRules.ids.contains(reference.name) {
        builtIn.insert(reference.name)
      } else if let target = Self.target(reference, "rule", rules, BuiltInRules.ids, &findings) {
        targets.insert(target)
      }
    }
  }

  /// What several emergencies together take out.
  init(joining all: some Sequence<Suspension>) {
    for one in all {
      targets.formUnion(one.targets)
      builtIn.formUnion(one.builtIn)
    }
  }

  private static func target(
    _ reference: BreakGlass.Reference, _ what: String, _ targets: [Target], _ others: [String],
    _ findings: inout [Finding]
  ) -> Target? {
    let fitting = targets.filter { $0.names.contains(reference.name) }
    if fitting.count == 1 { return fitting[0] }
    guard fitting.isEmpty else {
      let names = fitting.map { "`\($0.names[2 - ($0.rule == nil ? 1 : 0)])`" }
      findings.append(
        Finding(
          "break-glass-ambiguous", .error, at: reference.location, keyPath: "suspends",
          "\(fitting.count) \(what)s are called `\(reference.name)`",
          help: "write one of \(names.joined(separator: ", "))"))
      return nil
    }
    let known = targets.flatMap(\.names) + others
    findings.append(
      Finding(
        "break-glass-unknown", .error, at: reference.location, keyPath: "suspends",
        "there is no \(what) `\(reference.name)` in these policies",
        help: nearestWord(reference.name, known).map { "did you mean `\($0)`?" }
          ?? "give the policies that it is about as well"))
    return nil
  }

  /// `policy` without what is taken out.
  func applied(to policy: Policy) -> Policy {
    if targets.contains(Target(kind: policy.layer, layer: policy.name, rule: nil)) {
      return policy.silenced
    }
    var policy = policy
    policy.rules.removeAll {
      targets.contains(Target(kind: policy.layer, layer: policy.name, rule: $0.id))
    }
    return policy
  }
}

private func unique(_ targets: [Suspension.Target]) -> [Suspension.Target] {
  var seen: Set<Suspension.Target> = []
  return targets.filter { seen.insert($0).inserted }
}
