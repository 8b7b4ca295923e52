import Findings

/// An error that ends the tool with a status of its own.
protocol CommandFailure: Error {
  /// The status to end with.
  var status: ExitStatus { get }
  /// One line: lower case, no full stop, input in backticks.
  var message: String { get }
  /// What to do about it, one line; nil where the message says it.
  var advice: String? { get }
}

/// What was wrong with a command line.
struct UsageError: CommandFailure, Equatable {
  /// The facts.
  enum Problem: Equatable {
    case noCommand
    case unknownCommand(String, known: [String])
    case unknownOption(String, known: [String])
    case missingValue(option: String, placeholder: String, found: String?)
    case unexpectedValue(option: String, value: String)
    case wrongChoice(what: String, found: String, choices: [String])
    case repeated(option: String)
    case missingOption(String, placeholder: String)
    case missingWord(String)
    case surplusWord(String)
    case badValue(what: String, found: String, why: String)
    case other(String)
  }

  /// What is wrong.
  var problem: Problem
  /// The command or group that was being read.
  var path: [String]

  init(_ problem: Problem, at path: [String]) {
    self.problem = problem
    self.path = path
  }

  var status: ExitStatus { .usage }

  var advice: String? {
    "run `\((["pbpolicy"] + path).joined(separator: " ")) --help` for usage"
  }

  var message: String {
    switch problem {
    case .noCommand:
      path.isEmpty ? "expected a command" : "expected a command after `\(place)`"
    case .unknownCommand(let word, let known):
      "unknown command `\(word)`\(path.isEmpty ? "" : " of `\(place)`")" + guess(word, known)
    case .unknownOption(let option, let known):
      "unknown option `\(option)`\(path.isEmpty ? "" : " of `\(place)`")" + guess(option, known)
    case .missingValue(let option, let placeholder, let found):
      "option `\(option)` needs a value \(placeholder)" + missing(option, found)
    case .unexpectedValue(let option, let value):
      "option `\(option)` takes no value, found `\(value)`"
    case .wrongChoice(let what, let found, let choices):
      "\(what) must be \(listed(choices)), found `\(found)`" + guess(found, choices)
    case .repeated(let option): "option `\(option)` is given more than once"
    case .missingOption(let option, let placeholder):
      "option `\(option) \(placeholder)` must be given"
    case .missingWord(let name): "expected \(name) after `\(place)`"
    case .surplusWord(let word): "`\(word)` is one argument too many for `\(place)`"
    case .badValue(let what, let found, let why): "\(what) is given as `\(found)`: \(why)"
    case .other(let message): message
    }
  }

  private var place: String { (["pbpolicy"] + path).joined(separator: " ") }

  private func guess(_ word: String, _ known: [String]) -> String {
    nearestName(to: word, among: known).map { "; did you mean `\($0)`?" } ?? ""
  }

  private func missing(_ option: String, _ found: String?) -> String {
    guard let found else { return ", found the end of the line" }
    return ", found option `\(found)`; if that is the value, write `\(option)=\(found)`"
  }

  private func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
