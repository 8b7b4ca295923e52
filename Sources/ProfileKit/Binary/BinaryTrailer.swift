import Findings

/// The last 32 bytes of a binary property list, which say where its objects are, and the table of
/// their offsets; checked as CoreFoundation's `CFBinaryPList.c` checks them.
struct BinaryTrailer {
  /// Bytes of one offset in the table; any number, of which the last eight count.
  let offsetSize: Int
  /// Bytes of one reference to an object.
  let referenceSize: Int
  /// How many objects there are.
  let objects: Int
  /// Where the table of offsets begins, and the objects end.
  let table: Int
  /// The offset of the top object.
  let top: Int

  private static let size = 32
  /// The letters `bplist` and two of the version.
  static let headSize = 8

  init(_ bytes: [UInt8]) throws(BinaryFailure) {
    guard bytes.starts(withText: "bplist0") else { throw Self.otherVersion(bytes) }
    guard bytes.count > Self.size + Self.headSize else {
      throw .damaged("it has \(bytes.count) bytes, fewer than the shortest")
    }
    let end = bytes.count - Self.size
    offsetSize = Int(bytes[end + 6])
    referenceSize = Int(bytes[end + 7])
    guard offsetSize > 0, referenceSize > 0 else {
      throw .damaged("its offsets or references have no bytes")
    }
    guard let objects = Int(exactly: bytes.bigEndian(at: end + 8, 8)), objects > 0,
      let top = Int(exactly: bytes.bigEndian(at: end + 16, 8)), top < objects
    else { throw .damaged("its last bytes name no top object") }
    guard let table = Int(exactly: bytes.bigEndian(at: end + 24, 8)), table > Self.headSize,
      table < end
    else { throw .damaged("its last bytes name no table of objects") }
    let (length, overflow) = objects.multipliedReportingOverflow(by: offsetSize)
    guard !overflow, length == end - table else {
      throw .damaged("the table of its objects does not end where the file does")
    }
    guard referenceSize >= 8 || 1 << (8 * referenceSize) > objects else {
      throw .damaged("references of \(counted(referenceSize, "byte")) do not reach all objects")
    }
    guard offsetSize >= 8 || 1 << (8 * offsetSize) > table else {
      throw .damaged("offsets of \(counted(offsetSize, "byte")) do not reach all objects")
    }
    self.objects = objects
    self.table = table
    for index in 0..<objects {
      let offset = bytes.bigEndian(at: table + index * offsetSize, offsetSize)
      guard offset < UInt64(table) else {
        throw .damaged("object \(index) lies beyond the objects")
      }
    }
    self.top = Int(bytes.bigEndian(at: table + top * offsetSize, offsetSize))
    guard self.top >= Self.headSize else {
      throw .damaged("its top object lies before the objects")
    }
  }

  private static func otherVersion(_ bytes: [UInt8]) -> BinaryFailure {
    guard bytes.starts(withText: "bplist") else {
      return .damaged("it does not begin with `bplist`")
    }
    let version = shown(String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self))
    return BinaryFailure(
      message: "a binary property list of version `\(version)`, which Apple's reader of files"
        + " refuses; nothing in it was checked",
      help: "programs use it among themselves; save it with `plutil -convert xml1` where it is made"
    )
  }

  /// The offset of the object that the reference at `place` names.
  func offset(ofReferenceAt place: Int, in bytes: [UInt8]) throws(BinaryFailure) -> Int {
    guard place <= table - referenceSize, place >= Self.headSize else {
      throw .damaged("a reference at byte \(place) lies beyond the objects")
    }
    let reference = bytes.bigEndian(at: place, referenceSize)
    guard reference < UInt64(objects) else {
      throw .damaged("byte \(place) refers to object \(reference) of \(objects)")
    }
    return Int(bytes.bigEndian(at: table + Int(reference) * offsetSize, offsetSize))
  }
}

extension [UInt8] {
  /// The last eight of `count` bytes from `start` on, the first being the highest; all must be there.
  func bigEndian(at start: Int, _ count: Int) -> UInt64 {
    self[start..<(start + count)].suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
