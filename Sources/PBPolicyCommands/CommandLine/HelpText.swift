/// Writes `--help` from the table.
struct HelpText {
  /// The table.
  let table: CommandTable
  /// The columns to wrap at.
  let width: Int

  /// The help of the tool, a group or a command, ending in a newline.
  func text(at path: [String]) -> String {
    let lines =
      if let command = table.command(at: path) { page(of: command) } else { page(at: path) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func page(of command: Command) -> [String] {
    var lines = usage(of: command)
    lines +=
      section(wrapped(command.summary, width: width))
      + section(wrapped(command.discussion, width: width))
    lines += section("arguments", command.positionals.map { ($0.name, $0.fullHelp) })
    lines += section("options", command.options.map(row))
    let common = command.allOptions.dropFirst(command.options.count)
    lines += section("options of every command", common.map(row))
    lines += section("commands", words(after: command.path))
    if !command.examples.isEmpty { lines += ["", "examples:"] }
    for example in command.examples {
      lines += broken(example.line)
      lines += wrapped(example.meaning, width: width - 6).map { "      \($0)" }
    }
    lines += section("exit status", command.allStatuses.map { ("\($0.rawValue)", $0.meaning) })
    return lines
  }

  /// A command line, broken between its words as a shell takes it; what is in quotes stays whole.
  private func broken(_ line: String) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    for character in line {
      if character == "'" { isQuoted.toggle() }
      if character == " ", !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    var lines = ["  " + words[0]]
    for word in words.dropFirst() {
      let last = lines[lines.count - 1]
      if last.count + word.count + 3 <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines[lines.count - 1] = last + " \\"
        lines.append("    " + word)
      }
    }
    return lines
  }

  private func page(at path: [String]) -> [String] {
    let name = ([table.tool] + path).joined(separator: " ")
    var lines = ["usage: \(name) COMMAND [OPTION…]", ""]
    if let group = table.group(at: path) {
      lines += wrapped(group.summary, width: width)
    } else {
      lines += wrapped(table.summary, width: width)
      lines += section(wrapped(table.discussion, width: width))
    }
    lines += section("commands", words(after: path))
    lines += section("options", table.options(at: path).map(row))
    if path.isEmpty {
      lines += section("exit status", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    }
    lines += ["", "run `\(name) COMMAND --help` for more about a command"]
    return lines
  }

  /// The usage line, broken between its parts.
  private func usage(of command: Command) -> [String] {
    let start = "usage: \(table.tool) \(command.name)"
    let parts =
      command.options.filter(\.isRequired).map(usage) + ["[OPTION…]"]
      + command.positionals.map(\.usage)
    let indent = String(repeating: " ", count: min(start.count, width / 2))
    var lines = [start]
    for part in parts {
      let last = lines[lines.count - 1]
      if last.count + 1 + part.count <= width {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(indent + " " + part)
      }
    }
    return lines
  }

  private func usage(_ option: Option) -> String {
    [option.flag, option.value.placeholder].compactMap(\.self).joined(separator: " ")
      + (option.isRepeatable ? "…" : "")
  }

  private func row(_ option: Option) -> (term: String, text: String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.value.placeholder.map { " \($0)" } ?? ""
    return (short + option.flag + value, option.fullHelp)
  }

  private func words(after path: [String]) -> [(term: String, text: String)] {
    table.words(after: path).map { word, summary in
      let leads =
        !table.words(after: path + [word]).isEmpty && table.group(at: path + [word]) != nil
      return (leads ? "\(word) …" : word, summary)
    }
  }

  private func section(_ title: String, _ rows: [(term: String, text: String)]) -> [String] {
    rows.isEmpty ? [] : ["", "\(title):"] + columns(rows, width: width)
  }

  private func section(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }
}
