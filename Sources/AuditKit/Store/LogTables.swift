/// The reading of a log's tables, shared by the reader and the writer.
final class LogTables {
  let database: SQLiteDatabase
  let identity: LogIdentity
  private(set) var schema: LogSchema

  /// Reads what the log says about itself.
  init(_ database: SQLiteDatabase) throws(LogStoreError) {
    self.database = database
    var meta: [String: String] = [:]
    guard try Self.isLog(database) else {
      throw .notALog(path: database.path, detail: "its tables are none of a log's")
    }
    let statement = try database.prepare("SELECT name, value FROM meta")
    while try statement.step() {
      if let name = statement.text(0), let value = statement.text(1) { meta[name] = value }
    }
    if let format = meta["format"], format != LogSchema.format {
      throw .format(path: database.path, found: format)
    }
    guard meta["format"] != nil, let log = meta["log"], let origin = meta["origin"],
      let columns = meta["columns"].flatMap({ [Column](definition: $0) }), meta.count == 4
    else { throw .damaged(path: database.path, detail: "the table `meta` is not as it was made") }
    identity = LogIdentity(log: log, origin: origin)
    schema = LogSchema(columns: columns)
  }

  /// Whether the file holds any table of a log.
  private static func isLog(_ database: SQLiteDatabase) throws(LogStoreError) -> Bool {
    let tables = try database.prepare(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'records', 'frontier', 'checkpoints')"
    )
    return try tables.step() && tables.integer(0) ?? 0 > 0
  }

  /// Takes other columns, after their table was made again.
  func adopt(_ columns: [Column]) { schema = LogSchema(columns: columns) }

  func snapshot(_ body: () throws(LogStoreError) -> Void) throws(LogStoreError) {
    try database.execute("BEGIN")
    do { try body() } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
    try database.execute("COMMIT")
  }

  func head() throws(LogStoreError) -> StoredHead {
    let statement = try database.prepare("SELECT size, hashes, note FROM frontier")
    defer { statement.reset() }
    guard try statement.step(), let size = statement.integer(0), let hashes = statement.blob(1),
      let note = statement.text(2)
    else {
      throw .damaged(path: database.path, detail: "the table `frontier` is not as it was made")
    }
    return StoredHead(size: size, hashes: hashes, note: note)
  }

  func lastCheckpoint() throws(LogStoreError) -> StoredCheckpoint? {
    try checkpoints("ORDER BY size DESC LIMIT 1", []).first
  }

  func checkpoints(_ clause: String, _ values: [SQLiteValue]) throws(LogStoreError)
    -> [StoredCheckpoint]
  {
    let statement = try database.prepare("SELECT size, note, hashes FROM checkpoints \(clause)")
    try statement.bind(values)
    defer { statement.reset() }
    var result: [StoredCheckpoint] = []
    while try statement.step() {
      guard let size = statement.integer(0), let note = statement.text(1),
        let hashes = statement.blob(2)
      else {
        throw .damaged(
          path: database.path, detail: "a row of the table `checkpoints` is not as it was made")
      }
      result.append(StoredCheckpoint(size: size, note: note, hashes: hashes))
    }
    return result
  }

  func rows(
    from seq: Int64, _ body: (Result<StoredRow, MalformedRow>) throws(LogStoreError) -> Bool
  ) throws(LogStoreError) {
    let statement = try database.prepare(schema.selectRows)
    try statement.bind([.integer(seq)])
    defer { statement.reset() }
    while try statement.step() {
      guard try body(row(statement)) else { return }
    }
  }

  private func row(_ statement: SQLiteStatement) -> Result<StoredRow, MalformedRow> {
    let record: StoredRecord
    switch self.record(statement) {
    case .success(let value): record = value
    case .failure(let row): return .failure(row)
    }
    func malformed(_ column: String) -> Result<StoredRow, MalformedRow> {
      .failure(MalformedRow(seq: record.seq, column: column))
    }
    guard let time = statement.integer(4) else { return malformed("time") }
    guard let type = statement.text(5) else { return malformed("type") }
    var columns: [String: ColumnValue] = [:]
    for (index, column) in zip(Int32(6)..., schema.columns) {
      switch (column.kind, statement.value(index)) {
      case (_, .null?): break
      case (.text, .text(let text)?): columns[column.name] = .text(text)
      case (.integer, .integer(let number)?): columns[column.name] = .integer(number)
      case (.boolean, .integer(let number)?) where number == 0 || number == 1:
        columns[column.name] = .boolean(number == 1)
      default: return malformed(column.name)
      }
    }
    return .success(StoredRow(record: record, time: time, type: type, columns: columns))
  }

  /// Reads seq, id, bytes and leaf from the first four columns.
  func record(_ statement: SQLiteStatement) -> Result<StoredRecord, MalformedRow> {
    guard let seq = statement.integer(0) else {
      return .failure(MalformedRow(seq: nil, column: "seq"))
    }
    guard let id = statement.text(1) else { return .failure(MalformedRow(seq: seq, column: "id")) }
    guard let bytes = statement.blob(2) else {
      return .failure(MalformedRow(seq: seq, column: "bytes"))
    }
    guard let leaf = statement.blob(3).flatMap({ Digest($0) }) else {
      return .failure(MalformedRow(seq: seq, column: "leaf"))
    }
    return .success(StoredRecord(seq: seq, id: id, bytes: bytes, leaf: leaf))
  }

  /// SQLite's own check of the file, then whether the tables are the ones that were made.
  func damage() throws(LogStoreError) -> [String] {
    var result: [String] = []
    let check = try database.prepare("PRAGMA integrity_check(20)")
    while try check.step() {
      if let line = check.text(0), line != "ok" { result.append(Shown.text(line)) }
    }
    var expected = Dictionary(uniqueKeysWithValues: schema.statements.map { ($0.name, $0.sql) })
    let actual = try database.prepare("SELECT name, sql FROM sqlite_schema")
    while try actual.step() {
      let name = actual.text(0) ?? ""
      if let sql = expected.removeValue(forKey: name), sql.isSame(as: actual.text(1) ?? "") {
        continue
      }
      result.append("the file holds `\(Shown.text(name))`, which this tool does not make like that")
    }
    result += expected.keys.sorted().map { "the table or index `\($0)` is missing" }
    if result.isEmpty {
      let stray = try database.prepare(
        "SELECT count(*) FROM search WHERE seq NOT IN (SELECT seq FROM records)")
      if try stray.step(), let count = stray.integer(0), count > 0 {
        result.append("the search table holds \(count) rows that belong to no record")
      }
      let edges = try database.prepare("SELECT count(*) FROM frontier")
      if try edges.step(), edges.integer(0) != 1 {
        result.append("the table `frontier` does not hold one row")
      }
    }
    return result
  }
}

