import Glibc

/// What `read` gives next; nil at the end.
func nextPiece(_ path: String, atMost count: Int, _ read: (Int) -> Result<[UInt8], SystemError>)
  throws(FileError) -> [UInt8]?
{
  while true {
    switch read(count) {
    case .success(let piece): return piece.isEmpty ? nil : piece
    case .failure(let error):
      if error.number == EISDIR { throw FileError(path: path, reason: .isDirectory) }
      if error.number != EINTR { throw FileError(path: path, reason: .system("read", error)) }
    }
  }
}

/// A file that is open for reading, closed when it is let go.
final class OpenFile {
  /// Its number.
  let descriptor: Int32

  /// Opens the file at `path`.
  /// - Parameter flags: more of `open`'s.
  init(_ path: String, _ flags: Int32 = 0) throws(FileError) {
    guard !path.utf8.contains(0) else {
      throw FileError(path: path, reason: .system("open", SystemError(EINVAL)))
    }
    let opened = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags) }
    guard opened >= 0 else {
      throw FileError(path: path, reason: .system("open", SystemError(errno)))
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// At most `count` of its next bytes; none at its end.
  func read(atMost count: Int) -> Result<[UInt8], SystemError> {
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      number = got < 0 ? errno : 0
      filled = max(got, 0)
    }
    return number == 0 ? .success(bytes) : .failure(SystemError(number))
  }
}

/// Calls again where a signal interrupted.
func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
