import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

extension FuzzTarget {
  /// A policy in YAML: read, compiled, and asked.
  static let policyYAML = FuzzTarget(name: "policy-yaml") { policy($0, path: "fuzz.yaml") }
  /// The same in JSON.
  static let policyJSON = FuzzTarget(name: "policy-json") { policy($0, path: "fuzz.json") }

  private static func policy(_ bytes: [UInt8], path: String) {
    let (node, found) = PolicyText.read(bytes, path: path)
    must((node == nil) == !found.isEmpty, "a text is read or refused: never both, never neither")
    let (policy, findings) = PolicyReader(path: path).read(bytes)
    let isWrong = findings.contains { $0.severity == .error }
    must((policy == nil) == isWrong, "a policy is read or refused: never both, never neither")
    check(findings, of: bytes, path: path)
    guard let policy else { return }
    let (compiled, told) = PolicyCompiler([policy]).compile()
    let cannotWork = told.contains { $0.severity == .error }
    must((compiled == nil) == cannotWork, "a policy is compiled or refused")
    check(told, of: bytes, path: path)
    guard let compiled else { return }
    for test in compiled.tests {
      hold(PolicyTestRun(test, policy: compiled).decision, for: test.request)
    }
    for request in Shipped.requests { hold(decide(request, policy: compiled), for: request) }
  }

  /// Requests, decided by the shipped policies with and without restrictions, and what is
  /// recorded of them.
  static let request = FuzzTarget(name: "request") { bytes in
    let (node, found) = PolicyText.read(bytes, path: "fuzz.json", as: .json)
    must((node == nil) == !found.isEmpty, "a text is read or refused: never both, never neither")
    let reader = RequestReader(
      asker: .administrator, mayChooseAsker: true, classes: Set(ContentClass.builtIn))
    for element in node?.oneOrMore ?? [] {
      do throws(PolicyNodeError) {
        let request = try reader.request(element)
        for policy in Shipped.policies { ask(request, policy) }
      } catch {
        check([error.finding], of: bytes, path: "fuzz.json")
      }
    }
  }

  private static func ask(_ request: Request, _ policy: CompiledPolicy) {
    let path = DecisionPath(policy: policy)
    for restrictions in [nil, Shipped.restrictions] {
      let answers = attempt {
        try path.answer([.init(request, restrictions: restrictions)])
      }
      guard let decision = answers?.first?.decision else { must(false, "no answer"); return }
      hold(decision, for: request)
      must(
        decision == decide(request, policy: policy, restrictions: restrictions),
        "asked again, it answers otherwise")
      for attribute in request.values.keys.sorted(by: { $0.rawValue < $1.rawValue })
      where ![.operation, .platform, .askedBy].contains(attribute) {
        let less = decide(
          request.forgetting(attribute), policy: policy, restrictions: restrictions)
        must(
          less.required >= decision.required,
          "not knowing `\(attribute.rawValue)` loosens \(decision.required) to \(less.required)")
      }
    }
  }

  private static func hold(_ decision: Decision, for request: Request) {
    must(decision.outcome >= decision.required, "answered below what is required")
    must(!decision.reasons.isEmpty, "a decision without a reason")
    let text = decision.json.compactText
    let again = attempt { try JSONValue(parsing: Array(text.utf8)) }
    must(again == decision.json, "the decision does not survive its own JSON: \(text)")
    must(
      attempt { try decision.json.canonicalBytes() } != nil, "a decision without a canonical form")
  }
}
