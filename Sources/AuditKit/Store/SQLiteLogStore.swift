import Glibc

/// How the store treats the disk. Only tests choose anything else than the defaults.
package struct SQLiteLogOptions: Sendable {
  /// SQLite's virtual file system; nil for the usual one.
  package var vfs: String?
  /// What `PRAGMA synchronous` is set to; anything below `FULL` breaks the promise of a receipt.
  package var synchronous = "FULL"
  /// How long to wait for the lock, in milliseconds.
  package var lockWait = 0

  /// The defaults.
  package init() {}
}

/// A log in an SQLite file, held by this process as its one writer.
///
/// Write-ahead log, `synchronous=FULL`: a commit that returned outlives a loss of power. The
/// folder and its files are for their owner only.
package final class SQLiteLogStore: LogStore {
  /// What is given up on closing, the lock last.
  private var opened: Opened?
  private var lock: DirectoryLock?

  private struct Opened {
    let tables: LogTables
    let insertRecord: SQLiteStatement
    let insertSearch: SQLiteStatement
    let updateHead: SQLiteStatement
    let insertCheckpoint: SQLiteStatement

    init(_ tables: LogTables) throws(LogStoreError) {
      self.tables = tables
      let database = tables.database
      insertRecord = try database.prepare(
        "INSERT INTO records (seq, id, bytes, leaf) VALUES (?, ?, ?, ?)")
      insertSearch = try database.prepare(tables.schema.insertSearch)
      updateHead = try database.prepare("UPDATE frontier SET size = ?, hashes = ?, note = ?")
      insertCheckpoint = try database.prepare(
        "INSERT INTO checkpoints (size, note, hashes) VALUES (?, ?, ?)")
    }
  }

  /// Opens the log in a folder for writing; makes folder and log where there are none.
  ///
  /// - Parameters:
  ///   - columns: the typed columns; where they differ from those that the log has, the search
  ///     table is made again from the records.
  ///   - birth: gives the identity and first checkpoint (at size 0) of a log that is new.
  package init(
    directory: String, columns: [Column], options: SQLiteLogOptions = SQLiteLogOptions(),
    birth: () throws(LogStoreError) -> (LogIdentity, StoredCheckpoint)
  ) throws(LogStoreError) {
    do { try PrivateFile.makeDirectory(directory) } catch { throw .file(error) }
    let lock = try DirectoryLock(directory: directory, waiting: options.lockWait)
    let path = directory + "/" + LogSchema.fileName
    if !PrivateFile.exists(path) {
      // SQLite would read the old write-ahead log into the new file.
      guard PrivateFile.size(path + "-wal") == 0 else {
        throw .damaged(path: path, detail: "the file is gone, its write-ahead log is still there")
      }
      let (identity, checkpoint) = try birth()
      try Self.create(path, identity, columns, checkpoint, vfs: options.vfs)
    }
    let database = try SQLiteDatabase(path: path, writable: true, vfs: options.vfs)
    // Read before anything that could write: an empty file is no log, and stays as it is.
    let tables = try LogTables(database)
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(options.synchronous)")
    if tables.schema.columns.definition != columns.definition {
      try Self.rebuildSearch(tables, columns)
    }
    opened = try Opened(tables)
    self.lock = lock
  }

  private func open() throws(LogStoreError) -> LogTables {
    guard let opened else { throw .closed }
    return opened.tables
  }

  /// Writes a batch, all of it or nothing, and returns when it will outlive a loss of power.
  package func commit(_ batch: LogBatch) throws(LogStoreError) {
    guard let opened else { throw .closed }
    try opened.tables.database.transaction { () throws(LogStoreError) in
      for row in batch.rows {
        try opened.insertRecord.run([
          .integer(row.record.seq), .text(row.record.id), .blob(row.record.bytes),
          .blob(row.record.leaf.bytes),
        ])
        try opened.insertSearch.run(LogSchema.searchValues(row, opened.tables.schema.columns))
      }
      try opened.updateHead.run([
        .integer(batch.head.size), .blob(batch.head.hashes), .text(batch.head.note),
      ])
      if let checkpoint = batch.checkpoint {
        try opened.insertCheckpoint.run([
          .integer(checkpoint.size), .text(checkpoint.note), .blob(checkpoint.hashes),
        ])
      }
    }
  }

  /// Gives the file and the lock up.
  package func close() {
    opened = nil
    lock = nil
  }

  /// Which log it is.
  package func identity() throws(LogStoreError) -> LogIdentity { try open().identity }

  /// The typed columns that it was opened with.
  package func columns() throws(LogStoreError) -> [Column] { try open().schema.columns }

  /// The stored head.
  package func head() throws(LogStoreError) -> StoredHead { try open().head() }

  /// The checkpoints of at least `size` records, the smallest first.
  package func checkpoints(from size: Int64) throws(LogStoreError) -> [StoredCheckpoint] {
    try open().checkpoints("WHERE size >= ? ORDER BY size", [.integer(size)])
  }

  /// The newest checkpoint.
  package func lastCheckpoint() throws(LogStoreError) -> StoredCheckpoint? {
    try open().lastCheckpoint()
  }

  /// Hands over the rows from `seq` on, in their order, until `body` says false.
  package func rows(
    from seq: Int64, _ body: (Result<StoredRow, MalformedRow>) throws(LogStoreError) -> Bool
  ) throws(LogStoreError) { try open().rows(from: seq, body) }

  /// The records that a query finds.
  package func query(_ query: LogQuery) throws(LogStoreError) -> [StoredRecord] {
    try open().query(query)
  }

  /// What is wrong with the file itself, in words.
  package func damage() throws(LogStoreError) -> [String] { try open().damage() }

  /// Runs `body` while everything that is read belongs to one state of the log.
  package func snapshot(_ body: () throws(LogStoreError) -> Void) throws(LogStoreError) {
    try open().snapshot(body)
  }
}

