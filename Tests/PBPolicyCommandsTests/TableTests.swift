import Foundation
import StrictJSON
import Testing

@testable import PBPolicyCommands

@Suite("The table of commands")
struct TableTests {
  static let commands = CommandTable.pbpolicy.commands

  @Test("every path stands once, and every word that leads to a command is known")
  func paths() {
    let table = CommandTable.pbpolicy
    #expect(Set(Self.commands.map(\.path)).count == Self.commands.count)
    for path in Self.commands.map(\.path) + table.groups.map(\.path) {
      #expect(!path.isEmpty)
      for length in 1..<max(path.count, 1) {
        #expect(table.knows(Array(path.prefix(length))), "\(path)")
      }
    }
    for group in table.groups {
      #expect(!table.words(after: group.path).isEmpty, "\(group.name)")
      #expect(table.command(at: group.path) == nil, "\(group.name)")
      expectPhrase(group.summary)
    }
  }

  @Test("every command is described, and its examples are understood")
  func described() throws {
    let parser = ArgumentParser(table: .pbpolicy)
    for command in Self.commands {
      expectPhrase(command.summary)
      #expect(command.discussion.hasSuffix("."), "\(command.name)")
      #expect(!command.examples.isEmpty, "\(command.name)")
      #expect(!command.statuses.isEmpty, "\(command.name)")
      for example in command.examples {
        expectPhrase(example.meaning)
        var words = example.line.split(separator: " ").map(String.init)
        let end = words.firstIndex { ["|", ">", "<", ";", "&&"].contains($0) } ?? words.count
        words = Array(words[..<end])
        #expect(words.first == "pbpolicy", "\(example.line)")
        guard case .command(let arguments) = try parser.parse(Array(words.dropFirst())) else {
          Issue.record("\(example.line) is no command")
          continue
        }
        #expect(arguments.command.path == command.path, "\(example.line)")
      }
    }
  }

