import Foundation

/// Makes binary property lists that no library would write.
struct BinaryMaker {
  var objects: [[UInt8]] = []
  var top = 0
  var offsetSize = 2
  var referenceSize = 1
  var head = "bplist00"

  /// The objects one after the other, the table of their offsets, and the trailer.
  var bytes: [UInt8] {
    var result = Array(head.utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(result.count)
      result += object
    }
    let table = result.count
    for offset in offsets { result += Self.number(offset, offsetSize) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    return result + Self.number(objects.count, 8) + Self.number(top, 8) + Self.number(table, 8)
  }

  static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// A file whose top object is an array of the objects given.
  static func array(_ objects: [UInt8]...) -> [UInt8] {
    BinaryMaker(
      objects: [
        [0xA0 | UInt8(objects.count)]
          + (1...max(objects.count, 1)).prefix(objects.count).map { UInt8($0) }
      ] + objects
    ).bytes
  }

  /// A file whose top object is a dictionary of these keys and values.
  static func dictionary(_ keys: [[UInt8]], _ values: [[UInt8]]) -> [UInt8] {
    let references = (1..<(1 + keys.count + values.count)).map { UInt8($0) }
    return BinaryMaker(objects: [[0xD0 | UInt8(keys.count)] + references] + keys + values).bytes
  }

  static func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }

  /// Whether any object may be a set: CoreFoundation's open-source build crashes on those.
  static func mayHoldSet(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 40, let size = bytes.dropLast(25).last.map(Int.init), size > 0 else {
      return false
    }
    let table = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    guard table < bytes.count - 32 else { return false }
    let offsets = bytes[Int(table)..<(bytes.count - 32)]
    return stride(from: offsets.startIndex, to: offsets.endIndex, by: size).contains { start in
      let offset = offsets[start...].prefix(size).suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return offset < bytes.count && bytes[Int(offset)] >> 4 == 0xC
    }
  }

  /// What Foundation writes for a value.
  static func foundation(_ value: Any) -> [UInt8] {
    [UInt8](
      (try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
        ?? Data())
  }
}
