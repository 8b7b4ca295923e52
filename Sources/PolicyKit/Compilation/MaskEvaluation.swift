extension MaskProgram {
  /// Room for one evaluation, kept from one to the next.
  struct Scratch: Sendable {
    /// What perhaps holds, what certainly does, and where the rows stand that were picked.
    var found: [Chunk]
    /// Rows put together from several members of a set.
    var joined: [Chunk]
  }

  /// The room that an evaluation of so many chunks needs: the rows of 64 columns take sixteen.
  static func room(_ chunks: Int) -> Int { 2 * chunks + 16 }

  var scratch: Scratch {
    Scratch(
      found: Array(repeating: Chunk(), count: Self.room(table.chunks)),
      joined: Array(repeating: Chunk(), count: 2 * table.chunks * setColumns))
  }

  /// Lays the rows that `request` picks over each other.
  /// - Parameters:
  ///   - found: as much as `room` says.
  ///   - joined: room for twice as many chunks for each column of a set.
  func evaluate(
    _ request: TokenView, found: UnsafeMutablePointer<Chunk>, joined: UnsafeMutablePointer<Chunk>
  ) {
    table.evaluate(request, found: found, joined: joined)
    guard table.hasTrees else { return }
    table.finish(found, trees)
  }
}

extension MaskTable {
  /// Lays the rows that `request` picks over each other; trees aside.
  @inline(__always)
  func evaluate(
    _ request: TokenView, found: UnsafeMutablePointer<Chunk>, joined: UnsafeMutablePointer<Chunk>
  ) {
    if chunks == 1, request.furtherCount == 0 {
      evaluateOne(request, found)
    } else {
      evaluateAny(request, found, joined)
    }
    if !hasTrees { finish(found, []) }
  }

  /// Where all bits are in one chunk, no rows need be kept.
  @inline(__always)
  private func evaluateOne(_ request: TokenView, _ found: UnsafeMutablePointer<Chunk>) {
    var possible = live[0]
    var certain = possible
    for place in 0..<columnCount {
      let column = columns[place]
      let masks = masks + (column.base &+ row(Int(column.attribute), request)) &* 2
      possible &= masks[0]
      certain &= masks[1]
    }
    found[0] = possible
    found[1] = certain
  }

  private func evaluateAny(
    _ request: TokenView, _ found: UnsafeMutablePointer<Chunk>,
    _ joined: UnsafeMutablePointer<Chunk>
  ) {
    let rows = UnsafeMutableRawPointer(found + 2 * chunks).assumingMemoryBound(
      to: UnsafePointer<Chunk>.self)
    var doubt: UInt8 = 0
    let width = 2 * chunks
    for place in 0..<columnCount {
      let column = columns[place]
      let index = column.base &+ row(Int(column.attribute), request)
      doubt |= doubts[index]
      rows[place] = masks + index &* width
    }
    if request.furtherCount > 0 { join(request, &doubt, rows, joined) }
    overlay(rows, found, from: 0)
    if doubt != 0 {
      overlay(rows, found + chunks, from: chunks)
    } else {
      for chunk in 0..<chunks { found[chunks + chunk] = found[chunk] }
    }
  }

  @inline(__always)
  private func overlay(
    _ rows: UnsafeMutablePointer<UnsafePointer<Chunk>>, _ found: UnsafeMutablePointer<Chunk>,
    from start: Int
  ) {
    let count = columnCount
    for chunk in 0..<chunks {
      var bits = live[chunk]
      var column = 0
      while column + 4 <= count {
        bits &= rows[column][start + chunk] & rows[column + 1][start + chunk]
        bits &= rows[column + 2][start + chunk] & rows[column + 3][start + chunk]
        column += 4
        // Most rules are done with before the last column.
        if chunks > 1, bits == Chunk() { break }
      }
      if chunks == 1 || bits != Chunk() {
        while column < count {
          bits &= rows[column][start + chunk]
          column += 1
        }
      }
      found[chunk] = bits
    }
  }