extension SQLiteLogStore {
  /// Makes a whole log under another name and then renames it, so that a file under the log's
  /// name is never half a log.
  private static func create(
    _ path: String, _ identity: LogIdentity, _ columns: [Column], _ checkpoint: StoredCheckpoint,
    vfs: String?
  ) throws(LogStoreError) {
    let draft = path + ".new"
    unlink(draft)
    unlink(draft + "-journal")
    do { try PrivateFile.create(draft, []) } catch { throw .file(error) }
    do {
      let database = try SQLiteDatabase(path: draft, writable: true, vfs: vfs)
      try database.execute("PRAGMA synchronous = FULL")
      try database.transaction { () throws(LogStoreError) in
        for statement in LogSchema(columns: columns).statements {
          try database.execute(statement.sql)
        }
        let meta = try database.prepare("INSERT INTO meta (name, value) VALUES (?, ?)")
        try meta.run([.text("format"), .text(LogSchema.format)])
        try meta.run([.text("log"), .text(identity.log)])
        try meta.run([.text("origin"), .text(identity.origin)])
        try meta.run([.text("columns"), .text(columns.definition)])
        try database.prepare("INSERT INTO frontier (one, size, hashes, note) VALUES (1, ?, ?, ?)")
          .run([.integer(checkpoint.size), .blob(checkpoint.hashes), .text(checkpoint.note)])
        try database.prepare("INSERT INTO checkpoints (size, note, hashes) VALUES (?, ?, ?)")
          .run([.integer(checkpoint.size), .text(checkpoint.note), .blob(checkpoint.hashes)])
      }
    }
    do { try PrivateFile.rename(draft, to: path) } catch { throw .file(error) }
  }

  /// Makes the search table again with other columns, from the bytes of the records.
  private static func rebuildSearch(_ tables: LogTables, _ columns: [Column])
    throws(LogStoreError)
  {
    let database = tables.database
    let schema = LogSchema(columns: columns)
    try database.transaction { () throws(LogStoreError) in
      try database.execute("DROP TABLE search")
      for statement in schema.search { try database.execute(statement.sql) }
      let insert = try database.prepare(schema.insertSearch)
      let select = try database.prepare("SELECT seq, id, bytes, leaf FROM records ORDER BY seq")
      while try select.step() {
        switch tables.record(select) {
        case .failure(let row): throw .malformedRow(row)
        case .success(let stored):
          let row: StoredRow
          do throws(RecordError) {
            row = try StoredRow(stored, Record(parsing: stored.bytes), columns)
          } catch { throw .headDiffers(.record(seq: stored.seq, error)) }
          try insert.run(LogSchema.searchValues(row, columns))
        }
      }
      try database.prepare("UPDATE meta SET value = ? WHERE name = 'columns'")
        .run([.text(columns.definition)])
    }
    tables.adopt(columns)
  }
}
