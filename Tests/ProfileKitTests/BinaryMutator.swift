import Foundation
import ProfileKit
import TestSupport

/// Small changes to binary property lists, the same for the same seed.
struct BinaryMutator {
  private var random: SeededGenerator

  /// Begins with `seed`.
  init(seed: UInt64) { random = SeededGenerator(state: seed) }

  /// Files made here, those of the fuzzer, and those of the corpus where it stands.
  static let seeds: [[UInt8]] = {
    var seeds = BinaryTests.made.sorted { $0.key < $1.key }.map(\.value)
    seeds += PlistMutator.folder(Repository.root + "Fuzz/Corpus/binary/")
    seeds += CorpusFile.all.filter { $0.kind == "binary" || $0.kind == "malformed" }.map(\.bytes)
    return seeds.filter { $0.starts(with: "bplist".utf8) && (9..<20_000).contains($0.count) }
  }()

  /// One file more or less broken.
  mutating func next() -> [UInt8] {
    guard var bytes = Self.seeds.randomElement(using: &random) else { return [] }
    let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...4, using: &random)
    for _ in 0..<count where bytes.count > 9 { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    // The last 32 bytes say where everything is.
    let isTrailer = Int.random(in: 0..<5, using: &random) == 0
    let place = Int.random(
      in: isTrailer ? max(6, bytes.count - 32)..<bytes.count : 6..<bytes.count, using: &random)
    let byte = [0, 1, 0x0F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
      .randomElement(using: &random)
    switch Int.random(in: 0...8, using: &random) {
    case 0: bytes.insert(byte ?? 0, at: place)
    case 1: bytes.remove(at: place)
    case 2: bytes[place] &+= 1
    case 3: bytes[place] &-= 1
    case 4: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    // Another type of the same length, or another length of the same type.
    case 5:
      bytes[place] = UInt8.random(in: 0...15, using: &random) << 4 | bytes[place] & 15
    case 6:
      bytes[place] = bytes[place] & 0xF0 | UInt8.random(in: 0...15, using: &random)
    case 7 where bytes.count > 60:
      let length = Int.random(in: 1...min(16, bytes.count - place), using: &random)
      bytes.replaceSubrange(
        place..<(place + length),
        with: (0..<length).map { _ in .random(in: 0...255, using: &random) }
      )
    default: bytes[place] = byte ?? 0
    }
  }
}
