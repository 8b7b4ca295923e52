public import StrictJSON

extension Finding {
  /// The finding as others build on it: `rule`, `severity`, `path`, `line`, `column`, `keyPath`,
  /// `message`, `help`, `related`.
  public var json: JSONValue {
    [
      "rule": .string(rule.name), "severity": .string(severity.rawValue),
      "path": .string(location.path), "line": .integer(Int64(location.line)),
      "column": .integer(Int64(location.column)), "keyPath": .string(keyPath),
      "message": .string(message), "help": help.map { .string($0) } ?? .null,
      "related": .array(
        related.map {
          [
            "path": .string($0.location.path), "line": .integer(Int64($0.location.line)),
            "message": .string($0.message),
          ]
        }),
    ]
  }
}
