import AuditKit
import CSQLite
import Foundation
import StrictJSON
import Testing

/// A folder that goes away with its owner.
final class Scratch {
  let path: String
  var log: String { path + "/log" }
  var database: String { log + "/log.sqlite" }

  init() throws {
    // In memory where there is such a place: no test here needs a disk that really syncs.
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    path = (isThere ? memory : NSTemporaryDirectory()) + "/auditkit-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A copy of the log in a folder of its own.
  func copy() throws -> Scratch {
    let result = try Scratch()
    try FileManager.default.copyItem(atPath: log, toPath: result.log)
    return result
  }

  /// Takes the count of committed records away, as whoever cuts a log back would.
  func forgetTheCount() throws {
    try "1\n".write(toFile: log + "/lock", atomically: false, encoding: .utf8)
  }

  /// Edits the log as someone with an SQLite tool would.
  func edit(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(database, &handle) == SQLITE_OK)
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(
      status == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle))) \(sqlite3_extended_errcode(handle)) \(sqlite3_system_errno(handle)): \(sql)"
    )
  }
}

let outcome: [Column] = [
  Column("outcome", .text, path: ["outcome"]), Column("size", .integer, path: ["subject", "size"]),
  Column("marked", .boolean, path: ["marked"]),
].compactMap(\.self)

func decision(_ number: Int, _ outcome: String = "allow", urgent: Bool = false) -> RecordDraft {
  RecordDraft(
    .decision,
    [
      "outcome": .string(outcome), "number": .integer(Int64(number)),
      "subject": ["size": .integer(Int64(number % 3))], "marked": .bool(number.isMultiple(of: 2)),
    ], isUrgent: urgent)
}

/// A log with some records, closed, its key and the checkpoint at its end.
struct ClosedLog {
  let scratch: Scratch
  let key: SigningKey
  let anchor: String

  init(records: Int, checkpointEvery: Int64 = 256) throws {
    scratch = try Scratch()
    key = try SigningKey.generate(name: "example.org/test")
    var options = LogWriterOptions()
    options.columns = outcome
    options.schedule.records = checkpointEvery
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    for number in 0..<records {
      _ = try writer.append(decision(number, number % 4 == 3 ? "deny" : "allow"))
    }
    anchor = try writer.checkpoint()
    try writer.close()
  }

  init(_ scratch: Scratch, key: SigningKey, anchor: String) {
    self.scratch = scratch
    self.key = key
    self.anchor = anchor
  }

  init(_ scratch: Scratch, like other: ClosedLog) {
    self.scratch = scratch
    key = other.key
    anchor = other.anchor
  }

  func copy() throws -> ClosedLog { ClosedLog(try scratch.copy(), like: self) }

  func verify(anchor: String? = nil, keys: [VerificationKey]? = nil, required: Bool = false)
    -> VerificationReport
  {
    var options = VerificationOptions()
    options.keys = keys ?? [key.verificationKey]
    options.anchor = anchor
    options.requiresAnchor = required
    options.columns = outcome
    return LogVerifier.verify(directory: scratch.log, options: options)
  }
}
