/// One object of a binary property list; containers hold the offsets of what is in them.
enum BinaryObject {
  case null
  case boolean(Bool)
  case integer(Int64)
  case largeInteger(UInt64)
  case real(Double)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  case utf16(Range<Int>)
  case uid(UInt32)
  case array([Int])
  case set([Int])
  /// The keys' offsets and, in the same order, the values'.
  case dictionary(keys: [Int], values: [Int])

  /// Whether a dictionary may have it as a key, as far as CoreFoundation cares.
  var isPrimitive: Bool {
    switch self {
    case .array, .set, .dictionary: false
    default: true
    }
  }
}

/// Every object that the top one leads to, by offset: an object used twice is held once, and none
/// leads back to itself.
struct BinaryObjects {
  let bytes: [UInt8]
  let trailer: BinaryTrailer
  private(set) var objects: [Int: BinaryObject] = [:]
  private var work = 0
  private let limits: PlistLimits

  /// A container whose contents are being read.
  private struct Frame {
    var offset: Int
    var next: Int
    var end: Int
    var keys: Int
    var isDictionary: Bool
    var isSet: Bool
    var children: [Int] = []
  }

  /// Reads `bytes` as CoreFoundation does, without recursion and within `limits`.
  init(_ bytes: [UInt8], _ limits: PlistLimits) throws(BinaryFailure) {
    self.bytes = bytes
    self.limits = limits
    trailer = try BinaryTrailer(bytes)
    try walk()
  }

  private mutating func walk() throws(BinaryFailure) {
    var stack: [Frame] = []
    var path: Set<Int> = []
    if let frame = try open(trailer.top, depth: 0, path) {
      path.insert(frame.offset)
      stack.append(frame)
    }
    while let top = stack.indices.last {
      if stack[top].next == stack[top].end {
        close(stack.removeLast(), &path)
        continue
      }
      let child = try trailer.offset(ofReferenceAt: stack[top].next, in: bytes)
      stack[top].next += trailer.referenceSize
      let isKey = stack[top].isDictionary && stack[top].children.count < stack[top].keys
      stack[top].children.append(child)
      try spend(1)
      guard let frame = try open(child, depth: stack.count, path) else {
        if isKey, objects[child]?.isPrimitive != true { throw Self.badKey(child) }
        continue
      }
      if isKey { throw Self.badKey(child) }
      path.insert(child)
      stack.append(frame)
    }
  }

  private static func badKey(_ offset: Int) -> BinaryFailure {
    .damaged("the object at byte \(offset) is a key and holds others")
  }

  private mutating func close(_ frame: Frame, _ path: inout Set<Int>) {
    path.remove(frame.offset)
    if frame.isDictionary {
      objects[frame.offset] = .dictionary(
        keys: Array(frame.children.prefix(frame.keys)),
        values: Array(frame.children.dropFirst(frame.keys)))
    } else {
      objects[frame.offset] = frame.isSet ? .set(frame.children) : .array(frame.children)
    }
  }

  private mutating func spend(_ amount: Int) throws(BinaryFailure) {
    work += amount
    guard work <= limits.nodes * 4 else {
      throw .limit("more than \(limits.nodes) values; reading stopped there")
    }
  }

