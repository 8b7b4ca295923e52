/// Memory for numbers that never change, given back all at once: what a hot path reads without
/// counting references. Whoever keeps a pointer into it keeps it too.
final class TableMemory: @unchecked Sendable {
  private var rooms: [UnsafeMutableRawPointer] = []

  /// Copies `elements` to where they stay.
  func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, elements.count) * MemoryLayout<Element>.stride, alignment: 64)
    rooms.append(room)
    let first = room.bindMemory(to: Element.self, capacity: max(1, elements.count))
    first.initialize(from: elements, count: elements.count)
    return UnsafePointer(first)
  }

  deinit { for room in rooms { room.deallocate() } }
}
