public import Devices
public import Findings

/// A value that is not what its place calls for.
public struct PolicyNodeError: Error, Equatable {
  /// What to say about it.
  public let finding: Finding

  /// Wraps a finding.
  public init(_ finding: Finding) { self.finding = finding }
}

/// Values read as what their place calls for; each error says what was expected, what was found
/// and what to write instead.
extension PolicyNode {
  /// An error of rule `rule` at this node.
  public func error(
    _ message: String, help: String? = nil, rule: RuleID = .policyWrongType,
    related: [Finding.Related] = []
  ) -> PolicyNodeError {
    PolicyNodeError(
      Finding(
        rule, .error, at: location, keyPath: path.description, message, help: help,
        related: related))
  }

  /// Such as `a list` or `the number 15.10`, for messages.
  public var summary: String {
    switch content {
    case .list: "a list"
    case .map: "a map"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "nothing"
      case .boolean: "the truth value `\(scalar.text)`"
      case .integer, .real: "the number `\(excerpt(scalar.text))`"
      case .string: "the text `\(excerpt(scalar.text))`"
      }
    }
  }

  /// Whether nothing stands here: `null`, `~`, or no value after the colon.
  public var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.kind == .null } else { false }
  }

  /// Text. An unquoted number, truth value or null is refused, since quotes would change it.
  public func string() throws(PolicyNodeError) -> String {
    guard case .scalar(let scalar) = content, scalar.kind == .string else {
      throw error("expected text, found \(summary)", help: quotingHelp)
    }
    return scalar.text
  }

  /// One of `words`.
  public func word(among words: [String], for what: String) throws(PolicyNodeError) -> String {
    let text = try string()
    if words.contains(text) { return text }
    let expected = words.map { "`\($0)`" }.joined(separator: ", ")
    let near = nearestName(to: text, among: words)
    throw error(
      "unknown \(what) `\(excerpt(text))`",
      help: near.map { "did you mean `\($0)`?" }
        ?? "expected one of \(expected)", rule: .policyUnknownValue)
  }

  /// A whole number within `range`, in plain decimal digits.
  public func integer(in range: ClosedRange<Int64> = Int64.min...Int64.max) throws(PolicyNodeError)
    -> Int64
  {
    guard case .scalar(let scalar) = content, scalar.style == .plain, scalar.kind == .integer else {
      throw error("expected a whole number, found \(summary)")
    }
    let digits = scalar.text.hasPrefix("-") ? scalar.text.dropFirst() : scalar.text[...]
    let isPlain =
      digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && (digits == "0" || digits.utf8.first != UInt8(ascii: "0"))
    guard isPlain else {
      throw error(
        "expected a whole number in plain digits, found `\(excerpt(scalar.text))`",
        help: "write it in decimal without a sign `+`, a prefix or leading zeros")
    }
    guard let number = Int64(scalar.text), range.contains(number) else {
      throw error(
        "expected a number from \(range.lowerBound) through \(range.upperBound), found "
          + "`\(excerpt(scalar.text))`")
    }
    return number
  }

  /// `yes` or `true`, `no` or `false`; the words `yes` and `no` may be quoted, as JSON must.
  public func flag() throws(PolicyNodeError) -> Bool {
    if case .scalar(let scalar) = content {
      switch (scalar.text, scalar.kind) {
      case ("yes", .string), ("true", .boolean): return true
      case ("no", .string), ("false", .boolean): return false
      default: break
      }
    }
    throw error("expected `yes` or `no`, found \(summary)")
  }

  /// A version such as `"15.10"`. Unquoted it would be a number, and 15.10 the same as 15.1.
  public func version() throws(PolicyNodeError) -> OSVersion {
    guard case .scalar(let scalar) = content, scalar.kind != .null else {
      throw error("expected a version such as \"15.10\", found \(summary)")
    }
    if scalar.kind == .integer || scalar.kind == .real {
      throw error(
        "unquoted version `\(excerpt(scalar.text))`, which is a number",
        help: "write \"\(excerpt(scalar.text))\"")
    }
    guard let version = OSVersion(scalar.text) else {
      throw error("expected a version such as \"15.10\", found \(summary)")
    }
    return version
  }

  /// The elements of a list.
  public func list() throws(PolicyNodeError) -> [PolicyNode] {
    guard case .list(let elements) = content else {
      throw error("expected a list, found \(summary)", help: "write `[…]`, or a line `- …` each")
    }
    return elements
  }

  /// The elements of a list, or the one value that stands in its place.
  public var oneOrMore: [PolicyNode] {
    if case .list(let elements) = content { elements } else { [self] }
  }

  /// The entries of a map.
  public func map() throws(PolicyNodeError) -> PolicyMap {
    guard case .map(let entries) = content else {
      throw error(
        "expected a map, found \(summary)",
        help:
          "write keys with values: `key: value` lines in YAML, `{ … }` in JSON, a `<dict>` in a "
          + "property list")
    }
    return PolicyMap(node: self, entries: entries)
  }

  private var quotingHelp: String? {
    guard case .scalar(let scalar) = content, scalar.kind != .null else { return nil }
    return "if it is meant as text, write \"\(excerpt(scalar.text))\""
  }
}

/// A map that is being read.
public struct PolicyMap: Sendable {
  /// The node that holds it.
  public let node: PolicyNode
  /// The entries in the order written.
  public let entries: [PolicyEntry]
  private let places: [String: Int]

  init(node: PolicyNode, entries: [PolicyEntry]) {
    self.node = node
    self.entries = entries
    places = Dictionary(
      entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of `key`; nil where it is not given.
  public subscript(key: String) -> PolicyNode? { places[key].map { entries[$0].value } }

  /// The value of `key`, which must be given.
  public func required(_ key: String) throws(PolicyNodeError) -> PolicyNode {
    guard let value = self[key] else {
      throw node.error(
        "expected the key `\(key)`, found none", help: "add `\(key): …`", rule: .policyMissingKey)
    }
    return value
  }

  /// A finding for each key that is not among `known`, with the nearest that is.
  public func unknownKeys(besides known: [String]) -> [Finding] {
    entries.filter { !known.contains($0.key) }.map { entry in
      let near = nearestName(to: entry.key, among: known)
      return Finding(
        .policyUnknownKey, .error, at: entry.keyLocation, keyPath: entry.value.path.description,
        "unknown key `\(excerpt(entry.key))`",
        help: near.map { "did you mean `\($0)`?" }
          ?? "expected one of \(known.map { "`\($0)`" }.joined(separator: ", "))")
    }
  }
}
