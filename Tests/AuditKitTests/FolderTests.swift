import AuditKit
import Foundation
import Testing

/// What may lie in a log's folder that is no log, and what is said of it.
@Suite struct FolderTests {
  typealias Prepare = @Sendable (ClosedLog, _ path: String) throws -> Void

  /// What somebody may put under the name of a log's file.
  static let kinds: [(name: String, put: Prepare)] = [
    (
      "a folder",
      { _, path in
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    ),
    ("a pipe", { _, path in try #require(mkfifo(path, 0o600) == 0) }),
    (
      "a link to nowhere",
      { _, path in
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      }
    ),
    (
      "a link to itself",
      { _, path in
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      }
    ),
    (
      "a link to another log's file",
      { _, path in
        let other = try ClosedLog(records: 1)
        try FileManager.default.moveItem(atPath: other.scratch.database, toPath: path + ".other")
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: path + ".other")
      }
    ),
  ]

  private func writerError(_ log: ClosedLog) -> LogStoreError? {
    do throws(LogStoreError) {
      try LogWriter.open(directory: log.scratch.log, key: log.key).close()
      return nil
    } catch { return error }
  }

  @Test(arguments: kinds.indices, ["", "-wal", "-shm", "-journal"])
  func nothingButPlainFilesIsOpened(_ index: Int, _ suffix: String) throws {
    let kind = Self.kinds[index]
    let log = try ClosedLog(records: 2)
    let path = log.scratch.database + suffix
    try? FileManager.default.removeItem(atPath: path)
    try kind.put(log, path)
    #expect(log.verify().verdict == .cannotTell, "\(kind.name)")
    #expect(log.verify(anchor: log.anchor).verdict == .cannotTell, "\(kind.name)")
    #expect(throws: LogStoreError.irregular(path: path)) {
      try SQLiteLogReader(directory: log.scratch.log)
    }
    #expect(writerError(log) == .irregular(path: path), "\(kind.name)")
  }

  @Test(arguments: kinds.indices.dropFirst(1))
  func theLockIsAPlainFile(_ index: Int) throws {
    let log = try ClosedLog(records: 2)
    let path = log.scratch.log + "/lock"
    try FileManager.default.removeItem(atPath: path)
    try Self.kinds[index].put(log, path)
    #expect(writerError(log) != nil)
    #expect(log.verify().verdict == .verified(to: 2, anchoredAt: nil))
  }

  /// A file with two names would be two logs with two locks.
  @Test func aWriterRefusesASecondName() throws {
    let log = try ClosedLog(records: 2)
    try FileManager.default.linkItem(atPath: log.scratch.database, toPath: log.scratch.path + "/b")
    #expect(writerError(log) == .irregular(path: log.scratch.database))
    #expect(log.verify().verdict == .verified(to: 2, anchoredAt: nil))
  }

  @Test func aJournalIsNotPlayedBack() throws {
    let log = try ClosedLog(records: 2)
    try "journal".write(
      toFile: log.scratch.database + "-journal", atomically: false, encoding: .utf8)
    #expect(log.verify().verdict == .altered(firstSeq: nil))
    guard case .damaged? = writerError(log) else {
      Issue.record("the journal was let pass")
      return
    }
  }

  /// Nobody begins a new log, and a new chain of records, where a file was only lost.
  @Test(arguments: ["lock", "log.sqlite-wal", "log.sqlite-shm"])
  func aLogWhoseFileIsGoneIsNotBegunAnew(_ remains: String) throws {
    let log = try ClosedLog(records: 2)
    try FileManager.default.removeItem(atPath: log.scratch.database)
    if remains != "lock" {
      try FileManager.default.removeItem(atPath: log.scratch.log + "/lock")
      try "".write(toFile: log.scratch.log + "/" + remains, atomically: false, encoding: .utf8)
    }
    #expect(
      writerError(log)
        == .gone(path: log.scratch.database, beside: log.scratch.log + "/" + remains))
    #expect(!FileManager.default.fileExists(atPath: log.scratch.database))
    #expect(log.verify().verdict == (remains == "lock" ? .incomplete : .cannotTell))
    #expect(log.verify(anchor: log.anchor).verdict == .incomplete)
  }

