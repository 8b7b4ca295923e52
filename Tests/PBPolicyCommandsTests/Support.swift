import Foundation
import Glibc
import Testing

@testable import PBPolicyCommands

/// A console whose bytes tests can see, and whose system calls can be made to fail.
final class FakeDevice: ConsoleDevice {
  /// What was written.
  var output: [UInt8] = []
  /// What was written to standard error.
  var error: [UInt8] = []
  /// What standard input holds.
  var input: [UInt8] = []
  /// The most bytes taken by one write.
  var mostAtOnce = Int.max
  /// What the next writes fail with; nil lets one through.
  var failures: [Int32?] = []
  /// What every write to standard output fails with once the failures above are used up.
  var lasting: Int32?
  /// The streams that are terminals.
  var terminals: Set<ConsoleStream> = []
  /// The environment.
  var variables: [String: String] = [:]
  /// The terminal's width.
  var width: Int?
  /// How many writes there were.
  var calls = 0

  func write(_ bytes: ArraySlice<UInt8>, to stream: ConsoleStream) -> Result<Int, SystemError> {
    calls += 1
    if !failures.isEmpty, let number = failures.removeFirst() { return .failure(.init(number)) }
    if stream == .output, let lasting { return .failure(.init(lasting)) }
    let taken = bytes.prefix(mostAtOnce)
    if stream == .output { output += taken } else { error += taken }
    return .success(taken.count)
  }

  func read(atMost count: Int) -> Result<[UInt8], SystemError> {
    let piece = input.prefix(min(count, mostAtOnce))
    input.removeFirst(piece.count)
    return .success(Array(piece))
  }

  func isTerminal(_ stream: ConsoleStream) -> Bool { terminals.contains(stream) }
  func environment(_ name: String) -> String? { variables[name] }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: error, as: UTF8.self) }
}

extension CommandTable: CustomTestStringConvertible {
  /// The tool's name, so that a failure does not print the whole table.
  public var testDescription: String { tool }
}

/// How a command line ended and what it wrote.
struct Outcome: Equatable {
  var status: PBPolicyCommands.ExitStatus
  var output: String
  var error: String
}

/// Does a command line in this process.
func run(_ line: String, table: CommandTable = .pbpolicy, input: String = "") -> Outcome {
  run(line.split(separator: " ").map(String.init), table: table, input: input)
}

/// Does a command line in this process.
func run(_ words: [String], table: CommandTable = .pbpolicy, input: String = "") -> Outcome {
  let device = FakeDevice()
  device.input = Array(input.utf8)
  let status = PBPolicy.run(words, table, Console(device))
  return Outcome(status: status, output: device.outputText, error: device.errorText)
}

/// A table that has everything: groups, a command that leads to another, every kind of option.
extension CommandTable {
  static let policyFile = Option(
    "policy", short: "p", .file("FILE"), repeatable: true, required: true,
    help: "the policy; several are layers")
  static let log = Option("log", .directory("DIR"), help: "where it's recorded: [a] \"log\" `x` $y")
  static let askedBy = Option(
    "asked-by", short: "a", .choice("WHO", ["app", "administrator"]), default: "administrator",
    help: "who asks")
  static let strict = Option("strict", short: "s", help: "refuse what is only likely")
  static let now = Option("now", short: "n", .text("DATE"), help: "the day that counts as today")
  static let files = Positional(.file("FILE"), .atLeastOne, help: "what to read")

  static let sample: CommandTable = CommandTable(
    tool: "sample", summary: "a tool for tests", discussion: "Shows what a table can hold.",
    groups: [CommandGroup(path: ["policy"], summary: "work on policies")],
    commands: [
      command(["decide"], [policyFile, log, askedBy, strict, now], [files]),
      command(
        ["policy", "diff"], [strict],
        [
          Positional(.file("OLD"), help: "the first"), Positional(.file("NEW"), help: "the second"),
          Positional(.text("WHAT"), .optional, help: "what to compare"),
        ]),
      command(["policy", "check"], [], [Positional(.directory("DIR"), .any, help: "where")]),
      command(["rules"], [], []),
      command(["rules", "show"], [], [Positional(.text("ID"), help: "which")]),
      Command.help, Command.completions, Command.manual, Command.version,
    ])

  private static func command(_ path: [String], _ options: [Option], _ positionals: [Positional])
    -> Command
  {
    Command(
      path: path, summary: "do \(path.joined(separator: " "))", discussion: "Does what it says.",
      positionals: positionals, options: options,
      examples: path == ["decide"] ? [Example("sample decide -p a b", "decide about b by a")] : [],
      statuses: [.success, .findings]
    ) { arguments, console in
      for option in options where arguments.isSet(option) {
        try console.print("\(option.name)=\(arguments.values(option))")
      }
      for positional in positionals {
        try console.print("\(positional.name)=\(arguments.words(positional))")
      }
      return arguments.isSet(strict) ? .findings : .success
    }
  }
}

/// A folder that is gone when the body ends.
///
/// - Parameter files: what is written into it before, by the path in it.
func withFolder(_ files: [String: String] = [:], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.path + "/pbpolicy-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  for (name, text) in files {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
  try body(folder)
}

/// What a program writes when it is given `input`; nil where it is not installed.
func program(_ name: String, _ arguments: [String], input: String = "") throws -> (
  status: Int32, output: String
)? {
  guard let path = installed(name) else { return nil }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  let (stdin, stdout) = (Pipe(), Pipe())
  process.standardInput = stdin
  process.standardOutput = stdout
  process.standardError = stdout
  try process.run()
  let bytes = Data(input.utf8)
  Thread.detachNewThread {
    try? stdin.fileHandleForWriting.write(contentsOf: bytes)
    try? stdin.fileHandleForWriting.close()
  }
  let data = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Where a program is.
func installed(_ name: String) -> String? {
  ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}
