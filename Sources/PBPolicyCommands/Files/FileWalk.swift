import Glibc

/// What was found under the paths that a user named.
struct FileWalk {
  /// A file to read.
  struct File: Hashable {
    /// The path, starting as the user wrote it.
    var path: String
    /// Whether a person named it or it was found in a directory.
    var acceptance: FileAcceptance
  }

  /// Every file, whatever it holds, in a stable order: paths as given, names by their bytes.
  private(set) var files: [File] = []
  /// What could not be read: to be reported, and to end the tool with the status for files.
  private(set) var errors: [FileError] = []
  /// What was passed over with good reason: pipes, sockets, devices, and folders reached twice.
  private(set) var passedOver: [FileError] = []
  private var walked: [Identity: String] = [:]

  private struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  /// Walks `paths`: files and `-` as they are, directories to the bottom.
  ///
  /// Links are followed; a directory that was walked already, such as by a loop of links, is
  /// passed over.
  init(_ paths: [String], found: (String) -> Void = { _ in }) {
    for path in paths {
      if path == "-" {
        files.append(File(path: path, acceptance: .named))
      } else {
        walk(from: path, found)
      }
    }
  }

  private mutating func walk(from start: String, _ found: (String) -> Void) {
    var waiting = [start]
    while let path = waiting.popLast() {
      let isNamed = path == start
      var status = stat()
      guard stat(path, &status) == 0 else {
        errors.append(FileError(path: path, reason: .system("open", SystemError(errno))))
        continue
      }
      let kind = FileKind(mode: status.st_mode)
      if kind == .directory {
        let identity = Identity(device: status.st_dev, inode: status.st_ino)
        if let first = walked[identity] {
          passedOver.append(FileError(path: path, reason: .alreadyWalked(as: first)))
        } else {
          walked[identity] = path
          waiting += list(path).reversed()
        }
      } else if isNamed || kind == .regular {
        files.append(File(path: path, acceptance: isNamed ? .named : .found))
        found(path)
      } else {
        passedOver.append(FileError(path: path, reason: .notRegular(kind)))
      }
    }
  }

  /// The paths in the directory at `path`, by the bytes of their names.
  private mutating func list(_ path: String) -> [String] {
    guard let directory = opendir(path) else {
      errors.append(FileError(path: path, reason: .system("list", SystemError(errno))))
      return []
    }
    defer { closedir(directory) }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    var result: [String] = []
    errno = 0
    while let entry = readdir(directory) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      if let name = String(validating: bytes, as: UTF8.self) {
        result.append(prefix + name)
      } else {
        let shown = String(decoding: bytes, as: UTF8.self)
        errors.append(FileError(path: prefix + shown, reason: .nameNotUTF8))
      }
      errno = 0
    }
    if errno != 0 {
      errors.append(FileError(path: path, reason: .system("list", SystemError(errno))))
    }
    return result.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
