/// Numbers by text, found from a text's bytes without making a string of it.
struct TextTable: Sendable {
  private struct Slot {
    var hash: UInt64 = 0
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// -1 where the slot is free.
    var value: Int32 = -1
  }

  private var slots: [Slot]
  private var bytes: [UInt8] = []
  private let shift: UInt64

  /// A table of `values`; at least half of its slots stay free, so that a search ends soon.
  init(_ values: [String: Int]) {
    var bits: UInt64 = 2
    while 1 << bits < values.count * 2 { bits += 1 }
    slots = Array(repeating: Slot(), count: 1 << bits)
    shift = 64 - bits
    for (text, value) in values.sorted(by: { $0.key < $1.key }) {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      let length = bytes.count - start
      let hash = bytes.withUnsafeBytes { Self.hash($0.baseAddress.map { $0 + start }, length) }
      var place = Int(hash >> shift)
      while slots[place].value >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Slot(
        hash: hash, start: UInt32(start), length: UInt32(length), value: Int32(value))
    }
  }

  /// The number of the text that stands in `length` bytes at `text`; nil where it has none.
  func find(_ text: UnsafeRawPointer, _ length: Int) -> Int? {
    let hash = Self.hash(text, length)
    return slots.withUnsafeBufferPointer { slots in
      bytes.withUnsafeBytes { bytes in
        var place = Int(hash >> shift)
        while slots[place].value >= 0 {
          let slot = slots[place]
          if slot.hash == hash, Int(slot.length) == length,
            Self.equal(text, bytes.baseAddress.map { $0 + Int(slot.start) }, length)
          {
            return Int(slot.value)
          }
          place = (place + 1) & (slots.count - 1)
        }
        return nil
      }
    }
  }

  @inline(__always)
  private static func equal(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer?, _ length: Int)
    -> Bool
  {
    guard let right else { return length == 0 }
    var offset = 0
    while offset + 8 <= length {
      if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < length {
      if left.load(fromByteOffset: offset, as: UInt8.self)
        != right.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      offset += 1
    }
    return true
  }

  /// Every byte counts: eight at a time, the last eight perhaps twice.
  @inline(__always)
  private static func hash(_ text: UnsafeRawPointer?, _ length: Int) -> UInt64 {
    let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: length) &* prime
    guard let text else { return hash }
    if length >= 8 {
      var offset = 0
      while offset + 8 <= length {
        hash = (hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
        hash ^= hash >> 29
        offset += 8
      }
      hash ^= text.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
    } else if length >= 4 {
      hash ^= UInt64(text.loadUnaligned(as: UInt32.self)) << 32
      hash ^= UInt64(text.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
    } else if length > 0 {
      hash ^= UInt64(text.load(as: UInt8.self)) << 16
      hash ^= UInt64(text.load(fromByteOffset: length / 2, as: UInt8.self)) << 8
      hash ^= UInt64(text.load(fromByteOffset: length - 1, as: UInt8.self))
    }
    hash = hash &* prime
    hash ^= hash >> 31
    return hash &* 0xBF58_476D_1CE4_E5B9
  }
}