  @Test func aWriterSaysThatItBeganALog() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    for isNew in [true, false] {
      let writer = try LogWriter.open(directory: scratch.log, key: key)
      #expect(writer.isNew == isNew)
      try writer.close()
    }
    // A writer that was killed before there was a log leaves a lock and nothing to lose.
    let other = try Scratch()
    try FileManager.default.createDirectory(atPath: other.log, withIntermediateDirectories: false)
    try "12\n".write(toFile: other.log + "/lock", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: other.log)
    #expect(try LogWriter.open(directory: other.log, key: key).isNew)
  }

  @Test(arguments: [0o770, 0o702, 0o722, 0o777])
  func aFolderThatOthersMayWriteInIsRefused(_ mode: Int) throws {
    let log = try ClosedLog(records: 2)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: log.scratch.log)
    #expect(
      writerError(log) == .exposed(path: log.scratch.log, owner: nil, mode: UInt32(mode)))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: log.scratch.log)
    #expect(writerError(log) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives folders away"))
  func aFolderOfAnotherIsRefused() throws {
    let log = try ClosedLog(records: 2)
    try #require(chown(log.scratch.log, 12345, 12345) == 0)
    #expect(writerError(log) == .exposed(path: log.scratch.log, owner: 12345, mode: 0o700))
  }

  /// Files that are no whole log: what is said without an anchor, and with one.
  static let wrecks:
    [(
      name: String, make: Prepare, alone: VerificationReport.Verdict,
      anchored: VerificationReport.Verdict
    )] = [
      (
        "gone", { _, path in try FileManager.default.removeItem(atPath: path) }, .incomplete,
        .incomplete
      ),
      (
        "emptied", { _, path in try Data().write(to: URL(fileURLWithPath: path)) }, .incomplete,
        .incomplete
      ),
      (
        "garbage",
        { _, path in try Data(repeating: 120, count: 9000).write(to: URL(fileURLWithPath: path)) },
        .incomplete, .incomplete
      ),
      ("cut in half", { _, path in try cut(path) { $0 / 2 } }, .incomplete, .incomplete),
      (
        "cut by a page", { _, path in try cut(path) { $0 - 4096 } }, .incomplete,
        .incomplete
      ),
      (
        "no meta", { log, _ in try log.scratch.edit("DROP TABLE meta") }, .altered(firstSeq: nil),
        .altered(firstSeq: nil)
      ),
      (
        "no format", { log, _ in try log.scratch.edit("DELETE FROM meta WHERE name = 'format'") },
        .altered(firstSeq: nil), .altered(firstSeq: nil)
      ),
      (
        "a fifth row", { log, _ in try log.scratch.edit("INSERT INTO meta VALUES ('x', 'y')") },
        .altered(firstSeq: nil), .altered(firstSeq: nil)
      ),
      (
        "columns that are none",
        { log, _ in try log.scratch.edit("UPDATE meta SET value = '[' WHERE name = 'columns'") },
        .altered(firstSeq: nil), .altered(firstSeq: nil)
      ),
      (
        "a later format",
        { log, _ in try log.scratch.edit("UPDATE meta SET value = '7' WHERE name = 'format'") },
        .cannotTell, .cannotTell
      ),
      (
        "another database",
        { log, path in
          try FileManager.default.removeItem(atPath: path)
          try log.scratch.edit("CREATE TABLE t (x)")
        }, .incomplete, .incomplete
      ),
    ]

  private static func cut(_ path: String, _ count: (Int) -> Int) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(count(data.count)).write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: wrecks.indices)
  func wrecksOfALog(_ index: Int) throws {
    let wreck = Self.wrecks[index]
    let log = try ClosedLog(records: 60)
    try wreck.make(log, log.scratch.database)
    #expect(log.verify().verdict == wreck.alone, "\(wreck.name): \(log.verify().problems)")
    let anchored = log.verify(anchor: log.anchor)
    // Without the count of committed records, only an anchor knows that there were some.
    let uncounted = try log.copy()
    try uncounted.scratch.forgetTheCount()
    if case .unopenable(let error)? = log.verify().problems.first {
      switch error {
      case .noLog, .notALog:
        #expect(uncounted.verify().verdict == .cannotTell, "\(wreck.name)")
        #expect(uncounted.verify(anchor: log.anchor).verdict == .incomplete, "\(wreck.name)")
      default: break
      }
    }
    #expect(anchored.verdict == wreck.anchored, "\(wreck.name): \(anchored.problems)")
  }

  /// What may not be read is not missing.
  @Test(.enabled(if: geteuid() != 0, "root reads everything"))
  func aFolderThatMayNotBeReadIsNotIncomplete() throws {
    let log = try ClosedLog(records: 2)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: log.scratch.log)
    defer { chmod(log.scratch.log, 0o700) }
    #expect(log.verify(anchor: log.anchor).verdict == .cannotTell)
  }

  /// The same for everybody: a path that cannot be followed.
  @Test func aPathThatCannotBeFollowedIsNotIncomplete() throws {
    let log = try ClosedLog(records: 2)
    try FileManager.default.removeItem(atPath: log.scratch.log)
    try FileManager.default.createSymbolicLink(
      atPath: log.scratch.log, withDestinationPath: log.scratch.log)
    let report = log.verify(anchor: log.anchor)
    #expect(report.verdict == .cannotTell)
    #expect(
      report.problems == [
        .unopenable(.file(FileError(path: log.scratch.database, operation: "open", code: ELOOP)))
      ])
  }
}
