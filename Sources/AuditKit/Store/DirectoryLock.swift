import Glibc

/// The lock that a log's one writer holds. The system gives it up when the process ends, however
/// it ends.
final class DirectoryLock {
  private let file: Int32
  private var text: LockText

  /// Takes the lock, waiting for at most so many milliseconds.
  init(directory: String, waiting milliseconds: Int) throws(LogStoreError) {
    let path = directory + "/" + LogSchema.lockName
    let deadline = Wall.reading(CLOCK_MONOTONIC) + Int64(milliseconds) * 1_000_000
    while true {
      let file = try Self.open(path)
      do { try Self.lock(file, path, until: deadline, directory) } catch {
        close(file)
        throw error
      }
      // A file that was deleted or replaced meanwhile locks nobody else out.
      if Self.isNamed(path, file) {
        self.file = file
        break
      }
      close(file)
    }
    var old = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &old, old.count, 0)
    text = LockText(
      process: getpid(), answered: LockText(Array(old.prefix(max(0, count)))).answered)
    write()
  }

  /// Notes for readers and for the next writer that so many records are on the disk.
  func note(answered: Int64) {
    text.answered = answered
    write()
  }

  /// All of it helps only: the lock holds without a number, and the log is right without a count.
  private func write() {
    let bytes = text.bytes
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(file, off_t(bytes.count))
  }

  /// Gives the lock up by name: a process that is being started may hold a copy of the descriptor
  /// for a moment, and closing ours alone would leave the lock with it.
  deinit {
    flock(file, LOCK_UN)
    close(file)
  }

  private static func open(_ path: String) throws(LogStoreError) -> Int32 {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .file(FileError(path: path, operation: "open", code: errno)) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .irregular(path: path)
    }
    return file
  }

  private static func lock(
    _ file: Int32, _ path: String, until deadline: Int64, _ directory: String
  ) throws(LogStoreError) {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        throw .file(FileError(path: path, operation: "lock", code: code))
      }
      guard Wall.reading(CLOCK_MONOTONIC) < deadline else {
        throw .locked(path: directory, process: holder(path))
      }
      usleep(2000)
    }
  }

  private static func isNamed(_ path: String, _ file: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino
      && named.st_dev == opened.st_dev
  }

  private static func holder(_ path: String) -> Int32? {
    guard let bytes = try? PrivateFile.read(path, limit: 64) else { return nil }
    return LockText(bytes).process
  }
}
