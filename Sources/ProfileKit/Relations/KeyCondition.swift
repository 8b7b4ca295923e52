/// What must be so of a dictionary's keys for a `KeyRelation` to speak.
indirect enum KeyCondition: Sendable {
  /// The key is there.
  case has(String)
  /// The key is not there.
  case lacks(String)
  /// The key has the value, or is not there and the value is what a device then assumes.
  case equals(String, String, isDefault: Bool)
  /// The key has another value than this one and no equal default.
  case differs(String, String, isDefault: Bool)
  /// One of the strings of the key's array is the value.
  case lists(String, String)
  /// The key has an array, and none of its values is one of these.
  case listsNone(String, [String])
  /// All of them.
  case all([KeyCondition])
  /// At least one of them.
  case any([KeyCondition])

  /// The key is `value`.
  static func when(_ key: String, is value: String) -> KeyCondition {
    .equals(key, value, isDefault: false)
  }
  /// The key is `value`, or is not there, which comes to the same.
  static func unless(_ key: String, is value: String) -> KeyCondition {
    .differs(key, value, isDefault: false)
  }
  /// The key is `value`; where it is not there it is as well.
  static func byDefault(_ key: String, is value: String) -> KeyCondition {
    .equals(key, value, isDefault: true)
  }

  /// Whether it holds of `node`.
  func holds(_ node: PlistNode) -> Bool {
    switch self {
    case .has(let key): node[key] != nil
    case .lacks(let key): node[key] == nil
    case .equals(let key, let value, let isDefault):
      node[key].map { $0.means(value) } ?? isDefault
    case .differs(let key, let value, let isDefault):
      node[key].map { !$0.means(value) } ?? !isDefault
    case .lists(let key, let value):
      node[key]?.elements.contains { $0.means(value) } ?? false
    case .listsNone(let key, let values):
      node[key].map { array in
        !array.elements.isEmpty && !array.elements.contains { values.contains(where: $0.means) }
      } ?? false
    case .all(let parts): parts.allSatisfy { $0.holds(node) }
    case .any(let parts): parts.contains { $0.holds(node) }
    }
  }

  /// The first entry that it looks at and that is there, for a second place beside a finding.
  func witness(_ node: PlistNode) -> PlistEntry? {
    switch self {
    case .has(let key), .lacks(let key), .equals(let key, _, _), .differs(let key, _, _),
      .lists(let key, _), .listsNone(let key, _):
      node.entry(key)
    case .all(let parts), .any(let parts): parts.lazy.compactMap { $0.witness(node) }.first
    }
  }

  /// It in words, of a dictionary that it holds of: `` `DNSProtocol` is `HTTPS` ``.
  func text(_ node: PlistNode) -> String {
    switch self {
    case .has(let key): "`\(key)` is set"
    case .lacks(let key): "`\(key)` is not set"
    case .equals(let key, let value, _):
      node[key] == nil
        ? "`\(key)` is not set, which means `\(value)`" : "`\(key)` is `\(value)`"
    case .differs(let key, let value, _):
      node[key].map { "`\(key)` is `\($0.shownText(under: key))`" }
        ?? "`\(key)` is not set to `\(value)`"
    case .lists(let key, let value): "`\(key)` lists `\(value)`"
    case .listsNone(let key, let values):
      "`\(key)` lists none of \(values.map { "`\($0)`" }.joined(separator: ", "))"
    case .all(let parts): parts.map { $0.text(node) }.joined(separator: " and ")
    case .any(let parts):
      parts.first { $0.holds(node) }?.text(node) ?? ""
    }
  }
}

extension PlistNode {
  /// Whether the value is the one that a table writes as `text`; the integers 0 and 1 are also
  /// what they stand for.
  func means(_ text: String) -> Bool {
    switch kind {
    case .string(let value): value == text
    case .boolean(let flag): text == (flag ? "true" : "false") || text == (flag ? "1" : "0")
    case .integer(let number):
      text == "\(number)" || number == 1 && text == "true" || number == 0 && text == "false"
    default: false
    }
  }
}
