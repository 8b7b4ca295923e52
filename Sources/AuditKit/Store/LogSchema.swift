/// The tables of a log's file. `Docs/log-format.md` describes them for other readers.
///
/// `search` holds nothing that `records` does not hold: it can be thrown away and made again.
struct LogSchema {
  static let format = "1"
  static let fileName = "log.sqlite"
  static let lockName = "lock"

  let columns: [Column]

  static func column(_ name: String) -> String { "x_\(name)" }

  /// Every table and index by name.
  var statements: [(name: String, sql: String)] { Self.base + search }

  private static let base: [(name: String, sql: String)] = [
    (
      "meta",
      "CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
    ),
    (
      "records",
      "CREATE TABLE records (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, bytes BLOB NOT NULL, leaf BLOB NOT NULL) STRICT"
    ),
    ("records_id", "CREATE UNIQUE INDEX records_id ON records (id)"),
    (
      "frontier",
      "CREATE TABLE frontier (one INTEGER PRIMARY KEY CHECK (one = 1), size INTEGER NOT NULL, hashes BLOB NOT NULL, note TEXT NOT NULL) STRICT"
    ),
    (
      "checkpoints",
      "CREATE TABLE checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL, hashes BLOB NOT NULL) STRICT"
    ),
  ]

  /// The table of the typed columns, and its indexes.
  var search: [(name: String, sql: String)] {
    let typed = columns.map { column in
      ", \(Self.column(column.name)) \(column.kind == .text ? "TEXT" : "INTEGER")"
    }
    let table = (
      "search",
      "CREATE TABLE search (seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, type TEXT NOT NULL\(typed.joined())) STRICT"
    )
    let indexes = (["time", "type"] + columns.map { Self.column($0.name) }).map {
      ("search_\($0)", "CREATE INDEX search_\($0) ON search (\($0))")
    }
    return [table] + indexes
  }

  /// The statement that adds one row to `search`.
  var insertSearch: String {
    let names = ["seq", "time", "type"] + columns.map { Self.column($0.name) }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO search (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  /// The statement that reads rows from a number on, the typed columns after the first six.
  var selectRows: String {
    let typed = columns.map { ", s.\(Self.column($0.name))" }.joined()
    return "SELECT r.seq, r.id, r.bytes, r.leaf, s.time, s.type\(typed) FROM records r "
      + "LEFT JOIN search s ON s.seq = r.seq WHERE r.seq >= ? ORDER BY r.seq"
  }

  /// What is stored for one row of `search`.
  static func searchValues(_ row: StoredRow, _ columns: [Column]) -> [SQLiteValue] {
    [.integer(row.record.seq), .integer(row.time), .text(row.type)]
      + columns.map { SQLiteValue(row.columns[$0.name]) }
  }
}

extension StoredRow {
  /// The row of a record, with what the columns find in it.
  init(_ record: StoredRecord, _ value: Record, _ columns: [Column]) throws(RecordError) {
    self.record = record
    time = value.moment.time
    type = value.type.rawValue
    self.columns = try Self.values(in: value, columns)
  }

  static func values(in record: Record, _ columns: [Column]) throws(RecordError)
    -> [String: ColumnValue]
  {
    var result: [String: ColumnValue] = [:]
    for column in columns { result[column.name] = try column.value(in: record.value) }
    return result
  }
}
