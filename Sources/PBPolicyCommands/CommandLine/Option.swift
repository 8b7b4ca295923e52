/// What stands after an option's name or in the place of a positional argument.
enum ArgumentValue: Sendable, Hashable {
  /// Nothing: the option is a switch.
  case none
  /// Free text; the word stands for it in help, such as `DEVICE`.
  case text(String)
  /// The path of a file, or `-`.
  case file(String)
  /// The path of a directory.
  case directory(String)
  /// One of a fixed list of words.
  case choice(String, [String])

  /// The word that stands for the value in help; nil for a switch.
  var placeholder: String? {
    switch self {
    case .none: nil
    case .text(let name), .file(let name), .directory(let name), .choice(let name, _): name
    }
  }

  /// The words it may be; empty where it is free.
  var choices: [String] {
    if case .choice(_, let words) = self { words } else { [] }
  }
}

/// One option in the table.
struct Option: Sendable, Hashable {
  /// The long name, without its dashes.
  var name: String
  /// The one-letter name, if it has one.
  var short: Character?
  /// What follows the name.
  var value: ArgumentValue
  /// Whether it may be given more than once.
  var isRepeatable: Bool
  /// Whether it must be given.
  var isRequired: Bool
  /// The value where it is not given.
  var defaultValue: String?
  /// What it does: lower case, no full stop.
  var help: String

  init(
    _ name: String, short: Character? = nil, _ value: ArgumentValue = .none,
    repeatable: Bool = false, required: Bool = false, default defaultValue: String? = nil,
    help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.isRepeatable = repeatable
    self.isRequired = required
    self.defaultValue = defaultValue
    self.help = help
  }

  /// `--name`.
  var flag: String { "--\(name)" }

  /// The help with the choices and the default in words.
  var fullHelp: String {
    var notes: [String] = []
    if !value.choices.isEmpty { notes.append("one of " + value.choices.joined(separator: ", ")) }
    if let defaultValue { notes.append("default \(defaultValue)") }
    if isRequired { notes.append("required") }
    if isRepeatable { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}

/// The options that every command takes.
extension Option {
  static let help = Option("help", short: "h", help: "show this help and exit")
  static let quiet = Option("quiet", short: "q", help: "print results only, no remarks")
  static let color = Option(
    "color", .choice("WHEN", ["auto", "always", "never"]), default: "auto",
    help: "colour the output; auto means on a terminal where NO_COLOR is not set")
  /// The tool's own option, before any command.
  static let version = Option("version", help: "print the version and exit")

  /// The `--format` of a command that can write `formats`, the first being the default.
  static func format(_ formats: [OutputFormat]) -> Option {
    Option(
      "format", .choice("FORMAT", formats.map(\.rawValue)), default: formats.first?.rawValue,
      help: "how to write the result")
  }
}

/// One positional argument in the table.
struct Positional: Sendable, Hashable {
  /// How many words it takes.
  enum Count: Sendable { case one, optional, any, atLeastOne }

  /// The word that stands for it in help.
  var name: String
  /// What it holds.
  var value: ArgumentValue
  /// How many words it takes; only the last may take more than one.
  var count: Count
  /// What it is: lower case, no full stop.
  var help: String

  init(_ value: ArgumentValue, _ count: Count = .one, help: String) {
    self.name = value.placeholder ?? ""
    self.value = value
    self.count = count
    self.help = help
  }

  /// As it stands in a usage line.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }

  /// The help with the choices in words.
  var fullHelp: String {
    value.choices.isEmpty ? help : "\(help) (one of \(value.choices.joined(separator: ", ")))"
  }
}
