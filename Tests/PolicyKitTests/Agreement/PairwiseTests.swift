import TestSupport
import Testing

@testable import PolicyKit

/// Requests such that every two states of any two attributes meet in one of them.
struct PairCovering {
  let comparison: DiagramComparison
  let region: Diagram
  private var covered: Set<Pair> = []

  private struct Pair: Hashable {
    let left: Int
    let leftState: Int
    let right: Int
    let rightState: Int
  }

  init(_ comparison: DiagramComparison, _ region: Diagram) {
    self.comparison = comparison
    self.region = region
  }

  /// Hands requests' states to `body` until every pair that some request has was met; returns how
  /// many pairs there are, and how many no request has.
  mutating func run(
    _ random: inout SeededGenerator, _ body: ([Int]) throws -> Void
  ) throws -> (met: Int, impossible: Int) {
    let arity = comparison.universe.diagrams.arity
    var impossible = 0
    for left in arity.indices {
      for right in arity.indices where right > left {
        for leftState in 0..<arity[left] {
          for rightState in 0..<arity[right] {
            let pair = Pair(
              left: left, leftState: leftState, right: right, rightState: rightState)
            guard !covered.contains(pair) else { continue }
            var chosen = [Int?](repeating: nil, count: arity.count)
            chosen[left] = leftState
            chosen[right] = rightState
            guard let states = comparison.completed(chosen, in: region, &random) else {
              impossible += 1
              continue
            }
            try body(states)
            cover(states)
          }
        }
      }
    }
    return (covered.count, impossible)
  }

  private mutating func cover(_ states: [Int]) {
    for left in states.indices {
      for right in states.indices where right > left {
        covered.insert(
          Pair(left: left, leftState: states[left], right: right, rightState: states[right]))
      }
    }
  }
}

/// Every two states of any two attributes, in shipped policies.
@Suite struct PairwiseTests {
  @Test(arguments: ["app-protection", "balanced", "strict"])
  func everyPairIsAnsweredAlikeThreeTimes(name: String) throws {
    let policy = try ShippedProofs.shipped(name)
    for (place, restrictions) in ShippedProofs.restrictions.enumerated() {
      let comparison = try DiagramComparison(Judge(policy: policy, restrictions: restrictions))
      var random = SeededGenerator(seed: UInt64(place + 1))
      var tried = 0
      for operation in PolicyKit.Operation.allCases {
        var covering = PairCovering(comparison, try comparison.region(operation))
        let found = try covering.run(&random) { states in
          tried += 1
          let request = try #require(comparison.universe.request(states))
          #expect(try comparison.agrees(on: states, "\(name), \(operation)"))
          let difference = MaskAgreement.difference(request, policy, restrictions)
          #expect(difference == nil, "\(name): \(request)\n\(difference ?? "")")
        }
        #expect(found.met > 100, "\(name), \(operation): \(found)")
      }
      print("\(name), restrictions \(place): \(tried) requests meet every pair")
    }
  }
}
