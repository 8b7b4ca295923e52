/// Writes the completion script for fish from the table.
struct FishCompletion {
  /// The table.
  let table: CommandTable

  /// The script.
  var text: String {
    let tool = table.tool
    var lines = [
      "# completion of \(tool) for fish: put this file into ~/.config/fish/completions",
      "function __\(tool)_at --description 'whether the words typed name this command'",
      "    set -l at ''",
      "    for word in (commandline -opc)[2..-1]",
      "        switch \"$at/$word\"",
      "            case \(table.allPaths.filter { !$0.isEmpty }.map { quoted(key($0)) }.joined(separator: " "))",
      "                set at \"$at/$word\"",
      "        end",
      "    end",
      "    test \"$at\" = \"$argv[1]\"",
      "end",
      "complete -c \(tool) -f",
    ]
    for path in table.allPaths {
      let start = "complete -c \(tool) -n \(quoted("__\(tool)_at '\(key(path))'"))"
      for (word, summary) in table.words(after: path) {
        lines.append("\(start) -a \(quoted(word)) -d \(quoted(summary))")
      }
      for positional in table.command(at: path)?.positionals ?? [] {
        let action = action(positional.value)
        if !action.isEmpty { lines.append("\(start)\(action) -d \(quoted(positional.help))") }
      }
      for option in table.options(at: path) {
        let short = option.short.map { " -s \($0)" } ?? ""
        let required = option.value == .none ? "" : " -x"
        lines.append(
          "\(start) -l \(option.name)\(short)\(required)\(action(option.value)) "
            + "-d \(quoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func key(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }

  private func action(_ value: ArgumentValue) -> String {
    switch value {
    case .none, .text: ""
    case .file: " -a '(__fish_complete_path (commandline -ct))'"
    case .directory: " -a '(__fish_complete_directories (commandline -ct))'"
    case .choice(_, let words): " -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
