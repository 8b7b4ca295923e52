import Glibc

/// The files of a log's folder, looked at before SQLite is let near them: it follows links, waits
/// for pipes, plays journals back, and passes over what it cannot read.
struct LogFolder {
  let directory: String

  var database: String { directory + "/" + LogSchema.fileName }
  var writeAheadLog: String { database + "-wal" }
  var sharedMemory: String { database + "-shm" }
  private var journal: String { database + "-journal" }
  private var lock: String { directory + "/" + LogSchema.lockName }

  /// Whether a log stands here whose files SQLite may open.
  func hasLog(toWrite: Bool) throws(LogStoreError) -> Bool {
    let file = try Self.look(database)
    for path in [writeAheadLog, sharedMemory] { _ = try Self.look(path) }
    if let journal = try Self.look(journal), journal.st_size > 0 {
      throw .damaged(
        path: database, detail: "a log has no rollback journal, but one lies beside it")
    }
    guard let file else { return false }
    // A second name is a second log to its writer: the lock is another one there.
    if toWrite, file.st_nlink > 1 { throw .irregular(path: database) }
    if let problem = try WriteAheadLog.damage(writeAheadLog, isCounted: answered() != nil) {
      throw .cutShort(path: writeAheadLog, detail: problem)
    }
    return true
  }

  /// How many records were answered for at least, as the file of the lock says; nil where it says
  /// nothing.
  func answered() -> Int64? {
    guard let status = try? Self.look(lock), status.st_size <= 64,
      let bytes = try? PrivateFile.read(lock, limit: 64)
    else { return nil }
    return LockText(bytes).answered
  }

  /// Whether nobody can be writing the log, nor is to: no write-ahead log, and no leave to write.
  func isForReadingOnly() -> Bool {
    guard PrivateFile.size(writeAheadLog) == 0 else { return false }
    return (PrivateFile.mode(database) ?? 0) & 0o200 == 0 || access(directory, W_OK) != 0
  }

  /// How many bytes the file lacks of what its header says, where all of it should be there.
  func missingBytes() -> Int64? {
    guard PrivateFile.size(writeAheadLog) == 0,
      let header = PrivateFile.start(of: database, count: 100)
    else { return nil }
    func number(_ place: Int, _ count: Int) -> Int64 {
      header[place..<place + count].reduce(0) { $0 << 8 | Int64($1) }
    }
    // 1 stands for 65,536 bytes a page.
    let page = number(16, 2) == 1 ? 65_536 : number(16, 2)
    let missing = number(28, 4) * page - PrivateFile.size(database)
    return missing > 0 ? missing : nil
  }

  /// Refuses to begin a new log where an old one was.
  func refuseRemains() throws(LogStoreError) {
    for path in [writeAheadLog, sharedMemory] where try Self.look(path) != nil {
      throw .gone(path: database, beside: path)
    }
    if answered() != nil { throw .gone(path: database, beside: lock) }
  }

  /// Refuses a folder in which others can replace files.
  func refuseStrangers() throws(LogStoreError) {
    var status = stat()
    guard stat(directory, &status) == 0 else {
      throw .file(FileError(path: directory, operation: "open", code: errno))
    }
    guard status.st_uid == geteuid() else {
      throw .exposed(path: directory, owner: status.st_uid, mode: status.st_mode & 0o7777)
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .exposed(path: directory, owner: nil, mode: status.st_mode & 0o7777)
    }
  }

  /// A plain file's particulars; nil where nothing has that name.
  private static func look(_ path: String) throws(LogStoreError) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .irregular(path: path) }
    return status
  }
}

/// What stands in the file of the lock: the writer's process number, and on the second line how
/// many records were committed at least.
///
/// It is written after a commit is on the disk and never synced: it may lag behind, and cannot run
/// ahead.
struct LockText {
  var process: Int32?
  var answered: Int64?

  init(process: Int32?, answered: Int64?) {
    self.process = process
    self.answered = answered
  }

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    process = lines.first.flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
    if lines.count > 2, let size = Int64(String(decoding: lines[1], as: UTF8.self)), size >= 0 {
      answered = size
    }
  }

  var bytes: [UInt8] {
    Array("\(process.map(String.init) ?? "")\n\(answered.map { "\($0)\n" } ?? "")".utf8)
  }
}
