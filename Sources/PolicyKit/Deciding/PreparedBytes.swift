import Synchronization

/// Bytes that say whatever they are kept beside: made by whoever first needs them, and only read
/// from then on.
///
/// In which form they say it is not known here; there is one.
package struct PreparedBytes: ~Copyable, Sendable {
  /// Where they stand, their count in front; 0 until they are made.
  private let place = Atomic<UInt>(0)
  private static let header = 16

  init() {}

  deinit { UnsafeMutableRawPointer(bitPattern: place.load(ordering: .acquiring))?.deallocate() }

  /// Calls `body` with the bytes, which `make` gives where nobody has made them yet.
  package func with<Result>(
    _ make: () -> [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if let known = Self.bytes(at: place.load(ordering: .acquiring)) { return body(known) }
    return body(keep(make()))
  }

  /// Of several who make them at the same time one is first; the others take what is there.
  private func keep(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: Self.header + bytes.count, alignment: Self.header)
    room.storeBytes(of: bytes.count, as: Int.self)
    bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress {
        (room + Self.header).copyMemory(from: first, byteCount: bytes.count)
      }
    }
    let (isFirst, found) = place.compareExchange(
      expected: 0, desired: UInt(bitPattern: room), ordering: .acquiringAndReleasing)
    if !isFirst { room.deallocate() }
    return Self.bytes(at: isFirst ? UInt(bitPattern: room) : found) ?? .init(start: nil, count: 0)
  }

  @inline(__always)
  private static func bytes(at place: UInt) -> UnsafeRawBufferPointer? {
    guard let room = UnsafeRawPointer(bitPattern: place) else { return nil }
    return UnsafeRawBufferPointer(start: room + header, count: room.load(as: Int.self))
  }
}
