import Glibc

/// Puts `bytes` in the place of the file at `path`: all of them or nothing, and readable for the
/// owner alone where there was no file before.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
  var status = stat()
  let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
  let partial = "\(path).\(getpid()).partial"
  let descriptor = retrying {
    open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }
  guard descriptor >= 0 else {
    throw FileError(path: path, reason: .system("write", SystemError(errno)))
  }
  let failure = fill(descriptor, bytes, mode)
  close(descriptor)
  if failure == nil, rename(partial, path) == 0 { return }
  let number = failure ?? errno
  unlink(partial)
  throw FileError(path: path, reason: .system("write", SystemError(number)))
}

/// The number of the error, nil where all went well.
private func fill(_ descriptor: Int32, _ bytes: [UInt8], _ mode: mode_t) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : EIO }
    rest = rest.dropFirst(count)
  }
  return fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0 ? nil : errno
}

/// The folder that relative paths start from; `/` where it is gone.
func workingDirectory() -> String {
  guard let text = getcwd(nil, 0) else { return "/" }
  defer { free(text) }
  return String(cString: text)
}
