import CSQLite

/// Reads a log in a folder, beside its writer or without one; never changes it.
public final class SQLiteLogReader: LogReader {
  private let tables: LogTables
  private let count: Int64?

  /// Opens the log in a folder.
  ///
  /// Where the folder cannot be written to (a copy on read-only media), the file is read as one
  /// that nobody writes.
  public init(directory: String) throws(LogStoreError) {
    let folder = LogFolder(directory: directory)
    let path = folder.database
    // Before the log itself is read: the count grows, and must not be of a later state.
    count = folder.answered()
    guard try folder.hasLog(toWrite: false) else { throw .noLog(path: directory) }
    do {
      // A file that is for reading only gets nothing put beside it.
      let uri = folder.isForReadingOnly() ? Self.immutableURI(path) : nil
      tables = try LogTables(SQLiteDatabase(path: path, writable: false, uri: uri))
    } catch {
      if case .damaged = error, let missing = folder.missingBytes() {
        throw .cutShort(path: path, detail: "the last \(missing) bytes of the file are missing")
      }
      // A write-ahead log that holds something would be passed over: then the error stands.
      guard case .inputOutput = error, PrivateFile.size(path + "-wal") == 0 else { throw error }
      tables = try LogTables(
        SQLiteDatabase(path: path, writable: false, uri: Self.immutableURI(path)))
    }
  }

  private static func immutableURI(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~".utf8)
    let escaped = path.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text([byte])
    }
    return "file:\(escaped.joined())?immutable=1"
  }

  /// Which log it is.
  public func identity() throws(LogStoreError) -> LogIdentity { tables.identity }

  /// The typed columns that it was made with.
  public func columns() throws(LogStoreError) -> [Column] { tables.schema.columns }

  /// The stored head.
  public func head() throws(LogStoreError) -> StoredHead { try tables.head() }

  /// How many records were committed at least, as the file beside the log says.
  public func answered() throws(LogStoreError) -> Int64? { count }

  /// The checkpoints of at least `size` records, the smallest first.
  public func checkpoints(from size: Int64) throws(LogStoreError) -> [StoredCheckpoint] {
    try tables.checkpoints("WHERE size >= ? ORDER BY size", [.integer(size)])
  }

  /// The newest checkpoint.
  public func lastCheckpoint() throws(LogStoreError) -> StoredCheckpoint? {
    try tables.lastCheckpoint()
  }

  /// Hands over the rows from `seq` on, in their order, until `body` says false.
  public func rows(
    from seq: Int64, _ body: (Result<StoredRow, MalformedRow>) throws(LogStoreError) -> Bool
  ) throws(LogStoreError) { try tables.rows(from: seq, body) }

  /// The records that a query finds.
  public func query(_ query: LogQuery) throws(LogStoreError) -> [StoredRecord] {
    try tables.query(query)
  }

  /// What is wrong with the file itself, in words.
  public func damage() throws(LogStoreError) -> [String] { try tables.damage() }

  /// Runs `body` while everything that is read belongs to one state of the log.
  public func snapshot(_ body: () throws(LogStoreError) -> Void) throws(LogStoreError) {
    try tables.snapshot(body)
  }
}
