import AuditKit
import Foundation
import TestSupport
import Testing

/// Every bit of a small log: seen, or not part of the log.
@Suite struct DamageTests {
  /// All that can be read from a log: if this is the same, the flipped bit meant nothing.
  private func everything(_ scratch: Scratch) throws -> [StoredRow] {
    let reader = try SQLiteLogReader(directory: scratch.log)
    var result: [StoredRow] = []
    try reader.rows(from: Int64.min) { row in
      if case .success(let row) = row { result.append(row) }
      return true
    }
    var query = LogQuery()
    query.types = [.decision]
    let found = try reader.query(query)
    query = LogQuery()
    query.from = 0
    let timely = try reader.query(query)
    #expect(found == result.map(\.record) && timely == found)
    return result
  }

  private func check(
    _ log: ClosedLog, _ original: [StoredRow], _ bytes: Data, _ what: String
  ) throws {
    try bytes.write(to: URL(fileURLWithPath: log.scratch.database))
    let report = log.verify()
    guard case .verified = report.verdict else { return }
    #expect(report.verdict == .verified(to: 2, anchoredAt: nil), "\(what)")
    #expect(try everything(log.scratch) == original, "\(what)")
  }

  @Test func everyByteOfARecord() throws {
    let log = try ClosedLog(records: 2)
    let original = try everything(log.scratch)
    let data = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
    for row in original {
      let place = try #require(data.firstRange(of: Data(row.record.bytes)))
      for index in place {
        var changed = data
        changed[index] ^= 1 << UInt8(index % 8)
        try changed.write(to: URL(fileURLWithPath: log.scratch.database))
        guard case .altered(row.record.seq) = log.verify().verdict else {
          Issue.record("byte \(index - place.lowerBound) of record \(row.record.seq) was not seen")
          continue
        }
      }
    }
  }

  /// A sample of the file's bits; with `AUDITKIT_EVERY_BIT` set, every bit of the bytes that are
  /// not zero and one of each byte that is (some minutes).
  @Test func bitsOfTheFile() throws {
    let log = try ClosedLog(records: 2)
    let original = try everything(log.scratch)
    let data = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    let isWhole = ProcessInfo.processInfo.environment["AUDITKIT_EVERY_BIT"] != nil
    var bits = Array(0..<500)
    for _ in 0..<500 { bits.append(Int.random(in: 0..<data.count * 8, using: &dice)) }
    if isWhole {
      bits = []
      for (index, byte) in data.enumerated() {
        let some = byte == 0 ? Int.random(in: 0..<8, using: &dice) : nil
        for bit in 0..<8 where some ?? bit == bit { bits.append(index * 8 + bit) }
      }
    }
    for bit in bits {
      var changed = data
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      try check(log, original, changed, "bit \(bit) (seed \(seed))")
    }
  }

  @Test func truncatedAndOverwrittenFiles() throws {
    let log = try ClosedLog(records: 2)
    let original = try everything(log.scratch)
    let data = try Data(contentsOf: URL(fileURLWithPath: log.scratch.database))
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    for round in 0..<200 {
      let count = round < 100 ? Int.random(in: 0..<data.count, using: &dice) : round
      try check(log, original, data.prefix(count), "cut at \(count) (seed \(seed))")
      var changed = data
      let start = Int.random(in: 0..<data.count, using: &dice)
      for index in start..<min(data.count, start + Int.random(in: 1..<600, using: &dice)) {
        changed[index] = UInt8.random(in: 0...255, using: &dice)
      }
      try check(log, original, changed, "overwritten from \(start) (seed \(seed))")
    }
  }
}
