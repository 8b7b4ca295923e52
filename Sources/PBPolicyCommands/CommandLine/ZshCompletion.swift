/// Writes the completion script for zsh from the table.
struct ZshCompletion {
  /// The table.
  let table: CommandTable

  /// The script.
  var text: String {
    let tool = table.tool
    return """
      #compdef \(tool)
      # completion of \(tool) for zsh: put this file as _\(tool) into a folder of $fpath

      _\(tool)() {
        local word at="" i
        integer depth=1
        for ((i = 2; i < CURRENT; i++)); do
          word="${words[i]}"
          case "$at/$word" in
      \(paths)
          esac
        done
        if ((depth > 1)); then
          words=("${words[1]}" "${(@)words[depth + 1, -1]}")
          ((CURRENT -= depth - 1))
        fi
        case "$at" in
      \(cases)
        esac
      }

      if [ "$funcstack[1]" = "_\(tool)" ]; then
        _\(tool) "$@"
      else
        compdef _\(tool) \(tool)
      fi

      """
  }

  private var paths: String {
    table.allPaths.filter { !$0.isEmpty }.map { path in
      let key = key(path)
      return "    \(quoted(key))) at=\(quoted(key)); depth=$i ;;"
    }.joined(separator: "\n")
  }

  private var cases: String {
    table.allPaths.map { path in
      let specs = table.options(at: path).flatMap(specs) + arguments(at: path)
      let lines = specs.map { "    \($0)" }.joined(separator: " \\\n")
      return "  \(quoted(key(path))))\n    _arguments -s -S \\\n\(lines) ;;"
    }.joined(separator: "\n")
  }

  private func key(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }

  private func specs(_ option: Option) -> [String] {
    let help = "[" + escaped(option.help, "[]:") + "]"
    let value = option.value.placeholder.map { ":\(escaped($0, ":")):\(action(option.value))" }
    let names = option.short.map { ["-\($0)", option.flag] } ?? [option.flag]
    let once =
      option.isRepeatable ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
    return names.map { name in
      let equals = option.value == .none ? "" : name.hasPrefix("--") ? "=" : "+"
      return quoted(once + name + equals + help + (value ?? ""))
    }
  }

  private func arguments(at path: [String]) -> [String] {
    let next = table.words(after: path)
    if !next.isEmpty {
      let words = next.map { "\(escaped($0.word, ":()\\ "))\\:\(inner($0.summary))" }
      return [quoted("1:command:((\(words.joined(separator: " "))))")]
    }
    return (table.command(at: path)?.positionals ?? []).map { positional in
      let start: String
      switch positional.count {
      case .one: start = ":"
      case .optional: start = "::"
      case .any, .atLeastOne: start = "*:"
      }
      return quoted("\(start)\(escaped(positional.name, ":")):\(action(positional.value))")
    }
  }

  /// A description inside `((…))`: quoted once more, since zsh splits it like shell words.
  private func inner(_ text: String) -> String {
    escaped(text, ":()[]\\ \"'`$&;<>|*?~#!{}^=")
  }

  private func action(_ value: ArgumentValue) -> String {
    switch value {
    case .none, .text: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .choice(_, let words): "(\(words.joined(separator: " ")))"
    }
  }

  private func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
