import StrictJSON

extension Command {
  /// `pbpolicy manual`
  static let manual = Command(
    path: ["manual"],
    summary: "print the manual page",
    discussion: """
      Prints the manual page in mdoc, which man(1) reads. With `--format text` it prints the \
      help of the tool and of every command instead, and with `--format json` the table from \
      which all of them are made.
      """,
    formats: [.mdoc, .text, .json],
    examples: [
      Example("pbpolicy manual > pbpolicy.1", "write the manual page to a file"),
      Example("pbpolicy manual | man -l -", "read the manual page"),
    ],
    run: { arguments, console in
      let table = arguments.table
      switch arguments.format {
      case .json: try console.print(table.json(at: []).prettyText)
      case .text:
        let help = HelpText(table: table, width: min(console.width, 80))
        let rule = "\n" + String(repeating: "-", count: 40) + "\n\n"
        try console.write(table.allPaths.map(help.text(at:)).joined(separator: rule))
      default: try console.write(ManualPage(table: table, date: Release.date).text)
      }
      return .success
    })
}
