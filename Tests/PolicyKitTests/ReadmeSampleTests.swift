import Foundation
import PolicyKit
import TestSupport
import Testing

/// What the README shows an app's developer is what is compiled here, line by line.
@Suite("The README's sample") struct ReadmeSampleTests {
  @Test func isThisCode() throws {
    let shown = try #require(
      try String(contentsOfFile: Repository.root + "README.md", encoding: .utf8)
        .components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```")
        .first)
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    let lines = shown.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.count > 5)
    for line in lines { #expect(here.contains(line), "`\(line)` is not compiled") }
  }

  @Test func answers() throws {
    let bytes = SavedPolicies([try SavedFixture.policy], emergencies: [], writer: "a test").bytes
    let policy = try CompiledPolicy(json: bytes)
    var builder = RequestBuilder(askedBy: .app)
    builder.values = [
      .operation: .text("copy"), .platform: .text("iOS"), .pasteboard: .text("general"),
      .trigger: .text("user"), .contentClass: .set(["credential"]), .owner: .text("own"),
    ]
    let decision = decide(try builder.request(classes: policy.classes), policy: policy)
    print(decision.outcome, decision.texts.user)
    #expect(!decision.reasons.isEmpty)
  }
}
