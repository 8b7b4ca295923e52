import Glibc

/// The lock that a log's one writer holds. The system gives it up when the process ends, however
/// it ends.
final class DirectoryLock {
  private let file: Int32

  /// Takes the lock, waiting for at most so many milliseconds.
  init(directory: String, waiting milliseconds: Int) throws(LogStoreError) {
    let path = directory + "/" + LogSchema.lockName
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    let deadline = Wall.reading(CLOCK_MONOTONIC) + Int64(milliseconds) * 1_000_000
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      // No `close` here: `deinit` runs after a throw too, and a descriptor closed twice may by
      // then be another file's.
      guard code == EWOULDBLOCK || code == EINTR else {
        throw .file(FileError(path: path, operation: "lock", code: code))
      }
      guard Wall.reading(CLOCK_MONOTONIC) < deadline else {
        throw .locked(path: directory, process: Self.holder(path))
      }
      usleep(2000)
    }
    let text = Array("\(getpid())\n".utf8)
    // The number is for a person to read; the lock holds without it.
    _ = ftruncate(file, 0) == 0 && pwrite(file, text, text.count, 0) == text.count
  }

  /// Gives the lock up by name: a process that is being started may hold a copy of the descriptor
  /// for a moment, and closing ours alone would leave the lock with it.
  deinit {
    flock(file, LOCK_UN)
    close(file)
  }

  private static func holder(_ path: String) -> Int32? {
    guard let bytes = try? PrivateFile.read(path, limit: 32) else { return nil }
    return Int32(Shown.trimmed(String(decoding: bytes, as: UTF8.self)))
  }
}
