import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// Proofs, comparisons, coverage and the matrix through the command line.
@Suite("analyses by command") struct AnalysisCommandTests {
  static let policies = [DecideCommandTests.balanced, DecideCommandTests.strict]

  private func temporary(_ text: String, _ name: String = "policy.yaml") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent(name).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func aStrictPolicyKeepsCredentialsHome() throws {
    let outcome = run([
      "policy", "prove", DecideCommandTests.strict, "--never",
      "operation=copy pasteboard=general content-class=credential exposure=other-devices",
    ])
    #expect(outcome.status == .success, "\(outcome)")
    #expect(outcome.output.contains("1 proved, 0 broken"))
  }

  @Test func aCounterexampleIsARequestThatDecideAnswersSo() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = run([
      "policy", "prove", DecideCommandTests.balanced, "--format", "json", "--write", folder.path,
      "--never", "{ operation: copy, owner: own, exposure: other-devices }",
    ])
    #expect(outcome.status == .findings, "\(outcome)")
    let proof = try #require(
      try JSONValue(parsing: outcome.output.utf8)["invariants"]?.array?.first)
    #expect(proof["verdict"] == "broken")
    let file = folder.appendingPathComponent("never-1.json").path
    let answer = run([
      "decide", "--format", "json", "-p", DecideCommandTests.balanced, "-r", file,
    ])
    let decision = try JSONValue(parsing: answer.output.utf8)
    #expect(decision["outcome"] == proof["counterexample"]?["decision"]?["outcome"])
    #expect(
      decision["exposures"]?.array?.contains { $0["place"] == "other-devices" } == true)
  }

  @Test func whatSaysNothingFails() throws {
    let vacuous = run([
      "policy", "prove", DecideCommandTests.strict, "--never",
      "operation=paste platform=iOS remote=yes outcome=allow",
    ])
    #expect(vacuous.status == .findings)
    #expect(vacuous.output.contains("VACUOUS"))
    let nothing = run(["policy", "prove", DecideCommandTests.strict])
    #expect(nothing.status != .success && !nothing.error.isEmpty)
    let wrong = run([
      "policy", "prove", DecideCommandTests.strict, "--never", "operation=cpy outcome=allow",
    ])
    #expect(wrong.error.contains("cpy"))
  }

  @Test func aBoundEndsInItsOwnStatus() throws {
    let outcome = run([
      "policy", "prove", DecideCommandTests.strict, "--bound", "300", "--never",
      "operation=copy outcome=allow",
    ])
    #expect(outcome.status == .notFinished, "\(outcome)")
    #expect(outcome.output.contains("not finished"))
  }

  @Test func aProfileIsProvedOnItsDevice() throws {
    let profile = DecideCommandTests.profile("handoff-off")
    let never =
      "{ operation: copy, pasteboard: general, exposure: other-devices, "
      + "destination.kind: { is: app, known: yes } }"
    let words = [
      "policy", "prove", DecideCommandTests.balanced, "--never", never, "--profile", profile,
    ]
    #expect(run(words).status == .usage)
    let device = "platform=iOS,version=18.1,supervised=yes,enrollment=automated"
    let outcome = run(words + ["--device", device])
    #expect(outcome.status == .success, "\(outcome)")
  }

  @Test func aPolicyDoesNotDifferFromItself() throws {
    for path in Self.policies {
      let outcome = run(["policy", "diff", path, path])
      #expect(outcome.status == .success)
      #expect(outcome.output.hasPrefix("0 loosened, 0 tightened, of "), "\(outcome.output)")
    }
    let outcome = run(
      ["policy", "diff", "--format", "json", "--fail-on", "tightened"] + Self.policies)
    #expect(outcome.status == .findings)
    let json = try JSONValue(parsing: outcome.output.utf8)
    #expect(json["changes"]?.array?.allSatisfy { $0["confirmed"] == true } == true)
  }

  /// What is generated passes, and with it nothing is missing.
  @Test(arguments: policies) func generatedTestsPassAndReachEverything(path: String) throws {
    let generated = run(["policy", "gen-tests", "--quiet", path])
    #expect(generated.status == .success)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text += generated.output.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    let complete = try temporary(text)
    let tested = run(["policy", "test", complete])
    #expect(tested.status == .success, "\(tested.output.suffix(800)) \(tested.error)")
    let covered = run(["policy", "cover", complete])
    #expect(covered.status == .success, "\(covered.output)")
  }

  @Test(arguments: policies) func checkHasNoFalseAlarm(path: String) throws {
    let outcome = run(["policy", "check", "--fail-on", "warning", path])
    #expect(outcome.status == .success, "\(outcome.output)")
    #expect(outcome.output.contains("a default alone answers"))
  }

  @Test func aRuleThatIsAlwaysOverruledIsFound() throws {
    let path = try temporary(
      """
      pasteboard-policy: 1
      name: p
      rules:
        - { id: wide, effect: deny, when: { operation: copy, content-class: credential } }
        - { id: narrow, effect: local-only, when: { operation: copy, content-class: credential.password } }
        - { id: never, effect: deny, when: { operation: copy, platform: iOS, framework: catalyst } }
      """)
    let outcome = run(["policy", "check", "--format", "json", path])
    let findings = try #require(try JSONValue(parsing: outcome.output.utf8)["findings"]?.array)
    let byRule = findings.compactMap { $0["rule"]?.string }
    #expect(byRule.contains("policy-rule-never-decides"))
    #expect(byRule.contains("policy-rule-never-matches"))
    let overruled = findings.first { $0["rule"] == "policy-rule-never-decides" }
    #expect(overruled?["message"]?.string?.contains("`wide`") == true)
    // Where it stands, and where what overrules it does.
    #expect(overruled?["line"] == 5)
    #expect(overruled?["related"]?.array?.first?["line"] == 4)
  }

  @Test func aRuleThatAddsNothingIsNoticed() throws {
    let path = try temporary(
      """
      pasteboard-policy: 1
      name: p
      defaults: { copy: deny }
      rules:
        - { id: again, effect: deny, when: { operation: copy, content-class: credential } }
        - { id: travels, effect: allow, when: { operation: copy, content-class: public } }
      """)
    let outcome = run(["policy", "check", path])
    #expect(outcome.status == .success)
    #expect(outcome.output.contains("without rule `again` every answer would be the same"))
    #expect(!outcome.output.contains("without rule `travels`"))
  }

  @Test(arguments: policies) func theMatrixIsTheSameInEveryFormat(path: String) throws {
    let json = try JSONValue(
      parsing: run(["policy", "matrix", path, "--format", "json"]).output.utf8)
    let rows = try #require(json["matrices"]?.array?.first?["rows"]?.array)
    let cells = rows.flatMap { $0["cells"]?.array ?? [] }
    #expect(cells.count > 30)
    let csv = run(["policy", "matrix", path, "--format", "csv"]).output
    #expect(csv.split(separator: "\r\n").count == cells.count + 1)
    let text = run(["policy", "matrix", path]).output
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let page = run(["policy", "matrix", path, "--format", "html"]).output
    #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test func administratorsAloneHearWhatWouldHelp() throws {
    let words = ["operation=copy", "platform=macOS", "os-version=15.1"] + DecideCommandTests.taxID
    let command = ["decide", "--format", "json", "-p", DecideCommandTests.strict]
    let json = try JSONValue(parsing: run(command + words).output.utf8)
    let misses = try #require(json["nearMiss"]?.array)
    let what = misses.flatMap { $0["changes"]?.array ?? [] }.compactMap { $0["what"]?.string }
    #expect(what.contains { $0.contains("accept what is contested") }, "\(what)")
    #expect(what.contains { $0.contains("disclose") })
    #expect(!what.contains { $0.contains("owner") || $0.contains("content-class") })
    let app = try JSONValue(parsing: run(command + ["--asked-by", "app"] + words).output.utf8)
    #expect(app["nearMiss"]?.array?.isEmpty == true)
  }
}
