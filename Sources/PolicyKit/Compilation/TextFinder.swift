import Devices

/// How a text becomes the token of one attribute, flat: what setting an attribute goes through.
struct TextFinder: @unchecked Sendable, BitwiseCopyable {
  /// Those of texts come first.
  enum Kind: UInt8 {
    /// One of a closed list.
    case word
    /// Any text that is not empty.
    case text
    /// Any text that is spelt as Apple's identifiers are.
    case identifier
    case number
    case version
    /// What has to be looked at the long way.
    case other
  }

  let kind: Kind
  /// Tokens by text.
  let words: TextTable
  /// Tokens by the longest beginning that is named, of texts that are not.
  let beginnings: TextTable
  /// Their lengths, longest first.
  let lengths: UnsafePointer<Int>
  let lengthCount: Int
  /// The least value of each class, and how many classes there are.
  let numbers: UnsafePointer<Int>
  let versions: UnsafePointer<OSVersion>
  let cutCount: Int
  /// No version above this one has a class.
  let greatest: OSVersion

  init(_ partition: Partition, in memory: TableMemory) {
    let texts = partition.texts
    let named = partition.words ?? texts?.exact ?? [:]
    words = TextTable(named.mapValues { Int(Token.of(class: $0)) }, in: memory)
    beginnings = TextTable(
      (texts?.beginnings ?? [:]).mapValues { Int(Token.of(class: $0)) }, in: memory)
    lengths = memory.keep(texts?.lengths ?? [])
    lengthCount = texts?.lengths.count ?? 0
    numbers = memory.keep(partition.numbers ?? [])
    versions = memory.keep(partition.versions ?? [])
    cutCount = partition.classes.count
    greatest = Partition.greatestVersion
    kind = Self.kind(partition, named)
  }

  /// Texts of which any that is named is not plain are looked at the long way.
  private static func kind(_ partition: Partition, _ named: [String: Int]) -> Kind {
    if partition.words != nil { return .word }
    if partition.numbers != nil { return .number }
    if partition.versions != nil { return .version }
    let isIdentifier = partition.attribute.isIdentifier
    let isPlain = named.keys.allSatisfy { text in
      var text = text
      return text.withUTF8 {
        guard let bytes = $0.baseAddress, !$0.isEmpty else { return false }
        return isIdentifier
          ? Letters.areIdentifier(bytes, $0.count) : Letters.areASCII(bytes, $0.count)
      }
    }
    return partition.texts == nil || !isPlain ? .other : isIdentifier ? .identifier : .text
  }
}

extension UnsafePointer<TextFinder> {
  /// The token of the text that stands in these bytes; 0 where it has to be looked at the long way,
  /// be it only to say what is wrong with it.
  @inline(__always)
  func token(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
    let kind = pointee.kind
    if kind.rawValue <= TextFinder.Kind.identifier.rawValue {
      guard count > 0 else { return 0 }
      let found = pointee.words.find(bytes, count)
      if found >= 0 { return UInt16(truncatingIfNeeded: found) }
      return kind == .word ? 0 : beginning(bytes, count)
    }
    switch kind {
    case .number: return number(bytes, count)
    case .version: return version(bytes, count)
    default: return 0
    }
  }

  @inline(never)
  private func beginning(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
    let isPlain =
      pointee.kind == .identifier
      ? Letters.areIdentifier(bytes, count) : Letters.areASCII(bytes, count)
    guard isPlain else { return 0 }
    var length = pointee.lengths
    let end = length + pointee.lengthCount
    while length != end {
      if length.pointee <= count {
        let found = pointee.beginnings.find(bytes, length.pointee)
        if found >= 0 { return UInt16(truncatingIfNeeded: found) }
      }
      length += 1
    }
    return 0
  }

  /// The token of a number written in no more than fifteen digits.
  @inline(never)
  private func number(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
    guard count > 0, count <= 15 else { return 0 }
    var number = 0
    var place = bytes
    let end = bytes + count
    while place != end {
      let digit = place.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { return 0 }
      number = number &* 10 &+ Int(digit)
      place += 1
    }
    return token(of: number) ?? 0
  }

  @inline(never)
  private func version(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
    OSVersion(utf8: UnsafeBufferPointer(start: bytes, count: count)).flatMap(token(of:)) ?? 0
  }

  /// Whether the values are texts.
  var isOfTexts: Bool { pointee.kind.rawValue <= TextFinder.Kind.identifier.rawValue }

  /// The token of `text`; nil where it has to be looked at the long way.
  @inline(__always)
  func token(of text: String) -> UInt16? {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> UInt16 in
      guard let first = bytes.baseAddress else { return 0 }
      return self.token(first, bytes.count)
    }
    guard let found, found != 0 else { return nil }
    return found
  }

  /// The token of a number; nil where it is in no class.
  func token(of number: Int) -> UInt16? {
    guard pointee.kind == .number, number <= 1 << 53 else { return nil }
    return cut { pointee.numbers[$0] <= number }
  }

  /// The token of a version; nil where it is in no class.
  func token(of version: OSVersion) -> UInt16? {
    guard pointee.kind == .version, version <= pointee.greatest else { return nil }
    return cut { pointee.versions[$0] <= version }
  }

  /// The token of the last class that begins at or below a value.
  @inline(__always)
  private func cut(_ isReached: (Int) -> Bool) -> UInt16? {
    guard isReached(0) else { return nil }
    var low = 0
    var high = pointee.cutCount
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if isReached(middle) { low = middle } else { high = middle }
    }
    return Token.of(class: low)
  }
}

/// What texts are made of.
enum Letters {
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The same byte eight times.
  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Whether these bytes spell one of Apple's identifiers: letters, digits, dots and hyphens.
  static func areIdentifier(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var wrong: UInt64 = 0
    forEachEight(bytes, count) { eight in
      // Sums of what is below 128 never reach the next byte, and have the highest bit where they
      // come to 128: where a byte is at least so much, or more than so much.
      let low = eight & ~high
      let small = low | all(0x20)
      let isLetter = (small &+ all(128 - 0x61)) & ~(small &+ all(127 - 0x7A))
      let isDigitOrSign = (low &+ all(128 - 0x2D)) & ~(low &+ all(127 - 0x39))
      let isNoSlash = (low ^ all(0x2F)) &+ all(127)
      wrong |= eight | ~(isLetter | isDigitOrSign & isNoSlash)
    }
    return wrong & high == 0
  }

  /// Whether these bytes are ASCII, so that equal texts are equal bytes.
  static func areASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var all: UInt64 = 0
    forEachEight(bytes, count) { all |= $0 }
    return all & high == 0
  }

  /// Calls `body` with eight bytes at a time, some of them perhaps twice, until all were among them.
  @inline(__always)
  private static func forEachEight(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ body: (UInt64) -> Void
  ) {
    let bytes = UnsafeRawPointer(bytes)
    guard count >= 8 else {
      for place in 0..<max(0, count) {
        body(all(bytes.load(fromByteOffset: place, as: UInt8.self)))
      }
      return
    }
    var place = 0
    while place < count &- 8 {
      body(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place &+= 8
    }
    body(bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
  }
}
