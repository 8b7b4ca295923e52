import Devices
import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

@Suite struct RuleTests {
  @Test func theListIsComplete() throws {
    let folder = Repository.root + "Sources/ProfileKit/Rules/"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let declaring = try files.filter {
      try String(contentsOfFile: folder + $0, encoding: .utf8).contains(" = Rule(")
    }
    #expect(declaring.count == allRules.count, "one rule, one file, one line in allRules")
    #expect(Set(allRules.map(\.id)).count == allRules.count)
    for rule in allRules {
      #expect(rule.id.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(rule.id)")
      #expect(!rule.accepted.isEmpty && !rule.rejected.isEmpty, "\(rule.id) has no examples")
      #expect(rule.explanation.count > 60, "\(rule.id) explains nothing")
      #expect(rule.summary.last != ".")
    }
  }

  @Test(arguments: allRules.map(\.id.name))
  func examples(_ name: String) throws {
    let rule = try #require(allRules.first { $0.id.name == name })
    for example in rule.accepted {
      let found = try run(example, rule)
      #expect(found == [], "\(name) speaks about an accepted example")
    }
    for example in rule.rejected {
      let found = try run(example, rule)
      let first = try #require(found.first, "\(name) says nothing about \(example.files)")
      #expect(first.message == example.message)
      #expect(first.severity <= rule.severity)
      if let place = place(example) { #expect(first.location == place, "\(name)") }
    }
  }

  /// Every finding of every example stays within the tone: one line, lower case, no full stop.
  @Test func messagesKeepTheTone() throws {
    for rule in allRules {
      for example in rule.accepted + rule.rejected {
        for finding in try validate(example, allRules).findings {
          for text in [finding.message, finding.help ?? "x"] {
            #expect(!text.contains("\n") && text.last != ".", "\(finding.rule): \(text)")
            #expect(
              !text.isEmpty && text.first?.isUppercase != true || text.hasPrefix("UUID")
                || text.hasPrefix("UTF") || text.hasPrefix("Apple"), "\(finding.rule): \(text)")
          }
          #expect(allRules.contains { $0.id == finding.rule }, "\(finding.rule) is not in the list")
        }
      }
    }
  }

  private func validate(_ example: RuleExample, _ rules: [Rule]) throws -> Validation {
    let files = example.inputs.enumerated().map {
      var options = ReadingOptions()
      options.trust = example.trust
      return PlistFile(reading: Array($1.utf8), path: "example\($0 + 1)", options: options)
    }
    let targets = example.target.isEmpty ? [] : [try Device(parsing: example.target)]
    return Validation(files, targets: targets, rules: rules, now: example.now)
  }

  private func run(_ example: RuleExample, _ rule: Rule) throws -> [Finding] {
    try validate(example, [rule]).findings.filter { $0.rule == rule.id }
  }

  /// Where the mark stands.
  private func place(_ example: RuleExample) -> Findings.SourceLocation? {
    for (number, file) in example.files.enumerated() {
      guard let mark = file.firstIndex(of: RuleExample.mark) else { continue }
      let before = file[..<mark].split(separator: "\n", omittingEmptySubsequences: false)
      return Findings.SourceLocation(
        path: "example\(number + 1)", line: before.count, column: (before.last?.count ?? 0) + 1)
    }
    return nil
  }
}
