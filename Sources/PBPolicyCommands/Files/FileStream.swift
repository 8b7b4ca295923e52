import Glibc

extension Console {
  /// Hands the bytes of the file at `path`, or of standard input where that is `-`, to `body` piece
  /// by piece, however many there are.
  func stream(_ path: String, _ body: ([UInt8]) throws -> Void) throws {
    if path == "-" {
      guard !inputWasRead else { throw FileError(path: "-", reason: .inputReadTwice) }
      inputWasRead = true
      return try pieces("-", body) { device.read(atMost: $0) }
    }
    guard !path.utf8.contains(0) else {
      throw FileError(path: path, reason: .system("open", SystemError(EINVAL)))
    }
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw FileError(path: path, reason: .system("open", SystemError(errno)))
    }
    defer { close(descriptor) }
    try pieces(path, body) { count in
      var number: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        number = got < 0 ? errno : 0
        filled = max(got, 0)
      }
      return number == 0 ? .success(bytes) : .failure(SystemError(number))
    }
  }

  private func pieces(
    _ path: String, _ body: ([UInt8]) throws -> Void,
    _ read: (Int) -> Result<[UInt8], SystemError>
  ) throws {
    while true {
      switch read(1 << 18) {
      case .success(let piece):
        if piece.isEmpty { return }
        try body(piece)
        if readerHasLeft { return }
      case .failure(let error):
        if error.number == EISDIR { throw FileError(path: path, reason: .isDirectory) }
        if error.number != EINTR { throw FileError(path: path, reason: .system("read", error)) }
      }
    }
  }
}