  @Test("no option stands twice, each is described, defaults are among the choices")
  func options() {
    for command in Self.commands {
      let names = command.allOptions.map(\.name)
      let letters = command.allOptions.compactMap(\.short)
      #expect(Set(names).count == names.count, "\(command.name)")
      #expect(Set(letters).count == letters.count, "\(command.name)")
      #expect(["help", "format", "quiet", "color"].allSatisfy(names.contains))
      #expect(command.formats.contains(.text) && command.formats.contains(.json))
      for option in command.allOptions {
        expectPhrase(option.help)
        #expect(option.name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
        #expect(option.value.placeholder.map { $0 == $0.uppercased() } ?? true)
        if let value = option.defaultValue, !option.value.choices.isEmpty {
          #expect(option.value.choices.contains(value), "\(option.flag)")
        }
        if option.value == .none { #expect(option.defaultValue == nil && !option.isRequired) }
      }
    }
  }

  @Test("only the last positional may take several words, and none is named twice")
  func positionals() {
    for command in Self.commands {
      let counts = command.positionals.map(\.count)
      #expect(counts.dropLast().allSatisfy { $0 == .one || $0 == .optional }, "\(command.name)")
      let firstOptional = counts.firstIndex { $0 == .optional || $0 == .any } ?? counts.count
      #expect(counts[firstOptional...].allSatisfy { $0 == .optional || $0 == .any })
      #expect(Set(command.positionals.map(\.name)).count == counts.count)
      for positional in command.positionals {
        expectPhrase(positional.help)
        #expect(!positional.name.isEmpty)
      }
    }
  }

  private func expectPhrase(_ text: String) {
    #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("\n"), "\(text)")
    #expect(text.first?.isUppercase != true, "\(text)")
  }

  @Test("every exit status has its number and a meaning of its own")
  func statuses() {
    #expect(ExitStatus.allCases.map(\.rawValue) == Array(0...9))
    #expect(Set(ExitStatus.allCases.map(\.meaning)).count == 10)
  }
}

@Suite("Help, manual page and JSON")
struct HelpTests {
  @Test(
    "help names everything and is at most 80 columns wide",
    arguments: [
      CommandTable.pbpolicy, .sample,
    ])
  func complete(table: CommandTable) {
    for path in table.allPaths {
      let text = HelpText(table: table, width: 80).text(at: path)
      for option in table.options(at: path) { #expect(text.contains(option.flag), "\(path)") }
      for word in table.words(after: path) { #expect(text.contains("  \(word.word)")) }
      for positional in table.command(at: path)?.positionals ?? [] {
        #expect(text.contains("\n  \(positional.name) "))
      }
      for line in text.split(separator: "\n") where !line.contains(table.tool + " ") {
        #expect(line.count <= 80, "\(line)")
      }
      #expect(text.hasPrefix("usage: \(([table.tool] + path).joined(separator: " "))"))
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
      #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    }
  }

  @Test("the help of a command, whole")
  func whole() {
    #expect(
      run("decide --help", table: .sample).output == """
        usage: sample decide --policy FILE… [OPTION…] FILE…

        do decide

        Does what it says.

        arguments:
          FILE  what to read

        options:
          -p, --policy FILE   the policy; several are layers (required; may be repeated)
              --log DIR       where it's recorded: [a] "log" `x` $y
          -a, --asked-by WHO  who asks (one of app, administrator; default
                              administrator)
          -s, --strict        refuse what is only likely
          -n, --now DATE      the day that counts as today

        options of every command:
              --format FORMAT  how to write the result (one of text, json; default text)
          -q, --quiet          print results only, no remarks
              --color WHEN     colour the output; auto means on a terminal where
                               NO_COLOR is not set (one of auto, always, never; default
                               auto)
          -h, --help           show this help and exit

        examples:
          sample decide -p a b
              decide about b by a

        exit status:
          0  success: no findings, allowed, verified
          1  findings at or above the threshold, or a failed test or proof
          2  wrong usage
          3  a file could not be opened, read or written

        """)
  }

  @Test("help is had in three ways, and as JSON")
  func ways() throws {
    let help = run("policy diff --help", table: .sample)
    #expect(help.status == .success && help.error.isEmpty)
    #expect(run("help policy diff", table: .sample) == help)
    #expect(run("policy diff -h", table: .sample) == help)
    #expect(run("policy diff --bogus -h", table: .sample) == help)
    #expect(run("policy --help", table: .sample) == run("help policy", table: .sample))
    #expect(run("--help", table: .sample) == run("help", table: .sample))
    let json = try JSONValue(parsing: Array(run("help --format json", table: .sample).output.utf8))
    #expect(json["commands"]?.array?.count == CommandTable.sample.commands.count)
    let one = run("policy diff --help --format=json", table: .sample).output
    #expect(try JSONValue(parsing: Array(one.utf8))["name"] == "policy diff")
    #expect(run("help polcy", table: .sample).status == .usage)
  }

  @Test("the manual page names everything, and mandoc and groff find nothing wrong with it")
  func manual() throws {
    for table in [CommandTable.pbpolicy, .sample] {
      let page = ManualPage(table: table, date: Release.date).text
      for command in table.commands {
        #expect(page.contains("\n.Ss \(command.name.replacing("-", with: "\\-"))\n"))
        for option in command.options {
          #expect(page.contains("Fl Fl \(option.name.replacing("-", with: "\\-"))"))
        }
      }
      if let lint = try program("mandoc", ["-T", "lint", "-W", "warning"], input: page) {
        #expect(lint.output == "")
      }
      if let groff = try program("groff", ["-mandoc", "-Tutf8", "-wall", "-z"], input: page) {
        #expect(groff.output == "")
      }
    }
  }

  @Test("columns: terms aligned, long terms on their own line, every line within the width")
  func layout() {
    let lines = columns(
      [("a", "one two three four five six"), ("a-very-long-term-indeed", "seven"), ("b", "")],
      width: 36)
    #expect(
      lines == [
        "  a             one two three four",
        "                five six", "  a-very-long-term-indeed", "                seven", "  b",
      ])
    #expect(wrapped("a  b\nc\n\nd", width: 3) == ["a b", "c", "", "d"])
    #expect(wrapped("", width: 10) == [])
    #expect(wrapped("abcdef gh", width: 3) == ["abcdef", "gh"])
  }
}
