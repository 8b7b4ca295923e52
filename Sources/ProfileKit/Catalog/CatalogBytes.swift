import Glibc

/// The bytes of a catalogue's text; those that ship with the program are not copied.
final class CatalogBytes: @unchecked Sendable {
  /// Never written once it is made, which is why it may be shared.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether they are part of the program, and known to be right.
  let isShipped: Bool

  /// Bytes that are no UTF-8 are repaired, so that a name that is listed is found again.
  init(copying text: [UInt8]) {
    let text = Array(String(decoding: text, as: UTF8.self).utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = copy.initialize(from: text)
    bytes = UnsafeBufferPointer(copy)
    isShipped = false
  }

  /// - Parameter bytes: part of the program.
  init(shipped bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    isShipped = true
  }

  deinit { if !isShipped { bytes.deallocate() } }

  /// The text of some of them.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Whether some of them are `word`.
  func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount && begins(range, word)
  }

  /// Whether some of them begin with `word`.
  func begins(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard let base = bytes.baseAddress, range.count >= word.utf8CodeUnitCount else { return false }
    return memcmp(base + range.lowerBound, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// Whether some of them are `other`.
  func isEqual(_ range: Range<Int>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == other.count else { return false }
    guard let base = bytes.baseAddress, let start = other.baseAddress else { return true }
    return memcmp(base + range.lowerBound, start, other.count) == 0
  }

  /// The first place in `range` where `byte` stands; the end of it where there is none.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int {
    guard let base = bytes.baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return range.upperBound }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

/// The lines of a text that hold anything, one after the other.
struct LineScan {
  private let text: CatalogBytes
  private var position: Int
  private let end: Int
  /// The number of the line that `next()` gave last.
  private(set) var line: Int

  /// - Parameter line: the number of the line before `range`.
  init(_ text: CatalogBytes, _ range: Range<Int>, after line: Int = 0) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
    self.line = line
  }

  /// The bytes of the next line that is not empty.
  mutating func next() -> Range<Int>? {
    while position < end {
      let start = position
      let stop = text.first(UInt8(ascii: "\n"), in: start..<end)
      position = stop + 1
      line += 1
      if start < stop { return start..<stop }
    }
    return nil
  }
}

/// The fields of a line that hold anything, one after the other; tabs part them.
struct FieldScan {
  private let text: CatalogBytes
  private var position: Int
  private let end: Int

  init(_ text: CatalogBytes, _ line: Range<Int>) {
    self.text = text
    position = line.lowerBound
    end = line.upperBound
  }

  /// What is left of the line.
  var rest: Range<Int> { min(position, end)..<end }

  /// The bytes of the next field that is not empty.
  mutating func next() -> Range<Int>? {
    while position < end {
      let start = position
      let stop = text.first(UInt8(ascii: "\t"), in: start..<end)
      position = stop + 1
      if start < stop { return start..<stop }
    }
    return nil
  }
}

/// Numbers of things, found by a name's bytes and a number beside it; whoever asks compares the names.
struct NameIndex: Sendable {
  /// A hash's upper half and the number after it, from 1; 0 is free.
  private var slots: [UInt64] = []
  private var count = 0

  /// The hash of a name, mixed with `number`.
  static func hash(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32 = 0) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return UInt64(truncatingIfNeeded: hasher.finalize()) & ~0xFFFF_FFFF
  }

  /// The number of that hash that `isMeant`; nil where there is none.
  func first(_ hash: UInt64, where isMeant: (Int32) -> Bool) -> Int32? {
    if slots.isEmpty { return nil }
    var place = place(hash)
    while slots[place] != 0 {
      let slot = slots[place]
      let number = Int32(truncatingIfNeeded: slot) - 1
      if slot & ~0xFFFF_FFFF == hash, isMeant(number) { return number }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func insert(_ hash: UInt64, _ number: Int32) {
    if 2 * (count + 1) > slots.count {
      let old = slots
      slots = Array(repeating: 0, count: max(64, 2 * old.count))
      for slot in old where slot != 0 { put(slot) }
    }
    put(hash | UInt64(UInt32(bitPattern: number + 1)))
    count += 1
  }

  private mutating func put(_ slot: UInt64) {
    var place = place(slot)
    while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private func place(_ slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot >> 32) & (slots.count - 1)
  }
}
