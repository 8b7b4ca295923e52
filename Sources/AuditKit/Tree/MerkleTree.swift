/// An RFC 6962 tree over leaf hashes held in memory, which makes proofs.
///
/// Every full subtree's root is kept, so that a proof costs about log₂(size) steps squared.
public struct MerkleTree: Sendable {
  /// `levels[k][i]` is the root over the leaves `i << k ..< (i + 1) << k`.
  private var levels: [[Digest]] = [[]]

  /// The tree over some leaf hashes, the first record's first.
  public init(leaves: some Sequence<Digest> = []) {
    let hasher = TreeHasher()
    for leaf in leaves { append(leaf, hasher) }
  }

  /// How many leaves there are.
  public var size: Int { levels[0].count }

  /// Appends the hash of one leaf.
  public mutating func append(_ leaf: Digest) { append(leaf, TreeHasher()) }

  private mutating func append(_ leaf: Digest, _ hasher: TreeHasher) {
    levels[0].append(leaf)
    var level = 0
    while levels[level].count.isMultiple(of: 2) {
      let row = levels[level]
      let node = hasher.node(row[row.count - 2], row[row.count - 1])
      if level + 1 == levels.count { levels.append([]) }
      levels[level + 1].append(node)
      level += 1
    }
  }

  /// The root over the first `size` leaves; nil where there are not that many.
  public func root(at size: Int) -> Digest? {
    guard size >= 0, size <= self.size else { return nil }
    let hasher = TreeHasher()
    return size == 0 ? hasher.empty : subtree(0..<size, hasher)
  }

  /// The proof that leaf `index` stands in the tree of the first `size` leaves (RFC 6962,
  /// section 2.1.1), the lowest sibling first; nil where there is no such leaf or tree.
  public func inclusionProof(of index: Int, in size: Int) -> [Digest]? {
    guard index >= 0, index < size, size <= self.size else { return nil }
    let hasher = TreeHasher()
    var range = 0..<size
    var proof: [Digest] = []
    while range.count > 1 {
      let middle = range.lowerBound + Self.split(range.count)
      if index < middle {
        proof.append(subtree(middle..<range.upperBound, hasher))
        range = range.lowerBound..<middle
      } else {
        proof.append(subtree(range.lowerBound..<middle, hasher))
        range = middle..<range.upperBound
      }
    }
    return proof.reversed()
  }

  /// The proof that the tree of the first `old` leaves is the beginning of the one of the first
  /// `new` leaves (RFC 6962, section 2.1.2); empty where `old` is 0 or `new`; nil where there
  /// are no such trees.
  public func consistencyProof(from old: Int, to new: Int) -> [Digest]? {
    guard old >= 0, old <= new, new <= size else { return nil }
    guard old > 0, old < new else { return [] }
    let hasher = TreeHasher()
    var range = 0..<new
    var proof: [Digest] = []
    var isWhole = true
    while range.upperBound > old {
      let middle = range.lowerBound + Self.split(range.count)
      if old <= middle {
        proof.append(subtree(middle..<range.upperBound, hasher))
        range = range.lowerBound..<middle
      } else {
        proof.append(subtree(range.lowerBound..<middle, hasher))
        range = middle..<range.upperBound
        isWhole = false
      }
    }
    if !isWhole { proof.append(subtree(range, hasher)) }
    return proof.reversed()
  }

  /// The largest power of two below `count`, which is at least 2.
  private static func split(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  private func subtree(_ range: Range<Int>, _ hasher: TreeHasher) -> Digest {
    let count = range.count
    let level = count.trailingZeroBitCount
    if count == 1 << level, range.lowerBound.isMultiple(of: count) {
      return levels[level][range.lowerBound >> level]
    }
    let middle = range.lowerBound + Self.split(count)
    return hasher.node(
      subtree(range.lowerBound..<middle, hasher), subtree(middle..<range.upperBound, hasher))
  }
}
