/// The forms that results can be written in.
enum OutputFormat: String, Sendable, CaseIterable {
  case text, json, sarif, junit, github, csv, html, markdown, mdoc
}

/// A command line that works, and what it does.
struct Example: Sendable, Hashable {
  /// The line as typed, starting with the tool's name.
  var line: String
  /// What it does: lower case, no full stop.
  var meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// One command: its entry in the table, and what it does.
///
/// The entry feeds the parser, `--help`, the completions and the manual page.
struct Command: Sendable {
  /// The words that name it, such as `policy`, `check`.
  var path: [String]
  /// One line: lower case, no full stop.
  var summary: String
  /// Paragraphs in plain words, an empty line between them.
  var discussion: String
  /// The positional arguments in order.
  var positionals: [Positional] = []
  /// The options of its own.
  var options: [Option] = []
  /// The formats of its results, the default first.
  var formats: [OutputFormat] = [.text, .json]
  /// At least one line that works.
  var examples: [Example]
  /// The statuses it ends with of itself; wrong usage and files are added by the frame.
  var statuses: [ExitStatus] = [.success]
  /// Does it. Errors that are `CommandFailure`s end the tool with their own status.
  var run: @Sendable (Arguments, Console) throws -> ExitStatus

  /// The name as typed after the tool's.
  var name: String { path.joined(separator: " ") }

  /// Its own options and those that every command takes.
  var allOptions: [Option] { options + [.format(formats), .quiet, .color, .help] }

  /// The statuses in order, with those that any command can end with.
  var allStatuses: [ExitStatus] {
    ExitStatus.allCases.filter { statuses.contains($0) || $0 == .usage || $0 == .file }
  }
}

/// A word that only leads to commands, such as `policy`.
struct CommandGroup: Sendable {
  /// The words that name it.
  var path: [String]
  /// One line: lower case, no full stop.
  var summary: String

  /// The name as typed after the tool's.
  var name: String { path.joined(separator: " ") }
}
