import Glibc

/// SQLite's write-ahead log as it lies on the disk (https://sqlite.org/fileformat2.html,
/// section 4), read without SQLite, which takes everything from the first damaged frame on for
/// something that was never committed.
enum WriteAheadLog {
  /// What is wrong with the file; nil for nothing, or where there is none.
  ///
  /// After a loss of power the last transaction may be torn, its commit frame on the disk and a
  /// frame before it not. Two transactions behind a damaged frame are never honest: the first was
  /// synced before the second began. Where records are counted elsewhere (`isCounted`) that count
  /// is the better witness, and only the header is looked at.
  static func damage(_ path: String, isCounted: Bool) throws(LogStoreError) -> String? {
    // A writer that is at work may be seen halfway through a frame; damage stays.
    for _ in 0..<3 {
      if try once(path, isCounted) == nil { return nil }
      usleep(5_000)
    }
    return try once(path, isCounted)
  }

  private static func once(_ path: String, _ isCounted: Bool) throws(LogStoreError) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    defer { close(file) }
    guard let start = read(file, 0, headerSize + 1) else { return nil }
    guard let header = Header(start) else { return "its header is damaged" }
    guard !isCounted else { return nil }
    let beyond = transactionsBeyondTheEnd(file, header)
    return beyond < 2 ? nil : "\(beyond) commits lie behind a frame that is damaged"
  }

  private static let headerSize = 32
  private static let frameHeader = 24

  /// The bytes at a place; nil where there are not as many.
  private static func read(_ file: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: count)
    return pread(file, &result, count, off_t(offset)) == count ? result : nil
  }

  /// The header, if it is whole.
  private struct Header {
    let pageSize: Int
    let salts: ArraySlice<UInt8>
    let isBigEndian: Bool
    let sum: Checksum

    init?(_ bytes: [UInt8]) {
      let magic = word(bytes[0..<4])
      isBigEndian = magic & 1 == 1
      pageSize = Int(word(bytes[8..<12]))
      salts = bytes[16..<24]
      var sum = Checksum()
      sum.add(bytes[0..<24], isBigEndian)
      self.sum = sum
      guard magic & ~1 == 0x377F_0682, word(bytes[4..<8]) == 3_007_000,
        (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0,
        sum.isWritten(bytes[24..<32])
      else { return nil }
    }
  }

  /// How many commit frames of this header's generation stand behind the last good commit.
  private static func transactionsBeyondTheEnd(_ file: Int32, _ header: Header) -> Int {
    var sum = header.sum
    var isWhole = true
    var beyond = 0
    var offset = headerSize
    let size = frameHeader + header.pageSize
    while let frame = read(file, offset, size) {
      offset += size
      let isOurs = frame[8..<16].elementsEqual(header.salts)
      let isCommit = word(frame[4..<8]) != 0
      if isWhole {
        sum.add(frame[0..<8], header.isBigEndian)
        sum.add(frame[frameHeader...], header.isBigEndian)
        isWhole = isOurs && word(frame[0..<4]) != 0 && sum.isWritten(frame[16..<24])
      }
      if isWhole, isCommit { beyond = 0 } else if isOurs, isCommit { beyond += 1 }
    }
    return beyond
  }

  /// The running checksum of header and frames.
  private struct Checksum {
    var first: UInt32 = 0
    var second: UInt32 = 0

    mutating func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
      var (first, second) = (first, second)
      bytes.withUnsafeBytes { raw in
        for place in stride(from: 0, to: raw.count - 7, by: 8) {
          let one = raw.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let other = raw.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
          second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
        }
      }
      (self.first, self.second) = (first, second)
    }

    func isWritten(_ bytes: ArraySlice<UInt8>) -> Bool {
      first == word(bytes.prefix(4)) && second == word(bytes.suffix(4))
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
