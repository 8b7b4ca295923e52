public import StrictJSON

extension Finding {
  /// The finding as others build on it: `rule`, `severity`, `path`, `line`, `column`, `keyPath`,
  /// `message`, `help`, `related`. A whole file counts as its first character. Of a text that stands in
  /// the file with lines of its own, such as base64, `inner` says where in it.
  public var json: JSONValue {
    let json: JSONValue = [
      "rule": .string(rule.name), "severity": .string(severity.rawValue),
      "path": .string(location.path), "line": .integer(Int64(max(location.line, 1))),
      "column": .integer(Int64(max(location.column, 1))), "keyPath": .string(keyPath),
      "message": .string(message), "help": help.map { .string($0) } ?? .null,
      "related": .array(
        related.map {
          [
            "path": .string($0.location.path), "line": .integer(Int64(max($0.location.line, 1))),
            "message": .string($0.message),
          ]
        }),
    ]
    guard let inner = location.inner else { return json }
    let place: JSONValue = [
      "line": .integer(Int64(inner.line)), "column": .integer(Int64(inner.column)),
    ]
    return .object((json.members ?? []) + [.init("inner", place)])
  }
}
