import Glibc

/// What was found under the paths that a user named.
struct FileWalk {
  /// A file to read.
  struct File: Hashable {
    /// The path, starting as the user wrote it.
    var path: String
    /// Whether a person named it or it was found in a directory.
    var acceptance: FileAcceptance

    /// Whether it is read as a property list: a person named it, or its name says so.
    var mayBeProfile: Bool {
      let name = path.lowercased()
      return acceptance == .named || FileWalk.profileEndings.contains(where: name.hasSuffix)
    }
  }

  /// How the names of property lists end that are read in a directory.
  static let profileEndings = [".mobileconfig", ".plist", ".xml"]

  /// Every file, whatever it holds, in a stable order: paths as given, names by their bytes.
  private(set) var files: [File] = []
  /// What could not be read: to be reported, and to end the tool with the status for files.
  private(set) var errors: [FileError] = []
  /// What was passed over with good reason: pipes, sockets, devices, and folders reached twice.
  private(set) var passedOver: [FileError] = []
  private var walked: [Identity: String] = [:]
  /// Where a file stands among `files`.
  private var met: [Identity: Int] = [:]

  private struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  /// Walks `paths`: files and `-` as they are, directories to the bottom, and what a pattern
  /// stands for where there is no file of that very name.
  ///
  /// Links are followed; a directory that was walked already, such as by a loop of links, is
  /// passed over. A file that is reached twice counts once.
  init(_ paths: [String], found: (String) -> Void = { _ in }) {
    for path in paths {
      if path == "-" {
        files.append(File(path: path, acceptance: .named))
      } else if let glob = Glob(path), access(path, F_OK) != 0 {
        expand(path, glob, found)
      } else {
        walk(from: path, found)
      }
    }
  }

  /// What a pattern names is named, what it leaves open (`*` or `**` at its end) is found; neither
  /// is anything but a file or a folder.
  private mutating func expand(_ pattern: String, _ glob: Glob, _ found: (String) -> Void) {
    var known: [String: [String]] = [:]
    let paths = glob.paths { folder in
      if let names = known[folder] { return names }
      let names = isDirectory(folder) ? list(folder.isEmpty ? "." : folder).map(lastName) : []
      known[folder] = names
      return names
    }
    if paths.isEmpty { errors.append(FileError(path: pattern, reason: .noMatch)) }
    let isOpen = ["*", "**"].contains(lastName(pattern))
    for path in paths { walk(from: path, as: isOpen ? .found : .named, isExpanded: true, found) }
  }

  private func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path.isEmpty ? "." : path, &status) == 0
      && FileKind(mode: status.st_mode) == .directory
  }

  private func lastName(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  private mutating func walk(
    from start: String, as acceptance: FileAcceptance = .named, isExpanded: Bool = false,
    _ found: (String) -> Void
  ) {
    var waiting = [start]
    while let path = waiting.popLast() {
      let isNamed = path == start && !isExpanded
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
        let identity = Identity(device: status.st_dev, inode: status.st_ino)
        // Two pipes are two pipes, even where they look the same.
        let acceptance = path == start ? acceptance : .found
        if kind == .regular, let place = met[identity] {
          if acceptance == .named { files[place].acceptance = .named }
          continue
        }
        met[identity] = files.count
        files.append(File(path: path, acceptance: acceptance))
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
