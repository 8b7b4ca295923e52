extension Console {
  /// Hands the bytes of the file at `path`, or of standard input where that is `-`, to `body` piece
  /// by piece, however many there are.
  func stream(_ path: String, _ body: ([UInt8]) throws -> Void) throws {
    if path == "-" {
      try claimInput()
      return try pieces("-", body) { device.read(atMost: $0) }
    }
    try pieces(path, body, OpenFile(path).read)
  }

  private func pieces(
    _ path: String, _ body: ([UInt8]) throws -> Void,
    _ read: (Int) -> Result<[UInt8], SystemError>
  ) throws {
    while !readerHasLeft, let piece = try nextPiece(path, atMost: 1 << 18, read) { try body(piece) }
  }
}
