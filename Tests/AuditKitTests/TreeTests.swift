import AuditKit
import TestSupport
import Testing

/// RFC 6962, section 2.1, written down as it stands there.
private enum Naive {
  static func root(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
    if leaves.isEmpty { return SHA256.digest([]).bytes }
    if leaves.count == 1 { return SHA256.digest([0] + leaves[leaves.startIndex]).bytes }
    let k = leaves.startIndex + split(leaves.count)
    return SHA256.digest([1] + root(leaves[..<k]) + root(leaves[k...])).bytes
  }

  static func split(_ n: Int) -> Int {
    var k = 1
    while k * 2 < n { k *= 2 }
    return k
  }

  static func path(_ m: Int, _ leaves: ArraySlice<[UInt8]>) -> [[UInt8]] {
    if leaves.count == 1 { return [] }
    let k = split(leaves.count)
    let (left, right) = (leaves.prefix(k), leaves.dropFirst(k))
    return m < k ? path(m, left) + [root(right)] : path(m - k, right) + [root(left)]
  }

  static func proof(_ m: Int, _ leaves: ArraySlice<[UInt8]>, _ isWhole: Bool = true) -> [[UInt8]] {
    if m == leaves.count { return isWhole ? [] : [root(leaves)] }
    let k = split(leaves.count)
    let (left, right) = (leaves.prefix(k), leaves.dropFirst(k))
    return m <= k
      ? proof(m, left, isWhole) + [root(right)]
      : proof(m - k, right, false) + [root(left)]
  }
}

@Suite struct TreeTests {
  /// The leaves and roots that Certificate Transparency's own tests publish.
  static let leaves: [[UInt8]] = [
    [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
    Array(0x50...0x57), Array(0x60...0x6F),
  ]
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  @Test func publishedRoots() {
    let tree = MerkleTree(leaves: Self.leaves.map { Digest.leaf($0) })
    for (size, root) in Self.roots.enumerated() { #expect(tree.root(at: size)?.hex == root) }
    #expect(tree.root(at: 9) == nil)
  }

  @Test func publishedConsistencyProofs() {
    let tree = MerkleTree(leaves: Self.leaves.map { Digest.leaf($0) })
    #expect(
      tree.consistencyProof(from: 1, to: 8)?.map(\.hex) == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ])
    #expect(
      tree.consistencyProof(from: 6, to: 8)?.map(\.hex) == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ])
    #expect(
      tree.consistencyProof(from: 2, to: 5)?.map(\.hex) == [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ])
  }

  @Test func publishedInclusionProof() {
    let tree = MerkleTree(leaves: Self.leaves.map { Digest.leaf($0) })
    #expect(
      tree.inclusionProof(of: 5, in: 8)?.map(\.hex) == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ])
  }

  @Test func everySizeAgreesWithTheTwin() {
    let leaves = (0...1025).map { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let tree = MerkleTree(leaves: leaves.map { Digest.leaf($0) })
    var dice = SeededGenerator(#function)
    for size in 0...1025 {
      let slice = leaves[..<size]
      #expect(tree.root(at: size)?.bytes == Naive.root(slice), "size \(size)")
      guard size > 0, size < 40 || size % 41 == 0 || (1022...1025).contains(size) else { continue }
      let index = Int.random(in: 0..<size, using: &dice)
      #expect(
        tree.inclusionProof(of: index, in: size)?.map(\.bytes) == Naive.path(index, slice),
        "\(index) in \(size)")
      #expect(
        tree.consistencyProof(from: index + 1, to: size)?.map(\.bytes)
          == Naive.proof(index + 1, slice), "\(index + 1) to \(size)")
    }
  }

  @Test func proofsHoldForTheirOwnTreeOnly() throws {
    let tree = MerkleTree(leaves: (0..<70).map { Digest.leaf([UInt8($0)]) })
    for size in 1...70 {
      let root = try #require(tree.root(at: size))
      for index in 0..<size {
        let leaf = Digest.leaf([UInt8(index)])
        let proof = try #require(tree.inclusionProof(of: index, in: size))
        func holds(_ at: Int, _ size: Int, _ leaf: Digest, _ proof: [Digest]) -> Bool {
          TreeProof.includes(leaf, at: Int64(at), size: Int64(size), root: root, proof: proof)
        }
        #expect(holds(index, size, leaf, proof))
        #expect(!holds(index, size, Digest.leaf([255]), proof))
        #expect(!holds(index + 1, size, leaf, proof))
        #expect(!holds(index, size, leaf, proof + [root]))
        #expect(proof.isEmpty || !holds(index, size, leaf, proof.dropLast()))
        #expect(!holds(-1, size, leaf, proof) && !holds(size, size, leaf, proof))
      }
    }
  }

  @Test func consistencyHoldsForItsOwnTreesOnly() throws {
    let tree = MerkleTree(leaves: (0..<70).map { Digest.leaf([UInt8($0)]) })
    for new in 1...70 {
      for old in 0...new {
        let (oldRoot, newRoot) = (
          try #require(tree.root(at: old)), try #require(tree.root(at: new))
        )
        let proof = try #require(tree.consistencyProof(from: old, to: new))
        func holds(_ old: Int, _ a: Digest, _ new: Int, _ b: Digest, _ proof: [Digest]) -> Bool {
          TreeProof.extends(
            old: Int64(old), oldRoot: a, new: Int64(new), newRoot: b, proof: proof)
        }
        #expect(holds(old, oldRoot, new, newRoot, proof), "\(old) to \(new)")
        #expect(!holds(old, .leaf([1, 2]), new, newRoot, proof), "\(old) to \(new)")
        #expect(!holds(old, oldRoot, new, newRoot, proof + [newRoot]))
        if old > 0 { #expect(!holds(old, oldRoot, new, .leaf([1, 2]), proof)) }
        if let last = proof.last {
          #expect(!holds(old, oldRoot, new, newRoot, proof.dropLast()))
          #expect(!holds(old, oldRoot, new, newRoot, proof.dropLast() + [.leaf(last.bytes)]))
        }
        #expect(!holds(new + 1, newRoot, new, newRoot, proof))
      }
    }
  }

  @Test func digestsAsText() {
    #expect(
      SHA256.hex("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest(hex: Self.roots[0])?.hex == Self.roots[0])
    #expect(Digest(hex: Self.roots[0].uppercased()) == nil)
    #expect(Digest(hex: String(Self.roots[0].dropLast())) == nil)
    #expect(Digest(Array(repeating: 0, count: 31)) == nil)
    #expect(Digest.zero.hex == String(repeating: "0", count: 64))
  }
}
