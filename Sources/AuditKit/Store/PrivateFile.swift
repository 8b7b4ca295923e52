import Glibc

/// Why a file could not be used.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// What was tried: `open`, `create`, `read`, `write`, `lock`.
  public var operation: String
  /// The system's number for the reason.
  public var code: Int32

  /// Makes one.
  public init(path: String, operation: String, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// One line, lower case, no full stop.
  public var description: String {
    "cannot \(operation) `\(path)`: \(String(cString: strerror(code)).lowercased())"
  }
}

/// Files and folders that only their owner may read.
enum PrivateFile {
  /// Creates a file that was not there before, durably; where that fails, there is none.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw FileError(path: path, operation: "create", code: errno) }
    defer { close(file) }
    do {
      try write(bytes, to: file, path)
      try syncDirectory(of: path)
    } catch {
      // Half a file would stand in the way of the next attempt.
      unlink(path)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, operation: "write", code: errno) }
      rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw FileError(path: path, operation: "write", code: errno) }
  }

  /// Reads a file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, operation: "read", code: errno) }
      if count == 0 { return result }
      result += buffer.prefix(count)
      guard result.count <= limit else {
        throw FileError(path: path, operation: "read", code: EFBIG)
      }
    }
  }

  /// The first bytes of a file; nil where it has fewer, or cannot be read.
  static func start(of path: String, count: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result = [UInt8](repeating: 0, count: count)
    return pread(file, &result, count, 0) == count ? result : nil
  }

  /// Takes a file away that was just made.
  static func remove(_ path: String) { _ = unlink(path) }

  /// Gives a file its final name, durably.
  static func rename(_ path: String, to name: String) throws(FileError) {
    guard Glibc.rename(path, name) == 0 else {
      throw FileError(path: name, operation: "create", code: errno)
    }
    try syncDirectory(of: name)
  }

  /// Makes a folder for its owner only, where there is none yet; the folder above must be there.
  static func makeDirectory(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return try syncDirectory(of: path) }
    let code = errno
    guard code == EEXIST, isDirectory(path) else {
      throw FileError(path: path, operation: "create", code: code == EEXIST ? ENOTDIR : code)
    }
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// How many bytes a file has; 0 where there is none.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The permissions and kind of a file; nil where there is none.
  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }

  /// How many names a file has; 0 where there is none.
  static func names(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_nlink) : 0
  }

  /// The folder that a path names its file in.
  static func directory(of path: String) -> String {
    var end = path[...]
    while end.count > 1 && end.hasSuffix("/") { end.removeLast() }
    guard let slash = end.lastIndex(of: "/") else { return "." }
    return slash == end.startIndex ? "/" : String(end[..<slash])
  }

  /// The path without links and dots; nil where nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  private static func syncDirectory(of path: String) throws(FileError) {
    let folder = directory(of: path)
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(path: folder, operation: "open", code: errno) }
    defer { close(file) }
    // Some file systems cannot sync a folder and say EINVAL; there is nothing more to do then.
    guard fsync(file) == 0 || errno == EINVAL else {
      throw FileError(path: folder, operation: "write", code: errno)
    }
  }
}
