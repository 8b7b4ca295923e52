import Findings
import StrictJSON

/// Why a saved policy is none: where in its JSON, what was expected and what was found.
public struct SavedPolicyError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column in bytes, from 1.
  public let column: Int
  /// The keys that lead there, such as `policies[0].rules[3].when`; empty for the text itself.
  public let keyPath: String
  /// What is the matter; one line, lower case, no full stop.
  public let message: String
  /// What to do about it; nil where nothing can be said.
  public let help: String?

  /// `line:column: keys: message`.
  public var description: String {
    "\(line):\(column): " + (keyPath.isEmpty ? "" : "\(keyPath): ") + message
  }
}

/// What a saved value is read against: its policy's file, and the content classes there are.
final class SavedFile: Sendable {
  /// The file that places without a path of their own lie in.
  let path: String
  /// Every content class, built in or added by the policy.
  let classes: Set<String>

  init(path: String, classes: [String] = []) {
    self.path = path
    self.classes = Set(ContentClass.builtIn + classes)
  }
}

/// A value of a saved policy's JSON on its way to being read.
struct SavedNode {
  let json: JSONNode
  let file: SavedFile

  init(_ json: JSONNode, in file: SavedFile) {
    self.json = json
    self.file = file
  }

  /// The same value, read against another file.
  func within(_ file: SavedFile) -> SavedNode { SavedNode(json, in: file) }

  func error(_ message: String, help: String? = nil) -> SavedPolicyError {
    SavedPolicyError(
      line: json.position.line, column: json.position.column, keyPath: "", message: message,
      help: help)
  }

  func expected(_ what: String) -> SavedPolicyError { error("expected \(what), found \(summary)") }

  /// The value in a few words.
  private var summary: String {
    switch json.kind {
    case .array(let elements): "an array of \(elements.count)"
    case .object(let members): "an object of \(members.count)"
    case .scalar(.null): "null"
    case .scalar(.bool(let flag)): "`\(flag)`"
    case .scalar(.integer(let number)): "`\(number)`"
    case .scalar(.number(let number)): "`\(number)`"
    case .scalar(.string(let text)):
      text.isEmpty ? "an empty text" : "`\(text.count > 60 ? text.prefix(60) + "…" : text[...])`"
    default: "another value"
    }
  }

  /// Whether the value is null.
  var isNull: Bool {
    if case .scalar(.null) = json.kind { true } else { false }
  }

  func string() throws(SavedPolicyError) -> String {
    guard case .scalar(.string(let text)) = json.kind else { throw expected("a text") }
    return text
  }

  func integer(in range: ClosedRange<Int64>) throws(SavedPolicyError) -> Int64 {
    guard case .scalar(.integer(let number)) = json.kind, range.contains(number) else {
      throw expected("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func flag() throws(SavedPolicyError) -> Bool {
    guard case .scalar(.bool(let flag)) = json.kind else { throw expected("`true` or `false`") }
    return flag
  }

  func elements() throws(SavedPolicyError) -> [SavedNode] {
    guard case .array(let elements) = json.kind else { throw expected("an array") }
    var nodes: [SavedNode] = []
    nodes.reserveCapacity(elements.count)
    for element in elements { nodes.append(SavedNode(element, in: file)) }
    return nodes
  }

  func members() throws(SavedPolicyError) -> [SavedMember] {
    guard case .object(let members) = json.kind else { throw expected("an object") }
    return members.map { SavedMember(key: $0.key, value: SavedNode($0.value, in: file)) }
  }

  /// The one member of an object that says by its key which of `choices` it is.
  func choice(_ choices: [String]) throws(SavedPolicyError) -> SavedMember {
    let members = try members()
    guard members.count == 1, choices.contains(members[0].key) else {
      throw expected("an object of one of `\(choices.joined(separator: "`, `"))`")
    }
    return members[0]
  }
}

/// A member of an object.
struct SavedMember {
  let key: String
  let value: SavedNode

  func unknown(among keys: [String]) -> SavedPolicyError {
    value.error(
      "unknown key `\(key)`",
      help: nearestWord(key, keys).map { "did you mean `\($0)`?" }
        ?? "expected one of \(keys.joined(separator: ", "))")
  }
}

extension JSONNode {
  /// The keys that lead to the value at `place`; nil where none stands there. Only what is wrong is
  /// looked up so.
  func keyPath(to place: JSONPosition) -> String? {
    if position == place { return "" }
    switch kind {
    case .scalar: return nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard let rest = element.keyPath(to: place) else { continue }
        return "[\(index)]\(rest.isEmpty || rest.hasPrefix("[") ? "" : ".")\(rest)"
      }
    case .object(let members):
      for member in members {
        guard let rest = member.value.keyPath(to: place) else { continue }
        return "\(member.key)\(rest.isEmpty || rest.hasPrefix("[") ? "" : ".")\(rest)"
      }
    }
    return nil
  }
}
