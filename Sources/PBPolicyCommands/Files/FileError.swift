/// What went wrong with a file, or why it was passed over.
struct FileError: CommandFailure, Hashable {
  /// The facts.
  enum Reason: Hashable {
    /// The operating system refused; the verb says what, such as `open`.
    case system(String, SystemError)
    case isDirectory
    case notRegular(FileKind)
    case tooLarge(limit: Int)
    case nameNotUTF8
    case alreadyWalked(as: String)
    case inputReadTwice
    case noMatch
  }

  /// The file as the user named it; `-` for standard input.
  var path: String
  /// What happened.
  var reason: Reason

  var status: ExitStatus { .file }

  var message: String {
    let name = path == "-" ? "standard input" : "`\(path)`"
    return switch reason {
    case .system(let verb, let error): "cannot \(verb) \(name): \(error)"
    case .isDirectory: "cannot read \(name): it is a directory"
    case .notRegular(let kind): "\(name) is \(kind.rawValue), not a file"
    case .tooLarge(let limit): "\(name) is longer than \(byteCount(limit)), the most that is read"
    case .nameNotUTF8: "the name of \(name) is not UTF-8"
    case .alreadyWalked(let other): "\(name) leads to `\(other)` again, which is read already"
    case .inputReadTwice: "standard input `-` can be read only once"
    case .noMatch: "nothing matches \(name)"
    }
  }

  var advice: String? {
    switch reason {
    case .isDirectory: "name the files in it"
    case .nameNotUTF8: "rename it"
    default: nil
    }
  }

  private func byteCount(_ count: Int) -> String {
    if count >= 1 << 20, count % (1 << 20) == 0 { return "\(count >> 20) MiB" }
    if count >= 1 << 10, count % (1 << 10) == 0 { return "\(count >> 10) KiB" }
    return "\(count) bytes"
  }
}

/// What stands at a path.
enum FileKind: String, Sendable {
  case regular = "a file"
  case directory = "a directory"
  case link = "a symbolic link"
  case pipe = "a named pipe"
  case socket = "a socket"
  case characterDevice = "a character device"
  case blockDevice = "a block device"
  case other = "something unknown"
}
