import CSQLite

/// One connection to an SQLite file; for one thread at a time.
final class SQLiteDatabase {
  let path: String
  fileprivate let handle: OpaquePointer

  /// Opens a file that is there already.
  init(path: String, writable: Bool, vfs: String? = nil, uri: String? = nil)
    throws(LogStoreError)
  {
    var handle: OpaquePointer?
    let flags =
      (writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
      | (uri == nil ? 0 : SQLITE_OPEN_URI)
    // A path is never read as a URI by chance, nor `:memory:` as a name.
    let status = sqlite3_open_v2(
      uri ?? (path.hasPrefix("/") ? path : "./" + path), &handle, flags, vfs)
    guard let handle else { throw .inputOutput(path: path, detail: "no memory for SQLite") }
    self.handle = handle
    self.path = path
    guard status == SQLITE_OK else { throw failure(status) }
    guard csqlite_defend(handle) == SQLITE_OK, csqlite_disable_triggers(handle) == SQLITE_OK
    else { throw .inputOutput(path: path, detail: "this SQLite cannot be made safe to use") }
    try leaveTheWriteAheadLog(true)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Whether closing leaves the write-ahead log as it is, as whoever only looked must; otherwise it
  /// goes into the file.
  func leaveTheWriteAheadLog(_ isLeft: Bool) throws(LogStoreError) {
    guard csqlite_checkpoint_on_close(handle, isLeft ? 0 : 1) == SQLITE_OK else {
      throw .inputOutput(path: path, detail: "this SQLite cannot leave its write-ahead log alone")
    }
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(LogStoreError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw failure(status) }
  }

  /// Prepares a statement that is used many times.
  func prepare(_ sql: String) throws(LogStoreError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure(status) }
    return SQLiteStatement(statement, self)
  }

  /// Runs `body` as one transaction: all of it or nothing.
  func transaction(_ body: () throws(LogStoreError) -> Void) throws(LogStoreError) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// The error that a status stands for, with SQLite's own words.
  func failure(_ status: Int32) -> LogStoreError {
    let detail = Shown.text(String(cString: sqlite3_errmsg(handle)))
    switch status & 0xFF {
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_NOTADB: return .notALog(path: path, detail: detail)
    case SQLITE_CORRUPT, SQLITE_TOOBIG, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_ERROR:
      return .damaged(path: path, detail: detail)
    default: return .inputOutput(path: path, detail: "\(detail) (SQLite \(status))")
    }
  }
}

/// One prepared statement.
final class SQLiteStatement {
  private let statement: OpaquePointer
  private let database: SQLiteDatabase

  init(_ statement: OpaquePointer, _ database: SQLiteDatabase) {
    self.statement = statement
    self.database = database
  }

  deinit { sqlite3_finalize(statement) }

  /// Binds values to the places 1, 2, … and runs to the end.
  func run(_ values: [SQLiteValue]) throws(LogStoreError) {
    try bind(values)
    defer { sqlite3_reset(statement) }
    while try step() {}
  }

  /// Binds values to the places 1, 2, ….
  func bind(_ values: [SQLiteValue]) throws(LogStoreError) {
    sqlite3_reset(statement)
    for (index, value) in zip(Int32(1)..., values) {
      let status =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let text):
          csqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
        case .blob(let bytes):
          csqlite_bind_blob(statement, index, bytes, Int32(clamping: bytes.count))
        }
      guard status == SQLITE_OK else { throw database.failure(status) }
    }
  }

  /// Goes to the next row; false after the last.
  func step() throws(LogStoreError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status: throw database.failure(status)
    }
  }

  /// Ends the reading, so that the connection holds no old state of the file.
  func reset() { sqlite3_reset(statement) }

  /// What stands in a column of the present row; nil for a fraction or text that is not UTF-8,
  /// which this project never writes.
  func value(_ column: Int32) -> SQLiteValue? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return nil }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        .map { .text($0) }
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, column))
      guard count > 0, let start = sqlite3_column_blob(statement, column) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return nil
    }
  }

  func integer(_ column: Int32) -> Int64? {
    guard case .integer(let number)? = value(column) else { return nil }
    return number
  }

  func text(_ column: Int32) -> String? {
    guard case .text(let text)? = value(column) else { return nil }
    return text
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard case .blob(let bytes)? = value(column) else { return nil }
    return bytes
  }
}

/// What SQLite keeps.
enum SQLiteValue: Hashable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: ColumnValue?) {
    self =
      switch value {
      case nil: .null
      case .text(let text): .text(text)
      case .integer(let number): .integer(number)
      case .boolean(let flag): .integer(flag ? 1 : 0)
      }
  }
}