extension LogTables {
  func query(_ query: LogQuery) throws(LogStoreError) -> [StoredRecord] {
    var conditions: [String] = []
    var values: [SQLiteValue] = []
    func add(_ condition: String, _ value: SQLiteValue) {
      conditions.append(condition)
      values.append(value)
    }
    if let from = query.from { add("s.time >= ?", .integer(from)) }
    if let until = query.until { add("s.time < ?", .integer(until)) }
    if let after = query.after { add("s.seq > ?", .integer(after)) }
    if let before = query.before { add("s.seq < ?", .integer(before)) }
    if !query.types.isEmpty {
      let types = query.types.map(\.rawValue).sorted()
      conditions.append("s.type IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
      values += types.map { .text($0) }
    }
    for (name, value) in query.equals {
      guard schema.columns.contains(where: { $0.name == name }) else { throw .unknownColumn(name) }
      add("s.\(LogSchema.column(name)) IS ?", SQLiteValue(value))
    }
    let statement = try database.prepare(
      "SELECT r.seq, r.id, r.bytes, r.leaf FROM search s JOIN records r ON r.seq = s.seq"
        + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
        + " ORDER BY s.seq\(query.newestFirst ? " DESC" : "") LIMIT ?")
    try statement.bind(values + [.integer(Int64(max(0, query.limit)))])
    defer { statement.reset() }
    var result: [StoredRecord] = []
    while try statement.step() {
      switch record(statement) {
      case .success(let record): result.append(record)
      case .failure(let row): throw .malformedRow(row)
      }
    }
    return result
  }
}
