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
    try claimInput()
    return try collect("-", limit: limit) { device.read(atMost: $0) }
  }

  /// Says that standard input is read now.
  /// - Throws: `FileError` where it was read already.
  func claimInput() throws(FileError) {
    guard !inputWasRead else { throw FileError(path: "-", reason: .inputReadTwice) }
    inputWasRead = true
  }
}

/// All bytes of the file at `path`.
func readFile(_ path: String, limit: Int, _ acceptance: FileAcceptance) throws(FileError)
  -> [UInt8]
{
  let file = try OpenFile(path, acceptance == .found ? O_NONBLOCK : 0)
  var status = stat()
  guard fstat(file.descriptor, &status) == 0 else {
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
  return try collect(path, limit: limit, expecting: expected, file.read)
}

/// Reads until the end, at most `limit` bytes.
private func collect(
  _ path: String, limit: Int, expecting expected: Int = 0,
  _ read: (Int) -> Result<[UInt8], SystemError>
) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(min(expected, limit) + 1)
  while let piece = try nextPiece(
    path, atMost: min(1 << 20, max(1 << 16, expected - bytes.count + 1)), read)
  {
    bytes += piece
    if bytes.count > limit { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
  }
  return bytes
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
