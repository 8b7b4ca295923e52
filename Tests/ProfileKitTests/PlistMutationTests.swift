import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Our reader and CoreFoundation's over many small changes of many files.
@Suite struct PlistMutationTests {
  /// `SEED` and `MUTATIONS` in the environment make another or a longer run.
  @Test func mutationsAsCoreFoundation() {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? 20_261_130
    let count = environment["MUTATIONS"].flatMap { Int($0) } ?? 5_000
    print("plist mutation seed \(seed), \(count) files")
    var mutator = PlistMutator(seed: seed, seeds: PlistMutator.seeds)
    var excused: [String: Int] = [:]
    var taken = 0
    var failures = 0
    for _ in 0..<count {
      let bytes = mutator.next()
      guard let disagreement = Disagreement(bytes) else {
        if coreFoundation(bytes) != nil { taken += 1 }
        continue
      }
      if let reason = disagreement.excuse {
        excused[reason.name, default: 0] += 1
      } else {
        failures += 1
        Issue.record("\(disagreement.smallest.text), seed \(seed)")
        if failures == 40 { break }
      }
    }
    // Changes that leave nothing to read would show nothing.
    #expect(failures > 0 || taken > count / 20)
    print("\(taken) read by both; excused: \(excused.sorted { $0.key < $1.key })")
  }

  /// Every reason to differ is told in the document of readers.
  @Test func reasonsAreDocumented() throws {
    let text = String(
      decoding: try #require(contents(Repository.root + "Docs/readers.md")), as: UTF8.self)
    for excuse in Disagreement.excuses {
      #expect(text.contains("`\(excuse.name)`"), "\(excuse.name)")
    }
  }
}

/// A file that our reader and CoreFoundation take differently.
struct Disagreement {
  /// A known reason to differ.
  struct Excuse: Sendable {
    /// Its name in `Docs/readers.md`.
    let name: String
    /// Whether it explains a file.
    let explains: @Sendable ([UInt8]) -> Bool
  }

  /// What is known and stays; each is told in `Docs/readers.md`.
  static let excuses = [
    Excuse(name: "old-encodings") { bytes in
      let head = String(decoding: bytes.prefix(400), as: UTF8.self).lowercased()
      let name = head.split(separator: "encoding=").dropFirst().first?.dropFirst() ?? "utf-8"
      let isUsual = ["utf-8", "iso-8859-1"].contains { name.hasPrefix($0) }
      return head.hasPrefix("<?xml") && !isUsual && bytes.contains { $0 >= 0x80 }
    }
  ]

  let bytes: [UInt8]
  let text: String

  /// nil where both read the same, or neither reads anything.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let ours = PlistFile(reading: bytes, path: "mutation")
    // Of a signed or encrypted message the content is meant, which CoreFoundation does not see.
    guard ours.kind != .signed, ours.kind != .encrypted, let reads = ours.coreFoundationReads else {
      return nil
    }
    let theirs = coreFoundation(bytes)
    let shown = String(decoding: bytes.prefix(400), as: UTF8.self).debugDescription
    if reads != (theirs != nil) {
      text =
        "CoreFoundation \(theirs == nil ? "refuses" : "takes"), we say"
        + " \(ours.findings.first?.message ?? "nothing"): \(shown)"
      return
    }
    guard let theirs else { return nil }
    guard let root = ours.root else {
      text = "read by both, without a value: \(shown)"
      return
    }
    if same(root, theirs) { return nil }
    text = "\(described(root)) is not \(theirs): \(shown)"
  }

  /// Why it may be.
  var excuse: Excuse? { Self.excuses.first { $0.explains(bytes) } }

  /// The same disagreement without what does not matter to it.
  var smallest: Disagreement {
    var best = self
    var length = max(1, bytes.count / 2)
    while length > 0 {
      var place = 0
      while place < best.bytes.count {
        var shorter = best.bytes
        shorter.removeSubrange(place..<min(place + length, shorter.count))
        if let smaller = Disagreement(shorter), smaller.excuse == nil {
          best = smaller
        } else {
          place += length
        }
      }
      length /= 2
    }
    return best
  }
}
