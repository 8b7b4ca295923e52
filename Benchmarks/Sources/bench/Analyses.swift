import Findings
import Foundation
import PolicyFiles
import DecisionService
import PolicyKit
import StrictJSON

/// Proofs over every request, on the thirty rules that several engines are given and on a thousand
/// made from them.
enum Analyses {
  static func run() {
    shipped()
    hopeless()
    guard let peers = Files.peers else {
      return Table.skip(
        "prove, 30 rules", against: "a limit", "its material is not beside the repository")
    }
    let folder = peers.appendingPathComponent("workload")
    let json = try? JSONValue(parsing: Files.bytes(folder.appendingPathComponent("rules.json")))
    let rules = json?["rules"]?.array ?? []
    require(!rules.isEmpty, "`rules.json` holds no rules")
    let text = Array(WorkloadPolicy.text(rules: rules).utf8)
    guard let thirty = Shipped.compiled("workload", text).policy else { return }
    let thousand = enlarged(text, times: 34)
    for (name, policy, limit) in [("30", thirty, 10.0), ("1,020", thousand, 1000.0)] {
      let holds = leaving("customerrecord")
      let breaks = leaving("otp")
      let proof = Proof(holds, policy: policy)
      require(proof.verdict.isProved, "what holds was not proved")
      require(Proof(breaks, policy: policy).verdict.isBroken, "the mistake was not found")
      add("prove, \(name) rules, \(proof.classes) classes", limit) {
        keep(Proof(holds, policy: policy))
      }
      add("find a mistake, \(name) rules, with where else and a request", 1000) {
        keep(Proof(breaks, policy: policy))
      }
    }
  }

  private static func shipped() {
    let policy = Shipped.ways.policy
    add("`policy diff` of `balanced` with itself", 1000) {
      keep(PolicyDifference(.init(policy), .init(policy)))
    }
    add("`policy check` of `balanced`", 1000) { keep(PolicyReview(policy)) }
    add("`policy cover` of `balanced`", 1000) { keep(Coverage(policy)) }
  }

  /// Rules of which no order of the attributes keeps the diagram small: it must end, and say so.
  private static func hopeless() {
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    func leaf(_ attribute: Attribute, _ word: String) -> Condition {
      .leaf(Condition.Leaf(attribute, .oneOf([word])))
    }
    let attributes: [Attribute] = [
      .sourceBundleID, .destinationTeamID, .sourceIdentity, .destinationClass, .userGroups,
      .deviceGroups, .sourceTeamID, .destinationIdentity, .contentType,
    ]
    let rules = (0..<2000).map { index in
      Rule(
        id: "r\(index)", effect: .deny,
        when: .all(
          [leaf(.operation, "copy")] + attributes.map { leaf($0, "v\(random(12))") }))
    }
    let policy = Policy(name: "hopeless", defaults: [.copy: .init(.allow)], rules: rules)
    guard let compiled = PolicyCompiler([policy]).compile().policy else { return }
    let when = leaf(.operation, "copy")
    let never = Policy.Invariant(id: "i", when: when, claim: .never(.init(outcomes: [.allow])))
    var proof: Proof?
    let taken = ContinuousClock().measure { proof = Proof(never, policy: compiled) }
    guard case .notFinished? = proof?.verdict else {
      return require(false, "the hopeless case was finished")
    }
    let once = taken / .nanoseconds(1)
    Table.add(
      "stop at the bound, 2,000 hopeless rules",
      [
        Timing(name: "ours", best: once, median: once),
        Timing(name: "the limit", best: 20e9, median: 20e9),
      ], unit: .milliseconds)
  }

  /// A line with what is the most that it may take, in milliseconds.
  private static func add(_ what: String, _ limit: Double, _ run: @escaping () -> Void) {
    let most = Timing(name: "the limit", best: limit * 1e6, median: limit * 1e6)
    Table.add(what, time([Contender("ours", run: run)], rounds: 5) + [most], unit: .milliseconds)
  }

  private static func leaving(_ content: String) -> Policy.Invariant {
    func leaf(_ attribute: Attribute, _ word: String) -> Condition {
      .leaf(Condition.Leaf(attribute, .oneOf([word])))
    }
    return Policy.Invariant(
      id: content,
      when: .all([
        leaf(.operation, "paste"), leaf(.contentClass, "bench.\(content)"),
        leaf(.sourceManaged, "yes"), leaf(.destinationManaged, "no"),
      ]), claim: .always(.init(outcomes: [.deny])))
  }

  /// The same rules again and again, each copy narrowed to an app, a version or a size of its own.
  private static func enlarged(_ text: [UInt8], times: Int) -> CompiledPolicy {
    guard var policy = PolicyReader(path: "workload").read(text).policy else {
      return Shipped.ways.policy
    }
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let rules = policy.rules
    for copy in 1..<times {
      for var rule in rules {
        rule.id += "-\(copy)"
        let narrowing: Condition.Leaf =
          switch random(4) {
          case 0: .init(.sourceBundleID, .oneOf(["com.vendor\(random(300)).app"]))
          case 1: .init(.destinationBundleID, .oneOf(["com.vendor\(random(300)).app"]))
          case 2: .init(.contentBytes, .numbers(.init(above: random(60) * 50_000)))
          default: .init(.contentBytes, .numbers(.init(below: random(60) * 70_000 + 1)))
          }
        rule.when = .all([rule.when, .leaf(narrowing)])
        policy.rules.append(rule)
      }
    }
    policy.expects[.capture] = [.sourceManaged, .sourceBundleID]
    let (compiled, findings) = PolicyCompiler([policy]).compile()
    let errors = findings.filter { $0.severity == .error }.map(\.message)
    require(compiled != nil, "the enlarged workload is refused: \(errors.prefix(2))")
    return compiled ?? Shipped.ways.policy
  }
}

extension Proof.Verdict {
  fileprivate var isProved: Bool {
    if case .proved = self { true } else { false }
  }

  fileprivate var isBroken: Bool {
    if case .broken = self { true } else { false }
  }
}
