public import Findings
import StrictJSON

/// Policies and emergency files as they were read and checked, saved as one JSON text, for apps
/// that read no policy language.
///
/// What is saved is every policy's content with its places, not the tables that deciding goes
/// through: those are made again, so that every check is made again. A text says what it likes of
/// its sources' digests; that it is what somebody signed, only a signature around it shows.
public struct SavedPolicies: Sendable, Hashable {
  /// The policies, in the order their files were given.
  public var policies: [Policy]
  /// The emergency files about them.
  public var emergencies: [BreakGlass]
  /// What wrote them, such as `pbpolicy 0.1.0`.
  public var writer: String

  /// The key that such a text starts with; its value is the number of the form.
  public static let mark = "pasteboard-compiled-policy"

  /// Makes a text's content.
  public init(_ policies: [Policy], emergencies: [BreakGlass] = [], writer: String) {
    self.policies = policies
    self.emergencies = emergencies
    self.writer = writer
  }

  /// What is read before a text is refused: 32 MiB, 2 000 000 values, 160 levels.
  public enum Limits {
    /// Bytes of the text.
    public static let bytes = 32 << 20
    /// Values, arrays and objects in all.
    public static let values = 2_000_000
    /// Arrays and objects within each other.
    public static let depth = 160
    /// Policies, and emergency files, in one text.
    public static let files = 1000

    static let json: JSONLimits = {
      var limits = JSONLimits()
      limits.bytes = bytes
      limits.depth = depth
      limits.values = values
      return limits
    }()
  }

  /// Whether `bytes` begin as such a text does: the mark is the first key.
  public static func isSaved(_ bytes: some Collection<UInt8>) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let text = bytes.drop(while: isSpace)
    guard text.first == UInt8(ascii: "{") else { return false }
    return text.dropFirst().drop(while: isSpace).starts(with: "\"\(mark)\"".utf8)
  }

  private enum Key {
    static let policies = "policies"
    static let emergencies = "suspensions"
    static let writer = "written-by"
    static let all = [SavedPolicies.mark, policies, emergencies, writer]
  }

  /// The text: one line of canonical JSON (RFC 8785). Its keys are such that the mark comes first.
  public var bytes: [UInt8] {
    // Canonical JSON fails on fractions and on huge integers alone, neither of which there is.
    (try? json.canonicalBytes()) ?? Array(json.compactText.utf8)
  }

  private var json: JSONValue {
    [
      Self.mark: 1, Key.policies: .array(policies.map { $0.written(in: $0.savedFile) }),
      Key.emergencies: .array(
        emergencies.map { $0.written(in: SavedFile(path: $0.path)) }),
      Key.writer: .string(writer),
    ]
  }

  /// The policies in a text, each value checked as the reader of a policy's text checks it.
  ///
  /// Whether they can work together is the business of `PolicyCompiler`.
  /// - Throws: `SavedPolicyError` at the first place that is not as it must be.
  public init(_ bytes: [UInt8]) throws(SavedPolicyError) {
    try self.init(bytes, limits: Limits.json)
  }

  init(_ bytes: [UInt8], limits: JSONLimits) throws(SavedPolicyError) {
    let root: JSONNode
    do {
      root = try JSONNode(parsing: bytes, limits: limits)
    } catch {
      throw SavedPolicyError(
        line: error.position.line, column: error.position.column, keyPath: "",
        message: error.message, help: nil)
    }
    do throws(SavedPolicyError) {
      try self.init(SavedNode(root, in: SavedFile(path: "")))
    } catch {
      throw SavedPolicyError(
        line: error.line, column: error.column,
        keyPath: root.keyPath(to: JSONPosition(line: error.line, column: error.column)) ?? "",
        message: error.message, help: error.help)
    }
  }

  private init(_ node: SavedNode) throws(SavedPolicyError) {
    var found: [String: SavedNode] = [:]
    for member in try node.members() {
      guard Key.all.contains(member.key) else { throw member.unknown(among: Key.all) }
      found[member.key] = member.value
    }
    func required(_ key: String) throws(SavedPolicyError) -> SavedNode {
      guard let value = found[key] else {
        throw node.error("expected the key `\(key)`, found none")
      }
      return value
    }
    writer =
      try found[Key.writer].map { node throws(SavedPolicyError) in
        try SavedCheck.text(PolicyBounds.name).read(node)
      } ?? ""
    let form = try required(Self.mark)
    guard case .scalar(.integer(1)) = form.json.kind else {
      throw form.error(
        "expected `1`, the only form of a compiled policy there is"
          + (writer.isEmpty ? "" : "; this was written by `\(writer)`"),
        help: "compile it again from its sources")
    }
    policies = []
    for element in try Self.files(required(Key.policies)) {
      policies.append(try Policy.saved(element))
    }
    emergencies = []
    for element in try found[Key.emergencies].map(Self.files) ?? [] {
      emergencies.append(try Self.emergency(element))
    }
  }

  private static func files(_ node: SavedNode) throws(SavedPolicyError) -> [SavedNode] {
    let elements = try node.elements()
    guard elements.count <= Limits.files else {
      throw node.expected("at most \(Limits.files) files")
    }
    return elements
  }

  private static func emergency(_ node: SavedNode) throws(SavedPolicyError) -> BreakGlass {
    for member in try node.members() where member.key == "path" {
      let path = try SavedCheck.path.read(member.value)
      return try BreakGlass.read(node.within(SavedFile(path: path)))
    }
    return try BreakGlass.read(node)
  }
}

/// Why a compiled policy's text gives no policy to decide with.
public enum CompiledPolicyError: Error, CustomStringConvertible {
  /// The text is not as it must be.
  case malformed(SavedPolicyError)
  /// An emergency stands in it, and nobody vouched for a signature.
  case unsignedEmergency(String)
  /// The policies cannot work; every finding is an error.
  case cannotWork([Finding])

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .unsignedEmergency(let name):
      "emergency `\(name)` counts only with a signature that was checked"
    case .cannotWork(let findings):
      findings.first.map {
        "\($0.location): \($0.message)"
          + (findings.count > 1 ? ", and \(findings.count - 1) more" : "")
      } ?? "the policies cannot work"
    }
  }
}

extension CompiledPolicy {
  /// The policy in a text that `pbpolicy policy compile` wrote, or `SavedPolicies.bytes` gives.
  ///
  /// Every check that a policy goes through when it is read from its own language is made here too.
  /// - Parameters:
  ///   - json: the text. Of a signed note, the text that was signed.
  ///   - isSigned: whether the caller checked a signature over the text with a key it trusts.
  ///     Without one an emergency in it is refused.
  public init(json: [UInt8], isSigned: Bool = false) throws(CompiledPolicyError) {
    let saved: SavedPolicies
    do { saved = try SavedPolicies(json) } catch { throw .malformed(error) }
    if !isSigned, let glass = saved.emergencies.first { throw .unsignedEmergency(glass.name) }
    let (policy, findings) = PolicyCompiler(saved.policies, breakGlass: saved.emergencies)
      .compile()
    guard let policy else { throw .cannotWork(findings.filter { $0.severity == .error }) }
    self = policy
  }
}
