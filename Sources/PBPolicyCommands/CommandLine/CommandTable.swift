/// Everything that can be typed: the one table behind parser, help, completions and manual.
struct CommandTable: Sendable {
  /// The tool's name.
  var tool: String
  /// One line: lower case, no full stop.
  var summary: String
  /// Paragraphs in plain words, an empty line between them.
  var discussion: String
  /// The words that only lead to commands.
  var groups: [CommandGroup]
  /// The commands, in the order in which help shows them.
  var commands: [Command]

  /// The options that may stand before any command.
  static let leadingOptions: [Option] = [
    .version, .format([.text, .json]), .quiet, .color, .help,
  ]

  /// The command whose path is `path`.
  func command(at path: [String]) -> Command? { commands.first { $0.path == path } }

  /// The group whose path is `path`.
  func group(at path: [String]) -> CommandGroup? { groups.first { $0.path == path } }

  /// Whether `path` names a command or a group, or leads to one.
  func knows(_ path: [String]) -> Bool {
    path.isEmpty || command(at: path) != nil || group(at: path) != nil
  }

  /// The words that may follow `path`, each with its one-line summary, in the table's order.
  func words(after path: [String]) -> [(word: String, summary: String)] {
    var result: [(word: String, summary: String)] = []
    let all = commands.map { ($0.path, $0.summary) } + groups.map { ($0.path, $0.summary) }
    for (candidate, summary) in all where candidate.count == path.count + 1 {
      guard let word = candidate.last, candidate.dropLast().elementsEqual(path) else { continue }
      if !result.contains(where: { $0.word == word }) { result.append((word, summary)) }
    }
    return result
  }

  /// Every path that can be typed: the tool itself, its groups and its commands.
  var allPaths: [[String]] {
    var result: [[String]] = [[]]
    for path in groups.map(\.path) + commands.map(\.path) where !result.contains(path) {
      result.append(path)
    }
    return result
  }

  /// The options that may stand after `path`.
  func options(at path: [String]) -> [Option] {
    if let command = command(at: path) { return command.allOptions }
    return path.isEmpty ? Self.leadingOptions : Self.leadingOptions.filter { $0 != .version }
  }
}
