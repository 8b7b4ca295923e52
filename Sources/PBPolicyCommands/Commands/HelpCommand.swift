import StrictJSON

extension Command {
  private static let topic = Positional(
    .text("COMMAND"), .any, help: "the command to explain; the tool itself where none is named")

  /// `pbpolicy help`
  static let help = Command(
    path: ["help"],
    summary: "explain a command",
    discussion: """
      Prints the same as `--help` after the command. With `--format json` it prints the \
      table from which help, completions and the manual page are made.
      """,
    positionals: [topic],
    examples: [
      Example("pbpolicy help completions", "explain the command `completions`"),
      Example("pbpolicy help --format json", "list all commands and options as JSON"),
    ],
    run: { arguments, console in
      let table = arguments.table
      var path: [String] = []
      for word in arguments.words(topic) {
        guard table.knows(path + [word]) else {
          throw UsageError(
            .unknownCommand(word, known: table.words(after: path).map(\.word)), at: path)
        }
        path.append(word)
      }
      try console.printHelp(of: path, table, arguments.format)
      return .success
    })
}

extension Console {
  /// The help of what stands at `path`.
  func printHelp(of path: [String], _ table: CommandTable, _ format: OutputFormat)
    throws(OutputError)
  {
    if format == .json {
      try print(table.json(at: path).prettyText)
    } else {
      try write(HelpText(table: table, width: min(width, 80)).text(at: path))
    }
  }
}
