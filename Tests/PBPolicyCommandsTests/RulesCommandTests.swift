import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

@testable import PBPolicyCommands

/// `rules` and `rules show`: whatever id a finding has, the tool explains it.
@Suite struct RulesCommandTests {
  /// Every id in the sources that a finding is made with: a text before a severity, one that is
  /// called a `RuleID`, and those of reports and comparisons.
  private static func ids() throws -> Set<String> {
    var ids = Set(RestrictionComparison.Kind.allCases.map { "device-" + $0.rawValue })
    let folder = Repository.root + "Sources"
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    let before =
      /"([a-z]+(?:-[a-z0-9]+)*)",\s*(?:\.(?:notice|warning|error)\b|[a-z.]*severity\b|\w+ \? \.(?:notice|warning|error)\b)/
    let called = /RuleID = "([a-z]+(?:-[a-z0-9]+)*)"/
    let reported = /"id": "([a-z]+(?:-[a-z0-9]+)*)"/
    for case let name as String in files where name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      for match in text.matches(of: before) { ids.insert(String(match.output.1)) }
      for match in text.matches(of: called) { ids.insert(String(match.output.1)) }
      for match in text.matches(of: reported) { ids.insert(String(match.output.1)) }
    }
    return ids
  }

  @Test func everyIdOfAFindingIsExplained() throws {
    let rules = allRules.map(\.id.name)
    let others = OtherFinding.all.map(\.id)
    #expect(Set(rules + others).count == rules.count + others.count, "one id means two things")
    let made = try Self.ids()
    #expect(Set(rules).subtracting(made) == [], "not seen in the sources")
    #expect(made.subtracting(rules + others) == [], "not explained by `rules show`")
    #expect(Set(others).subtracting(made) == [], "explained, and nothing says it")
    for id in made.sorted() {
      let outcome = run(["rules", "show", id])
      #expect(outcome.status == .success, "\(id): \(outcome.error)")
      #expect(outcome.output.hasPrefix(id), "\(outcome.output)")
    }
  }

  @Test func theListNamesThemApart() {
    let lines = run("rules").output.split(separator: "\n", omittingEmptySubsequences: false)
    let border = lines.firstIndex(of: "Not rules of `validate`, but said elsewhere:") ?? 0
    let names = lines.map { $0.split(separator: " ").first.map(String.init) ?? "" }
    for rule in allRules { #expect(names[..<border].contains(rule.id.name)) }
    for other in OtherFinding.all {
      #expect(names[border...].contains(other.id) && !names[..<border].contains(other.id))
    }
  }

  @Test func anotherFindingIsShownInEveryForm() throws {
    let text = run("rules show inventory-not-utf8").output
    #expect(text.contains("`fleet`") && text.contains("save the inventory as UTF-8"))
    let json = run("rules show inventory-not-utf8 --format json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    #expect(object?["finding"] == "inventory-not-utf8" && object?["saidBy"] == "`fleet`")
    #expect(run("rules show inventory-not-utf8 --format markdown").output.hasPrefix("# inventory-"))
    let wrong = run("rules show inventory-not-utf9")
    #expect(wrong.status == .usage && wrong.error.contains("did you mean `inventory-not-utf8`?"))
  }
}
