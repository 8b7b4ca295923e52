import TestSupport
import Testing

@testable import Findings

/// Of many findings the first are kept and the rest counted, in whatever order and pieces they come.
@Suite struct BoundedFindingsTests {
  private func random(_ count: Int, _ random: inout SeededGenerator) -> [Finding] {
    (0..<count).map { _ in
      Finding(
        random.pick(["r", "s"]), random.pick(Severity.allCases),
        at: SourceLocation(
          path: random.pick(["a", "b"]), line: Int.random(in: 1...40, using: &random),
          column: Int.random(in: 1...3, using: &random)),
        random.pick(["one", "two", "three"]))
    }
  }

  /// All findings sorted, cut, and the rest counted.
  private func naive(_ findings: [Finding], _ most: Int) -> [Finding] {
    var result: [Finding] = []
    for path in ["a", "b"] {
      for rule: RuleID in ["r", "s"] {
        let own = findings.filter { $0.location.path == path && $0.rule == rule }.sorted()
        result += own.prefix(most)
        let rest = own.dropFirst(most)
        guard let first = rest.first, let worst = rest.map(\.severity).max() else { continue }
        result.append(Finding(rule, worst, at: first.location, "").counting(rest.count))
      }
    }
    return result.sorted()
  }

  @Test func anyOrderAndAnyPiecesCountTheSame() {
    var random = SeededGenerator("bounded")
    for _ in 0..<300 {
      let most = Int.random(in: 0...12, using: &random)
      let all = self.random(Int.random(in: 0...300, using: &random), &random)
      let expected = naive(all, most)
      #expect(all.capped(most) == expected, "seed \(random.seed)")
      #expect(all.capped(most).capped(most) == expected, "seed \(random.seed)")
      var whole = BoundedFindings(most: most)
      var part = BoundedFindings(most: most)
      for finding in all {
        if random.percent(5) {
          whole.add(part.findings)
          part = BoundedFindings(most: most)
        }
        if random.percent(50) {
          part.add(finding)
        } else {
          part.add(LateFinding(finding.rule, finding.severity, at: finding.location) { finding })
        }
      }
      whole.add(part.findings)
      #expect(whole.findings == expected, "seed \(random.seed)")
    }
  }

  @Test func whatIsOnlyCountedIsNotMade() {
    var list = BoundedFindings()
    var made = 0
    for line in 1...100_000 {
      let place = SourceLocation(path: "a", line: line, column: 1)
      list.add("r", .notice, at: place) {
        made += 1
        return Finding("r", .notice, at: place, "m")
      }
    }
    #expect(made < 300)
    #expect(list.findings.count == 101 && list.findings.last?.more == 99_900)
  }

  @Test func anExemptRuleKeepsAll() {
    var list = BoundedFindings { rule, path in rule == "r" && path == "a" }
    for line in 1...500 {
      list.add(Finding("r", .notice, at: SourceLocation(path: "a", line: line), "m"))
      list.add(Finding("r", .notice, at: SourceLocation(path: "b", line: line), "m"))
    }
    #expect(list.findings.filter { $0.location.path == "a" }.count == 500)
    #expect(list.findings.filter { $0.location.path == "b" }.count == 101)
  }

  private func lines(_ lines: some Sequence<Int>, _ message: String = "m") -> [Finding] {
    lines.map {
      Finding(
        "r", .error, at: SourceLocation(path: "a", line: $0, column: 1), "`k\($0)` \(message)")
    }
  }

  /// A baseline of a crowd lets as many pass as there were, whichever of them are told one by one.
  @Test func aCrowdIsKnownByItsNumber() {
    let base = PathBase(".", working: "/w")
    let old = lines(1...250).capped()
    let baseline = Baseline(old, from: base)
    #expect(baseline.total == 250)
    func active(_ findings: [Finding]) -> (count: Int, gone: Int) {
      let (marked, gone) = baseline.applied(to: findings.capped(), from: base) { _ in true }
      return (marked.filter(\.isActive).reduce(0) { $0 + ($1.more ?? 1) }, gone)
    }
    #expect(active(lines(1...250)) == (0, 0))
    // The first ones are mended: others come into their places.
    #expect(active(lines(61...250)) == (0, 60))
    #expect(active(lines(201...250)) == (0, 200))
    #expect(active([]) == (0, 250))
    // New ones before, behind and both.
    #expect(active(lines(1...257)) == (7, 0))
    #expect(active(lines(-6...250)) == (7, 0))
    // A crowd that was none: what was told is known.
    let few = Baseline(lines(1...90).capped(), from: base)
    let (marked, gone) = few.applied(to: lines(1...130).capped(), from: base) { _ in true }
    #expect(marked.filter(\.isActive).reduce(0) { $0 + ($1.more ?? 1) } == 40 && gone == 0)
  }
}
