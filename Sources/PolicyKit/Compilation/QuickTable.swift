/// The numbers that an outcome and the rules that match are read off: nothing but what the rules of
/// one operation ask, as narrow as it will go.
///
/// A bit stands for a rule's first disjunct, or after `ruleBits` for a further disjunct or for one
/// of its exception. A row holds each bit three times: whether the rule perhaps matches, whether it
/// certainly does, and whether it certainly displaces a default. Rules that allow match only where
/// they certainly do, so that theirs are all alike. A bit of an exception says in each of the three
/// that the exception is enough to take the rule out there.
struct QuickTable: @unchecked Sendable, BitwiseCopyable {
  /// The rows of one attribute, by its token.
  struct Column: BitwiseCopyable {
    /// Where in a request the attribute's token stands, in bytes.
    let token: Int
    /// Where the row of token 0 would stand.
    let rows: UnsafeRawPointer
    /// The same of what tells rows apart in which the three differ.
    let doubts: UnsafePointer<UInt8>
    /// Of a set: the bits for which one of several members is enough; the others need all.
    let anyMember: UnsafePointer<UInt64>?
  }

  /// One layer's rules and its default.
  struct Layer: BitwiseCopyable {
    let first: Int
    let end: Int
    /// The same where all bits are in one word.
    let mask: UInt64
    /// Its posture's rank; negative where it has none.
    let stated: Int
  }

  let columns: UnsafePointer<Column>
  let columnCount: Int
  /// Words of rules; of all bits, filled up to whole chunks; and bytes of a row.
  let words: Int
  let width: Int
  let stride: Int
  /// The first bit that stands for no rule of its own.
  let ruleBits: Int
  /// The bits of rules where all bits are in one word.
  let rules: UInt64
  /// The bits that stand for anything.
  let live: UnsafePointer<UInt64>
  /// The rules that further disjuncts and exceptions speak for, by their bits from `ruleBits` on.
  let subjects: UnsafePointer<Int>
  let firstException: Int
  let end: Int
  let layers: UnsafePointer<Layer>
  let layerCount: Int
  /// The built-in default's rank.
  let builtIn: Int
  /// The words of each tier, as `MaskTiers` has them.
  let tiers: UnsafePointer<UInt64>
  /// The tokens of a reach of this device only, and of one that is unknown; none but for a copy.
  let reach: (mine: UInt16, unknown: UInt16)
  /// What a local-only that cannot be kept becomes.
  let keeping: Keeping
  /// The columns of mechanisms that keep a local-only, in the first word of a row.
  let keepers: UnsafePointer<Column>
  let keeperCount: Int
  /// The disjuncts of those that are worth at least an assurance, by its rank.
  let kept: UnsafePointer<UInt64>
  let minimumRank: Int
  /// The classes of `destination.kind` that are on another machine, a bit each.
  let anotherMachine: UInt64

  /// What becomes of local-only.
  enum Keeping: UInt8, BitwiseCopyable {
    /// It stays what it is.
    case always
    /// There is no such thing: it is denied.
    case never
    /// Only where a mechanism keeps it.
    case byMechanism
  }

  /// How many columns are of sets.
  var setColumns: Int { (0..<columnCount).count { columns[$0].anyMember != nil } }

  /// Whether all bits are in one word.
  var isNarrow: Bool { width == 1 }
}

extension QuickTable {
  typealias Pair = SIMD2<UInt64>
  typealias Chunk = SIMD4<UInt64>

  /// What holds where all bits are in one word.
  struct Narrow {
    var matching: UInt64
    var certain: UInt64
    var displacing: UInt64
  }

  /// Lays the rows that the tokens pick over each other; all bits are in one word.
  @inline(__always)
  func narrow(_ tokens: UnsafeRawPointer) -> Narrow {
    var one = Pair(repeating: live[0])
    var other = one
    var column = columns
    let end = columns + columnCount
    while column != end {
      let token = tokens.load(fromByteOffset: column.pointee.token, as: UInt16.self)
      let row = column.pointee.rows + Int(token) &* 32
      one &= row.load(as: Pair.self)
      other &= row.load(fromByteOffset: 16, as: Pair.self)
      column += 1
    }
    var found = Narrow(matching: one[0], certain: one[1], displacing: other[0])
    settle(&found.matching)
    settle(&found.certain)
    settle(&found.displacing)
    return found
  }

  /// The same for a request whose sets have several members, in words of any number.
  func many(_ request: TokenView, _ room: QuickRoom) {
    var joined = room.joined
    for place in 0..<columnCount {
      let column = columns[place]
      let first = column.rows + Int(request.tokens[Int(column.token) / 2]) &* stride
      room.rows[place] = first
      guard let any = column.anyMember else { continue }
      let size = 3 * width
      joined.update(from: first.assumingMemoryBound(to: UInt64.self), count: size)
      for further in 0..<request.furtherCount {
        let member = request.further[further]
        guard Int(member >> 16) * 2 == column.token else { continue }
        let other = (column.rows + Int(member & 0xFFFF) &* stride).assumingMemoryBound(
          to: UInt64.self)
        for word in 0..<size {
          let (one, next) = (joined[word], other[word])
          joined[word] = (one | next) & any[word] | one & next & ~any[word]
        }
      }
      room.rows[place] = UnsafeRawPointer(joined)
      joined += size
    }
    read(0, room, into: room.matching)
    read(1, room, into: room.certainly)
    read(2, room, into: room.displacing)
  }

