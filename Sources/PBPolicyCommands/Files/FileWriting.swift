import Glibc

/// Writes `bytes` to the file at `path`: all of them, or the file stays as it was.
///
/// They go to a new file beside it, which then takes its place; what stands there and is no file,
/// such as a pipe, is written to as it is. With `isPrivate`, only the owner may read a new file.
func writeFile(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
  guard !path.utf8.contains(0), !path.isEmpty else {
    throw FileError(path: path, reason: .system("write", SystemError(EINVAL)))
  }
  var status = stat()
  var target = path
  if stat(path, &status) == 0 {
    let kind = FileKind(mode: status.st_mode)
    if kind == .directory {
      throw FileError(path: path, reason: .system("write", SystemError(EISDIR)))
    }
    if kind != .regular { return try overwrite(path, bytes) }
    // Of a link, the file that it leads to is exchanged and not the link.
    if let real = realpath(path, nil) {
      target = String(cString: real)
      free(real)
    }
  } else if errno == ENOENT {
    target = linkedPlace(path)
  } else {
    throw FileError(path: path, reason: .system("write", SystemError(errno)))
  }
  let temporary = "\(target).\(getpid()).new"
  let mode: mode_t = isPrivate ? 0o600 : 0o666
  let descriptor = retrying {
    open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
  }
  guard descriptor >= 0 else {
    throw FileError(path: path, reason: .system("write", SystemError(errno)))
  }
  let failure = put(bytes, descriptor) ?? (fsync(descriptor) == 0 ? nil : SystemError(errno))
  close(descriptor)
  if let failure {
    unlink(temporary)
    throw FileError(path: path, reason: .system("write", failure))
  }
  guard rename(temporary, target) == 0 else {
    let failure = SystemError(errno)
    unlink(temporary)
    throw FileError(path: path, reason: .system("write", failure))
  }
}

/// Where the link at `path` leads, though nothing is there yet; `path` itself where it is none.
private func linkedPlace(_ path: String) -> String {
  var place = path
  // As many links in a row as the system follows.
  for _ in 0..<40 {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { space in
      space.baseAddress.map { readlink(place, $0, space.count) } ?? -1
    }
    guard count > 0 else { return place }
    let next = String(decoding: buffer.prefix(count), as: UTF8.self)
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
    place = next.hasPrefix("/") ? next : folder + next
  }
  return place
}

private func overwrite(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let descriptor = retrying { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
  guard descriptor >= 0 else {
    throw FileError(path: path, reason: .system("write", SystemError(errno)))
  }
  defer { close(descriptor) }
  if let failure = put(bytes, descriptor) {
    throw FileError(path: path, reason: .system("write", failure))
  }
}

/// All of `bytes`, however many calls it takes.
private func put(_ bytes: [UInt8], _ descriptor: Int32) -> SystemError? {
  var left = bytes[...]
  while !left.isEmpty {
    let count = left.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      return SystemError(errno)
    }
    left = left.dropFirst(count)
  }
  return nil
}

/// The folder that relative paths start from; `/` where it is gone.
func workingDirectory() -> String {
  guard let text = getcwd(nil, 0) else { return "/" }
  defer { free(text) }
  return String(cString: text)
}
