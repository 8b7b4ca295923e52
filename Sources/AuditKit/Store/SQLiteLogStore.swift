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
  private var statements: Statements?
  private var tables: LogTables?
  private var lock: DirectoryLock?
  private let count: Int64?
  /// Whether there was no log before.
  package let isNew: Bool
  private let wantedColumns: [Column]
  private let synchronous: String

  private struct Statements {
    let insertRecord: SQLiteStatement
    let insertSearch: SQLiteStatement
    let updateHead: SQLiteStatement
    let insertCheckpoint: SQLiteStatement

    init(_ tables: LogTables) throws(LogStoreError) {
      let database = tables.database
      insertRecord = try database.prepare(
        "INSERT INTO records (seq, id, bytes, leaf) VALUES (?, ?, ?, ?)")
      insertSearch = try database.prepare(tables.schema.insertSearch)
      updateHead = try database.prepare(
        "UPDATE frontier SET size = ?, hashes = ?, note = ? WHERE size = ?")
      insertCheckpoint = try database.prepare(
        "INSERT OR IGNORE INTO checkpoints (size, note, hashes) VALUES (?, ?, ?)")
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
    let folder = LogFolder(directory: directory)
    try folder.refuseStrangers()
    let lock = try DirectoryLock(directory: directory, waiting: options.lockWait)
    let path = folder.database
    isNew = !(try folder.hasLog(toWrite: true))
    if isNew {
      try folder.refuseRemains()
      let (identity, checkpoint) = try birth()
      try Self.create(path, identity, columns, checkpoint, vfs: options.vfs)
      lock.note(answered: 0)
    }
    count = folder.answered()
    // Nothing is written yet, nor when this is given up before `beginWriting`: a log that its
    // writer refuses is evidence.
    tables = try LogTables(SQLiteDatabase(path: path, writable: true, vfs: options.vfs))
    wantedColumns = columns
    synchronous = options.synchronous
    self.lock = lock
  }

  /// Makes the file ready to be written to, and the search table fit for the columns.
  package func beginWriting() throws(LogStoreError) {
    let tables = try open()
    let database = tables.database
    let mode = try database.prepare("PRAGMA journal_mode = WAL")
    guard try mode.step(), mode.text(0) == "wal" else {
      throw .inputOutput(
        path: database.path, detail: "this file system cannot hold a write-ahead log")
    }
    mode.reset()
    try database.execute("PRAGMA synchronous = \(synchronous)")
    try database.leaveTheWriteAheadLog(false)
    if tables.schema.columns != wantedColumns {
      try Self.rebuildSearch(tables, wantedColumns)
    }
    statements = try Statements(tables)
  }

  private func open() throws(LogStoreError) -> LogTables {
    guard let tables else { throw .closed }
    return tables
  }

  /// Writes a batch, all of it or nothing, and returns when it will outlive a loss of power.
  package func commit(_ batch: LogBatch) throws(LogStoreError) {
    guard let statements, let tables else { throw .closed }
    let database = tables.database
    try database.transaction { () throws(LogStoreError) in
      // The lock can be deleted under a writer's feet; its head cannot move under them.
      try statements.updateHead.run([
        .integer(batch.head.size), .blob(batch.head.hashes), .text(batch.head.note),
        .integer(batch.head.size - Int64(batch.rows.count)),
      ])
      guard database.changes == 1 else { throw .overtaken(path: database.path) }
      for row in batch.rows {
        try statements.insertRecord.run([
          .integer(row.record.seq), .text(row.record.id), .blob(row.record.bytes),
          .blob(row.record.leaf.bytes),
        ])
        try statements.insertSearch.run(LogSchema.searchValues(row, tables.schema.columns))
      }
      if let checkpoint = batch.checkpoint {
        try statements.insertCheckpoint.run([
          .integer(checkpoint.size), .text(checkpoint.note), .blob(checkpoint.hashes),
        ])
      }
    }
    lock?.note(answered: batch.head.size)
  }

  /// Gives the file and the lock up.
  package func close() {
    statements = nil
    tables = nil
    lock = nil
  }

  /// Which log it is.
  package func identity() throws(LogStoreError) -> LogIdentity { try open().identity }

  /// The typed columns that it was opened with.
  package func columns() throws(LogStoreError) -> [Column] { try open().schema.columns }

  /// The stored head.
  package func head() throws(LogStoreError) -> StoredHead { try open().head() }

  /// How many records were committed at least, as the file of the lock said on opening.
  package func answered() throws(LogStoreError) -> Int64? { count }

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
    for rest in ["", "-journal", "-wal", "-shm"] { unlink(draft + rest) }
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
      // From its first moment under its own name the log has no rollback journal.
      try database.execute("PRAGMA journal_mode = WAL")
      try database.leaveTheWriteAheadLog(false)
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
