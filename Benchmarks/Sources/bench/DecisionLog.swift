import AuditKit
import CPeers
import DecisionService
import Foundation
import StrictJSON

/// The decision log: appending beside bare SQLite on the same disk, verifying beside bare SHA-256.
enum DecisionLog {
  static func run() {
    let folder = Files.scratch()
    defer { Files.remove(folder) }
    guard let key = try? SigningKey.generate(name: "bench.example.org"),
      let body = decisionBody(folder, key)
    else { return require(false, "no record can be made") }
    append(folder, key, body)
    verify(folder, key, body)
  }

  private static func open(_ folder: URL, _ name: String, _ key: SigningKey) -> LogWriter {
    var options = LogWriterOptions()
    options.columns = DecisionRecord.columns
    do {
      return try LogWriter.open(
        directory: folder.appendingPathComponent(name).path, key: key, options: options)
    } catch {
      print("bench: no log can be opened: \(error)")
      exit(1)
    }
  }

  /// What a real decision leaves in the log, without what the log adds itself.
  private static func decisionBody(_ folder: URL, _ key: SigningKey) -> JSONValue? {
    let writer = open(folder, "sample", key)
    let path = DecisionPath(policy: Shipped.ways.policy, writer: writer)
    _ = try? path.answer([.init(Shipped.ways.requests[0])])
    try? writer.close()
    let reader = try? SQLiteLogReader(directory: folder.appendingPathComponent("sample").path)
    guard let record = try? reader?.record(0), let value = try? JSONValue(parsing: record.bytes)
    else { return nil }
    return .object((value.members ?? []).filter { !Record.reservedNames.contains($0.key) })
  }

  private static func append(_ folder: URL, _ key: SigningKey, _ body: JSONValue) {
    let writer = open(folder, "append", key)
    defer { try? writer.close() }
    let draft = RecordDraft(.decision, body)
    let hundred = [RecordDraft](repeating: draft, count: 100)
    let urgent = RecordDraft(.decision, body, isUrgent: true)
    guard let receipt = try? writer.append(draft),
      let size = record(receipt, folder)?.bytes.count,
      let database = peers_open(folder.appendingPathComponent("bare.sqlite").path)
    else { return require(false, "nothing can be appended") }
    defer { peers_close(database) }
    let row = [UInt8](repeating: 0x61, count: size)
    let bare = { (rows: Int32) in
      require(peers_insert(database, row, size, rows) == 0, "SQLite refuses the rows")
    }
    let ours = { (drafts: [RecordDraft]) in
      require((try? writer.append(drafts))?.count == drafts.count, "the log refuses the records")
    }
    let sqlite = "SQLite, WAL, synchronous=FULL, rows of \(size) bytes (limit)"
    Table.add(
      "log: append, 100 at a time, each",
      time(
        [
          Contender("ours", operations: 100) { ours(hundred) },
          Contender(sqlite, operations: 100) { bare(100) },
        ], rounds: 15), unit: .perSecond)
    Table.add(
      "log: append, one at a time",
      time([Contender("ours") { ours([draft]) }, Contender(sqlite) { bare(1) }], rounds: 15),
      unit: .perSecond)
    Table.add(
      "log: append a deny, head signed at once",
      time([Contender("ours") { ours([urgent]) }, Contender(sqlite) { bare(1) }], rounds: 15),
      unit: .perSecond)
  }

  private static func record(_ receipt: Receipt, _ folder: URL) -> StoredRecord? {
    let path = folder.appendingPathComponent("append").path
    return try? SQLiteLogReader(directory: path).record(receipt.seq)
  }

  private static func verify(_ folder: URL, _ key: SigningKey, _ body: JSONValue) {
    let count = 5_000
    let writer = open(folder, "verify", key)
    let hundred = [RecordDraft](repeating: RecordDraft(.decision, body), count: 100)
    for _ in 0..<(count / 100) { _ = try? writer.append(hundred) }
    try? writer.close()
    let path = folder.appendingPathComponent("verify").path
    var bytes: [UInt8] = []
    var lengths: [Int] = []
    try? SQLiteLogReader(directory: path).records { record in
      bytes += record.bytes
      lengths.append(record.bytes.count)
      return true
    }
    var options = VerificationOptions()
    options.keys = [key.verificationKey]
    let report = LogVerifier.verify(directory: path, options: options)
    require(
      report.verdict == .verified(to: Int64(count), anchoredAt: nil),
      "the log does not verify: \(report.summary)")
    let timings = time(
      [
        Contender("ours", operations: count) {
          keep(LogVerifier.verify(directory: path, options: options))
        },
        Contender("OpenSSL SHA-256 of the same records (limit)", operations: count) {
          keep(peers_sha256(bytes, lengths, lengths.count))
        },
      ], rounds: 7)
    Table.add("log: verify, \(count) records, each", timings, unit: .perSecond)
  }
}
