/// Writes the completion script for bash from the table.
///
/// It needs nothing but bash 3.2 itself: it finds the command by walking the words typed, then
/// completes an option's value, an option, a command or an argument.
struct BashCompletion {
  /// The table.
  let table: CommandTable

  /// The script.
  var text: String {
    let tool = table.tool
    return """
      # completion of \(tool) for bash: source this file, or put it where bash-completion looks
      _\(tool)() {
        local word path="" previous="" current="${COMP_WORDS[COMP_CWORD]}" i
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          case "$path/$word" in
      \(paths)
          esac
          case "$word" in
          =) ;;
          *) previous="$word" ;;
          esac
        done
        [ "$current" = "=" ] && current=""
        COMPREPLY=()
        case "$path $previous" in
      \(values)
        esac
        case "$current" in
        -*)
          case "$path" in
      \(options)
          esac
          ;;
        *)
          case "$path" in
      \(arguments)
          esac
          ;;
        esac
      }
      complete -o filenames -F _\(tool) \(tool)

      """
  }

  private var paths: String {
    table.allPaths.filter { !$0.isEmpty }.map { path in
      let key = path.dropLast().map { "/\($0)" }.joined() + "/" + (path.last ?? "")
      return "    \"\(key)\") path=\"\(key)\" ;;"
    }.joined(separator: "\n")
  }

  private var values: String {
    var lines: [String] = []
    for path in table.allPaths {
      for option in table.options(at: path) {
        guard let action = action(option.value) else { continue }
        let names = [option.flag] + (option.short.map { ["-\($0)"] } ?? [])
        let patterns = names.map { "\"\(key(path)) \($0)\"" }.joined(separator: " | ")
        lines.append("  \(patterns))\n    \(action)\n    return ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var options: String {
    table.allPaths.map { path in
      let flags = table.options(at: path).flatMap { option in
        [option.flag] + (option.short.map { ["-\($0)"] } ?? [])
      }
      return "    \"\(key(path))\") \(words(flags)) ;;"
    }.joined(separator: "\n")
  }

  private var arguments: String {
    table.allPaths.map { path in
      var actions: [String] = []
      let next = table.words(after: path).map(\.word)
      let positionals = table.command(at: path)?.positionals ?? []
      let choices = next + positionals.flatMap(\.value.choices)
      if !choices.isEmpty { actions.append(words(choices)) }
      if positionals.contains(where: { if case .file = $0.value { true } else { false } }) {
        actions.append(files("-f"))
      } else if positionals.contains(where: {
        if case .directory = $0.value { true } else { false }
      }) {
        actions.append(files("-d"))
      }
      return
        "    \"\(key(path))\") \((actions.isEmpty ? [":"] : actions).joined(separator: "; ")) ;;"
    }.joined(separator: "\n")
  }

  private func key(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }

  private func action(_ value: ArgumentValue) -> String? {
    switch value {
    case .none: nil
    case .text: ":"
    case .file: files("-f")
    case .directory: files("-d")
    case .choice(_, let choices): words(choices)
    }
  }

  private func words(_ words: [String]) -> String {
    "COMPREPLY+=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
  }

  private func files(_ kind: String) -> String {
    "while IFS= read -r word; do COMPREPLY+=(\"$word\"); done < <(compgen \(kind) -- \"$current\")"
  }
}
