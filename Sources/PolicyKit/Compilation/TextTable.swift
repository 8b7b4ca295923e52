/// Numbers by text, found from a text's bytes without making a string of it.
///
/// A text's first and last eight bytes and its length tell it from all others up to sixteen bytes
/// long; only of a longer one the middle has to be read. The memory is whoever's who made it.
struct TextTable: @unchecked Sendable, BitwiseCopyable {
  struct Slot: BitwiseCopyable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var length: UInt32 = 0
    /// Where the whole text stands.
    var start: UInt32 = 0
    /// -1 where the slot is free.
    var value: Int32 = -1
  }

  private let slots: UnsafePointer<Slot>
  private let bytes: UnsafePointer<UInt8>
  private let mask: Int
  private let shift: UInt64

  /// A table of `values`; at least half of its slots stay free, so that a search ends soon.
  init(_ values: [String: Int], in memory: TableMemory) {
    var bits: UInt64 = 1
    while 1 << bits < values.count * 2 { bits += 1 }
    var slots = Array(repeating: Slot(), count: 1 << bits)
    // Never empty, so that there is somewhere to point to.
    var bytes: [UInt8] = [0]
    let (mask, shift) = (slots.count - 1, 64 - bits)
    for (text, value) in values {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      let length = bytes.count - start
      bytes.withUnsafeBytes { bytes in
        guard let text = bytes.baseAddress.map({ $0 + start }) else { return }
        let (first, last) = Self.ends(text, length)
        var place = Int(truncatingIfNeeded: Self.hash(text, length, first, last) >> shift)
        while slots[place].value >= 0 { place = (place + 1) & mask }
        slots[place] = Slot(
          first: first, last: last, length: UInt32(truncatingIfNeeded: length),
          start: UInt32(truncatingIfNeeded: start), value: Int32(truncatingIfNeeded: value))
      }
    }
    self.slots = memory.keep(slots)
    self.bytes = memory.keep(bytes)
    (self.mask, self.shift) = (mask, shift)
  }

  /// The number of the text that stands in `length` bytes at `text`; -1 where it has none.
  @inline(__always)
  func find(_ text: UnsafeRawPointer, _ length: Int) -> Int {
    let (first, last) = Self.ends(text, length)
    var place = Int(truncatingIfNeeded: Self.hash(text, length, first, last) >> shift)
    while true {
      let slot = slots + place
      if slot.pointee.value < 0 { return -1 }
      if slot.pointee.first == first, slot.pointee.last == last,
        Int(slot.pointee.length) == length,
        length <= 16 || isMiddle(text, length, slot.pointee.start)
      {
        return Int(slot.pointee.value)
      }
      place = (place &+ 1) & mask
    }
  }

  /// Whether what lies between the first and last eight bytes is the same.
  @inline(__always)
  private func isMiddle(_ text: UnsafeRawPointer, _ length: Int, _ start: UInt32) -> Bool {
    let whole = UnsafeRawPointer(bytes) + Int(start)
    var offset = 8
    while offset < length &- 8 {
      let place = min(offset, length &- 16)
      if text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != whole.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    return true
  }

  /// The first and the last eight bytes; of a text of less than eight all bytes in the first.
  @inline(__always)
  private static func ends(_ text: UnsafeRawPointer, _ length: Int) -> (UInt64, UInt64) {
    if length >= 8 {
      return (
        text.loadUnaligned(as: UInt64.self),
        text.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      )
    }
    if length >= 4 {
      let first = UInt64(text.loadUnaligned(as: UInt32.self))
      return (
        first | UInt64(text.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)) << 32, 0
      )
    }
    guard length > 0 else { return (0, 0) }
    let (first, middle) = (
      UInt64(text.load(as: UInt8.self)),
      UInt64(text.load(fromByteOffset: length / 2, as: UInt8.self))
    )
    return (
      first | middle << 8 | UInt64(text.load(fromByteOffset: length &- 1, as: UInt8.self)) << 16, 0
    )
  }

  /// Every byte counts.
  @inline(__always)
  private static func hash(
    _ text: UnsafeRawPointer, _ length: Int, _ first: UInt64, _ last: UInt64
  ) -> UInt64 {
    let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = (first ^ UInt64(truncatingIfNeeded: length) << 56) &* prime
    hash ^= last &* 0xBF58_476D_1CE4_E5B9
    if length > 16 {
      var offset = 8
      while offset < length &- 8 {
        hash = (hash ^ hash >> 29) &* prime
        hash ^= text.loadUnaligned(fromByteOffset: min(offset, length &- 16), as: UInt64.self)
        offset &+= 8
      }
    }
    hash ^= hash >> 32
    return hash &* prime
  }
}
