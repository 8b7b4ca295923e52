extension Digest {
  /// The hash of a leaf of RFC 6962 that holds these bytes: SHA-256 of 0x00 and the bytes.
  public static func leaf(_ bytes: some Collection<UInt8>) -> Digest { TreeHasher().leaf(bytes) }
}

/// Checks of proofs, after RFC 9162, sections 2.1.3.2 and 2.1.4.2 (the same proofs as RFC 6962,
/// with the way to check them written out).
public enum TreeProof {
  /// Whether the proof shows that `leaf` is number `index` in the tree of `size` and `root`.
  public static func includes(
    _ leaf: Digest, at index: Int64, size: Int64, root: Digest, proof: [Digest]
  ) -> Bool {
    guard index >= 0, index < size else { return false }
    let hasher = TreeHasher()
    var position = index
    var last = size - 1
    var hash = leaf
    for sibling in proof {
      guard last > 0 else { return false }
      if position & 1 == 1 || position == last {
        hash = hasher.node(sibling, hash)
        while position & 1 == 0, position > 0 {
          position >>= 1
          last >>= 1
        }
      } else {
        hash = hasher.node(hash, sibling)
      }
      position >>= 1
      last >>= 1
    }
    return last == 0 && hash == root
  }

  /// Whether the proof shows that the tree of `old` leaves with `oldRoot` is the beginning of the
  /// tree of `new` leaves with `newRoot`.
  public static func extends(
    old: Int64, oldRoot: Digest, new: Int64, newRoot: Digest, proof: [Digest]
  ) -> Bool {
    guard old >= 0, old <= new else { return false }
    let hasher = TreeHasher()
    if old == new { return proof.isEmpty && oldRoot == newRoot }
    if old == 0 { return proof.isEmpty && oldRoot == hasher.empty }
    var path = proof[...]
    if old & (old - 1) == 0 { path = [oldRoot] + path }
    guard let first = path.popFirst() else { return false }
    var (position, last) = (old - 1, new - 1)
    while position & 1 == 1 {
      position >>= 1
      last >>= 1
    }
    var (oldHash, newHash) = (first, first)
    for sibling in path {
      guard last > 0 else { return false }
      if position & 1 == 1 || position == last {
        oldHash = hasher.node(sibling, oldHash)
        newHash = hasher.node(sibling, newHash)
        while position & 1 == 0, position > 0 {
          position >>= 1
          last >>= 1
        }
      } else {
        newHash = hasher.node(newHash, sibling)
      }
      position >>= 1
      last >>= 1
    }
    return last == 0 && oldHash == oldRoot && newHash == newRoot
  }
}
