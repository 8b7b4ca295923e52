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

  /// Policies and emergency files however they are wrapped, as a service loads them: property lists,
  /// profiles, signed notes. What is read is written again in every encoding, and read as the same.
  static let policyPlist = FuzzTarget(name: "policy-plist") { bytes in
    let path = "fuzz.plist"
    let (documents, findings) = PolicyDocument.read(bytes, path: path)
    let isWrong = findings.contains { $0.severity == .error }
    must(isWrong || !documents.isEmpty, "a file without a policy and without a reason")
    for document in documents {
      guard let node = document.node else { continue }
      let reader = PolicyReader(path: path)
      let glass = BreakGlassReader(path: path).read(node)
      must((glass.glass == nil) == !glass.findings.isEmpty, "an emergency is read or refused")
      let (policy, found) = reader.read(node)
      let isRefused = found.contains { $0.severity == .error }
      must((policy == nil) == isRefused, "a policy is read or refused")
      again(node)
    }
    let set = PolicySet([(path, bytes)])
    let cannotWork = set.findings.contains { $0.severity == .error }
    must((set.policy == nil) == cannotWork, "policies are loaded or refused")
    guard let policy = set.policy else { return }
    for request in Shipped.requests { hold(decide(request, policy: policy), for: request) }
  }

  /// Compiled policies: read or refused with a place, written again as they were read, and checked
  /// like their sources; an emergency gets through only where somebody vouches for it.
  static let policyCompiled = FuzzTarget(name: "policy-compiled") { bytes in
    let path = "fuzz.json"
    let set = PolicySet([(path, bytes)])
    guard SavedPolicies.isSaved(bytes) else { return }
    // What its policies give to say stands in their own files.
    check(
      set.findings.filter { $0.rule == .policyCompiledMalformed }, of: bytes, path: path)
    let loaded = attempt { try CompiledPolicy(json: bytes) }
    must((loaded == nil) == (set.policy == nil), "an app and the tool disagree")
    guard let saved = attempt({ try SavedPolicies(bytes) }) else {
      return must(loaded == nil, "a policy of a text that is none")
    }
    must(attempt { try SavedPolicies(saved.bytes) } == saved, "written, it is not what was read")
    must(SavedPolicies.isSaved(saved.bytes), "written, it does not look like one")
    must(loaded == nil || saved.emergencies.isEmpty, "an emergency that nobody signed")
    guard let policy = attempt({ try CompiledPolicy(json: bytes, isSigned: true) }) else { return }
    for test in policy.tests {
      hold(PolicyTestRun(test, policy: policy).decision, for: test.request)
    }
    for request in Shipped.requests { hold(decide(request, policy: policy), for: request) }
  }

  /// A text of YAML, laid out: the same policy with the same comments, and laid out for good.
  static let policyFormat = FuzzTarget(name: "policy-format") { bytes in
    let (text, findings) = PolicyFormatter.format(bytes, path: "fuzz.yaml", as: .yaml)
    must((text == nil) == !findings.isEmpty, "a text is laid out or refused")
    guard let text else { return }
    let again = PolicyFormatter.format(Array(text.utf8), path: "fuzz.yaml", as: .yaml).text
    must(again == text, "laid out twice is not laid out once")
  }

  /// Another product's settings: what comes out is a policy that loads, or a reason with a place.
  static let policyImport = FuzzTarget(name: "policy-import") { bytes in
    let (result, problems) = PolicyImport.read(bytes, path: "fuzz")
    must((result == nil) == !problems.isEmpty, "settings are carried over or refused")
    check(problems, of: bytes, path: "fuzz")
    guard let result else { return }
    must(!result.findings.isEmpty, "settings without a word about them")
    let (compiled, _) = PolicyCompiler([result.policy]).compile()
    must(compiled != nil, "an import that cannot be loaded")
    if let node = attempt({ try PolicyNode(result.policy) }) {
      again(node)
    } else {
      must(false, "an import that cannot be written")
    }
  }

  private static func again(_ node: PolicyNode) {
    if let yaml = attempt({ try PolicyFormatter.yamlText(node) }) {
      let read = PolicyText.read(Array(yaml.utf8), path: "a", as: .yaml).node
      must(read?.sameContent(as: node) == true, "YAML written is not what was read")
    }
    if let plist = attempt({ try node.plist() }), case .map(let entries) = node.content,
      entries.contains(where: { $0.key == PolicyReader.mark && !isMap($0.value) })
    {
      let read = PolicyDocument.read(plist, path: "a").documents.first?.node
      must(read != nil, "a property list written cannot be read")
    }
  }

  private static func isMap(_ node: PolicyNode) -> Bool {
    if case .map = node.content { true } else { false }
  }

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
