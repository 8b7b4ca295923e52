import AuditKit
import DecisionService
import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let directory = Positional(.directory("DIR"), help: "the log's folder")
  private static let from = Option("from", .text("TIME"), help: "not before this instant")
  private static let until = Option("until", .text("TIME"), help: "before this instant")
  private static let type = Option(
    "type", .choice("TYPE", RecordType.allCases.map(\.rawValue)), repeatable: true,
    help: "records about this only")
  private static let member = Option(
    "where", .text("NAME=VALUE"), repeatable: true,
    help: "records whose operation, outcome, required, honoured, platform or rule is this")
  private static let after = Option("after", .text("SEQ"), help: "after this record")
  private static let limit = Option(
    "limit", .text("N"), default: "100", help: "at most so many records")
  private static let newest = Option("newest", help: "the newest first")

  /// `pbpolicy log query`
  static let logQuery = Command(
    path: ["log", "query"],
    summary: "find records of a log",
    discussion: """
      Prints the records that fit all conditions, in the order of the log. The text is a line a \
      record; with --format json each line is a record's own bytes, as they were hashed. Finding \
      a record is no proof that it is genuine: that is `pbpolicy log verify`.
      """,
    positionals: [directory],
    options: [from, until, type, member, after, limit, newest],
    examples: [
      Example("pbpolicy log query --where outcome=deny --newest LOG", "the last denials")
    ],
    run: { arguments, console in
      guard let directory = arguments.word(directory) else { return .usage }
      let query = try query(arguments)
      let records = try LogInput.read(directory) { try $0.query(query) }
      for record in records {
        if arguments.format == .json {
          try console.write(bytes: record.bytes)
          try console.print()
        } else {
          try console.print(line(record))
        }
      }
      if records.isEmpty { console.remark("no record fits") }
      return .success
    })

  private static func query(_ arguments: Arguments) throws -> LogQuery {
    var query = LogQuery()
    query.from = try arguments.value(from, as: instant)
    query.until = try arguments.value(until, as: instant)
    query.types = Set(arguments.values(type).compactMap(RecordType.init(rawValue:)))
    query.after = try arguments.value(after, as: number)
    query.limit = Int(try arguments.value(limit, as: number) ?? 100)
    query.newestFirst = arguments.isSet(newest)
    let names = DecisionRecord.columns.map(\.name)
    for text in arguments.values(member) {
      let pair = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, names.contains(pair[0]) else {
        throw arguments.wrong(
          "`--where` is NAME=VALUE with a name of \(names.joined(separator: ", ")), found `\(text)`"
        )
      }
      query.equals.append((column: pair[0], value: .text(pair[1])))
    }
    return query
  }

  private struct NotThat: Error, CustomStringConvertible { let description: String }

  private static func instant(_ text: String) throws -> Int64 {
    guard let milliseconds = Instant.milliseconds(text) else {
      throw NotThat(description: "expected an instant such as 2026-11-30T18:27:00Z")
    }
    return milliseconds
  }

  private static func number(_ text: String) throws -> Int64 {
    guard let number = Int64(text), number >= 0 else {
      throw NotThat(description: "expected a whole number, 0 or more")
    }
    return number
  }

  private static func line(_ record: StoredRecord) -> String {
    guard let value = try? JSONValue(parsing: record.bytes) else {
      return "\(record.seq)  not readable; run `pbpolicy log verify`"
    }
    let time = value["time"]?.integer.map(Instant.text) ?? ""
    func word(_ text: String?, _ width: Int) -> String {
      let text = text ?? "-"
      return text + String(repeating: " ", count: max(0, width - text.count))
    }
    let type = value["type"]?.string
    guard type == "decision" else {
      return printable("\(word("\(record.seq)", 6)) \(time)  \(type ?? "-")")
    }
    return printable(
      "\(word("\(record.seq)", 6)) \(time)  \(word(value["operation"]?.string, 8)) "
        + "\(word(value["request"]?["platform"]?.string, 8)) \(word(value["outcome"]?.string, 10)) "
        + "\(word(value["honoured"]?.string, 6)) \(value["rule"]?.string ?? "-")")
  }
}
