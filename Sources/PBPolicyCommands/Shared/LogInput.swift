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
  /// Opens the log for writing, lets `body` write, files the last checkpoint and closes.
  static func write<Result>(
    to directory: String, _ arguments: Arguments, _ console: Console,
    _ body: (LogWriter) throws -> Result
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
      if writer.isNew { console.remark("pbpolicy: started a new log in `\(directory)`") }
      let result: Result
      do { result = try body(writer) } catch {
        try? writer.close()
        throw error
      }
      try close(writer, directory)
      return result
    } catch let error as LogStoreError {
      throw LogFailure(message: "\(error)", advice: nil)
    } catch let error as KeyError {
      throw LogFailure(message: "\(error)", advice: nil)
    }
  }

  /// Every record was signed with its commit: what can fail here takes none of them back.
  static func close(_ writer: LogWriter, _ directory: String) throws {
    do { try writer.close() } catch {
      throw LogFailure(
        message:
          "everything is recorded and signed in `\(directory)`, but the log could not be closed, "
          + "so what was not answered yet is not answered: \(error)",
        advice: "the records are there: pbpolicy log query --newest \(directory)")
    }
  }

  /// Reads the log in `directory`.
  static func read<Result>(_ directory: String, _ body: (SQLiteLogReader) throws -> Result) throws
    -> Result
  {
    do {
      let reader = try SQLiteLogReader(directory: directory)
      if let answered = try reader.answered(), case let held = try reader.head().size,
        answered > held
      {
        throw LogStoreError.headDiffers(.answersMissing(answered: answered, held: held))
      }
      let held = try reader.columns()
      for column in DecisionRecord.columns where !held.contains(column) {
        guard held.contains(where: { $0.name == column.name }) else { continue }
        throw LogFailure(
          message:
            "the log in `\(directory)` is not indexed as it was made: a search by "
            + "`\(column.name)` would find something else",
          advice: "run: pbpolicy log verify \(directory)")
      }
      return try body(reader)
    } catch let error as LogStoreError {
      throw LogFailure(message: "\(error)", advice: nil)
    }
  }
}
