/// What a command line asks for.
enum Invocation: Sendable {
  /// The help of the tool, a group or a command.
  case help([String], OutputFormat)
  /// A command.
  case command(Arguments)
}

/// Reads command lines by the table.
struct ArgumentParser: Sendable {
  /// The table.
  let table: CommandTable

  /// Reads the words after the tool's name.
  func parse(_ words: [String]) throws(UsageError) -> Invocation {
    let (path, rest) = split(words)
    guard let command = table.command(at: path) else {
      return try leading(path: path, rest: rest)
    }
    if asksForHelp(rest) {
      let gathered = try? gather(rest, command.allOptions, path)
      let json = gathered?.options["format"]?.last == "json"
      return .help(path, json ? .json : .text)
    }
    let gathered = try gather(rest, command.allOptions, path)
    if gathered.options["help"] != nil { return .help(path, .text) }
    for option in command.options where option.isRequired && gathered.options[option.name] == nil {
      throw UsageError(
        .missingOption(option.flag, placeholder: option.value.placeholder ?? ""), at: path)
    }
    let words = try assign(gathered.words, to: command)
    return .command(
      Arguments(table: table, command: command, options: gathered.options, words: words))
  }

  /// The command's path, and all other words in order; the tool's own options may stand between.
  private func split(_ words: [String]) -> (path: [String], rest: [String]) {
    var path: [String] = []
    var rest: [String] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if word.isOption {
        guard let option = CommandTable.leadingOptions.first(where: { $0.isMeant(by: word) }) else {
          break
        }
        rest.append(word)
        if option.value != .none, index + 1 < words.count, !word.contains("=") {
          index += 1
          rest.append(words[index])
        }
      } else if table.knows(path + [word]) {
        path.append(word)
      } else {
        break
      }
      index += 1
    }
    return (path, rest + words[index...])
  }

  /// A line that names no command: help, the version, or an error.
  private func leading(path: [String], rest: [String]) throws(UsageError) -> Invocation {
    let options = table.options(at: path)
    let gathered = try gather(rest, options, path, stopAtWord: true)
    if let word = gathered.words.first {
      throw UsageError(
        .unknownCommand(word, known: table.words(after: path).map(\.word)), at: path)
    }
    let format = gathered.options["format"]?.last.flatMap(OutputFormat.init(rawValue:)) ?? .text
    if gathered.options["help"] != nil { return .help(path, format) }
    if gathered.options["version"] != nil, let command = table.command(at: ["version"]) {
      return .command(
        Arguments(table: table, command: command, options: gathered.options, words: [:]))
    }
    throw UsageError(.noCommand, at: path)
  }

  /// Whether the help option stands among `words`, so that it wins over any mistake.
  private func asksForHelp(_ words: [String]) -> Bool {
    for word in words {
      if word == "--" { return false }
      if word == "--help" || word == "-h" { return true }
    }
    return false
  }

  /// Deals the free words out to the positional arguments, left to right.
  private func assign(_ words: [String], to command: Command) throws(UsageError)
    -> [String: [String]]
  {
    var left = words[...]
    var result: [String: [String]] = [:]
    for positional in command.positionals {
      let taken: ArraySlice<String>
      switch positional.count {
      case .one, .optional: taken = left.prefix(1)
      case .any, .atLeastOne: taken = left
      }
      if taken.isEmpty, positional.count == .one || positional.count == .atLeastOne {
        throw UsageError(.missingWord(positional.name), at: command.path)
      }
      let choices = positional.value.choices
      for word in taken where !choices.isEmpty && !choices.contains(word) {
        throw UsageError(
          .wrongChoice(what: positional.name, found: word, choices: choices), at: command.path)
      }
      left = left.dropFirst(taken.count)
      if !taken.isEmpty { result[positional.name] = Array(taken) }
    }
    if let word = left.first {
      let known = table.words(after: command.path).map(\.word)
      throw UsageError(
        known.isEmpty ? .surplusWord(word) : .unknownCommand(word, known: known), at: command.path)
    }
    return result
  }
}

extension String {
  /// Whether the word starts like an option; `-` alone is standard input.
  var isOption: Bool { hasPrefix("-") && self != "-" && self != "--" }
}

extension Option {
  /// Whether `word` names this option, with or without a value after `=`.
  func isMeant(by word: String) -> Bool {
    if word == flag || word.hasPrefix(flag + "=") { return true }
    guard let short else { return false }
    return word == "-\(short)"
  }
}
