import StrictJSON

/// Proof to the caller that a record is on the disk.
public struct Receipt: Sendable, Hashable {
  /// The log's UUID.
  public let log: String
  /// The record's number in the log, from 0.
  public let seq: Int64
  /// The record's UUID.
  public let id: String
  /// The hash of the record's leaf in the tree.
  public let leaf: Digest
}

/// When a checkpoint is filed. The head is signed with every commit; a checkpoint is a head that is
/// kept, for those who hold one elsewhere.
public struct CheckpointSchedule: Sendable, Hashable {
  /// After so many records.
  public var records: Int64 = 256
  /// With the first record after so many seconds.
  public var seconds: Int64 = 60

  /// Every 256 records or 60 seconds.
  public init() {}
}

/// How a log is written.
public struct LogWriterOptions: Sendable {
  /// The members of the records to search by.
  public var columns: [Column] = []
  /// When a checkpoint is filed.
  public var schedule = CheckpointSchedule()
  /// The name of a new log in its checkpoints, unique in the world; nil for the key's name, a
  /// slash and the log's UUID. A log that is there already keeps its own.
  public var origin: String?
  /// How many milliseconds to wait for another writer to finish.
  public var lockWait: Int {
    get { store.lockWait }
    set { store.lockWait = newValue }
  }
  /// The clocks.
  public var clock: @Sendable () -> Moment = { Moment.now() }
  package var store = SQLiteLogOptions()

  /// No columns, the usual schedule, no waiting, the machine's clocks.
  public init() {}
}

/// The one writer of a log: seals drafts into records, and answers when they are on the disk.
///
/// Any thread may append; the records of callers that come together are committed together
/// (what waits when a commit begins, at most 100 records or what 5 milliseconds can seal). Every
/// commit is signed, so that a writer that is killed leaves no record without a signature over it;
/// one that is closed files its last head as a checkpoint.
public final class LogWriter: @unchecked Sendable {
  /// Which log it is.
  public let identity: LogIdentity
  /// Whether the log began with this opening.
  public let isNew: Bool

  let store: any LogStore
  let key: SigningKey
  let options: LogWriterOptions
  let hasher = TreeHasher()
  let queue = Guarded(Queue())
  /// The log's end; touched by the thread that leads a commit only.
  var end: LogEnd
  /// Whether the last commit failed, so that the end must be read again.
  var isInDoubt = false

  struct Queue: Sendable {
    var waiting: [Ticket] = []
    var isLed = false
    var isClosed = false
  }

  /// What one caller asked for, and what became of it.
  final class Ticket: @unchecked Sendable {
    let drafts: [RecordDraft]
    var outcome: Result<[Receipt], LogStoreError>?

    init(_ drafts: [RecordDraft]) { self.drafts = drafts }
  }

  /// Takes over a store that is open already, after the check of its end.
  package init(
    store: any LogStore, key: SigningKey, options: LogWriterOptions, isNew: Bool = false
  ) throws(LogStoreError) {
    self.isNew = isNew
    identity = try store.identity()
    end = try LogOpening(store: store, key: key.verificationKey).endOfOneState()
    try store.beginWriting()
    self.store = store
    self.key = key
    self.options = options
  }

  /// Opens the log in a folder, made with mode 0700 where there is none, and checks its end.
  ///
  /// - Throws: `LogStoreError.locked` while another process writes it, `keyInsideLog` where the
  ///   key's file lies in the folder, `headDiffers` where the log was changed.
  public static func open(
    directory: String, key: SigningKey, options: LogWriterOptions = LogWriterOptions()
  ) throws(LogStoreError) -> LogWriter {
    try refuse(key, inside: directory)
    let store = try SQLiteLogStore(
      directory: directory, columns: options.columns, options: options.store
    ) { () throws(LogStoreError) in
      try refuse(key, inside: directory)
      let log = UUIDv7.make().description
      let origin = options.origin ?? "\(key.identity.name)/\(log)"
      return (
        LogIdentity(log: log, origin: origin),
        try checkpoint(Frontier(), origin: origin, key, TreeHasher())
      )
    }
    do { return try LogWriter(store: store, key: key, options: options, isNew: store.isNew) } catch
    {
      store.close()
      throw error
    }
  }

  private static func refuse(_ key: SigningKey, inside directory: String) throws(LogStoreError) {
    // Its other name may be inside, and no look at paths finds it.
    if let path = key.path, PrivateFile.names(path) > 1 { throw .keyLinked(key: path) }
    guard let path = key.path, let file = PrivateFile.resolved(path),
      let folder = PrivateFile.resolved(directory)
    else { return }
    if file.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8) {
      throw .keyInsideLog(key: path, path: directory)
    }
  }

  static func checkpoint(
    _ frontier: Frontier, origin: String, _ key: SigningKey, _ hasher: TreeHasher
  ) throws(LogStoreError) -> StoredCheckpoint {
    let checkpoint = Checkpoint(
      origin: origin, size: frontier.size, root: frontier.root(hasher))
    do {
      let note = try checkpoint.signed(by: key)
      guard try Checkpoint(parsing: note.text) == checkpoint else {
        throw NoteError.unsignable(
          "`\(Shown.text(origin))` cannot be an origin: it is not one line")
      }
      return StoredCheckpoint(
        size: frontier.size, note: note.noteText, hashes: frontier.bytes)
    } catch let error as NoteError {
      throw .signing(error)
    } catch {
      throw .signing(.unsignable("\(error)"))
    }
  }

  deinit { store.close() }
}
