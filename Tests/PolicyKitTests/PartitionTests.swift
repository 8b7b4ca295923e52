import Devices
import TestSupport
import Testing

@testable import PolicyKit

/// Values grouped by what conditions can tell apart.
@Suite struct PartitionTests {
  private func partition(_ attribute: Attribute, _ tests: Condition.Test...) -> Partition {
    Partition(attribute, tests: tests, contentClasses: ContentClass.builtIn)
  }

  private func labels(_ partition: Partition) -> [String] { partition.classes.map(\.label) }

  @Test func versionsAreCutWhereBoundsBeginAndEnd() {
    let partition = partition(
      .osVersion, .versions(.init(below: OSVersion(15))), .versions(.init(above: OSVersion(16))))
    #expect(
      labels(partition) == ["below 15.0", "15.0 to below 16.0.0.1", "16.0.0.1 and above"])
    #expect(partition.place(of: .version(OSVersion(16))) == 1)
    #expect(partition.place(of: .version(OSVersion(16, 0, 1))) == 2)
  }

  @Test func boundsThatTellNothingApartCutNothing() {
    let partition = partition(
      .contentBytes, .numbers(.init(from: 10, through: 20)), .numbers(.init(above: 9, below: 21)))
    #expect(labels(partition) == ["below 10", "10 to below 21", "21 and above"])
  }

  @Test func textsAreGroupedByNameAndByBeginning() {
    let partition = partition(
      .sourceBundleID, .prefix(["com.corp."]), .prefix(["com.corp.vault."]),
      .oneOf(["com.corp.mail", "org.other"]), .oneOf(["org.other"]))
    #expect(
      labels(partition) == [
        "com.corp.mail", "org.other", "any other com.corp.…", "any other com.corp.vault.…",
        "any other",
      ])
    #expect(partition.place(of: .text("com.corp.vault.ios")) == 3)
    #expect(partition.place(of: .text("com.corp.v")) == 2)
    #expect(partition.place(of: .text("com.corpse")) == 4)
  }

  @Test func classesKeepWhatTheyPerhapsAre() {
    let partition = partition(.contentClass, .oneOf(["credential.password"]))
    #expect(partition.classes.count == 3)
    #expect(
      Set(["credential", "credential.password", "link"].map { partition.place(of: .text($0)) })
        .count
        == 3)
    #expect(
      partition.place(of: .text("link")) == partition.place(of: .text("credential.token")))
  }

  /// Whatever the tests: a value and the one that stands for its class pass the same of them.
  @Test func oneValueStandsForItsClass() {
    for seed in UInt64(1)...400 {
      var random = SeededGenerator(seed: seed)
      let attribute =
        [
          Attribute.osVersion, .contentBytes, .sourceBundleID, .contentClass, .platform, .time,
          .deviceGroups, .expiresAfter,
        ].randomElement(using: &random) ?? .platform
      let tests = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        test(attribute, &random)
      }
      let partition = Partition(attribute, tests: tests, contentClasses: ContentClass.builtIn)
      for value in (0..<40).map({ _ in value(attribute, &random) }) {
        guard let place = partition.place(of: value) else {
          Issue.record("seed \(seed): \(value) has no class")
          return
        }
        let example = partition.classes[place].representative
        #expect(partition.place(of: example) == place, "seed \(seed): \(example)")
        for test in tests {
          #expect(
            passes(value, test, attribute) == passes(example, test, attribute),
            "seed \(seed): \(value) as \(example) by \(test)")
        }
      }
      for (index, some) in partition.classes.enumerated() {
        #expect(
          partition.place(of: some.representative) == index, "seed \(seed): \(some.label)")
      }
    }
  }

  private func passes(_ value: AttributeValue, _ test: Condition.Test, _ attribute: Attribute)
    -> Truth
  {
    let leaf = Condition.Leaf(attribute, test)
    guard case .text(let text) = value else { return leaf.truth(of: value, everyMember: true) }
    return leaf.truth(ofMember: text)
  }

  private static let texts = [
    "a", "ab", "abc", "com", "com.", "com.a", "com.a.b", "com.a.c", "com.b", "any", "x",
  ]

  private func test(_ attribute: Attribute, _ random: inout SeededGenerator) -> Condition.Test {
    func some(_ words: [String]) -> [String] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
    }
    func bounds<Value>(_ value: () -> Value) -> Condition.Bounds<Value> {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .init(from: value())
      case 1: .init(above: value())
      case 2: .init(below: value())
      case 3: .init(through: value())
      default: .init(from: value(), through: value())
      }
    }
    switch attribute.kind {
    case .version: return .versions(bounds { OSVersion(Int.random(in: 9...12)) })
    case .number: return .numbers(bounds { Int.random(in: 0...6) })
    case .instant: return .instants(bounds { Int64.random(in: -3...3) })
    case .word(let words), .words(let words): return .oneOf(some(words))
    case .classes: return .oneOf(some(ContentClass.builtIn))
    case .text, .names, .types:
      return Bool.random(using: &random) ? .oneOf(some(Self.texts)) : .prefix(some(Self.texts))
    }
  }

  private func value(_ attribute: Attribute, _ random: inout SeededGenerator) -> AttributeValue {
    switch attribute.kind {
    case .version:
      .version(OSVersion(Int.random(in: 8...13), Int.random(in: 0...1), Int.random(in: 0...1)))
    case .number: .number(Int.random(in: 1...8))
    case .instant: .instant(Int64.random(in: -5...5))
    case .word(let words), .words(let words): .text(words.randomElement(using: &random) ?? "")
    case .classes: .text(ContentClass.builtIn.randomElement(using: &random) ?? "")
    case .text, .names, .types:
      .text(
        (Self.texts.randomElement(using: &random) ?? "")
          + (["", "a", ".", "c", "b.c"].randomElement(using: &random) ?? ""))
    }
  }
}
