/// The hashes of RFC 6962, section 2.1: leaves begin with 0x00, inner nodes with 0x01.
struct TreeHasher {
  private let context = HashContext()

  /// The hash of a leaf that holds `bytes`.
  func leaf(_ bytes: some Collection<UInt8>) -> Digest { context.digest(bytes, prefix: 0) }

  /// The hash of a node over two subtrees.
  func node(_ left: Digest, _ right: Digest) -> Digest {
    context.digest(left, right, prefix: 1)
  }

  /// The root of the tree without leaves: the digest of nothing.
  var empty: Digest { context.digest([]) }
}

/// The right edge of a tree: the roots of its full subtrees, largest first.
///
/// One hash for every bit that is set in the size: all that is needed to append a leaf and to
/// compute the root ("compact range").
struct Frontier: Hashable, Sendable {
  /// How many leaves the tree has.
  private(set) var size: Int64 = 0
  /// The roots of the full subtrees, the largest and leftmost first.
  private(set) var hashes: [Digest] = []

  /// The tree without leaves.
  init() {}

  /// Reads what `bytes` gave; nil where the number of hashes does not fit the size.
  init?(size: Int64, bytes: [UInt8]) {
    guard size >= 0, bytes.count == size.nonzeroBitCount * 32 else { return nil }
    self.size = size
    for start in stride(from: 0, to: bytes.count, by: 32) {
      guard let digest = Digest(bytes[start..<start + 32]) else { return nil }
      hashes.append(digest)
    }
  }

  /// The hashes one after the other.
  var bytes: [UInt8] { hashes.flatMap(\.bytes) }

  /// Appends the hash of one leaf.
  mutating func append(_ leaf: Digest, _ hasher: TreeHasher) {
    var hash = leaf
    var rest = size
    while rest & 1 == 1, let left = hashes.popLast() {
      hash = hasher.node(left, hash)
      rest >>= 1
    }
    hashes.append(hash)
    size += 1
  }

  /// The root of the tree.
  func root(_ hasher: TreeHasher) -> Digest {
    guard var root = hashes.last else { return hasher.empty }
    for left in hashes.dropLast().reversed() { root = hasher.node(left, root) }
    return root
  }
}
