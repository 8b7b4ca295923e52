import AuditKit
import Foundation
import Testing

@Suite struct VerifyTests {
  @Test func anUntouchedLog() throws {
    let log = try ClosedLog(records: 20, checkpointEvery: 8)
    let report = log.verify()
    #expect(report.verdict == .verified(to: 20, anchoredAt: nil))
    #expect(report.problems == [] && report.records == 20 && report.checkpoints == 4)
    #expect(report.summary.hasPrefix("verified to 20, unanchored"))
    let anchored = log.verify(anchor: log.anchor, required: true)
    #expect(anchored.verdict == .verified(to: 20, anchoredAt: 20))
    #expect(anchored.root == (try Checkpoint(parsing: SignedNote(parsing: log.anchor).text)).root)
  }

  @Test func withoutKeyOrAnchorLessIsSaid() throws {
    let log = try ClosedLog(records: 5)
    let noKey = log.verify(anchor: log.anchor, keys: [])
    #expect(noKey.verdict == .cannotTell && noKey.problems == [.noKey])
    let noAnchor = log.verify(required: true)
    #expect(noAnchor.verdict == .cannotTell && noAnchor.problems == [.noAnchor])
    let stranger = try SigningKey.generate(name: "example.org/test").verificationKey
    let wrongKey = log.verify(keys: [stranger])
    #expect(wrongKey.verdict == .cannotTell && wrongKey.problems.count == 3)
    let other = try ClosedLog(records: 5)
    let bothKeys = [log.key.verificationKey, other.key.verificationKey]
    let foreign = log.verify(anchor: other.anchor, keys: bothKeys)
    #expect(foreign.verdict == .cannotTell)
    guard case .anchorOfOtherLog? = foreign.problems.first else {
      Issue.record("\(foreign.problems)")
      return
    }
    // The checkpoint that every log begins with holds nothing.
    let zero = try #require(
      try SQLiteLogReader(directory: log.scratch.log).checkpoints(from: 0).first)
    #expect(log.verify(anchor: zero.note).verdict == .verified(to: 5, anchoredAt: nil))
    #expect(log.verify(anchor: zero.note, required: true).problems == [.noAnchor])
    // Also without any key a difference from the anchor is a change.
    let changed = try log.copy()
    try changed.scratch.edit("DELETE FROM records WHERE seq = 4; DELETE FROM search WHERE seq = 4")
    #expect(changed.verify(anchor: log.anchor, keys: []).verdict == .incomplete)
    #expect(log.verify(anchor: other.anchor).verdict == .cannotTell)
    #expect(log.verify(anchor: "garbage").verdict == .cannotTell)
    var options = VerificationOptions()
    options.keys = [log.key.verificationKey]
    options.log = "another"
    let wrongLog = LogVerifier.verify(directory: log.scratch.log, options: options)
    #expect(wrongLog.verdict == .cannotTell)
  }

  /// Checkpoints are for those who hold one: the head's own signature covers every record.
  @Test func recordsAfterTheLastCheckpointAreSignedAsWell() throws {
    let log = try ClosedLog(records: 20, checkpointEvery: 8)
    try log.scratch.edit("DELETE FROM checkpoints WHERE size > 0")
    #expect(log.verify().verdict == .verified(to: 20, anchoredAt: nil))
    #expect(log.verify(anchor: log.anchor).verdict == .verified(to: 20, anchoredAt: 20))
  }

  /// Edits with an SQLite tool, by someone without the key, and what must be said.
  static let edits: [(name: String, sql: String, verdict: VerificationReport.Verdict)] = [
    (
      "change an outcome",
      "UPDATE records SET bytes = CAST(replace(bytes, 'deny', 'pass') AS BLOB) WHERE seq = 3",
      .altered(firstSeq: 3)
    ),
    (
      "delete in the middle",
      "DELETE FROM records WHERE seq = 3; DELETE FROM search WHERE seq = 3",
      .altered(firstSeq: 3)
    ),
    (
      "delete and renumber",
      """
      DELETE FROM records WHERE seq = 3; DELETE FROM search WHERE seq = 3;
      UPDATE records SET seq = seq - 1 WHERE seq > 3; UPDATE search SET seq = seq - 1 WHERE seq > 3;
      """, .altered(firstSeq: 3)
    ),
    (
      "swap two",
      """
      UPDATE records SET seq = -3 WHERE seq = 3; UPDATE records SET seq = 3 WHERE seq = 5;
      UPDATE records SET seq = 5 WHERE seq = -3;
      """, .altered(firstSeq: 3)
    ),
    (
      "insert a copy",
      "INSERT INTO records SELECT 12, 'x', bytes, leaf FROM records WHERE seq = 3; "
        + "INSERT INTO search SELECT 12, time, type, x_outcome, x_size, x_marked FROM search WHERE seq = 3",
      .altered(firstSeq: 12)
    ),
    (
      "insert before the first",
      "INSERT INTO records SELECT -1, 'x', bytes, leaf FROM records WHERE seq = 3; "
        + "INSERT INTO search SELECT -1, time, type, x_outcome, x_size, x_marked FROM search WHERE seq = 3",
      .altered(firstSeq: -1)
    ),
    (
      "hide from searches", "UPDATE search SET x_outcome = 'allow' WHERE seq = 3",
      .altered(firstSeq: 3)
    ),
    ("another time", "UPDATE search SET time = time + 1 WHERE seq = 7", .altered(firstSeq: 7)),
    ("another type", "UPDATE search SET type = 'start' WHERE seq = 7", .altered(firstSeq: 7)),
    ("no search row", "DELETE FROM search WHERE seq = 7", .altered(firstSeq: 7)),
    (
      "stray search row", "INSERT INTO search (seq, time, type) VALUES (99, 1, 'start')",
      .altered(firstSeq: nil)
    ),
    ("another id", "UPDATE records SET id = 'x' WHERE seq = 2", .altered(firstSeq: 2)),
    ("another leaf", "UPDATE records SET leaf = zeroblob(32) WHERE seq = 2", .altered(firstSeq: 2)),
    ("short leaf", "UPDATE records SET leaf = zeroblob(31) WHERE seq = 2", .altered(firstSeq: 2)),
    (
      "a trigger", "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM search; END",
      .altered(firstSeq: nil)
    ),
    ("a view", "CREATE VIEW v AS SELECT 1", .altered(firstSeq: nil)),
    ("no index", "DROP INDEX search_time", .altered(firstSeq: nil)),
    ("the count", "UPDATE frontier SET size = 11", .altered(firstSeq: nil)),
    ("the edge", "UPDATE frontier SET hashes = zeroblob(64)", .altered(firstSeq: nil)),
    (
      "a checkpoint's edge", "UPDATE checkpoints SET hashes = zeroblob(32) WHERE size = 8",
      .altered(firstSeq: nil)
    ),
    (
      "a checkpoint's place", "UPDATE checkpoints SET size = 7 WHERE size = 8",
      .altered(firstSeq: nil)
    ),
    (
      "a checkpoint's text",
      "UPDATE checkpoints SET note = replace(note, char(10) || '8' || char(10), char(10) || '9' || char(10)) WHERE size = 8",
      .altered(firstSeq: nil)
    ),
    (
      "cut the tail", "DELETE FROM records WHERE seq > 9; DELETE FROM search WHERE seq > 9",
      .incomplete
    ),
    ("cut everything", "DELETE FROM records; DELETE FROM search", .incomplete),
    ("no checkpoints", "DELETE FROM checkpoints", .incomplete),
    ("another log's name", "UPDATE meta SET value = '0' WHERE name = 'log'", .altered(firstSeq: 0)),
    (
      "another origin", "UPDATE meta SET value = '0' WHERE name = 'origin'", .altered(firstSeq: nil)
    ),
    ("another format", "UPDATE meta SET value = '9' WHERE name = 'format'", .cannotTell),
    ("no table", "DROP TABLE frontier", .altered(firstSeq: nil)),
  ]

  @Test(arguments: edits.indices)
  func editsAreSeen(_ index: Int) throws {
    let edit = Self.edits[index]
    let log = try ClosedLog(records: 12, checkpointEvery: 8)
    try log.scratch.edit(edit.sql)
    for report in [log.verify(), log.verify(anchor: log.anchor, required: true)] {
      #expect(report.verdict == edit.verdict, "\(edit.name): \(report.problems)")
      #expect(report.problems.allSatisfy { !$0.description.isEmpty }, "\(edit.name)")
    }
    // Without a key a change is still a change, and nothing is ever verified.
    let blind = log.verify(keys: [])
    switch edit.name {
    case "a checkpoint's text": #expect(blind.verdict == .altered(firstSeq: nil))
    default: #expect(blind.verdict == edit.verdict, "\(edit.name) without key")
    }
  }

  /// Searches are told what to look at by a table that nobody signs.
  @Test(arguments: [
    #"replace(value, '["outcome"]', '["outcome","x"]')"#,
    #"replace(value, '"text","name":"outcome"', '"integer","name":"outcome"')"#,
  ])
  func anotherMeaningOfAColumnIsSeen(_ definition: String) throws {
    let log = try ClosedLog(records: 12)
    try log.scratch.edit(
      """
      UPDATE meta SET value = \(definition) WHERE name = 'columns';
      UPDATE search SET x_outcome = NULL;
      """)
    let report = log.verify()
    #expect(report.verdict == .altered(firstSeq: nil) || report.verdict == .altered(firstSeq: 0))
    #expect(report.problems.contains(.columnDiffers(name: "outcome")))
    // A column that the log holds is compared whether it was asked for or not.
    let other = try ClosedLog(records: 12)
    try other.scratch.edit("UPDATE search SET x_outcome = 'allow' WHERE seq = 3")
    var options = VerificationOptions()
    options.keys = [other.key.verificationKey]
    options.columns = []
    let unasked = LogVerifier.verify(directory: other.scratch.log, options: options)
    #expect(unasked.verdict == .altered(firstSeq: 3))
  }

  /// Two encodings of one accented letter look alike, and are found by different searches.
  @Test func textIsComparedByItsBytes() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "example.org/caf\u{E9}")
    var options = LogWriterOptions()
    options.columns = outcome
    options.origin = "example.org/caf\u{E9}/1"
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    _ = try writer.append(decision(0, "caf\u{E9}"))
    let anchor = try writer.checkpoint()
    try writer.close()
    let log = ClosedLog(scratch, key: key, anchor: anchor)
    #expect(log.verify(anchor: anchor).verdict == .verified(to: 1, anchoredAt: 1))
    let edits: [(String, VerificationReport.Verdict)] = [
      ("UPDATE search SET x_outcome = 'cafe\u{301}'", .altered(firstSeq: 0)),
      (
        "UPDATE meta SET value = 'example.org/cafe\u{301}/1' WHERE name = 'origin'",
        .altered(firstSeq: nil)
      ),
      ("UPDATE frontier SET note = replace(note, '\u{E9}', 'e\u{301}')", .altered(firstSeq: nil)),
      (
        "UPDATE frontier SET note = replace(note, '— example.org/caf\u{E9} ', '— example.org/cafe\u{301} ')",
        .cannotTell
      ),
    ]
    for (sql, verdict) in edits {
      let copy = try log.copy()
      try copy.scratch.edit(sql)
      #expect(copy.verify().verdict == verdict, "\(sql): \(copy.verify().problems)")
      // What is searched is not the writer's affair.
      guard !sql.contains("search") else { continue }
      #expect(throws: LogStoreError.self, "\(sql)") {
        try LogWriter.open(directory: copy.scratch.log, key: key, options: options).close()
      }
    }
    #expect(
      log.verify(anchor: anchor.replacing("caf\u{E9}/1", with: "cafe\u{301}/1")).verdict
        == .cannotTell)
  }

  /// A rollback that is perfect inside the log; then a fork, signed with the log's own key.
  @Test func onlyAnAnchorSeesWhatTheKeyHolderDid() throws {
    let log = try ClosedLog(records: 10, checkpointEvery: 1)
    try log.scratch.forgetTheCount()
    try log.scratch.edit(
      """
      DELETE FROM records WHERE seq >= 4; DELETE FROM search WHERE seq >= 4;
      DELETE FROM checkpoints WHERE size > 4;
      UPDATE frontier SET size = 4, hashes = (SELECT hashes FROM checkpoints WHERE size = 4),
        note = (SELECT note FROM checkpoints WHERE size = 4);
      """)
    #expect(log.verify().verdict == .verified(to: 4, anchoredAt: nil))
    let rolledBack = log.verify(anchor: log.anchor)
    #expect(rolledBack.verdict == .incomplete)
    #expect(rolledBack.problems == [.missing(held: 4, counted: 10, by: .anchor)])

    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: log.scratch.log, key: log.key, options: options)
    for number in 4..<14 { _ = try writer.append(decision(number, "forged")) }
    try writer.close()
    #expect(log.verify().verdict == .verified(to: 14, anchoredAt: nil))
    let forked = log.verify(anchor: log.anchor)
    #expect(forked.verdict == .altered(firstSeq: nil))
    #expect(forked.problems == [.anchorRoot(size: 10)])
  }

  @Test func aLogThatGrewIsStillTheAnchoredOne() throws {
    let log = try ClosedLog(records: 10)
    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: log.scratch.log, key: log.key, options: options)
    for number in 10..<14 { _ = try writer.append(decision(number)) }
    // Also while the writer holds the log.
    #expect(
      log.verify(anchor: log.anchor).verdict == .verified(to: 14, anchoredAt: 10))
    try writer.close()
    #expect(
      log.verify(anchor: log.anchor).verdict == .verified(to: 14, anchoredAt: 10))
  }

  @Test func aLogThatIsGone() throws {
    let log = try ClosedLog(records: 3)
    try FileManager.default.removeItem(atPath: log.scratch.database)
    #expect(log.verify().verdict == .incomplete)
    try FileManager.default.removeItem(atPath: log.scratch.log)
    #expect(log.verify().verdict == .cannotTell)
    #expect(log.verify(anchor: log.anchor).verdict == .incomplete)
  }

  @Test func aCopyOnReadOnlyMedia() throws {
    let log = try ClosedLog(records: 3)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: log.scratch.database)
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: log.scratch.log)
    defer {
      try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: log.scratch.log)
    }
    #expect(log.verify().verdict == .verified(to: 3, anchoredAt: nil))
  }

  /// The same for who may write everywhere (tests often run as root): nothing is put beside a file
  /// that may only be read.
  @Test func verifyingAReadOnlyFileLeavesNoOther() throws {
    let log = try ClosedLog(records: 3)
    chmod(log.scratch.database, 0o400)
    let before = try FileManager.default.contentsOfDirectory(atPath: log.scratch.log)
    #expect(log.verify().verdict == .verified(to: 3, anchoredAt: nil))
    let after = try FileManager.default.contentsOfDirectory(atPath: log.scratch.log)
    #expect(Set(after) == Set(before))
  }

  @Test func theSentencesForAReader() throws {
    let log = try ClosedLog(records: 12, checkpointEvery: 8)
    try log.scratch.edit(
      "UPDATE records SET bytes = CAST(replace(bytes, 'deny', 'pass') AS BLOB) WHERE seq = 3")
    let report = log.verify()
    #expect(report.summary == "altered: record 3 is the first that is not as it was written")
    #expect(
      report.problems.map(\.description) == [
        "record 3 was changed after it was written: its fingerprint is not the stored one",
        "the search entry of record 3 differs from the record: a search by `outcome` would show it wrongly or hide it",
        "record 4 does not follow the record before it: one of the two was changed, or something between them was taken out or put in",
        "the first 8 records are not those that the checkpoint at 8 was signed for: one was changed, taken out or put in",
        "the summary that the log keeps of its 12 records does not fit them: the summary or a record was changed",
      ])
    let cut = try ClosedLog(records: 12)
    try cut.scratch.edit("DELETE FROM records WHERE seq > 9; DELETE FROM search WHERE seq > 9")
    #expect(
      cut.verify(anchor: cut.anchor).problems.map(\.description) == [
        "2 records are missing at the end: the count of committed records in the file `lock` says 12, only 10 are there",
        "2 records are missing at the end: the log's own count says 12, only 10 are there",
        "2 records are missing at the end: a checkpoint inside the log says 12, only 10 are there",
        "2 records are missing at the end: the checkpoint held elsewhere says 12, only 10 are there",
      ])
  }

  @Test func verifyingChangesNothing() throws {
    let log = try ClosedLog(records: 3)
    let before = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
    _ = log.verify()
    #expect(try Data(contentsOf: URL(fileURLWithPath: log.scratch.database)) == before)
  }
}
