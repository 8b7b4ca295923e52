import AuditKit
import StrictJSON
import Testing

/// What someone without the signing key can make of a log with an SQLite tool and much patience.
@Suite struct ForgeryTests {
  /// A log of `records` and the same log as somebody else would have it: other records, right in
  /// every hash, under the signed checkpoint of size 0 that the true one began with.
  private func forged(_ records: Int, head: String) throws -> ClosedLog {
    let log = try ClosedLog(records: 12, checkpointEvery: 8)
    let origin = try SQLiteLogReader(directory: log.scratch.log).identity().origin
    let other = try Scratch()
    var options = LogWriterOptions()
    options.columns = outcome
    options.origin = origin
    let writer = try LogWriter.open(
      directory: other.log, key: try SigningKey.generate(name: "example.org/test"),
      options: options)
    for number in 0..<records { _ = try writer.append(decision(number, "forged")) }
    try writer.close()
    try log.scratch.forgetTheCount()
    try log.scratch.edit(
      """
      ATTACH '\(other.database)' AS other;
      DELETE FROM records; DELETE FROM search; DELETE FROM checkpoints WHERE size > 0;
      INSERT INTO records SELECT * FROM other.records;
      INSERT INTO search SELECT * FROM other.search;
      UPDATE meta SET value = (SELECT value FROM other.meta WHERE name = 'log') WHERE name = 'log';
      UPDATE frontier SET size = (SELECT size FROM other.frontier),
        hashes = (SELECT hashes FROM other.frontier), note = \(head);
      """)
    return log
  }

  private func refusesToWrite(_ log: ClosedLog) -> Bool {
    var options = LogWriterOptions()
    options.columns = outcome
    do {
      try LogWriter.open(directory: log.scratch.log, key: log.key, options: options).close()
    } catch { return true }
    return false
  }

  /// What the forger may put where the head's signature stands, and what must be said. Once, all
  /// of these were verified, and the next honest record signed the forgery.
  static let heads: [(name: String, sql: String, verdict: VerificationReport.Verdict)] = [
    ("the one that was there", "note", .altered(firstSeq: nil)),
    ("none", "''", .incomplete),
    ("that of size 0", "(SELECT note FROM checkpoints)", .altered(firstSeq: nil)),
    ("the forger's own", "(SELECT note FROM other.frontier)", .cannotTell),
    ("garbage", "'garbage'", .altered(firstSeq: nil)),
    (
      "the old signature below the new text",
      "replace((SELECT note FROM other.frontier), substr((SELECT note FROM other.frontier), instr((SELECT note FROM other.frontier), '— ')), substr(note, instr(note, '— ')))",
      .altered(firstSeq: nil)
    ),
  ]

  @Test(arguments: heads.indices, [12, 5])
  func aWholeLogWrittenAnew(_ index: Int, _ records: Int) throws {
    let head = Self.heads[index]
    let log = try forged(records, head: head.sql)
    #expect(log.verify().verdict == head.verdict, "\(head.name): \(log.verify().problems)")
    for problem in log.verify().problems { #expect(!problem.description.isEmpty) }
    #expect(refusesToWrite(log), "\(head.name)")
    if case .verified = log.verify().verdict { Issue.record("a refused writer signed the forgery") }
  }

  /// One record more, right in every hash, behind the end of a log that was closed.
  @Test(arguments: ["(SELECT note FROM checkpoints WHERE size = 10)", "''"])
  func aRecordPutBehindTheLast(_ note: String) throws {
    let log = try ClosedLog(records: 10)
    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: log.scratch.log, key: log.key, options: options)
    _ = try writer.append(decision(10, "forged"))
    try writer.close()
    try log.scratch.edit(
      "DELETE FROM checkpoints WHERE size = 11; UPDATE frontier SET note = \(note)")
    if case .verified = log.verify().verdict { Issue.record("\(note)") }
    #expect(log.verify(anchor: log.anchor).verdict == log.verify().verdict)
    #expect(refusesToWrite(log))
  }

  /// A writer that is killed leaves every record under a signature.
  @Test func aLogThatIsNotClosedIsSignedToItsLastRecord() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    let writer = try LogWriter.open(directory: scratch.log, key: key)
    for number in 0..<7 {
      _ = try writer.append(decision(number))
      let copy = try scratch.copy()
      var verification = VerificationOptions()
      verification.keys = [key.verificationKey]
      let report = LogVerifier.verify(directory: copy.log, options: verification)
      #expect(report.verdict == .verified(to: Int64(number + 1), anchoredAt: nil))
    }
    try writer.close()
  }
}
