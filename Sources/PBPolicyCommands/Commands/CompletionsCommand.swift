import StrictJSON

extension Command {
  private static let shell = Positional(
    .choice("SHELL", ["bash", "zsh", "fish"]), help: "the shell to write for")

  /// `pbpolicy completions`
  static let completions = Command(
    path: ["completions"],
    summary: "print a completion script for a shell",
    discussion: """
      Prints a script that completes commands, options and their values. It is made from the \
      same table as the parser, so it knows what this version knows.

      For bash, add `source <(pbpolicy completions bash)` to `~/.bashrc`. For zsh, write it to \
      a file `_pbpolicy` in a folder of `$fpath`. For fish, write it to \
      `~/.config/fish/completions/pbpolicy.fish`.
      """,
    positionals: [shell],
    examples: [
      Example(
        "pbpolicy completions fish > ~/.config/fish/completions/pbpolicy.fish",
        "set up completion in fish")
    ],
    run: { arguments, console in
      let table = arguments.table
      let name = arguments.word(shell) ?? ""
      let script =
        switch name {
        case "zsh": ZshCompletion(table: table).text
        case "fish": FishCompletion(table: table).text
        default: BashCompletion(table: table).text
        }
      if arguments.format == .json {
        let value: JSONValue = ["shell": .string(name), "script": .string(script)]
        try console.print(value.prettyText)
      } else {
        try console.write(script)
      }
      return .success
    })
}
