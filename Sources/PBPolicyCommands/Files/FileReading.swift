import Glibc

/// Which kinds of file may be read.
enum FileAcceptance {
  /// Whatever a person named: files, pipes such as `<(…)`, devices; no directory.
  case named
  /// What was found in a directory: regular files only, so that a pipe never makes the tool wait.
  case found
}

/// The most that is read of any file unless a command says otherwise: 64 MiB.
let defaultFileLimit = 64 << 20

extension Console {
  /// All bytes of the file at `path`, or of standard input where that is `-`.
  func read(_ path: String, limit: Int = defaultFileLimit, _ acceptance: FileAcceptance = .named)
    throws(FileError) -> [UInt8]
  {
    if path == "-" { return try readInput(limit: limit) }
    return try readFile(path, limit: limit, acceptance)
  }

  private func readInput(limit: Int) throws(FileError) -> [UInt8] {
    guard !inputWasRead else { throw FileError(path: "-", reason: .inputReadTwice) }
    inputWasRead = true
    return try collect("-", limit: limit) { device.read(atMost: $0) }
  }
}

/// All bytes of the file at `path`.
func readFile(_ path: String, limit: Int, _ acceptance: FileAcceptance) throws(FileError)
  -> [UInt8]
{
  guard !path.utf8.contains(0) else {
    throw FileError(path: path, reason: .system("open", SystemError(EINVAL)))
  }
  let waiting = acceptance == .found ? O_NONBLOCK : 0
  let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | waiting) }
  guard descriptor >= 0 else {
    throw FileError(path: path, reason: .system("open", SystemError(errno)))
  }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    throw FileError(path: path, reason: .system("read", SystemError(errno)))
  }
  let kind = FileKind(mode: status.st_mode)
  if kind == .directory { throw FileError(path: path, reason: .isDirectory) }
  if acceptance == .found, kind != .regular {
    throw FileError(path: path, reason: .notRegular(kind))
  }
  if kind == .regular, status.st_size > limit {
    throw FileError(path: path, reason: .tooLarge(limit: limit))
  }
  let expected = kind == .regular ? max(Int(status.st_size), 0) : 0
  return try collect(path, limit: limit, expecting: expected) { count in
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      number = got < 0 ? errno : 0
      filled = max(got, 0)
    }
    return number == 0 ? .success(bytes) : .failure(SystemError(number))
  }
}

/// Reads until the end, at most `limit` bytes.
private func collect(
  _ path: String, limit: Int, expecting expected: Int = 0,
  _ read: (Int) -> Result<[UInt8], SystemError>
) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(min(expected, limit) + 1)
  while true {
    switch read(min(1 << 20, max(1 << 16, expected - bytes.count + 1))) {
    case .success(let piece):
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
    case .failure(let error):
      if error.number == EISDIR { throw FileError(path: path, reason: .isDirectory) }
      if error.number != EINTR {
        throw FileError(path: path, reason: .system("read", error))
      }
    }
  }
}

/// Calls again where a signal interrupted.
func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension FileKind {
  /// The kind in `st_mode`.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .other
      }
  }
}
