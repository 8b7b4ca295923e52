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
