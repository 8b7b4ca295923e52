/// Writes the manual page, in mdoc, from the table.
struct ManualPage {
  /// The table.
  let table: CommandTable
  /// The day of the release, such as `November 30, 2026`.
  let date: String

  /// The page.
  var text: String {
    var lines = [
      ".Dd \(date)", ".Dt \(table.tool.uppercased()) 1", ".Os", ".Sh NAME",
      ".Nm \(table.tool)", ".Nd \(plain(table.summary))", ".Sh SYNOPSIS", ".Nm",
      ".Ar command", ".Op Ar option ...", ".Sh DESCRIPTION",
    ]
    lines += prose(table.discussion)
    lines += [
      ".Pp", "Options may stand anywhere after the command; everything after", ".Fl Fl",
      "is an argument.", "The file", ".Sq Pa -", "is standard input.", ".Pp",
      "These options are understood by every command:", ".Bl -tag -width Ds",
    ]
    lines += commonOptions.flatMap(item) + [".El", ".Sh COMMANDS"]
    for command in table.commands { lines += section(command) }
    lines += environment + exitStatus + examples
    return lines.joined(separator: "\n") + "\n"
  }

  private var commonOptions: [Option] { [.format([.text, .json]), .quiet, .color, .help] }

  private func section(_ command: Command) -> [String] {
    var lines = [".Ss \(plain(command.name))", ".Nm \(table.tool) \(plain(command.name))"]
    lines += command.options.filter(\.isRequired).map(synopsis) + [".Op Ar option ..."]
    lines += command.positionals.map(synopsis) + [".Pp"]
    lines += prose(sentence(command.summary)) + [".Pp"] + prose(command.discussion)
    let formats: [Option] = command.formats == [.text, .json] ? [] : [.format(command.formats)]
    let rows =
      command.positionals.flatMap { [".It Ar \(plain($0.name))"] + prose(sentence($0.fullHelp)) }
      + (command.options + formats).flatMap(item)
    if !rows.isEmpty { lines += [".Bl -tag -width Ds"] + rows + [".El"] }
    let own = command.allStatuses.map { "\($0.rawValue)" }.joined(separator: ", ")
    return lines + [".Pp", "Exit statuses: \(own)."]
  }

  private var environment: [String] {
    [
      ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev NO_COLOR",
      "If set and not empty, output is not coloured unless asked for.", ".It Ev COLUMNS",
      "The width to wrap at, instead of the terminal's.", ".El",
    ]
  }

  private var exitStatus: [String] {
    [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
      + ExitStatus.allCases.flatMap { [".It \($0.rawValue)", plain(sentence($0.meaning))] }
      + [".El"]
  }

  private var examples: [String] {
    var lines = [".Sh EXAMPLES"]
    for (index, example) in table.commands.flatMap(\.examples).enumerated() {
      if index > 0 { lines.append(".Pp") }
      lines += prose(sentence(example.meaning)) + [".Dl \(plain(example.line))"]
    }
    return lines
  }

  private func item(_ option: Option) -> [String] {
    let short = option.short.map { "Fl \($0) , " } ?? ""
    let value = option.value.placeholder.map { " Ar \(plain($0))" } ?? ""
    return [".It \(short)Fl Fl \(plain(option.name))\(value)"] + prose(sentence(option.fullHelp))
  }

  private func synopsis(_ option: Option) -> String {
    let value = option.value.placeholder.map { " Ar \(plain($0))" } ?? ""
    return ".Fl Fl \(plain(option.name))\(value)"
  }

  private func synopsis(_ positional: Positional) -> String {
    switch positional.count {
    case .one: ".Ar \(plain(positional.name))"
    case .optional: ".Op Ar \(plain(positional.name))"
    case .any: ".Op Ar \(plain(positional.name)) ..."
    case .atLeastOne: ".Ar \(plain(positional.name)) ..."
    }
  }

  /// The text as roff wants it: every sentence on a new line, lines not over 80 bytes.
  private func prose(_ text: String) -> [String] {
    var lines: [String] = []
    for (index, paragraph) in paragraphs(of: text).enumerated() {
      if index > 0 { lines.append(".Pp") }
      var sentence = ""
      for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        sentence += (sentence.isEmpty ? "" : " ") + word
        guard word.hasSuffix(".") || word.hasSuffix(".)") else { continue }
        lines += wrapped(sentence, width: 64).map(plain)
        sentence = ""
      }
      if !sentence.isEmpty { lines += wrapped(sentence, width: 64).map(plain) }
    }
    return lines
  }

  private func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The text such that roff takes no part of it for a request, an escape or a hyphen.
  private func plain(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "-": result += "\\-"
      case "…": result += "..."
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
