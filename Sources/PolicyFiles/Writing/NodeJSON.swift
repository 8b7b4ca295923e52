import Findings
public import StrictJSON

extension PolicyNode {
  /// The value as JSON, entries in the order written.
  /// - Throws: `PolicyNodeError` at a number that is not a whole one in plain digits: no policy
  ///   has any, and JSON's readers would not agree on it.
  public func json() throws(PolicyNodeError) -> JSONValue {
    switch content {
    case .list(let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(try element.json()) }
      return .array(values)
    case .map(let entries):
      var members: [JSONValue.Member] = []
      for entry in entries { members.append(.init(entry.key, try entry.value.json())) }
      return .object(members)
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: return .null
      case .boolean: return .bool(scalar.text.lowercased() == "true")
      case .string: return .string(scalar.text)
      case .integer: return .integer(try integer())
      case .real: throw error("expected a whole number or text, found \(summary)")
      }
    }
  }

  /// The value that `json` is, as if it stood at the start of the file called `path`.
  public init(_ json: JSONValue, path: String) {
    self.init(json, at: .init(path: path), path: .top)
  }

  private init(_ json: JSONValue, at place: SourceLocation, path: PolicyPath) {
    let content: Content
    switch json {
    case .string(let text): content = .scalar(PolicyScalar(text, .quoted))
    case .null: content = .scalar(PolicyScalar("null", .plain))
    case .bool(let flag): content = .scalar(PolicyScalar(flag ? "true" : "false", .plain))
    case .integer(let number): content = .scalar(PolicyScalar(String(number), .plain))
    case .number(let number): content = .scalar(PolicyScalar("\(number)", .plain))
    case .array(let elements):
      content = .list(
        elements.enumerated().map { PolicyNode($1, at: place, path: path.place($0)) })
    case .object(let members):
      content = .map(
        members.map {
          PolicyEntry($0.key, at: place, PolicyNode($0.value, at: place, path: path.key($0.key)))
        })
    }
    self.init(content, at: place, path: path)
  }
}
