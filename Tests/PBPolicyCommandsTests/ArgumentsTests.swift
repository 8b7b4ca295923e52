import Testing

@testable import PBPolicyCommands

@Suite("What a command is handed")
struct ArgumentsTests {
  private struct NotANumber: Error, CustomStringConvertible {
    let description = "it is no number"
  }

  private func arguments(_ line: String) throws -> Arguments {
    let words = line.split(separator: " ").map(String.init)
    guard case .command(let arguments) = try ArgumentParser(table: .sample).parse(words) else {
      throw NotANumber()
    }
    return arguments
  }

  @Test("values, defaults, switches, words and formats")
  func values() throws {
    let plain = try arguments("decide -p a -p b f g")
    #expect(plain.values(CommandTable.policyFile) == ["a", "b"])
    #expect(plain.value(CommandTable.policyFile) == "b")
    #expect(plain.value(CommandTable.askedBy) == "administrator")
    #expect(plain.values(CommandTable.askedBy) == ["administrator"])
    #expect(!plain.isSet(CommandTable.askedBy) && !plain.isSet(CommandTable.strict))
    #expect(plain.value(CommandTable.now) == nil && plain.values(CommandTable.now) == [])
    #expect(plain.words(CommandTable.files) == ["f", "g"])
    #expect(plain.word(CommandTable.files) == "f")
    #expect(plain.format == .text && plain.colour == .auto && !plain.isQuiet)
    let other = try arguments("decide -sqp a -a app --format json --color never f")
    #expect(other.isSet(CommandTable.strict) && other.isQuiet)
    #expect(other.value(CommandTable.askedBy) == "app")
    #expect(other.format == .json && other.colour == .never)
    #expect(try arguments("manual").format == .mdoc)
  }

  @Test("a value that cannot be read is an error about its option")
  func reading() throws {
    let handed = try arguments("decide -p a -n 12 f")
    #expect(try handed.value(CommandTable.now, as: { Int($0) ?? 0 }) == 12)
    #expect(try handed.value(CommandTable.log, as: { Int($0) ?? 0 }) == nil)
    let error = #expect(throws: UsageError.self) {
      try handed.value(CommandTable.now) { _ in throw NotANumber() } as Int?
    }
    #expect(error?.message == "option `--now` is given as `12`: it is no number")
    #expect(error?.status == .usage)
    let file = #expect(throws: FileError.self) {
      try handed.value(CommandTable.now) { throw FileError(path: $0, reason: .isDirectory) } as Int?
    }
    #expect(file?.status == .file)
  }

  @Test("errors of a command end the tool with their own status; others with that for files")
  func failures() {
    func status(_ error: any Error) -> (Int32, String) {
      var table = CommandTable.sample
      table.commands = [
        Command(
          path: ["fail"], summary: "fail", discussion: "Fails.", examples: [],
          run: { _, console in
            try console.print("before")
            throw error
          })
      ]
      let outcome = run("fail", table: table)
      #expect(outcome.output == "before\n")
      return (outcome.status.rawValue, outcome.error)
    }
    #expect(
      status(UsageError(.other("no"), at: ["fail"])) == (
        2, "sample: no\nrun `pbpolicy fail --help` for usage\n"
      ))
    #expect(
      status(FileError(path: "d", reason: .isDirectory)) == (
        3, "sample: cannot read `d`: it is a directory\nname the files in it\n"
      ))
    #expect(status(NotANumber()) == (3, "sample: it is no number\n"))
  }
}
