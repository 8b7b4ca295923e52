import Synchronization

/// Room for evaluating masks, kept from one decision to the next so that none has to ask for it.
///
/// Whoever finds it taken makes another.
final class Workroom: Sendable {
  private typealias Chunk = MaskTable.Chunk

  /// Where the room stands that nobody uses, how many chunks it holds in front; 0 where there is
  /// none.
  private let spare = Atomic<UInt>(0)
  private static let header = 64

  deinit { UnsafeMutableRawPointer(bitPattern: spare.load(ordering: .acquiring))?.deallocate() }

  /// Calls `body` with as much room as `program` needs: what is found, and what is joined.
  func with<Result>(
    _ program: MaskProgram,
    _ body: (_ found: UnsafeMutablePointer<MaskTable.Chunk>, UnsafeMutablePointer<MaskTable.Chunk>)
      -> Result
  ) -> Result {
    let found = MaskProgram.room(program.table.chunks)
    let room = take(found + 2 * program.table.chunks * program.setColumns)
    defer { giveBack(room) }
    let first = (room + Self.header).assumingMemoryBound(to: Chunk.self)
    return body(first, first + found)
  }

  private func take(_ count: Int) -> UnsafeMutableRawPointer {
    if let room = UnsafeMutableRawPointer(
      bitPattern: spare.exchange(0, ordering: .acquiring))
    {
      if room.load(as: Int.self) >= count { return room }
      room.deallocate()
    }
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: Self.header + count * MemoryLayout<Chunk>.stride, alignment: Self.header)
    room.storeBytes(of: count, as: Int.self)
    (room + Self.header).bindMemory(to: Chunk.self, capacity: count)
      .initialize(repeating: Chunk(), count: count)
    return room
  }

  private func giveBack(_ room: UnsafeMutableRawPointer) {
    let (isKept, _) = spare.compareExchange(
      expected: 0, desired: UInt(bitPattern: room), ordering: .releasing)
    if !isKept { room.deallocate() }
  }
}
