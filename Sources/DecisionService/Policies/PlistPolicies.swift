import Findings
import PolicyFiles
import PolicyKit
import ProfileKit

/// Policies in a property list: the list as a whole, or what stands under `pasteboard-policy` in a
/// profile or in a managed app's configuration.
struct PlistPolicies {
  /// What was found.
  enum Found {
    /// A policy or emergency as a dictionary.
    case node(PolicyNode)
    /// Its text.
    case text(CarriedText)
  }

  private let file: PlistFile
  private let limits = PolicyTextLimits()
  private(set) var found: [Found] = []
  private(set) var findings: [Finding] = []
  private var nodes = 0

  static let marks = [PolicyReader.mark, BreakGlassReader.mark]

  /// Finds the policies in `file`.
  init(_ file: PlistFile) {
    self.file = file
    // What reading changes is told as well: the policy would not be the one that was written.
    findings = file.findings.filter { $0.severity == .error || $0.rule == "plist-silently-changed" }
    let isBroken = findings.contains { $0.severity == .error }
    guard !isBroken, let root = file.root else {
      if !isBroken {
        findings = [Finding(.policySyntax, .error, at: file.location, "no property list here")]
      }
      return
    }
    search(root, depth: 0)
    if found.isEmpty, !findings.contains(where: { $0.severity == .error }) {
      findings.append(
        Finding(
          .policyMissingKey, .error, at: file.location(root.position),
          "expected the key `\(PolicyReader.mark)` somewhere in this property list, found none",
          help: "put the policy's dictionary, or its text, under that key"))
    }
  }

  private mutating func search(_ node: PlistNode, depth: Int) {
    guard depth < limits.depth, !isFull(at: node) else { return }
    if node.isArray {
      for element in node.elements { search(element, depth: depth + 1) }
    } else if node.isDictionary {
      let entries = node.entries
      guard let entry = entries.first(where: { Self.marks.contains($0.key) }) else {
        for entry in entries { search(entry.value, depth: depth + 1) }
        return
      }
      take(entry, of: node, entries)
    }
  }

  private mutating func take(_ entry: PlistEntry, of node: PlistNode, _ entries: [PlistEntry]) {
    if entry.value.isDictionary {
      keep(entry.value, nil)
    } else if let text = CarriedText(entry.value, in: file) {
      found.append(.text(text))
    } else {
      // The dictionary itself; in a payload, beside the keys that every payload has.
      keep(node, entries.filter { !$0.key.hasPrefix("Payload") })
    }
  }

  private mutating func keep(_ node: PlistNode, _ entries: [PlistEntry]?) {
    let before = findings.count
    let content = entries.map { map($0, .top, depth: 0) }
    let result =
      content.map { PolicyNode(.map($0), at: place(node), path: .top) }
      ?? value(node, .top, depth: 0)
    if findings.count == before, let result { found.append(.node(result)) }
  }

  private func place(_ node: PlistNode) -> SourceLocation { file.location(node.position) }

  private mutating func isFull(at node: PlistNode) -> Bool {
    nodes += 1
    if nodes == limits.nodes + 1 {
      findings.append(
        Finding(
          .policyLimit, .error, at: place(node),
          "expected at most \(limits.nodes) values, found more",
          help: "split the policy into several files"))
    }
    return nodes > limits.nodes
  }

  private mutating func value(_ node: PlistNode, _ path: PolicyPath, depth: Int) -> PolicyNode? {
    guard !isFull(at: node), findings.count < 50 else { return nil }
    guard depth < limits.depth else {
      findings.append(
        Finding(
          .policyLimit, .error, at: place(node), "more than \(limits.depth) levels of nesting"))
      return nil
    }
    guard let content = content(node, path, depth: depth) else { return nil }
    return PolicyNode(content, at: place(node), path: path)
  }

  private mutating func content(_ node: PlistNode, _ path: PolicyPath, depth: Int)
    -> PolicyNode.Content?
  {
    switch node.kind {
    case .dictionary(let entries): return .map(map(entries, path, depth: depth))
    case .array(let elements):
      return .list(
        elements.enumerated().compactMap { value($1, path.place($0), depth: depth + 1) })
    case .string(let text): return .scalar(PolicyScalar(text, .quoted))
    case .integer(let number): return .scalar(PolicyScalar(String(number), .plain))
    case .largeInteger(let number): return .scalar(PolicyScalar(String(number), .plain))
    case .real(let number):
      findings.append(
        Finding(
          .policyWrongType, .error, at: place(node), keyPath: path.description,
          "expected text or a whole number, found the fraction `\(number)`",
          help: "write a version as `<string>`: as a number 15.10 is 15.1"))
      return nil
    case .boolean(let flag): return .scalar(PolicyScalar(flag ? "true" : "false", .plain))
    case .date(let seconds):
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
      if !overflow, abs(milliseconds) < 1 << 50 {
        return .scalar(PolicyScalar(Instant.text(milliseconds), .quoted))
      }
      findings.append(
        Finding(.policyWrongType, .error, at: place(node), "a date beyond every calendar"))
      return nil
    case .data(let bytes):
      // Property lists have no null, and policies no data: none at all stands for it.
      if bytes.isEmpty { return .scalar(PolicyScalar("null", .plain)) }
      findings.append(
        Finding(
          .policyWrongType, .error, at: place(node), keyPath: path.description,
          "expected a value of a policy, found \(bytes.count) bytes of data",
          help: "only empty data has a meaning here: `null`, the unknown of a request"))
      return nil
    }
  }

  private mutating func map(_ entries: [PlistEntry], _ path: PolicyPath, depth: Int)
    -> [PolicyEntry]
  {
    var result: [PolicyEntry] = []
    var places: [String: SourceLocation] = [:]
    for entry in entries {
      let name = entry.key
      let keyPlace = file.location(entry.keyPosition)
      guard let node = value(entry.value, path.key(name), depth: depth + 1) else { continue }
      if let first = places.updateValue(keyPlace, forKey: name) {
        findings.append(
          Finding(
            .policyDuplicateKey, .error, at: keyPlace, keyPath: node.path.description,
            "key `\(name)` stands twice in one map", help: "remove or rename one of them",
            related: [.init(first, "it stands here first")]))
      }
      result.append(PolicyEntry(name, at: keyPlace, node))
    }
    return result
  }
}
