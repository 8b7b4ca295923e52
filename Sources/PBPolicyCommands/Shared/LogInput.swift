import AuditKit
import DecisionService

/// A log that could not be opened, read or written.
struct LogFailure: CommandFailure {
  /// What happened.
  var message: String
  /// What to do about it.
  var advice: String?
  var status: ExitStatus { .file }
}

/// The log and the keys of a command line.
enum LogInput {
  /// Opens the log for writing, lets `body` write, signs the head and closes.
  static func write<Result>(
    to directory: String, _ arguments: Arguments, _ body: (LogWriter) throws -> Result
  ) throws -> Result {
    guard let path = arguments.value(.key) else {
      throw arguments.wrong(
        "a log is written with a key: give `--key FILE`, or make one with `pbpolicy log keygen`")
    }
    var options = LogWriterOptions()
    options.columns = DecisionRecord.columns
    options.lockWait = 10_000
    do {
      let writer = try LogWriter.open(
        directory: directory, key: try SigningKey(contentsOf: path), options: options)
      do {
        let result = try body(writer)
        try writer.close()
        return result
      } catch {
        try? writer.close()
        throw error
      }
    } catch let error as LogStoreError {
      throw LogFailure(message: "\(error)", advice: nil)
    } catch let error as KeyError {
      throw LogFailure(message: "\(error)", advice: nil)
    }
  }

  /// Reads the log in `directory`.
  static func read<Result>(_ directory: String, _ body: (SQLiteLogReader) throws -> Result) throws
    -> Result
  {
    do { return try body(try SQLiteLogReader(directory: directory)) } catch let error
      as LogStoreError
    {
      throw LogFailure(message: "\(error)", advice: nil)
    }
  }
}
