import Findings
import TestSupport
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  @Test(
    "a slip of the keyboard is understood",
    arguments: [
      ("--fromat", "--format"), ("plattform", "platform"), ("ALLOWAIRDROP", "allowAirDrop"),
      ("copyy", "copy"), ("coyp", "copy"), ("cpy", "copy"), ("cope", "copy"),
    ])
  func slips(typed: String, meant: String) {
    #expect(
      nearestName(to: typed, among: ["--format", "platform", "allowAirDrop", "copy", "x"]) == meant)
  }

  @Test("what is far from everything has no nearest name")
  func far() {
    #expect(nearestName(to: "zebra", among: ["copy", "paste", "clear"]) == nil)
    #expect(nearestName(to: "copy", among: []) == nil)
    #expect(nearestName(to: "copy", among: ["copy"]) == nil)
    #expect(nearestName(to: String(repeating: "a", count: 1_000_000), among: ["aaaa"]) == nil)
  }

  @Test("agrees with a naive twin, whatever the order of the candidates")
  func naiveTwin() {
    var generator = SeededGenerator("nearest name")
    func word() -> String {
      (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        generator.pick(["a", "b", "C", "é"])
      }.joined()
    }
    for _ in 0..<3000 {
      let name = word()
      let candidates = (0..<6).map { _ in word() }
      let expected = naiveNearest(name, candidates)
      #expect(nearestName(to: name, among: candidates) == expected, "seed \(generator.seed)")
      #expect(
        nearestName(to: name, among: candidates.reversed()) == expected, "seed \(generator.seed)")
    }
  }

  private func naiveNearest(_ name: String, _ candidates: [String]) -> String? {
    let wanted = Array(name.lowercased())
    let near = candidates.filter { $0 != name }
      .map { (distance: distance(wanted, Array($0.lowercased())), name: $0) }
      .filter { $0.distance <= max(1, wanted.count / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// By the definition: recursion over what is left of both.
  private func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard let first = left.last else { return right.count }
    guard let second = right.last else { return left.count }
    if abs(left.count - right.count) > 2 { return 99 }
    let shortLeft = Array(left.dropLast())
    let shortRight = Array(right.dropLast())
    if first == second { return distance(shortLeft, shortRight) }
    var best =
      min(
        distance(shortLeft, right), distance(left, shortRight), distance(shortLeft, shortRight)) + 1
    if left.count > 1, right.count > 1, first == right[right.count - 2],
      second == left[left.count - 2]
    {
      best = min(best, distance(Array(left.dropLast(2)), Array(right.dropLast(2))) + 1)
    }
    return best
  }
}
