import Findings
import StrictJSON
import TestSupport
import Testing

private func report(
  _ source: String, line: Int = 1, column: Int, width: Int = 80, message: String = "it is wrong"
) -> [String] {
  let finding = Finding(
    "a-rule", .error, at: SourceLocation(path: "a.plist", line: line, column: column), message)
  let reporter = TextReporter(sources: ["a.plist": SourceLines(source)], width: width)
  return reporter.text(of: finding).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
}

@Suite("Findings as text")
struct TextReporterTests {
  @Test("place, severity, message, rule, line, caret, related places, help")
  func whole() {
    let source = "<dict>\n  <key>a</key>\n  <true/>\n"
    var finding = Finding(
      "duplicate-key", .warning, at: SourceLocation(path: "a.plist", line: 2, column: 8),
      keyPath: "a", "key `a` stands twice", help: "remove one")
    finding.related = [
      .init(SourceLocation(path: "a.plist", line: 1, column: 1), "the map begins here"),
      .init(SourceLocation(path: "b.plist"), "this file says so too"),
    ]
    let reporter = TextReporter(sources: ["a.plist": SourceLines(source)])
    #expect(
      reporter.text(of: finding) == """
        a.plist:2:8: warning: key `a` stands twice [duplicate-key]
          2 |   <key>a</key>
            |        ^
          a.plist:1:1: the map begins here
          1 | <dict>
            | ^
          b.plist: this file says so too
          help: remove one

        """)
  }

  @Test("without a line or a known file there is no excerpt")
  func noExcerpt() {
    #expect(report("x", line: 0, column: 0) == ["a.plist: error: it is wrong [a-rule]", ""])
    #expect(report("x", line: 3, column: 1).count == 2)
    #expect(
      report("x", line: 1, column: 0) == ["a.plist:1: error: it is wrong [a-rule]", "  1 | x", ""])
  }

  @Test("a column beyond the line points behind its end")
  func beyond() { #expect(report("abc", column: 99)[2] == "    |    ^") }

  @Test("wide characters move the caret two columns, joining marks none, a tab one")
  func columns() {
    #expect(report("語語x", column: 3)[1...2] == ["  1 | 語語x", "    |     ^"])
    #expect(report("e\u{301}e\u{301}x", column: 5)[2] == "    |   ^")
    #expect(report("\t\tx", column: 3)[1...2] == ["  1 |   x", "    |   ^"])
    #expect(report("😀x", column: 2)[2] == "    |   ^")
  }

  @Test("a long line is cut round the caret, which stays under its character")
  func long() {
    let line = (0..<200).map { String(UnicodeScalar(UInt8(97 + $0 % 26))) }.joined()
    let letters = Array(line)
    for column in 1...200 {
      let lines = report(line, column: column, width: 40)
      let shown = Array(lines[1].dropFirst("  1 | ".count))
      let caret = lines[2].dropFirst("    | ".count).count - 1
      #expect(shown[caret] == letters[column - 1], "column \(column)")
      #expect(shown.filter { $0 != "…" }.count == 40, "column \(column)")
      #expect((shown.first == "…") == (shown[1] != "b" || shown[0] != "a" || column > 32))
    }
  }

  @Test("any line, any column: the caret points at the character, and nothing is too wide")
  func property() {
    var generator = SeededGenerator("excerpts")
    let pieces: [UnicodeScalar] = [
      "a", " ", "\t", "é", "\u{301}", "語", "😀", "\u{1B}", "\u{202E}", "<",
    ]
    for _ in 0..<2000 {
      var line = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<120, using: &generator) {
        line.append(generator.pick(pieces))
      }
      let column = Int.random(in: 1...125, using: &generator)
      let width = Int.random(in: 20...60, using: &generator)
      let lines = report(String(line), column: column, width: width)
      let shown = Array(String(lines[1]).unicodeScalars.dropFirst(6))
      var caret = lines[2].unicodeScalars.count - 7
      var index = 0
      while index < shown.count, caret >= naiveColumns(shown[index]) {
        caret -= naiveColumns(shown[index])
        index += 1
      }
      let all = Array(line)
      let place = "seed \(generator.seed), column \(column) of \(all)"
      #expect(shown.map(naiveColumns).reduce(0, +) <= width + 2, "\(place)")
      guard column <= all.count, all[column - 1] != "\u{301}" else { continue }
      let expected: UnicodeScalar =
        ["\t", "\u{1B}", "\u{202E}"].contains(all[column - 1]) ? " " : all[column - 1]
      #expect(index < shown.count && shown[index] == expected, "\(place)")
    }
  }

  private func naiveColumns(_ scalar: UnicodeScalar) -> Int {
    switch scalar {
    case "\u{301}": 0
    case "語", "😀": 2
    default: 1
    }
  }

  @Test("nothing read reaches the terminal as a control character")
  func control() {
    let nasty = "a\u{1B}[31m\u{7}\u{9B}b\u{202E}c\u{2066}\r\u{85}\u{200F}\u{E0041}\u{61C}"
    let finding = Finding(
      "a-rule", .notice, at: SourceLocation(path: nasty, line: 1, column: 2), nasty, help: nasty,
      related: [.init(SourceLocation(path: nasty, line: 1, column: 3), nasty)])
    let text = TextReporter(sources: [nasty: SourceLines(nasty)]).text(of: finding)
    let bad = text.unicodeScalars.filter {
      $0 != "\n"
        && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
    }
    #expect(bad.isEmpty, "\(bad)")
    #expect(text.contains("a�[31m��b�c"))
  }

  @Test("colour wraps place, severity and caret, and nothing else")
  func colour() {
    let finding = Finding("a-rule", .error, at: SourceLocation(path: "a", line: 1, column: 1), "m")
    let reporter = TextReporter(sources: ["a": SourceLines("x")], colour: true)
    #expect(
      reporter.text(of: finding)
        == "\u{1B}[1ma:1:1\u{1B}[0m: \u{1B}[1;31merror\u{1B}[0m: m [a-rule]\n  1 | x\n"
        + "    | \u{1B}[1;36m^\u{1B}[0m\n")
  }

  @Test("lines end at newlines, carriage returns or both")
  func lines() {
    let lines = SourceLines("a\r\nb\rc\n\nd")
    #expect((1...6).map { lines[$0].map(String.init) } == ["a", "b", "c", "", "d", nil])
    #expect(lines[0] == nil)
    #expect(lines[-1] == nil)
  }
}

