/// The command line as one function; the tool itself only hands it the arguments and exits.
public enum PBPolicy {
  /// Does what `arguments`, the words after the tool's name, ask for.
  ///
  /// Nothing but `device` is written to or read from, files aside; the process is not ended.
  public static func run(_ arguments: [String], on device: any ConsoleDevice) -> ExitStatus {
    let console = Console(device)
    return run(arguments, .pbpolicy, console)
  }

  /// The same, with any table.
  static func run(_ arguments: [String], _ table: CommandTable, _ console: Console) -> ExitStatus {
    do {
      let status = try perform(ArgumentParser(table: table).parse(arguments), table, console)
      console.clearProgress()
      try console.flush()
      return status
    } catch {
      return report(error, table.tool, console)
    }
  }

  private static func perform(
    _ invocation: Invocation, _ table: CommandTable, _ console: Console
  ) throws -> ExitStatus {
    switch invocation {
    case .help(let path, let format):
      try console.printHelp(of: path, table, format)
      return .success
    case .command(let arguments):
      console.isQuiet = arguments.isQuiet
      console.colour = arguments.colour
      do { return try arguments.command.run(arguments, console) } catch {
        try FailureReport(error, arguments).print(to: console)
        throw error
      }
    }
  }

  /// Says on standard error what went wrong: one line, and one of advice where there is any.
  private static func report(_ error: any Error, _ tool: String, _ console: Console) -> ExitStatus {
    guard let failure = error as? any CommandFailure else {
      console.complain("\(tool): \(error)")
      return .file
    }
    console.complain("\(tool): \(failure.message)")
    if let advice = failure.advice { console.complain(advice) }
    return failure.status
  }
}
