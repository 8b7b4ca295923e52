public import Findings
public import PolicyKit

/// Reads a policy, however it is encoded, with the place of everything that is wrong with it.
public struct PolicyReader: Sendable {
  /// The file's name as the user wrote it.
  public let path: String
  private let sha256: String

  /// A reader of the file called `path`, whose bytes have the SHA-256 `sha256` in hexadecimal.
  public init(path: String, sha256: String = "") {
    self.path = path
    self.sha256 = sha256
  }

  /// The key that a policy starts with.
  public static let mark = "pasteboard-policy"

  static let keys = [
    mark, "name", "version", "layer", "mode", "minimum-assurance", "defaults", "relax", "expects",
    "organisation", "classes", "groups", "rules", "invariants", "tests",
  ]

  /// The policy in a text of YAML or JSON, unless something is wrong; and everything that is.
  public func read(_ bytes: [UInt8]) -> (policy: Policy?, findings: [Finding]) {
    let (node, findings) = PolicyText.read(bytes, path: path)
    guard let node else { return (nil, findings) }
    return read(node)
  }

  /// The policy that `node` holds, unless something is wrong; and everything that is.
  public func read(_ node: PolicyNode) -> (policy: Policy?, findings: [Finding]) {
    var notes = ReadingNotes()
    let policy = policy(node, &notes)
    let found = notes.findings.sorted()
    return (found.contains { $0.severity == .error } ? nil : policy, found)
  }

  private func policy(_ node: PolicyNode, _ notes: inout ReadingNotes) -> Policy? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    notes.add(map.unknownKeys(besides: Self.keys))
    var policy = header(map, &notes)
    notes.attempt { () throws(PolicyNodeError) in try tables(map, &policy) }
    var conditions = ConditionReader(classes: Set(ContentClass.builtIn + policy.classes))
    if let groups = map["groups"],
      let named = notes.attempt({ () throws(PolicyNodeError) in try groups.map() })
    {
      GroupReader(named).read(into: &conditions, &notes)
    }
    let rules = RuleReader(conditions: conditions)
    policy.rules = list("rules", map, &notes).compactMap { rules.rule($0, &notes) }
    let invariants = InvariantReader(conditions: conditions)
    policy.invariants = list("invariants", map, &notes).compactMap {
      invariants.invariant($0, &notes)
    }
    let tests = PolicyTestReader(classes: conditions.classes)
    policy.tests = list("tests", map, &notes).compactMap { node in
      notes.attempt { () throws(PolicyNodeError) in try tests.test(node) }
    }
    return policy
  }

  private func list(_ key: String, _ map: PolicyMap, _ notes: inout ReadingNotes) -> [PolicyNode] {
    notes.attempt { () throws(PolicyNodeError) in try map[key]?.list() ?? [] } ?? []
  }

  static func checkFormat(_ node: PolicyNode, _ key: String) throws(PolicyNodeError) {
    guard try node.integer() == 1 else {
      throw node.error(
        "expected `\(key): 1`, the only form of the language there is",
        rule: .policyUnknownValue)
    }
  }

  private func header(_ map: PolicyMap, _ notes: inout ReadingNotes) -> Policy {
    var policy = Policy(name: "", path: path, sha256: sha256)
    notes.attempt { () throws(PolicyNodeError) in
      try Self.checkFormat(map.required(Self.mark), Self.mark)
    }
    notes.attempt { () throws(PolicyNodeError) in
      policy.name = try map.required("name").filledString(.name)
    }
    notes.attempt { () throws(PolicyNodeError) in
      if let node = map["version"] { policy.version = try node.string(.version) }
    }
    notes.attempt { () throws(PolicyNodeError) in
      if let node = map["layer"] { policy.layer = try word(node, LayerKind.self, "layer") }
    }
    notes.attempt { () throws(PolicyNodeError) in
      if let node = map["mode"] { policy.mode = try word(node, EnforcementMode.self, "mode") }
    }
    notes.attempt { () throws(PolicyNodeError) in
      if let node = map["minimum-assurance"] {
        policy.minimumAssurance = try word(node, Assurance.self, "assurance")
      }
    }
    notes.attempt { () throws(PolicyNodeError) in
      if let node = map["organisation"] { policy.organisation = try node.string(.name) }
    }
    return policy
  }

  private func tables(_ map: PolicyMap, _ policy: inout Policy) throws(PolicyNodeError) {
    if let node = map["classes"] { policy.classes = try classes(node) }
    if let node = map["defaults"] {
      for entry in try node.map().entries {
        let operation = try operation(entry)
        policy.defaults[operation] = Policy.Default(
          try word(entry.value, Posture.self, "posture"), at: entry.keyLocation)
      }
    }
    if let node = map["relax"] {
      guard map["layer"] != nil else {
        throw node.error(
          "`relax` needs the file to say whose it is",
          help: "add `layer: organisation`, the only kind that may relax", rule: .policyMissingKey)
      }
      for element in try node.list() {
        policy.relax.append(Policy.Relaxation(try element.string(), at: element.location))
      }
    }
    if let node = map["expects"] {
      for entry in try node.map().entries {
        let operation = try operation(entry)
        for element in entry.value.oneOrMore {
          let attribute = try word(element, Attribute.self, "attribute")
          policy.expects[operation, default: []].append(try raised(attribute, operation, element))
        }
      }
    }
  }

  private func operation(_ entry: PolicyEntry) throws(PolicyNodeError) -> PolicyKit.Operation {
    guard let operation = PolicyKit.Operation(rawValue: entry.key) else {
      let words = PolicyKit.Operation.allCases.map(\.rawValue)
      throw PolicyNodeError(
        Finding(
          .policyUnknownKey, .error, at: entry.keyLocation,
          keyPath: entry.value.path.description, "unknown operation `\(entry.key)`",
          help: nearestName(to: entry.key, among: words).map { "did you mean `\($0)`?" }
            ?? "expected one of \(words.joined(separator: ", "))"))
    }
    return operation
  }

  /// An attribute may be raised to expected only where it can apply at all.
  private func raised(
    _ attribute: Attribute, _ operation: PolicyKit.Operation, _ node: PolicyNode
  ) throws(PolicyNodeError) -> Attribute {
    guard attribute.mayBeExpected(for: operation) else {
      throw node.error(
        "`\(attribute.rawValue)` cannot be expected of a \(operation.rawValue)",
        help: attribute.isDerived
          ? "it is worked out; expect the attributes it compares" : nil,
        rule: .policyUnknownValue)
    }
    return attribute
  }

  private func classes(_ node: PolicyNode) throws(PolicyNodeError) -> [String] {
    var classes: [String] = []
    for entry in try node.map().entries {
      guard ContentClass.isWellFormed(entry.key) else {
        throw PolicyNodeError(
          Finding(
            .policyUnknownValue, .error, at: entry.keyLocation, keyPath: "classes",
            "a class is lower-case words joined by dots, found `\(entry.key)`"))
      }
      if !entry.value.isNull, let extra = try entry.value.map().entries.first {
        throw PolicyNodeError(
          Finding(
            .policyUnknownKey, .error, at: extra.keyLocation, keyPath: "classes.\(entry.key)",
            "a class has no settings, found `\(extra.key)`", help: "write `\(entry.key): {}`"))
      }
      classes.append(entry.key)
    }
    return classes
  }
}
