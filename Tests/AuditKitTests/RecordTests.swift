import AuditKit
import StrictJSON
import Testing

@Suite struct RecordTests {
  @Test func aRecordReadsBack() throws {
    let log = try ClosedLog(records: 3)
    let reader = try SQLiteLogReader(directory: log.scratch.log)
    var last = Digest.zero
    var ids: [UUIDv7] = []
    try reader.records { stored in
      do {
        let record = try Record(parsing: stored.bytes)
        #expect(record.seq == stored.seq && record.prev == last)
        #expect(record.id.description == stored.id && record.type == .decision)
        #expect(stored.leaf == Digest.leaf(stored.bytes))
        #expect(abs(record.moment.time - Wall.milliseconds()) < 60_000)
        #expect(record.id.milliseconds == record.moment.time)
        #expect(record.value["number"] == .integer(stored.seq))
        last = stored.leaf
        ids.append(record.id)
      } catch { Issue.record(error) }
      return true
    }
    #expect(ids.count == 3 && ids == ids.sorted())
  }

  @Test func bodiesThatCannotBeRecorded() throws {
    let scratch = try Scratch()
    let key = try SigningKey.generate(name: "k")
    var options = LogWriterOptions()
    options.columns = outcome
    let writer = try LogWriter.open(directory: scratch.log, key: key, options: options)
    let deep = (0..<40).reduce(JSONValue.null) { value, _ in .array([value]) }
    let cases: [(JSONValue, RecordError)] = [
      ([1, 2], .bodyNotAnObject), (["seq": 1], .reservedName("seq")),
      (["_sd": []], .reservedName("_sd")),
      (["x": .number(0.5)], .notCanonicalisable(.notAnInteger(0.5))),
      (.object([.init("x", 1), .init("x", 2)]), .notCanonicalisable(.duplicateMember("x"))),
      (["x": deep], .tooDeep), (["outcome": 5], .column("outcome", expected: .text)),
      (["subject": ["size": "big"]], .column("subject.size", expected: .integer)),
    ]
    for (body, error) in cases {
      #expect(throws: LogStoreError.record(error)) {
        try writer.append(RecordDraft(.decision, body))
      }
    }
    // All drafts of one call or none; and the next record follows as if nothing had been.
    #expect(throws: LogStoreError.record(.bodyNotAnObject)) {
      try writer.append([decision(0), RecordDraft(.decision, 1)])
    }
    #expect(try writer.append(decision(1)).seq == 0)
    let empty = try writer.append(RecordDraft(.heartbeat))
    #expect(empty.seq == 1)
    try writer.close()
    #expect(throws: LogStoreError.closed) { try writer.append(decision(2)) }
  }

  @Test func theLongestRecord() throws {
    let scratch = try Scratch()
    let writer = try LogWriter.open(
      directory: scratch.log, key: try SigningKey.generate(name: "k"))
    func text(_ count: Int) -> RecordDraft {
      RecordDraft(.review, ["text": .string(String(repeating: "x", count: count))])
    }
    let tooLong = #expect(throws: LogStoreError.self) { try writer.append(text(60_000)) }
    guard case .record(.tooLong(let bytes))? = tooLong else {
      Issue.record("expected `tooLong`, found \(String(describing: tooLong))")
      return
    }
    // The monotonic clock's digits may change by one between the two.
    let fits = 60_000 - (bytes - Record.byteLimit) - 1
    let receipt = try writer.append(text(fits))
    try writer.close()
    let stored = try SQLiteLogReader(directory: scratch.log).record(receipt.seq)
    #expect(try #require(stored).bytes.count > 59_990)
  }

  @Test func uuidsGoUpAlsoWhenTheClockGoesBack() {
    var last = UUIDv7.make(milliseconds: 1_000_000)
    for milliseconds in [1_000_000, 999_999, 0, -5, 1_000_000, 1_000_001, 2] as [Int64] {
      for _ in 0..<200 {
        let next = UUIDv7.make(milliseconds: milliseconds)
        #expect(next > last)
        #expect(UUIDv7(next.description) == next)
        last = next
      }
    }
    #expect(UUIDv7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")?.milliseconds == 0x017F_22E2_79B0)
    for bad in [
      "", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f",
      "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", "017f22e279b07cc398c4dc0c0c07398f",
    ] { #expect(UUIDv7(bad) == nil) }
  }
}