@Suite("The order of findings")
struct OrderTests {
  @Test("does not depend on the order in which they were found")
  func stable() {
    var generator = SeededGenerator("order of findings")
    var findings: [Finding] = []
    for _ in 0..<200 {
      let location = SourceLocation(
        path: generator.pick(["a", "b"]), line: generator.pick([1, 2, 10]),
        column: generator.pick([1, 2]))
      var finding = Finding(
        RuleID(generator.pick(["r", "s"])), generator.pick(Severity.allCases), at: location,
        keyPath: generator.pick(["", "k"]), generator.pick(["m", "n"]),
        help: generator.pick([nil, "h"]))
      if generator.percent(30) { finding.related = [.init(location, generator.pick(["x", "y"]))] }
      findings.append(finding)
    }
    let sorted = findings.sorted()
    for _ in 0..<20 {
      #expect(findings.shuffled(using: &generator).sorted() == sorted, "seed \(generator.seed)")
    }
    let places = sorted.map(\.location)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("lines are compared as numbers")
  func numbers() {
    #expect(SourceLocation(path: "a", line: 2) < SourceLocation(path: "a", line: 10))
    #expect(SourceLocation(path: "a", line: 9, column: 9) < SourceLocation(path: "b"))
    #expect(Severity.allCases.sorted() == [.notice, .warning, .error])
  }
}

@Suite("Findings counted and as JSON")
struct SummaryTests {
  private func finding(_ severity: Severity) -> Finding {
    Finding("r", severity, at: SourceLocation(path: "a"), "m")
  }

  @Test("each severity is counted, the worst is known")
  func counts() {
    let summary = FindingsSummary([finding(.error), finding(.notice), finding(.error)])
    #expect(summary.errors == 2 && summary.warnings == 0 && summary.notices == 1)
    #expect(summary.description == "2 errors, 0 warnings, 1 notice")
    #expect(summary.worst == .error)
    #expect(FindingsSummary([finding(.warning), finding(.notice)]).worst == .warning)
    #expect(FindingsSummary([finding(.notice)]).worst == .notice)
    #expect(FindingsSummary([]).worst == nil)
  }

  @Test("JSON carries the keys that others build on, in their order")
  func json() {
    let finding = Finding(
      "r", .warning, at: SourceLocation(path: "a\"b", line: 3, column: 4), keyPath: "x[0].y", "m",
      related: [.init(SourceLocation(path: "c", line: 1), "see")])
    #expect(
      finding.json.compactText
        == #"{"rule":"r","severity":"warning","path":"a\"b","line":3,"column":4,"keyPath":"x[0].y","#
        + #""message":"m","help":null,"related":[{"path":"c","line":1,"message":"see"}]}"#)
  }
}
