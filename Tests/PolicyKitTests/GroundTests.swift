import Devices
import Findings
import TestSupport
import Testing

@testable import PolicyKit

/// What requests share must be what each would be given alone.
@Suite struct GroundTests {
  /// The same requests, in whatever order they come, one after the other and from several threads.
  @Test func sharedAnswersAreThoseMadeAnew() async throws {
    for seed in UInt64(1)...16 {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = true
      guard let policy = ProofTests.compile(generator.layers()) else { continue }
      let requests = (0..<40).map { _ in generator.request() }
      let anew = requests.map {
        Answer($0, policy, nil, Requirement($0, policy, nil).verdict).decision()
      }
      let shared = requests + requests.reversed()
      let expected = anew + anew.reversed()
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<2 {
          group.addTask {
            zip(shared, expected).count { decide($0, policy: policy) != $1 }
          }
        }
        for await differing in group { #expect(differing == 0, "seed \(seed)") }
      }
    }
  }

  /// Everything that is said of a ground is the same for requests that stand on it.
  @Test func requestsOnOneGroundAreAlike() throws {
    var grounds: [Ground: (Fulfilled, Request)] = [:]
    var shared = 0
    for seed in UInt64(1)...12 {
      grounds = [:]
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = seed % 3 == 0
      guard let policy = ProofTests.compile(generator.layers()) else { continue }
      for _ in 0..<150 {
        let request = generator.request()
        let verdict = try #require(Verdict(request, policy, nil))
        let ground = try #require(verdict.ground)
        let fulfilled = Fulfilled(
          Fulfilment(
            request, verdict.need, minimum: policy.minimumAssurance, nil,
            mechanisms: verdict.mechanisms, expects: policy.expects[request.operation] ?? []),
          policy)
        if let (known, other) = grounds[ground] {
          shared += 1
          #expect(isAlike(known, fulfilled), "seed \(seed): \(request)\n\(other)")
        }
        grounds[ground] = (fulfilled, request)
      }
    }
    #expect(shared > 20)
  }

  private func isAlike(_ one: Fulfilled, _ other: Fulfilled) -> Bool {
    one == other && one.unknowns == other.unknowns && one.facts == other.facts
      && one.fallbackReasons == other.fallbackReasons
      && one.closingReasons == other.closingReasons && one.userTexts == other.userTexts
      && one.administratorText == other.administratorText
      && one.isDestinationUnknown == other.isDestinationUnknown
  }

  /// More grounds than are kept are answered all the same.
  @Test func moreGroundsThanAreKeptAreAnswered() throws {
    let policy = try Questions.policy(Policy(name: "p", defaults: [.copy: .init(.allow)]))
    for version in 1...2300 {
      let request = try Questions.taxID("iOS", "\(version % 40).\(version / 40)")
      let anew = Answer(request, policy, nil, Requirement(request, policy, nil).verdict)
      #expect(decide(request, policy: policy) == anew.decision())
    }
  }
}