  /// One of the three readings of the rows in `room`.
  private func read(_ reading: Int, _ room: QuickRoom, into found: UnsafeMutablePointer<UInt64>) {
    for word in 0..<width {
      var bits = live[word]
      let offset = (reading * width + word) * 8
      for column in 0..<columnCount {
        bits &= room.rows[column].load(fromByteOffset: offset, as: UInt64.self)
      }
      found[word] = bits
    }
    if isNarrow { settle(&found.pointee) } else { settle(found) }
  }

  /// Brings what further disjuncts and exceptions say to the rules that they speak for.
  @inline(__always)
  private func settle(_ word: inout UInt64) {
    var beyond = word & ~rules
    guard beyond != 0 else { return }
    word &= rules
    // Exceptions come last.
    while beyond != 0 {
      let bit = beyond.trailingZeroBitCount
      let subject = 1 &<< UInt64(truncatingIfNeeded: subjects[bit &- ruleBits])
      if bit < firstException { word |= subject } else { word &= ~subject }
      beyond &= beyond &- 1
    }
  }

  private func settle(_ words: UnsafeMutablePointer<UInt64>) {
    forEachBit(words, from: ruleBits, to: firstException) { bit in
      let subject = subjects[bit - ruleBits]
      words[subject / 64] |= 1 << UInt64(subject % 64)
    }
    forEachBit(words, from: firstException, to: end) { bit in
      let subject = subjects[bit - ruleBits]
      words[subject / 64] &= ~(1 << UInt64(subject % 64))
    }
  }

  /// Lays the rows that the tokens pick over each other, in words of any number.
  func wide(_ tokens: UnsafeRawPointer, _ room: QuickRoom) {
    var doubt: UInt8 = 0
    for place in 0..<columnCount {
      let column = columns[place]
      let token = Int(tokens.load(fromByteOffset: column.token, as: UInt16.self))
      doubt |= column.doubts[token]
      room.rows[place] = column.rows + token &* stride
    }
    overlay(room.rows, room.matching, from: 0, skipping: nil)
    if doubt & 1 != 0 {
      overlay(room.rows, room.certainly, from: width, skipping: room.matching)
    } else {
      room.certainly.update(from: room.matching, count: width)
    }
    if doubt & 2 != 0 {
      overlay(room.rows, room.displacing, from: 2 * width, skipping: room.matching)
    } else {
      room.displacing.update(from: room.matching, count: width)
    }
    guard end != ruleBits else { return }
    settle(room.matching)
    settle(room.certainly)
    settle(room.displacing)
  }

  /// - Parameter skipping: where of four words no rule perhaps matches, none certainly does.
  @inline(__always)
  private func overlay(
    _ rows: UnsafeMutablePointer<UnsafeRawPointer>, _ found: UnsafeMutablePointer<UInt64>,
    from start: Int, skipping possible: UnsafeMutablePointer<UInt64>?
  ) {
    let found = UnsafeMutableRawPointer(found)
    let live = UnsafeRawPointer(live)
    for chunk in 0..<width / 4 {
      let place = chunk * 32
      if let possible, firstException == end || chunk * 256 + 256 <= firstException,
        UnsafeRawPointer(possible).load(fromByteOffset: place, as: Chunk.self) == Chunk()
      {
        found.storeBytes(of: Chunk(), toByteOffset: place, as: Chunk.self)
        continue
      }
      var bits = live.load(fromByteOffset: place, as: Chunk.self)
      let offset = start * 8 + place
      for column in 0..<columnCount {
        bits &= rows[column].load(fromByteOffset: offset, as: Chunk.self)
        // Most rules are done with before the last column.
        if column & 3 == 3, bits == Chunk() { break }
      }
      found.storeBytes(of: bits, toByteOffset: place, as: Chunk.self)
    }
  }

  /// The mechanisms' disjuncts that certainly hold.
  func keeping(_ tokens: UnsafeRawPointer) -> UInt64 {
    var bits = ~UInt64(0)
    for place in 0..<keeperCount {
      let column = keepers[place]
      let token = Int(tokens.load(fromByteOffset: column.token, as: UInt16.self))
      bits &= column.rows.load(fromByteOffset: token &* QuickKeepers.stride, as: UInt64.self)
    }
    return bits
  }
}

/// Room for one evaluation, kept from one to the next; the words of results are read off it.
struct QuickRoom {
  /// The rules that match, then those that certainly do, then those that displace a default.
  let matching: UnsafeMutablePointer<UInt64>
  let certainly: UnsafeMutablePointer<UInt64>
  let displacing: UnsafeMutablePointer<UInt64>
  let rows: UnsafeMutablePointer<UnsafeRawPointer>
  /// Rows put together from several members of a set.
  let joined: UnsafeMutablePointer<UInt64>

  /// Room for any of `tables`, and for at least so many words of rules.
  init(_ tables: [QuickTable], words: Int) {
    func room(_ count: Int) -> UnsafeMutablePointer<UInt64> {
      let room = UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * 8, alignment: 64)
      let first = room.bindMemory(to: UInt64.self, capacity: max(1, count))
      first.initialize(repeating: 0, count: max(1, count))
      return first
    }
    let width = tables.map(\.width).reduce(words, max)
    let columns = tables.map(\.columnCount).reduce(1, max)
    (matching, certainly, displacing) = (room(width), room(width), room(width))
    joined = room(tables.map { $0.setColumns * 3 * $0.width }.reduce(1, max))
    rows = .allocate(capacity: columns)
    rows.initialize(repeating: UnsafeRawPointer(matching), count: columns)
  }

  func deallocate() {
    for words in [matching, certainly, displacing, joined] { words.deallocate() }
    rows.deallocate()
  }
}
