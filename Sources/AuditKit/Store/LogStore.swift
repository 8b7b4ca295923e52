/// Which log a store holds.
public struct LogIdentity: Sendable, Hashable {
  /// The log's UUID, in every record of it.
  public var log: String
  /// The name in its checkpoints, unique in the world.
  public var origin: String

  /// Makes one.
  public init(log: String, origin: String) {
    self.log = log
    self.origin = origin
  }
}

/// One record as a store holds it.
public struct StoredRecord: Sendable, Hashable {
  /// Its number in the log, from 0.
  public var seq: Int64
  /// Its UUID.
  public var id: String
  /// The bytes: what was hashed.
  public var bytes: [UInt8]
  /// What the store says the leaf hash is.
  public var leaf: Digest

  /// Makes one.
  public init(seq: Int64, id: String, bytes: [UInt8], leaf: Digest) {
    self.seq = seq
    self.id = id
    self.bytes = bytes
    self.leaf = leaf
  }
}

/// A record with everything that is kept beside it; only its bytes are proof of anything.
public struct StoredRow: Sendable, Hashable {
  /// The record.
  public var record: StoredRecord
  /// The column of its time, UTC in milliseconds since 1970.
  public var time: Int64
  /// The column of its type.
  public var type: String
  /// The typed columns by name; what is missing has no value.
  public var columns: [String: ColumnValue]

  /// Makes one.
  public init(record: StoredRecord, time: Int64, type: String, columns: [String: ColumnValue]) {
    self.record = record
    self.time = time
    self.type = type
    self.columns = columns
  }
}

/// A row that cannot be read as one.
public struct MalformedRow: Error, Sendable, Hashable {
  /// Its number, if that can be read.
  public var seq: Int64?
  /// The column that holds something else than it should.
  public var column: String

  /// Makes one.
  public init(seq: Int64?, column: String) {
    self.seq = seq
    self.column = column
  }
}

/// The signed edge of the tree that is stored with the records, and moves with each of them.
public struct StoredHead: Sendable, Hashable {
  /// How many records there are.
  public var size: Int64
  /// The hashes of the frontier, 32 bytes each, the largest subtree first.
  public var hashes: [UInt8]
  /// The signed note over origin, size and root.
  public var note: String

  /// Makes a head.
  public init(size: Int64, hashes: [UInt8], note: String) {
    self.size = size
    self.hashes = hashes
    self.note = note
  }

  /// The head that a checkpoint is of.
  init(_ checkpoint: StoredCheckpoint) {
    self.init(size: checkpoint.size, hashes: checkpoint.hashes, note: checkpoint.note)
  }
}

/// A checkpoint as a store holds it.
public struct StoredCheckpoint: Sendable, Hashable {
  /// The size that the store files it under.
  public var size: Int64
  /// The signed note.
  public var note: String
  /// The frontier's hashes at that size.
  public var hashes: [UInt8]

  /// Makes one.
  public init(size: Int64, note: String, hashes: [UInt8]) {
    self.size = size
    self.note = note
    self.hashes = hashes
  }
}

/// What is written at once or not at all.
public struct LogBatch: Sendable {
  /// The records, in their order.
  public var rows: [StoredRow]
  /// The head after them.
  public var head: StoredHead
  /// The checkpoint after them, if one is due.
  public var checkpoint: StoredCheckpoint?

  /// Makes one.
  public init(rows: [StoredRow], head: StoredHead, checkpoint: StoredCheckpoint?) {
    self.rows = rows
    self.head = head
    self.checkpoint = checkpoint
  }
}

/// The reading side of a place where a log is kept.
public protocol LogReader: AnyObject {
  /// Which log it is.
  func identity() throws(LogStoreError) -> LogIdentity
  /// The typed columns that it was made with.
  func columns() throws(LogStoreError) -> [Column]
  /// The stored head.
  func head() throws(LogStoreError) -> StoredHead
  /// How many records were committed at least, where the place keeps a count beside the log that
  /// outlives damage to it; nil where not.
  func answered() throws(LogStoreError) -> Int64?
  /// The checkpoints in the order of their size; those of at least `size`.
  func checkpoints(from size: Int64) throws(LogStoreError) -> [StoredCheckpoint]
  /// The newest checkpoint.
  func lastCheckpoint() throws(LogStoreError) -> StoredCheckpoint?
  /// Hands over the rows from `seq` on, in their order, until `body` says false.
  func rows(
    from seq: Int64, _ body: (Result<StoredRow, MalformedRow>) throws(LogStoreError) -> Bool
  ) throws(LogStoreError)
  /// The records that a query finds.
  func query(_ query: LogQuery) throws(LogStoreError) -> [StoredRecord]
  /// What is wrong with the container itself, in words; empty where nothing is.
  func damage() throws(LogStoreError) -> [String]
  /// Runs `body` while everything that is read belongs to one state of the log.
  func snapshot(_ body: () throws(LogStoreError) -> Void) throws(LogStoreError)
}

extension LogReader {
  /// The records from `seq` on, in their order, until `body` says false: one canonical JSON text
  /// each, which an export writes on a line of its own.
  public func records(
    from seq: Int64 = 0, _ body: (StoredRecord) throws(LogStoreError) -> Bool
  ) throws(LogStoreError) {
    try rows(from: seq) { (row) throws(LogStoreError) in
      switch row {
      case .success(let row): return try body(row.record)
      case .failure(let row): throw .malformedRow(row)
      }
    }
  }

  /// One record by its number; nil where there is none.
  public func record(_ seq: Int64) throws(LogStoreError) -> StoredRecord? {
    var result: StoredRecord?
    try records(from: seq) { (record) throws(LogStoreError) in
      if record.seq == seq { result = record }
      return false
    }
    return result
  }
}

/// A place where a log is kept, held by its one writer.
public protocol LogStore: LogReader {
  /// Makes the place ready to be written to. Nothing in it is changed before: what a writer
  /// refuses stays as it was found.
  func beginWriting() throws(LogStoreError)
  /// Writes a batch, all of it or nothing, and returns when it will outlive a loss of power.
  func commit(_ batch: LogBatch) throws(LogStoreError)
  /// Gives the place up. Nothing may be asked of it afterwards.
  func close()
}
