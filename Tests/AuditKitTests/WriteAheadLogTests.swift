import AuditKit
import Foundation
import TestSupport
import Testing

/// Damage to what a killed writer left in the write-ahead log: SQLite passes over everything from
/// the first bad frame on, without a word.
@Suite struct WriteAheadLogTests {
  /// A log as a killed writer leaves it, with nothing in its file yet but the beginning.
  private func killed(_ records: Int) throws -> ClosedLog {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    for number in 0..<records { _ = try writer.append(decision(number)) }
    let log = ClosedLog(try scratch.copy(), key: key, anchor: "")
    try writer.close()
    try? FileManager.default.removeItem(atPath: log.wal + "-shm")
    #expect(log.verify().verdict == .verified(to: Int64(records), anchoredAt: nil))
    return log
  }

  private func write(_ bytes: Data, _ log: ClosedLog) throws {
    try? FileManager.default.removeItem(atPath: log.scratch.database + "-shm")
    try bytes.write(to: URL(fileURLWithPath: log.wal))
  }

  /// Whether a writer that takes the log over has every record.
  private func writerKnows(_ log: ClosedLog, _ records: Int64) throws -> Bool {
    let copy = try log.copy()
    do {
      let writer = try LogWriter.open(directory: copy.scratch.log, key: log.key)
      defer { try? writer.close() }
      return try writer.append(decision(0)).seq == records
    } catch { return true }
  }

  @Test func noBitThatFlipsLosesARecordUnseen() throws {
    let log = try killed(12)
    let data = try Data(contentsOf: URL(fileURLWithPath: log.wal))
    var dice = SeededGenerator(#function)
    var seen = 0
    for round in 0..<150 {
      var changed = data
      let place =
        round < 32
        ? round
        : Int.random(in: round < 60 ? data.count - 9000..<data.count : 0..<data.count, using: &dice)
      changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      try write(changed, log)
      let report = log.verify()
      switch report.verdict {
      case .verified(12, nil): break
      case .verified, .cannotTell: Issue.record("byte \(place): \(report.summary)")
      default: seen += 1
      }
      if round.isMultiple(of: 3) { #expect(try writerKnows(log, 12), "byte \(place)") }
    }
    #expect(seen > 120)
  }

  /// The count was lost with the file of the lock: what lies behind the damage still speaks.
  @Test func withoutACountOnlyATornLastTransactionIsHonest() throws {
    let log = try killed(12)
    try FileManager.default.removeItem(atPath: log.scratch.log + "/lock")
    let data = try Data(contentsOf: URL(fileURLWithPath: log.wal))
    let frame = 24 + 4096
    let commits = (0..<(data.count - 32) / frame).filter { index in
      !data[32 + index * frame + 4..<32 + index * frame + 8].allSatisfy { $0 == 0 }
    }
    #expect(commits.count >= 12)
    func damaged(_ index: Int) throws -> VerificationReport {
      var changed = data
      changed[32 + index * frame + 2000] ^= 1
      try write(changed, log)
      return log.verify()
    }
    for index in commits.dropLast() {
      #expect(try damaged(index).verdict == .incomplete, "frame \(index)")
      #expect(try writerKnows(log, 12), "frame \(index)")
    }
    // As a loss of power can leave it, before anybody had an answer.
    #expect(
      try damaged(try #require(commits.last)).verdict == .verified(to: 11, anchoredAt: nil))
    for count in [0, 1, 31, 32] {
      try write(data.prefix(count), log)
      guard case .verified = log.verify().verdict else {
        Issue.record("\(count) bytes: \(log.verify().problems)")
        continue
      }
    }
  }

  @Test func aLogThatIsNoneOfOursIsNotPassedOver() throws {
    let log = try killed(3)
    for bytes in [
      Data(repeating: 0, count: 5000), Data("SQLite format 3\0".utf8) + Data(count: 99),
    ] {
      try write(bytes, log)
      #expect(log.verify().verdict == .incomplete)
      #expect(throws: LogStoreError.self) {
        try LogWriter.open(directory: log.scratch.log, key: log.key)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: log.wal)) == bytes)
    }
  }

  @Test func theSentence() throws {
    let log = try killed(3)
    try write(Data(repeating: 7, count: 100), log)
    #expect(
      log.verify().problems.map(\.description) == [
        "`\(log.wal)` is damaged, and with it the newest records: its header is damaged; keep the whole folder as it is"
      ])
  }
}

extension ClosedLog {
  var wal: String { scratch.database + "-wal" }
}
