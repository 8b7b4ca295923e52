/// Options and free words, apart.
struct GatheredWords {
  /// Values by option name; a switch holds an empty string.
  var options: [String: [String]] = [:]
  /// The words that belong to no option.
  var words: [String] = []
}

extension ArgumentParser {
  /// Takes the options out of `words`; everything after `--` is free.
  func gather(
    _ words: [String], _ options: [Option], _ path: [String], stopAtWord: Bool = false
  ) throws(UsageError) -> GatheredWords {
    var reader = OptionReader(words: words[...], options: options, path: path)
    while let word = reader.left.popFirst() {
      if word == "--" {
        reader.result.words += reader.left
        break
      } else if word.hasPrefix("--") {
        try reader.long(word)
      } else if word.isOption {
        try reader.cluster(word)
      } else {
        reader.result.words.append(word)
        if stopAtWord { break }
      }
    }
    return reader.result
  }
}

private struct OptionReader {
  var left: ArraySlice<String>
  let options: [Option]
  let path: [String]
  var result = GatheredWords()

  init(words: ArraySlice<String>, options: [Option], path: [String]) {
    self.left = words
    self.options = options
    self.path = path
  }

  /// `--name`, `--name=value` or `--name value`.
  mutating func long(_ word: String) throws(UsageError) {
    let name = String(word.prefix { $0 != "=" })
    guard let option = options.first(where: { $0.flag == name }) else {
      throw UsageError(.unknownOption(name, known: options.map(\.flag)), at: path)
    }
    let value = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
    if option.value == .none {
      if let value {
        throw UsageError(.unexpectedValue(option: name, value: value), at: path)
      }
      try note("", for: option, as: name)
    } else if let value {
      try note(value, for: option, as: name)
    } else {
      try note(try following(option, as: name), for: option, as: name)
    }
  }

  /// `-a`, `-abc` for three switches, `-fvalue` or `-f value`.
  mutating func cluster(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        let whole = word.count > 2 ? word : name
        throw UsageError(.unknownOption(whole, known: options.map(\.flag)), at: path)
      }
      if option.value == .none {
        try note("", for: option, as: name)
      } else if letters.isEmpty {
        try note(try following(option, as: name), for: option, as: name)
      } else {
        try note(
          String(letters.first == "=" ? letters.dropFirst() : letters), for: option, as: name)
        letters = ""
      }
    }
  }

  /// The next word as the value of `option`; another option in its place is a mistake.
  private mutating func following(_ option: Option, as name: String) throws(UsageError) -> String {
    let placeholder = option.value.placeholder ?? "VALUE"
    let found = left.first
    guard let found, found != "--", !options.contains(where: { $0.isMeant(by: found) }) else {
      throw UsageError(
        .missingValue(option: name, placeholder: placeholder, found: found), at: path)
    }
    left = left.dropFirst()
    return found
  }

  private mutating func note(_ value: String, for option: Option, as name: String)
    throws(UsageError)
  {
    let choices = option.value.choices
    if !choices.isEmpty, !choices.contains(value) {
      throw UsageError(
        .wrongChoice(what: "option `\(name)`", found: value, choices: choices), at: path)
    }
    if option.value != .none, !option.isRepeatable, result.options[option.name] != nil {
      throw UsageError(.repeated(option: option.flag), at: path)
    }
    result.options[option.name, default: []].append(value)
  }
}
