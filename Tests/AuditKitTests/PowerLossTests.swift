import AuditKit
import CSQLite
import Foundation
import TestSupport
import Testing
import UnsyncedVFS

/// A disk that forgets what was not synced. A killed process cannot show a missing sync: the
/// system still holds what it wrote.
@Suite(.serialized) struct PowerLossTests {
  /// Appends, takes the power away after some records, and gives the receipts and what survived.
  private func loss(synchronous: String, records: Int, seed: UInt64) throws
    -> (receipts: [Receipt], survivors: Set<String>, report: VerificationReport)
  {
    try #require(unsynced_register() == 0)
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "example.org/power")
    var options = LogWriterOptions()
    options.store.vfs = "unsynced"
    options.store.synchronous = synchronous
    options.schedule.records = 16
    var receipts: [Receipt] = []
    do {
      let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
      for number in 0..<records { receipts.append(try writer.append(decision(number))) }
      unsynced_power_off(seed)
      #expect(throws: LogStoreError.self) { try writer.append(decision(records)) }
      try? writer.close()
    }
    unsynced_power_on()
    var survivors: Set<String> = []
    try? SQLiteLogReader(directory: scratch.log).records { record in
      survivors.insert("\(record.seq) \(record.leaf)")
      return true
    }
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    let report = LogVerifier.verify(directory: scratch.log, options: verification)
    if synchronous == "FULL" {
      // The log can be written on.
      let writer = try LogWriter.open(directory: scratch.log, key: key)
      #expect(try writer.append(decision(0)).seq >= Int64(receipts.count))
      try writer.close()
    }
    return (receipts, survivors, report)
  }

  @Test func whatHasAReceiptSurvives() throws {
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    for round in 0..<40 {
      let records = Int.random(in: 0...120, using: &dice)
      let result = try loss(
        synchronous: "FULL", records: records, seed: round % 4 == 0 ? 0 : dice.next())
      for receipt in result.receipts {
        #expect(result.survivors.contains("\(receipt.seq) \(receipt.leaf)"), "seed \(seed)")
      }
      guard case .verified = result.report.verdict else {
        Issue.record("round \(round), seed \(seed): \(result.report.problems)")
        continue
      }
    }
  }

  /// Shows that the test above can fail.
  @Test func withoutSyncsReceiptsAreLost() throws {
    let result = try loss(synchronous: "OFF", records: 50, seed: 0)
    #expect(result.receipts.count == 50)
    #expect(result.survivors.isEmpty)
  }

  @Test func everyReceiptHadItsSyncAndAGroupSharesOne() throws {
    try #require(unsynced_register() == 0)
    let scratch = try Scratch()
    var options = LogWriterOptions()
    options.store.vfs = "unsynced"
    let writer = try LogWriter.open(
      directory: scratch.log, key: try SigningKey.generate(name: "k"), options: options)
    _ = try writer.append(decision(0))
    for number in 1..<20 {
      let before = unsynced_syncs()
      _ = try writer.append(decision(number))
      #expect(unsynced_syncs() == before + 1)
    }
    let before = unsynced_syncs()
    _ = try writer.append((0..<100).map { decision($0) })
    #expect(unsynced_syncs() == before + 1)
    try writer.close()
  }

  @Test func aFullDiskRecordsAndAnswersNothing() throws {
    try #require(unsynced_register() == 0)
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "example.org/full")
    var options = LogWriterOptions()
    options.store.vfs = "unsynced"
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    // 778 is SQLITE_IOERR_WRITE, a macro that is not imported.
    for (number, error) in [SQLITE_FULL, Int32(778), SQLITE_FULL].enumerated() {
      #expect(try writer.append(decision(number)).seq == Int64(number))
      unsynced_fail_after(Int64(number), error)
      let failure = #expect(throws: LogStoreError.self) { try writer.append(decision(99)) }
      switch failure {
      case .diskFull where error == SQLITE_FULL: break
      case .inputOutput where error != SQLITE_FULL: break
      default: Issue.record("\(String(describing: failure))")
      }
      unsynced_fail_after(0, SQLITE_OK)
    }
    #expect(try writer.append(decision(3)).seq == 3)
    try writer.close()
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    #expect(
      LogVerifier.verify(directory: scratch.log, options: verification).verdict
        == .verified(to: 4, anchoredAt: nil))
  }
}