  /// Reads the object at `offset`; gives back a frame where it holds others and was not read yet.
  private mutating func open(_ offset: Int, depth: Int, _ path: Set<Int>) throws(BinaryFailure)
    -> Frame?
  {
    guard depth <= limits.depth else {
      throw .limit("more than \(limits.depth) levels of nesting; reading stopped there")
    }
    if objects[offset] != nil { return nil }
    guard !path.contains(offset) else {
      throw .damaged("the object at byte \(offset) holds itself")
    }
    guard offset >= BinaryTrailer.headSize else {
      throw .damaged("an object lies at byte \(offset), before all objects")
    }
    let marker = bytes[offset]
    let low = marker & 0x0F
    switch marker >> 4 {
    case 0xA, 0xC, 0xD: return try container(offset, marker)
    case 0x0: objects[offset] = try singleton(marker, offset)
    case 0x1: objects[offset] = try integer(offset, low)
    case 0x2 where low == 2:
      let bits = UInt32(truncatingIfNeeded: try number(offset + 1, 4))
      objects[offset] = .real(Double(Float(bitPattern: bits)))
    case 0x2 where low == 3:
      objects[offset] = .real(Double(bitPattern: try number(offset + 1, 8)))
    case 0x3 where low == 3:
      objects[offset] = .date(Double(bitPattern: try number(offset + 1, 8)))
    case 0x4: objects[offset] = .data(try extent(offset, low, unit: 1))
    case 0x5: objects[offset] = .ascii(try extent(offset, low, unit: 1))
    case 0x6:
      let range = try extent(offset, low, unit: 2)
      // Its memory of no bytes cannot be had.
      guard !range.isEmpty else {
        throw .damaged("an empty UTF-16 text at byte \(offset), which Apple's reader refuses")
      }
      objects[offset] = .utf16(range)
    case 0x8:
      let value = try number(offset + 1, Int(low) + 1)
      guard let value = UInt32(exactly: value) else {
        throw .damaged("the UID at byte \(offset) is above 2^32 - 1")
      }
      objects[offset] = .uid(value)
    default: throw Self.unknown(marker, offset)
    }
    return nil
  }

  private static func unknown(_ marker: UInt8, _ offset: Int) -> BinaryFailure {
    .damaged("byte \(offset), 0x\(String(marker, radix: 16)), begins no object that is known")
  }

  private func singleton(_ marker: UInt8, _ offset: Int) throws(BinaryFailure) -> BinaryObject {
    switch marker {
    case 0x00: return .null
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    default: throw Self.unknown(marker, offset)
    }
  }

  /// One, two and four bytes count from zero, eight have a sign, of sixteen the lower half counts.
  private func integer(_ offset: Int, _ low: UInt8) throws(BinaryFailure) -> BinaryObject {
    guard low <= 4 else {
      throw .damaged("the integer at byte \(offset) has more than 16 bytes")
    }
    let bits = try number(offset + 1, 1 << Int(low))
    if low == 4 { return Int64(exactly: bits).map { .integer($0) } ?? .largeInteger(bits) }
    return .integer(Int64(bitPattern: bits))
  }

  private mutating func container(_ offset: Int, _ marker: UInt8) throws(BinaryFailure) -> Frame {
    let isDictionary = marker >> 4 == 0xD
    let (count, start) = try length(offset, marker & 0x0F)
    let unit = trailer.referenceSize * (isDictionary ? 2 : 1)
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, size <= trailer.table - start else {
      throw .damaged("what stands at byte \(offset) is longer than the file")
    }
    return Frame(
      offset: offset, next: start, end: start + size, keys: isDictionary ? count : 0,
      isDictionary: isDictionary, isSet: marker >> 4 == 0xC)
  }

  /// The bytes of text or data at `offset`.
  private mutating func extent(_ offset: Int, _ low: UInt8, unit: Int) throws(BinaryFailure)
    -> Range<Int>
  {
    let (count, start) = try length(offset, low)
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, size <= trailer.table - start else {
      throw .damaged("what stands at byte \(offset) is longer than the file")
    }
    // Objects may overlap; each byte of text is looked at once for each.
    try spend(size / 64)
    return start..<(start + size)
  }

  /// A count in the marker's low half, or in the integer that follows; and where the rest begins.
  private func length(_ offset: Int, _ low: UInt8) throws(BinaryFailure) -> (Int, Int) {
    if low < 0x0F { return (Int(low), offset + 1) }
    let place = offset + 1
    guard place < trailer.table, bytes[place] >> 4 == 0x1 else {
      throw .damaged("the object at byte \(offset) has no length")
    }
    let size = 1 << Int(bytes[place] & 0x0F)
    let value = try number(place + 1, size)
    // Apple's reader keeps the size in a byte: of 256 bytes and more it reads none.
    guard let count = Int(exactly: size < 256 ? value : 0) else {
      throw .damaged("what stands at byte \(offset) is longer than the file")
    }
    return (count, place + 1 + size)
  }

  private func number(_ start: Int, _ size: Int) throws(BinaryFailure) -> UInt64 {
    guard size <= trailer.table - start else {
      throw .damaged("the number at byte \(start) is longer than the file")
    }
    return bytes.bigEndian(at: start, size)
  }
}
