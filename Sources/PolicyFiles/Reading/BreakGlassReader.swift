public import Findings
public import PolicyKit

/// Reads an emergency file.
public struct BreakGlassReader: Sendable {
  /// The key that such a file starts with.
  public static let mark = "pasteboard-break-glass"

  private let path: String
  private let sha256: String

  /// A reader of the file called `path`, whose bytes have the SHA-256 `sha256` in hexadecimal.
  public init(path: String, sha256: String = "") {
    self.path = path
    self.sha256 = sha256
  }

  static let keys = [mark, "name", "version", "reason", "valid", "suspends"]
  static let suspendsKeys = ["rules", "layers"]

  /// The emergency file that `node` holds, unless something is wrong; and everything that is.
  public func read(_ node: PolicyNode) -> (glass: BreakGlass?, findings: [Finding]) {
    var notes = ReadingNotes()
    let glass = glass(node, &notes)
    let found = notes.findings.sorted()
    return (found.isEmpty ? glass : nil, found)
  }

  private func glass(_ node: PolicyNode, _ notes: inout ReadingNotes) -> BreakGlass? {
    guard let map = notes.attempt({ () throws(PolicyNodeError) in try node.map() }) else {
      return nil
    }
    notes.add(map.unknownKeys(besides: Self.keys))
    notes.attempt { () throws(PolicyNodeError) in
      try PolicyReader.checkFormat(map.required(Self.mark), Self.mark)
    }
    let name = notes.attempt { () throws(PolicyNodeError) in
      try map.required("name").filledString(.name)
    }
    let version = notes.attempt { () throws(PolicyNodeError) in
      try map["version"]?.string(.version) ?? ""
    }
    let reason = notes.attempt { () throws(PolicyNodeError) in
      try map.required("reason").filledString(.reason)
    }
    let window = notes.attempt { () throws(PolicyNodeError) in
      try self.window(map.required("valid"))
    }
    let suspends = notes.attempt { () throws(PolicyNodeError) in
      try self.suspends(map.required("suspends"))
    }
    guard let name, let version, let reason, let window, let suspends else { return nil }
    return BreakGlass(
      name: name, version: version, reason: reason, from: window.from, until: window.until,
      rules: suspends.rules, layers: suspends.layers, path: path, sha256: sha256,
      location: node.location)
  }

  /// Both ends, and no more between them than an emergency may last.
  private func window(_ node: PolicyNode) throws(PolicyNodeError) -> (from: Int64, until: Int64) {
    let window = try WindowReader.window(node)
    guard let from = window.from, let until = window.until else {
      throw node.error(
        "an emergency has a beginning and an end, found only one of them",
        help: "add `from` and `until`", rule: .policyMissingKey)
    }
    guard until - from <= BreakGlass.longest else {
      throw node.error(
        "an emergency lasts at most \(BreakGlass.longest / 86_400_000) days, found "
          + "\(Instant.text(from)) until \(Instant.text(until))",
        help: "what should hold for longer belongs in the policy", rule: .policyUnknownValue)
    }
    return (from, until)
  }

  private func suspends(_ node: PolicyNode) throws(PolicyNodeError) -> (
    rules: [BreakGlass.Reference], layers: [BreakGlass.Reference]
  ) {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.suspendsKeys).first {
      throw PolicyNodeError(unknown)
    }
    let rules = try references(map["rules"])
    let layers = try references(map["layers"])
    guard !rules.isEmpty || !layers.isEmpty else {
      throw node.error(
        "an emergency that suspends nothing", help: "add `rules: […]` or `layers: […]`",
        rule: .policyMissingKey)
    }
    return (rules, layers)
  }

  private func references(_ node: PolicyNode?) throws(PolicyNodeError) -> [BreakGlass.Reference] {
    var references: [BreakGlass.Reference] = []
    for element in try node?.list() ?? [] {
      references.append(.init(try element.filledString(), at: element.location))
    }
    return references
  }
}

extension PolicyNode {
  /// Text that is not empty.
  func filledString() throws(PolicyNodeError) -> String {
    let text = try string()
    guard !text.isEmpty else { throw error("expected a text that is not empty") }
    return text
  }
}
