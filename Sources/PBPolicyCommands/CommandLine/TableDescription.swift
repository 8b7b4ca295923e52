import StrictJSON

/// The table as JSON, for tools that build on it.
extension CommandTable {
  /// The description of what can be typed at `path`.
  func json(at path: [String]) -> JSONValue {
    if let command = command(at: path) { return command.json }
    let below = commands.filter { $0.path.starts(with: path) }
    return [
      "name": .string(([tool] + path).joined(separator: " ")),
      "summary": .string(group(at: path)?.summary ?? summary),
      "options": .array(options(at: path).map(\.json)),
      "commands": .array(below.map(\.json)),
    ]
  }
}

extension Command {
  /// The command's entry.
  var json: JSONValue {
    [
      "name": .string(name), "summary": .string(summary), "discussion": .string(discussion),
      "arguments": .array(positionals.map(\.json)), "options": .array(allOptions.map(\.json)),
      "examples": .array(
        examples.map { ["line": .string($0.line), "meaning": .string($0.meaning)] }),
      "exitStatuses": .array(
        allStatuses.map {
          ["status": .integer(Int64($0.rawValue)), "meaning": .string($0.meaning)]
        }),
    ]
  }
}

extension Option {
  /// The option's entry.
  var json: JSONValue {
    [
      "name": .string(name), "short": short.map { .string(String($0)) } ?? .null,
      "value": value.placeholder.map { .string($0) } ?? .null,
      "choices": .array(value.choices.map { .string($0) }),
      "default": defaultValue.map { .string($0) } ?? .null, "required": .bool(isRequired),
      "repeatable": .bool(isRepeatable), "help": .string(help),
    ]
  }
}

extension Positional {
  /// The argument's entry.
  var json: JSONValue {
    [
      "name": .string(name), "choices": .array(value.choices.map { .string($0) }),
      "required": .bool(count == .one || count == .atLeastOne),
      "repeatable": .bool(count == .any || count == .atLeastOne), "help": .string(help),
    ]
  }
}
