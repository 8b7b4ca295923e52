import AuditKit
import Foundation
import StrictJSON
import Testing

@Suite struct WriterTests {
  @Test func checkpointsComeWhenTheyAreDue() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "example.org/w")
    var options = LogWriterOptions()
    options.schedule.records = 5
    let clock = ManualClock()
    options.clock = { clock.moment() }
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    func sizes() throws -> [Int64] {
      try SQLiteLogReader(directory: scratch.log).checkpoints(from: 0).map(\.size)
    }
    #expect(try sizes() == [0])
    for number in 0..<7 { _ = try writer.append(decision(number)) }
    #expect(try sizes() == [0, 5])
    _ = try writer.append(decision(7, "deny", urgent: true))
    #expect(try sizes() == [0, 5, 8])
    _ = try writer.append(decision(8))
    clock.advance(seconds: 59)
    _ = try writer.append(decision(9))
    #expect(try sizes() == [0, 5, 8])
    clock.advance(seconds: 1)
    _ = try writer.append(decision(10))
    #expect(try sizes() == [0, 5, 8, 11])
    let note = try SignedNote(parsing: try writer.checkpoint())
    #expect(try Checkpoint(parsing: note.text).size == 11)
    _ = try writer.append(decision(11))
    try writer.close()
    try writer.close()
    #expect(try sizes() == [0, 5, 8, 11, 12])
  }

  @Test func manyCallersShareCommitsAndKeepTheirOwnReceipts() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "example.org/w")
    let writer = try LogWriter.open(directory: scratch.log, key: key)
    let receipts = Collected()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<40 {
        do {
          let body: JSONValue = [
            "caller": .integer(Int64(thread)), "number": .integer(Int64(number)),
          ]
          if number % 10 == 9 {
            for receipt in try writer.append([
              RecordDraft(.decision, body), RecordDraft(.outcomeReport, body),
            ]) { receipts.add(receipt, body) }
          } else {
            receipts.add(try writer.append(RecordDraft(.decision, body)), body)
          }
        } catch { Issue.record(error) }
      }
    }
    try writer.close()
    let reader = try SQLiteLogReader(directory: scratch.log)
    #expect(receipts.all.count == 8 * 44)
    #expect(Set(receipts.all.map(\.0.seq)) == Set(0..<Int64(8 * 44)))
    for (receipt, body) in receipts.all {
      let stored = try #require(try reader.record(receipt.seq))
      let record = try Record(parsing: stored.bytes)
      #expect(stored.leaf == receipt.leaf && stored.id == receipt.id && record.log == receipt.log)
      #expect(record.value["caller"] == body["caller"])
      #expect(record.value["number"] == body["number"])
    }
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    #expect(
      LogVerifier.verify(directory: scratch.log, options: verification).verdict
        == .verified(to: 352, anchoredAt: nil))
  }

  @Test func oneWriterOnly() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    let writer = try LogWriter.open(directory: scratch.log, key: key)
    #expect(throws: LogStoreError.locked(path: scratch.log, process: getpid())) {
      try LogWriter.open(directory: scratch.log, key: key)
    }
    try writer.close()
    try LogWriter.open(directory: scratch.log, key: key).close()
  }

  /// With the lock's file deleted, two may hold the log: the second commit of the same place is
  /// refused, and the log stays right.
  @Test func twoWritersWithoutALockNeverOverwriteEachOther() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    let first = try LogWriter.open(directory: scratch.log, key: key)
    _ = try first.append(decision(0))
    try FileManager.default.removeItem(atPath: scratch.log + "/lock")
    let second = try LogWriter.open(directory: scratch.log, key: key)
    for round in 0..<4 {
      let (one, other) = round.isMultiple(of: 2) ? (first, second) : (second, first)
      _ = try one.append(decision(1))
      #expect(throws: LogStoreError.overtaken(path: scratch.database)) {
        try other.append(decision(2))
      }
      // It has looked again; its next record follows the other's.
      _ = try other.append(decision(3))
      #expect(throws: LogStoreError.overtaken(path: scratch.database)) {
        try one.append(decision(4))
      }
      _ = try one.append(decision(5))
      #expect(throws: LogStoreError.overtaken(path: scratch.database)) { try other.checkpoint() }
      _ = try other.checkpoint()
    }
    try first.close()
    try second.close()
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    let report = LogVerifier.verify(directory: scratch.log, options: verification)
    #expect(report.verdict == .verified(to: 13, anchoredAt: nil), "\(report.problems)")
  }

  /// What a writer refuses is evidence: no byte of it changes, nor of its write-ahead log.
  @Test func aRefusedLogIsLeftAsItWasFound() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    for number in 0..<5 { _ = try writer.append(decision(number)) }
    let open = try scratch.copy()
    try writer.close()
    func contents(_ scratch: Scratch) throws -> [String: Data] {
      var result: [String: Data] = [:]
      for name in ["log.sqlite", "log.sqlite-wal"] {
        result[name] = FileManager.default.contents(atPath: scratch.log + "/" + name)
      }
      return result
    }
    let other = try SigningKey.generate(name: "k")
    for (scratch, hasLog) in [(open, true), (scratch, false)] {
      let before = try contents(scratch)
      #expect((before["log.sqlite-wal"] != nil) == hasLog)
      for columns in [[], outcome, [outcome[0]]] {
        options.columns = columns
        #expect(throws: LogStoreError.self) {
          try LogWriter.open(directory: scratch.log, key: other, options: options)
        }
        let after = try contents(scratch)
        #expect(before["log.sqlite"] == after["log.sqlite"])
        #expect(!hasLog || before == after)
      }
    }
  }

  @Test func filesAreForTheirOwnerOnly() throws {
    let log = try ClosedLog(records: 1)
    let writer = try LogWriter.open(directory: log.scratch.log, key: log.key)
    _ = try writer.append(decision(0))
    let names = try FileManager.default.contentsOfDirectory(atPath: log.scratch.log)
    #expect(Set(names).isSuperset(of: ["log.sqlite", "log.sqlite-wal", "lock"]))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: log.scratch.log + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let folder = try FileManager.default.attributesOfItem(atPath: log.scratch.log)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    try writer.close()
  }

  @Test func theKeyMustLieElsewhere() throws {
    let scratch = try Scratch()
    let made = try SigningKey.generate(name: "k")
    let path = scratch.log + "/secret/log.key"
    try FileManager.default.createDirectory(
      atPath: scratch.log, withIntermediateDirectories: false)
    try made.write(to: path)
    let key = try SigningKey(contentsOf: path)
    #expect(throws: LogStoreError.keyInsideLog(key: path, path: scratch.log)) {
      try LogWriter.open(directory: scratch.log, key: key)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.database))
    // So is one with a second name, wherever that is.
    let second = scratch.path + "/second.key"
    try FileManager.default.linkItem(atPath: path, toPath: second)
    let twice = try SigningKey(contentsOf: second)
    #expect(throws: LogStoreError.keyLinked(key: second)) {
      try LogWriter.open(directory: scratch.log, key: twice)
    }
    try FileManager.default.removeItem(atPath: second)
    // A link from outside is still a key inside.
    let link = scratch.path + "/link.key"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let linked = try SigningKey(contentsOf: link)
    #expect(throws: LogStoreError.keyInsideLog(key: link, path: scratch.log)) {
      try LogWriter.open(directory: scratch.log, key: linked)
    }
  }

  @Test func aLogThatWasChangedIsClosedToWriting() throws {
    func refusal(_ sql: String, unsealed: Bool = false, counted: Bool = false) throws
      -> LogStoreError?
    {
      let log = try ClosedLog(records: 6)
      if unsealed { try log.scratch.edit("DELETE FROM checkpoints WHERE size > 0") }
      try log.scratch.edit(sql)
      if !counted { try log.scratch.forgetTheCount() }
      let before = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
      var options = LogWriterOptions()
      options.columns = outcome
      do throws(LogStoreError) {
        try LogWriter.open(directory: log.scratch.log, key: log.key, options: options).close()
        return nil
      } catch {
        let after = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
        #expect(before == after, "the log was written to after: \(sql)")
        return error
      }
    }
    #expect(try refusal("SELECT 1") == nil)
    #expect(try refusal("SELECT 1", unsealed: true) == nil)
    #expect(
      try refusal("UPDATE frontier SET size = 5") == .headDiffers(.signature(size: 5)))
    #expect(
      try refusal("UPDATE frontier SET size = 5", counted: true)
        == .headDiffers(.answersMissing(answered: 6, held: 5)))
    #expect(
      try refusal("UPDATE frontier SET size = 3, hashes = zeroblob(32)")
        == .headDiffers(.frontierMalformed(size: 3)))
    #expect(
      try refusal("DELETE FROM checkpoints") == .headDiffers(.noCheckpoint))
    #expect(
      try refusal("DELETE FROM records WHERE seq = 5")
        == .headDiffers(.sequence(expected: 5, found: nil)))
    #expect(
      try refusal("DELETE FROM records WHERE seq = 3", unsealed: true)
        == .headDiffers(.sequence(expected: 3, found: 4)))
    #expect(
      try refusal(
        "UPDATE records SET bytes = CAST(replace(bytes, 'deny', 'pass') AS BLOB) WHERE seq = 3",
        unsealed: true) == .headDiffers(.leaf(seq: 3)))
    #expect(
      try refusal("DELETE FROM records WHERE seq = 5", unsealed: true)
        == .headDiffers(.recordsMissing(counted: 6, held: 5)))
    guard
      case .foreignCheckpoint(6, .form)? = try refusal(
        "UPDATE checkpoints SET note = 'x' WHERE size = 6")
    else {
      Issue.record("a broken checkpoint was not refused")
      return
    }
  }

  @Test func anotherKeyDoesNotWriteTheLog() throws {
    let log = try ClosedLog(records: 2)
    let other = try SigningKey.generate(name: "example.org/test")
    let error = #expect(throws: LogStoreError.self) {
      try LogWriter.open(directory: log.scratch.log, key: other)
    }
    #expect(error == .foreignCheckpoint(size: 2, .unknownKeys([log.key.identity])))
  }

  @Test func whatIsNoLogIsRefused() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    #expect(throws: LogStoreError.noLog(path: scratch.log)) {
      try SQLiteLogReader(directory: scratch.log)
    }
    try FileManager.default.createDirectory(
      atPath: scratch.log, withIntermediateDirectories: false)
    for content in ["", "garbage", String(repeating: "x", count: 5000)] {
      try content.write(toFile: scratch.database, atomically: false, encoding: .utf8)
      let error = #expect(throws: LogStoreError.self) {
        try LogWriter.open(directory: scratch.log, key: key)
      }
      guard case .notALog? = error else {
        Issue.record("\(content.prefix(10)): \(String(describing: error))")
        continue
      }
      let file = try #require(FileHandle(forReadingAtPath: scratch.database))
      #expect(try file.readToEnd() ?? Data() == Data(content.utf8))
    }
    // A write-ahead log without its file is not built upon either.
    try FileManager.default.moveItem(atPath: scratch.database, toPath: scratch.database + "-wal")
    let error = #expect(throws: LogStoreError.self) {
      try LogWriter.open(directory: scratch.log, key: key)
    }
    #expect(error == .gone(path: scratch.database, beside: scratch.database + "-wal"))
  }

  /// A refused opening once closed its descriptor twice, and thereby a file of another thread.
  @Test func aRefusedOpeningLeavesOtherFilesAlone() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    let writer = try LogWriter.open(directory: scratch.log, key: key)
    let path = scratch.log
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<1000 {
        if thread == 0 {
          #expect(throws: LogStoreError.self) { try LogWriter.open(directory: path, key: key) }
        } else {
          for _ in 0..<50 {
            let file = open("/dev/null", O_RDONLY)
            #expect(fcntl(file, F_GETFD) >= 0 && close(file) == 0)
          }
        }
      }
    }
    try writer.close()
  }
}

/// A clock that a test sets.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  private var microseconds: Int64 = 0

  func advance(seconds: Int64) { lock.withLock { microseconds += seconds * 1_000_000 } }

  func moment() -> Moment {
    lock.withLock {
      Moment(
        time: 1_700_000_000_000 + microseconds / 1000, offset: 60, monotonic: microseconds,
        boot: "b")
    }
  }
}

/// Receipts of several threads.
final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var receipts: [(Receipt, JSONValue)] = []

  func add(_ receipt: Receipt, _ body: JSONValue) {
    lock.withLock { receipts.append((receipt, body)) }
  }

  var all: [(Receipt, JSONValue)] { lock.withLock { receipts } }
}
