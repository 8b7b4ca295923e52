import Devices
import Findings
import StrictJSON

extension String: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> String { try node.string() }
  func written(in file: SavedFile) -> JSONValue { .string(self) }
}

extension Bool: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Bool { try node.flag() }
  func written(in file: SavedFile) -> JSONValue { .bool(self) }
}

/// Integers stay within what every reader of JSON keeps exact; there are no instants beyond.
private let exactIntegers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

extension Int: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Int {
    Int(try node.integer(in: exactIntegers))
  }
  func written(in file: SavedFile) -> JSONValue { .integer(Int64(self)) }
}

extension Int64: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Int64 {
    try node.integer(in: exactIntegers)
  }
  func written(in file: SavedFile) -> JSONValue { .integer(self) }
}

extension Optional: Saved where Wrapped: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Wrapped? {
    node.isNull ? nil : try Wrapped.read(node)
  }
  func written(in file: SavedFile) -> JSONValue { map { $0.written(in: file) } ?? .null }
}

extension Array: Saved where Element: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> [Element] {
    var values: [Element] = []
    for element in try node.elements() { values.append(try Element.read(element)) }
    return values
  }
  func written(in file: SavedFile) -> JSONValue { .array(map { $0.written(in: file) }) }
}

extension Dictionary: Saved where Key: SavedWord, Value: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> [Key: Value] {
    var values: [Key: Value] = [:]
    for member in try node.members() {
      guard let key = Key(rawValue: member.key) else {
        throw member.unknown(among: Key.allCases.map(\.rawValue))
      }
      values[key] = try Value.read(member.value)
    }
    return values
  }
  func written(in file: SavedFile) -> JSONValue {
    .object(
      Key.allCases.compactMap { key in
        self[key].map { JSONValue.Member(key.rawValue, $0.written(in: file)) }
      })
  }
}

/// A word of a closed list.
protocol SavedWord: Saved, Hashable, RawRepresentable<String>, CaseIterable {}

extension SavedWord {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Self {
    guard let word = Self(rawValue: try node.string()) else {
      throw node.expected("one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
  func written(in file: SavedFile) -> JSONValue { .string(rawValue) }
}

extension LayerKind: SavedWord {}
extension EnforcementMode: SavedWord {}
extension Assurance: SavedWord {}
extension Posture: SavedWord {}
extension Operation: SavedWord {}
extension Attribute: SavedWord {}
extension Advice: SavedWord {}
extension History: SavedWord {}
extension Unenforceable: SavedWord {}
extension Expiry.Scope: SavedWord {}
extension Honoured: SavedWord {}
extension Exposure.Place: SavedWord {}
extension Request.Asker: SavedWord {}
extension ObligationKind: SavedWord {}

extension OSVersion: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> OSVersion {
    guard let version = OSVersion(try node.string()) else {
      throw node.expected("a version such as \"15.4\"")
    }
    return version
  }
  func written(in file: SavedFile) -> JSONValue { .string(description) }
}

/// A place: `line:column`, with `/line:column` after it inside a text that the file carries;
/// elsewhere than in the policy's own file, an object of `path` and that as `at`.
extension SourceLocation: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> SourceLocation {
    guard case .object = node.json.kind else {
      return try place(node, in: node.file.path)
    }
    let members = try node.members()
    guard members.map(\.key) == ["at", "path"] || members.map(\.key) == ["path", "at"],
      let at = members.first(where: { $0.key == "at" }),
      let path = members.first(where: { $0.key == "path" })
    else { throw node.expected("a place: an object of `at` and `path`, or a text") }
    return try place(at.value, in: SavedCheck.path.read(path.value))
  }

  private static func place(_ node: SavedNode, in path: String) throws(SavedPolicyError)
    -> SourceLocation
  {
    let text = try node.string()
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }
    let counts = numbers.compactMap { digits -> Int? in
      guard (1...9).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int(digits)
    }
    guard counts.count == numbers.count, counts.count == parts.count * 2, counts.count <= 4 else {
      throw node.expected("a place such as \"12:5\"")
    }
    let location = SourceLocation(path: path, line: counts[0], column: counts[1])
    return counts.count == 2 ? location : location.inside(line: counts[2], column: counts[3])
  }

  func written(in file: SavedFile) -> JSONValue {
    var text = "\(line):\(column)"
    if let inner { text += "/\(inner.line):\(inner.column)" }
    return path == file.path ? .string(text) : ["at": .string(text), "path": .string(path)]
  }
}