  /// Puts together the rows of each set's members: some bits take any of them, the others need all.
  private func join(
    _ request: TokenView, _ doubt: inout UInt8,
    _ rows: UnsafeMutablePointer<UnsafePointer<Chunk>>, _ joined: UnsafeMutablePointer<Chunk>
  ) {
    let width = 2 * chunks
    var room = joined
    for place in 0..<columnCount {
      let column = columns[place]
      guard column.anyMember >= 0 else { continue }
      for further in 0..<request.furtherCount {
        let member = request.further[further]
        guard member >> 16 == UInt32(column.attribute) else { continue }
        let index = column.base + Int(member & 0xFFFF) - 1
        doubt |= doubts[index]
        let (one, other) = (rows[place], masks + index * width)
        for chunk in 0..<width {
          let any = anyMember[Int(column.anyMember) + chunk % chunks]
          room[chunk] = (one[chunk] | other[chunk]) & any | (one[chunk] & other[chunk]) & ~any
        }
        rows[place] = UnsafePointer(room)
      }
      room += width
    }
  }

  /// Brings what further disjuncts, trees and exceptions say to the bits that they speak for.
  fileprivate func finish(_ found: UnsafeMutablePointer<Chunk>, _ trees: [MaskProgram.Tree]) {
    let possible = UnsafeMutableRawPointer(found).assumingMemoryBound(to: UInt64.self)
    let certain = UnsafeMutableRawPointer(found + chunks).assumingMemoryBound(to: UInt64.self)
    let exceptionsFrom = firstFurther + furtherCount
    let end = firstFurther + furtherEnd
    forEachBit(possible, from: firstFurther, to: exceptionsFrom) { bit in
      let subject = furtherSubjects[bit - firstFurther]
      possible[subject / 64] |= 1 << UInt64(subject % 64)
      if certain[bit / 64] >> UInt64(bit % 64) & 1 != 0 {
        certain[subject / 64] |= 1 << UInt64(subject % 64)
      }
    }
    for tree in trees where !tree.isException {
      if tree.form.holds(possible, end) {
        possible[tree.subject / 64] |= 1 << UInt64(tree.subject % 64)
      }
      if tree.form.holds(certain, end) {
        certain[tree.subject / 64] |= 1 << UInt64(tree.subject % 64)
      }
    }
    forEachBit(possible, from: exceptionsFrom, to: end) { bit in
      let isCertain = certain[bit / 64] >> UInt64(bit % 64) & 1 != 0
      except(furtherSubjects[bit - firstFurther], isCertain, possible, certain)
    }
    for tree in trees where tree.isException && tree.form.holds(possible, end) {
      except(tree.subject, tree.form.holds(certain, end), possible, certain)
    }
  }

  private func except(
    _ subject: Int, _ isCertain: Bool, _ possible: UnsafeMutablePointer<UInt64>,
    _ certain: UnsafeMutablePointer<UInt64>
  ) {
    certain[subject / 64] &= ~(1 << UInt64(subject % 64))
    if isCertain { possible[subject / 64] &= ~(1 << UInt64(subject % 64)) }
  }
}

extension MaskProgram.Tree.Form {
  /// Whether it holds of these bits; its leaves stand from `first` on.
  fileprivate func holds(_ bits: UnsafeMutablePointer<UInt64>, _ first: Int) -> Bool {
    switch self {
    case .bit(let place):
      let bit = first + place
      return bits[bit / 64] >> UInt64(bit % 64) & 1 != 0
    case .all(let parts): return parts.allSatisfy { $0.holds(bits, first) }
    case .any(let parts): return parts.contains { $0.holds(bits, first) }
    }
  }
}

/// Calls `body` with each bit that is set from `start` on and before `end`.
@inline(__always)
func forEachBit(
  _ words: UnsafePointer<UInt64>, from start: Int, to end: Int, _ body: (Int) -> Void
) {
  guard start < end else { return }
  for word in start / 64...(end - 1) / 64 {
    var bits = words[word]
    if word == start / 64 { bits &= ~0 << UInt64(start % 64) }
    if word == (end - 1) / 64 { bits &= ~0 >> UInt64(63 - (end - 1) % 64) }
    while bits != 0 {
      body(word * 64 + bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}
