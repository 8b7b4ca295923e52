public import Findings

/// How a policy text is encoded.
public enum PolicyFormat: String, Sendable, CaseIterable {
  /// The strict subset of YAML.
  case yaml
  /// JSON.
  case json

  /// The format that a file's name says, else what its first character says: `{` is JSON.
  public init(path: String, bytes: [UInt8]) {
    let name = path.lowercased()
    if name.hasSuffix(".json") {
      self = .json
    } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      self = .yaml
    } else {
      let first = bytes.first { !(0x09...0x0D).contains($0) && $0 != 0x20 }
      self = first == UInt8(ascii: "{") ? .json : .yaml
    }
  }
}

/// What is read before a policy text is refused.
public struct PolicyTextLimits: Sendable {
  /// Bytes of the text.
  public var bytes = 4 << 20
  /// Lists and maps within each other.
  public var depth = 64
  /// Values, lists and maps in all.
  public var nodes = 200_000

  /// The defaults: 4 MiB, 64 levels, 200 000 values.
  public init() {}
}

/// The rules by which a text is refused before it is read as a policy.
extension RuleID {
  /// The text is not well-formed.
  public static let policySyntax: RuleID = "policy-syntax"
  /// A key stands twice in one map.
  public static let policyDuplicateKey: RuleID = "policy-duplicate-key"
  /// A part of YAML that the policy language leaves out.
  public static let policyYAMLFeature: RuleID = "policy-yaml-feature"
  /// The text is not UTF-8, or starts with a byte order mark.
  public static let policyEncoding: RuleID = "policy-encoding"
  /// The text is too long, too deep or holds too much.
  public static let policyLimit: RuleID = "policy-limit"
  /// A value is of another kind than expected.
  public static let policyWrongType: RuleID = "policy-wrong-type"
  /// A key that means nothing where it stands.
  public static let policyUnknownKey: RuleID = "policy-unknown-key"
  /// A key that must be given is not.
  public static let policyMissingKey: RuleID = "policy-missing-key"
  /// A value that is not among those that are possible.
  public static let policyUnknownValue: RuleID = "policy-unknown-value"
}

/// The door from bytes to nodes.
public enum PolicyText {
  /// Reads `bytes` into nodes with positions.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - path: the file's name as the user wrote it, for messages.
  ///   - format: its encoding; nil to tell by the name, else by the first character.
  ///   - limits: what is too much.
  /// - Returns: the top node, and no finding; or no node, and why. Never both, never neither.
  public static func read(
    _ bytes: [UInt8], path: String, as format: PolicyFormat? = nil,
    limits: PolicyTextLimits = PolicyTextLimits()
  ) -> (node: PolicyNode?, findings: [Finding]) {
    if let finding = refusal(of: bytes, path, limits) { return (nil, [finding]) }
    let result =
      switch format ?? PolicyFormat(path: path, bytes: bytes) {
      case .json: JSONTreeReader.read(bytes, path: path, limits: limits)
      case .yaml: YAMLTreeReader.read(bytes, path: path, limits: limits)
      }
    if result.findings.isEmpty, let node = result.node { return (node, []) }
    let unnamed = Finding(
      .policySyntax, .error, at: SourceLocation(path: path), "this text cannot be read")
    return (nil, result.findings.isEmpty ? [unnamed] : Array(result.findings.prefix(mostFindings)))
  }

  /// More mistakes of one text are not told: they would not be read.
  static let mostFindings = 50

  /// What is wrong with the text whatever it says.
  private static func refusal(of bytes: [UInt8], _ path: String, _ limits: PolicyTextLimits)
    -> Finding?
  {
    let start = SourceLocation(path: path, line: 1, column: 1)
    guard bytes.count <= limits.bytes else {
      return Finding(
        .policyLimit, .error, at: SourceLocation(path: path),
        "expected at most \(limits.bytes) bytes, found \(bytes.count)",
        help: "split it into several files")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return Finding(
        .policyEncoding, .error, at: start, "expected UTF-8, found UTF-16",
        help: "save the file as UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return Finding(
        .policyEncoding, .error, at: start,
        "expected the text to start at once, found a byte order mark",
        help: "save the file as UTF-8 without a byte order mark")
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      var positions = TextPositions(bytes)
      let place = positions.position(ofByte: error.byteOffsets.lowerBound)
      let byte = String(bytes[error.byteOffsets.lowerBound], radix: 16)
      return Finding(
        .policyEncoding, .error,
        at: SourceLocation(path: path, line: place.line, column: place.column),
        "expected UTF-8, found byte 0x\(byte)", help: "save the file as UTF-8")
    }
  }
}
