import Findings
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// Reports for other tools: whatever paths, names and messages hold, they can be read back.
@Suite struct ReportFormatTests {
  private static let pieces = [
    "a", "Wi-Fi", "/", "é", "\u{1F469}\u{200D}\u{1F4BB}", "\n", "\r\n", "\t", "\u{1B}[31m", "]]>",
    "<!--", "-->", "&amp;", "<", ">", "\"", "'", "%", "%0A", ":", ",", "::error::", "`", "\\",
    "{0}",
    "[x](1)", "\u{202E}", "\u{FEFF}", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFE}",
    "\u{FFFF}", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "#", "?", " ", "..", "$(x)",
  ]

  private static func text(_ random: inout SeededGenerator, most: Int = 6) -> String {
    (0..<Int.random(in: 1...most, using: &random)).map { _ in random.pick(pieces) }.joined()
  }

  private static func finding(_ random: inout SeededGenerator, _ path: String) -> Finding {
    let place = Findings.SourceLocation(
      path: path, line: Int.random(in: 0...4, using: &random),
      column: Int.random(in: 0...9, using: &random))
    var finding = Finding(
      RuleID(random.pick(["unknown-key", "wrong-type"])), random.pick(Severity.allCases),
      at: place, keyPath: random.percent(30) ? "" : text(&random), text(&random),
      help: random.percent(50) ? nil : text(&random))
    if random.percent(40) {
      finding.related = [.init(place, text(&random)), .init(place, text(&random))]
    }
    if random.percent(20) { finding.dismissal = .suppressed(text(&random), at: place) }
    if random.percent(20) { finding.dismissal = .known }
    if random.percent(20) { finding.targets = ["iOS 18.1", text(&random)] }
    return finding
  }

  private static func report(_ random: inout SeededGenerator) -> Report {
    let paths = (0..<3).map { _ in text(&random) }
    let findings = (0..<8).map { _ in finding(&random, random.pick(paths)) }.sorted()
    var report = Report(
      version: "1.2.3", files: paths.map { .init(path: $0, isRead: true) },
      rules: ["unknown-key", "wrong-type"].map {
        .init(
          id: RuleID($0), severity: .error, summary: "s", explanation: text(&random),
          markdown: text(&random))
      }, findings: findings, base: PathBase("/some where", working: "/some where"))
    report.failures = [.init(path: text(&random), message: text(&random))]
    report.hasBaseline = random.percent(50)
    report.sources = [paths[0]: SourceLines(text(&random, most: 30))]
    return report
  }

  private static let reports: [Report] = {
    var random = SeededGenerator("report formats")
    return (0..<60).map { _ in report(&random) }
  }()

  @Test(.enabled(if: hasJSONSchema, "python3-jsonschema is not here"))
  func sarifFitsItsSchema() throws {
    let mistakes = try sarifMistakes(Self.reports.map(\.sarif.prettyText))
    #expect(mistakes.isEmpty, "\(mistakes.prefix(2000))")
  }

  /// The validator does refuse what is not SARIF.
  @Test(.enabled(if: hasJSONSchema, "python3-jsonschema is not here"))
  func theSchemaRefuses() throws {
    let good = Self.reports[0].sarif.compactText
    for (part, other) in [
      ("\"columnKind\":\"unicodeCodePoints\"", "\"columnKind\":\"bytes\""),
      ("\"startLine\":", "\"line\":"), ("\"version\":\"2.1.0\"", "\"version\":\"2.0.0\""),
      ("\"level\":\"error\"", "\"level\":\"notice\""),
    ] {
      #expect(good.contains(part))
      #expect(try sarifMistakes([good.replacing(part, with: other)]) != "")
    }
  }

  @Test func sarifReadsBack() throws {
    for report in Self.reports {
      let log = try JSONValue(parsing: Array(report.sarif.prettyText.utf8))
      let run = try #require(log["runs"]?.array?.first)
      let results = try #require(run["results"]?.array)
      #expect(results.count == report.findings.count)
      let artifacts = try #require(run["artifacts"]?.array)
      for (result, finding) in zip(results, report.findings) {
        #expect(result["message"]?["text"]?.string?.isEmpty == false)
        let location = try #require(
          result["locations"]?.array?.first?["physicalLocation"]?["artifactLocation"])
        let uri = try #require(location["uri"]?.string)
        #expect(decoded(uri) == Array(report.base.name(finding.location.path).utf8))
        #expect(URL(string: uri) != nil || uri.isEmpty, "\(uri)")
        let index = try #require(location["index"]?.integer)
        #expect(artifacts[Int(index)]["location"]?["uri"]?.string == uri)
        let isSuppressed = finding.dismissal?.kind == .suppressed
        #expect((result["suppressions"] != nil) == isSuppressed)
        #expect((result["baselineState"] != nil) == report.hasBaseline)
      }
      let prints = results.compactMap { $0["partialFingerprints"]?["pbpolicyShape/v1"]?.string }
      #expect(Set(prints).count == results.count, "fingerprints of one run differ")
      #expect(run["invocations"]?.array?.first?["executionSuccessful"]?.bool == false)
    }
  }

  /// The bytes that a percent-encoded text stands for. Foundation's own way drops byte order marks.
  private func decoded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isCode = bytes[index] == UInt8(ascii: "%")
      let digits = String(decoding: bytes[index...].dropFirst().prefix(2), as: UTF8.self)
      result.append(isCode ? UInt8(digits, radix: 16) ?? 0 : bytes[index])
      index += isCode ? 3 : 1
    }
    return result
  }

  @Test func junitIsWellFormedAndCountsRight() throws {
    for report in Self.reports {
      let text = report.junitText
      let tree = try #require(XMLTree(text), "\(text)")
      let cases = tree.all("testcase")
      #expect(tree.attributes["tests"] == "\(cases.count)")
      #expect(tree.attributes["failures"] == "\(tree.all("failure").count)")
      #expect(tree.attributes["errors"] == "\(tree.all("error").count)")
      #expect(tree.attributes["skipped"] == "\(tree.all("skipped").count)")
      for suite in tree.children {
        #expect(suite.attributes["tests"] == "\(suite.children.count)")
        #expect(Set(suite.children.map { $0.attributes["name"] }).count == suite.children.count)
      }
      let failing = report.findings.filter { $0.isActive && $0.severity == .error }
      let places = Set(failing.map { "\($0.location.path)\u{0}\($0.rule)" })
      #expect(tree.all("failure").count == places.count)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    }
  }

  @Test func annotationsReadBack() throws {
    for report in Self.reports {
      let lines = report.githubText.split(separator: "\n", omittingEmptySubsequences: false)
      let active = report.findings.filter(\.isActive)
      #expect(lines.count == active.count + report.failures.count + 1 && lines.last == "")
      for (line, finding) in zip(lines, active) {
        let command = try #require(WorkflowCommand(line), "\(line)")
        #expect(command.name == finding.severity.rawValue)
        #expect(command.properties["title"] == finding.rule.name)
        #expect(
          command.properties["line"]
            == (finding.location.line == 0 ? nil : "\(finding.location.line)"))
        let path = report.base.name(finding.location.path)
        #expect(same(command.properties["file"] ?? "", path))
        #expect(same(String(command.message.prefix(finding.message.count)), finding.message))
      }
      #expect(!report.githubText.unicodeScalars.contains("\u{1B}"))
    }
  }

  /// The same but for what is not shown as it stands.
  private func same(_ shown: String, _ meant: String) -> Bool {
    let kept: [UnicodeScalar] = ["\n", "\r"]
    let plain = meant.unicodeScalars.map { scalar in
      kept.contains(scalar) ? scalar : shownText(String(scalar)).unicodeScalars.first ?? scalar
    }
    return Array(shown.unicodeScalars) == plain
  }

  @Test func textNeverDrivesTheTerminal() {
    for report in Self.reports {
      for width in [40, 80] {
        let reporter = GroupedReporter(sources: report.sources, width: width, targets: 2)
        let text = reporter.text(of: report.findings)
        let bad = text.unicodeScalars.first {
          $0 != "\n" && shownText(String($0)) != String($0) && $0 != "\u{FFFD}"
        }
        #expect(bad == nil, "\(bad.debugDescription) in \(text.debugDescription)")
      }
    }
  }

  @Test func sameFindingsInAnyOrderGiveTheSameText() {
    var random = SeededGenerator("order")
    for report in Self.reports.prefix(10) {
      let shuffled = report.findings.shuffled(using: &random)
      let reporter = GroupedReporter(width: 80)
      #expect(reporter.text(of: shuffled) == reporter.text(of: report.findings))
    }
  }
}
