import AuditKit
import StrictJSON
import Testing

@Suite struct QueryTests {
  private func log() throws -> (Scratch, SigningKey) {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    var options = LogWriterOptions()
    options.columns = outcome
    let clock = ManualClock()
    options.clock = { clock.moment() }
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    _ = try writer.append(RecordDraft(.start))
    for number in 1..<30 {
      clock.advance(seconds: 1)
      _ = try writer.append(decision(number, number % 4 == 3 ? "deny" : "allow"))
    }
    try writer.close()
    return (scratch, key)
  }

  private func find(_ reader: SQLiteLogReader, _ set: (inout LogQuery) -> Void) throws -> [Int64] {
    var query = LogQuery()
    set(&query)
    return try reader.query(query).map(\.seq)
  }

  @Test func conditionsNarrowTogether() throws {
    let (scratch, _) = try log()
    let reader = try SQLiteLogReader(directory: scratch.log)
    #expect(try find(reader) { _ in } == Array(0..<30))
    #expect(try find(reader) { $0.types = [.start] } == [0])
    #expect(try find(reader) { $0.types = [.start, .stop] } == [0])
    let start: Int64 = 1_700_000_000_000
    #expect(
      try find(reader) {
        $0.from = start + 5000
        $0.until = start + 8000
      } == [5, 6, 7])
    #expect(
      try find(reader) { $0.equals = [("outcome", .text("deny"))] } == [3, 7, 11, 15, 19, 23, 27])
    #expect(
      try find(reader) {
        $0.equals = [
          ("outcome", .text("deny")), ("size", .integer(0)), ("marked", .boolean(false)),
        ]
      } == [3, 15, 27])
    #expect(try find(reader) { $0.equals = [("outcome", nil)] } == [0])
    #expect(
      try find(reader) {
        $0.after = 10
        $0.before = 20
        $0.limit = 3
        $0.newestFirst = true
      } == [19, 18, 17])
    #expect(try find(reader) { $0.limit = -1 } == [])
    #expect(try find(reader) { $0.equals = [("outcome", .text("' OR 1 --"))] } == [])
    #expect(throws: LogStoreError.unknownColumn("colour")) {
      try find(reader) { $0.equals = [("colour", nil)] }
    }
  }

  @Test func otherColumnsMakeTheSearchTableAgain() throws {
    let (scratch, key) = try log()
    let number = try #require(Column("number", .integer, path: ["number"]))
    var options = LogWriterOptions()
    options.columns = [number, outcome[0]]
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    _ = try writer.append(decision(77))
    try writer.close()
    let reader = try SQLiteLogReader(directory: scratch.log)
    #expect(try reader.columns() == options.columns)
    #expect(try find(reader) { $0.equals = [("number", .integer(12))] } == [12])
    #expect(try find(reader) { $0.equals = [("number", .integer(77))] } == [30])
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    verification.columns = outcome
    let report = LogVerifier.verify(directory: scratch.log, options: verification)
    #expect(report.verdict == .verified(to: 31, anchoredAt: nil))
    #expect(report.problems == [.notIndexed(column: "size"), .notIndexed(column: "marked")])
  }

  @Test func columnNamesAreSafeToPutIntoSQL() {
    for bad in ["", "A", "1a", "a b", "a\"", "a;", "é", "a-b", String(repeating: "a", count: 41)] {
      #expect(Column(bad, .text, path: ["x"]) == nil)
    }
    #expect(Column("a_1", .text, path: []) == nil)
    #expect(Column("a_1", .text, path: ["x"]) != nil)
  }
}
