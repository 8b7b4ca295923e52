/// A command line that was understood: what a command is handed.
struct Arguments: Sendable {
  /// The table it was read by.
  let table: CommandTable
  /// The command that was named.
  let command: Command
  /// The values by option name; a switch holds one empty string each time it is given.
  let options: [String: [String]]
  /// The words by positional name.
  let words: [String: [String]]

  /// Whether `option` was given.
  func isSet(_ option: Option) -> Bool { options[option.name] != nil }

  /// The value given for `option`, or its default; the last where it was repeated.
  func value(_ option: Option) -> String? {
    options[option.name]?.last ?? option.defaultValue
  }

  /// All values given for `option` in order, or its default alone.
  func values(_ option: Option) -> [String] {
    options[option.name] ?? option.defaultValue.map { [$0] } ?? []
  }

  /// The word given for `positional`.
  func word(_ positional: Positional) -> String? { words[positional.name]?.first }

  /// All words given for `positional`, in order.
  func words(_ positional: Positional) -> [String] { words[positional.name] ?? [] }

  /// The value of `option` as read by `read`, whose error becomes one about this option.
  func value<Value>(_ option: Option, as read: (String) throws -> Value) throws -> Value? {
    guard let text = value(option) else { return nil }
    do {
      return try read(text)
    } catch let failure as any CommandFailure {
      throw failure
    } catch {
      throw UsageError(
        .badValue(what: "option `\(option.flag)`", found: text, why: "\(error)"), at: command.path)
    }
  }

  /// An error about how this command was called.
  func wrong(_ message: String) -> UsageError { UsageError(.other(message), at: command.path) }

  /// The format chosen.
  var format: OutputFormat {
    value(.format(command.formats)).flatMap(OutputFormat.init(rawValue:)) ?? .text
  }

  /// Whether remarks are unwanted.
  var isQuiet: Bool { isSet(.quiet) }

  /// When to colour.
  var colour: ColourChoice {
    value(.color).flatMap(ColourChoice.init(rawValue:)) ?? .auto
  }
}

/// When output is coloured.
enum ColourChoice: String, Sendable, CaseIterable {
  case auto, always, never
}
