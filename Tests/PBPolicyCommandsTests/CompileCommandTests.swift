import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// `policy compile`, and compiled policies wherever a policy file is taken.
@Suite("Compiled policies by command") struct CompileCommandTests {
  private static let names = ["app-protection", "balanced", "strict"]

  private func shipped(_ name: String) -> String {
    Repository.root + "Policies/\(name)/policy.yaml"
  }

  /// Compiles `files` into `name` in `folder`.
  private func compile(_ files: [String], _ folder: String, _ name: String = "c.json") throws
    -> String
  {
    let path = folder + "/" + name
    let outcome = run(["policy", "compile"] + files + ["-o", path])
    #expect(outcome.status == .success, "\(outcome.error)")
    #expect(outcome.output.isEmpty)
    return path
  }

  /// Every shipped policy, asked all requests that are shipped: answer, explanation, near misses,
  /// sources, byte for byte.
  @Test(arguments: names) func decisionsAreEqualToTheByte(name: String) throws {
    try withFolder { folder in
      let compiled = try compile([shipped(name)], folder)
      let requests = Repository.root + "Policies/balanced/requests.jsonl"
      for format in name == "strict" ? ["json", "text"] : ["json"] {
        let asked = ["-r", requests, "--format", format]
        let source = run(["decide", "-p", shipped(name)] + asked)
        let loaded = run(["decide", "-p", compiled] + asked)
        #expect(source == loaded)
        #expect(source.output.contains("policy.yaml"))
      }
    }
  }

  /// Whatever looks at a policy says the same of it. Findings are compared as JSON: their text shows
  /// the lines of a source, which a compiled policy does not carry.
  @Test func analysesAreEqual() throws {
    try PolicyLanguageTests().withClinic { folder in
      let source = folder + "/p.yaml"
      let compiled = try compile([source], folder)
      for words in [
        ["test"], ["check"], ["cover"], ["matrix"],
        ["prove", "--never", "operation=copy owner=others exposure=other-devices"],
      ] {
        let asked = ["policy"] + words
        let (one, other) = (
          run(asked + [source, "--format", "json"]), run(asked + [compiled, "--format", "json"])
        )
        #expect(one == other, "\(words[0])")
        #expect(!one.output.isEmpty)
      }
      #expect(
        run(["policy", "gen-tests", source]) == run(["policy", "gen-tests", compiled]))
      let diff = run(["policy", "diff", source, compiled])
      #expect(diff.status == .success && diff.output.hasPrefix("0 loosened, 0 tightened"))
    }
  }

  @Test(arguments: names) func shippedTestsPass(name: String) throws {
    try withFolder { folder in
      let compiled = try compile([shipped(name)], folder)
      let (one, other) = (
        run(["policy", "test", shipped(name)]), run(["policy", "test", compiled])
      )
      #expect(one == other && one.status == .success)
    }
  }

  @Test func layersStayApartAndTighten() throws {
    try withFolder { folder in
      let files = [shipped("balanced"), shipped("app-protection")]
      let compiled = try compile(files, folder)
      let words = [
        "operation=copy", "platform=iOS", "os-version=17.0", "pasteboard=general", "trigger=user",
        "content-class=public", "owner=own", "--format", "json",
      ]
      let together = run(["decide", "-p", files[0], "-p", files[1]] + words)
      #expect(run(["decide", "-p", compiled] + words) == together)
      // A compiled policy is a file like others: another layer may stand beside it.
      let one = try compile([files[0]], folder, "one.json")
      #expect(run(["decide", "-p", one, "-p", files[1]] + words) == together)
    }
  }

  @Test func whatIsWrittenSaysWhereItComesFrom() throws {
    try withFolder { folder in
      let path = folder + "/p.yaml"
      try PolicyLanguageTests().write(PolicyLanguageTests.policy + "\n", path)
      let outcome = run(["policy", "compile", path])
      #expect(outcome.status == .success && outcome.output.hasSuffix("}\n"))
      #expect(outcome.output.hasPrefix(#"{"pasteboard-compiled-policy":1,"policies":[{"#))
      let json = try JSONValue(parsing: outcome.output.utf8)
      let policy = try #require(json["policies"]?.array?.first)
      #expect(policy["path"]?.string == path)
      #expect(policy["sha256"]?.string?.count == 64)
      #expect(policy["rules"]?.array?.first?["location"] == "6:5")
      #expect(json["written-by"]?.string == "pbpolicy \(Release.version)")
      let report = try JSONValue(
        parsing: run(["policy", "compile", path, "--format", "json"]).output.utf8)
      #expect(report["text"]?.string.map { $0 + "\n" } == outcome.output)
      #expect(report["sources"]?.array?.first?["sha256"] == policy["sha256"])
      #expect(report["rules"] == 1)
      // Compiled again, it is the same text.
      let again = try compile([path], folder)
      #expect(run(["policy", "compile", again]).output == outcome.output)
    }
  }

  @Test func anEditedFileIsRefusedWhereItIsWrong() throws {
    try withFolder { folder in
      let compiled = try compile([shipped("strict")], folder)
      let text = try String(contentsOfFile: compiled, encoding: .utf8)
      let edited = text.replacing(#""effect":"deny""#, with: #""effect":"denny""#)
      try PolicyLanguageTests().write(edited, compiled)
      let outcome = run(["policy", "check", compiled])
      #expect(outcome.status == .findings)
      #expect(outcome.output.contains("c.json:1:"))
      #expect(
        outcome.output.contains("expected one of allow, local-only, deny, found `denny`"))
      #expect(outcome.output.contains("policy compile"))
      let decided = run(["decide", "-p", compiled, "operation=copy", "platform=iOS"])
      #expect(decided.status == .findings && decided.output.isEmpty)
      let relaxed = text.replacing(
        #""layer":"organisation""#,
        with: #""layer":"team","relax":[{"id":"local-stays-local","location":"1:1"}]"#)
      try PolicyLanguageTests().write(relaxed, compiled)
      #expect(run(["policy", "check", compiled]).output.contains("policy-relax-not-here"))
    }
  }

  @Test func aPolicyThatCannotWorkIsNotCompiled() throws {
    try withFolder(["bad.yaml": "pasteboard-policy: 1\nname: a\nrelax: [x]\n"]) { folder in
      let outcome = run(["policy", "compile", folder + "/bad.yaml", "-o", folder + "/c.json"])
      #expect(outcome.status == .findings && outcome.error.contains("bad.yaml:3:"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/c.json"))
      let compiled = try compile([shipped("strict")], folder)
      for words in [["convert", "--to", "yaml"], ["fmt"]] {
        let refused = run(["policy"] + words + [compiled])
        #expect(refused.status == .findings && !refused.error.isEmpty)
      }
    }
  }

  // MARK: Signatures and emergencies

  @Test func aCompiledPolicyIsSignedAndHeldAgainstTheOneBefore() throws {
    let tests = PolicyLanguageTests()
    let newer = PolicyLanguageTests.policy.replacing("2026.11", with: "2026.12")
    try tests.withClinic(["n.yaml": newer]) { folder in
      for (source, name) in [("p", "old"), ("n", "new")] {
        _ = try compile(["\(folder)/\(source).yaml"], folder, "\(name).json")
        try tests.sign(folder, "\(name).json", to: "\(name).signed")
      }
      let key = ["--key", folder + "/key.pub"]
      let state = ["--state", folder + "/state"]
      let good = run(["policy", "verify", folder + "/old.signed"] + key + state)
      #expect(good.status == .success, "\(good.error)")
      #expect(good.output.hasPrefix("verified: compiled/organisation/clinic 2026.11, signed by"))
      let next = run(
        ["policy", "verify", folder + "/new.signed", "--previous", folder + "/old.signed"] + key
          + state)
      #expect(next.status == .success, "\(next.error)")
      let back = run(["policy", "verify", folder + "/old.signed"] + key + state)
      #expect(back.status == .findings && back.error.contains("would go back behind 2026.12"))
      let words = ["operation=copy", "platform=iOS", "owner=others"]
      let signed = ["--policy-key", folder + "/key.pub"]
      #expect(
        run(["decide", "-p", folder + "/new.signed"] + signed + words).status == .deny)
      let unsigned = run(["decide", "-p", folder + "/new.json"] + signed + words)
      #expect(unsigned.status == .findings && unsigned.error.contains("not signed"))
    }
  }

  @Test func anEmergencyCountsOnlyUnderASignature() throws {
    let tests = PolicyLanguageTests()
    let glass = """
      pasteboard-break-glass: 1
      name: flood
      version: "1"
      reason: the ward has moved
      valid: { from: 2026-12-01T00:00:00Z, until: 2026-12-02T00:00:00Z }
      suspends: { rules: [no-copies] }
      """
    try tests.withClinic(["glass.yaml": glass]) { folder in
      try tests.sign(folder, "p.yaml", to: "p.signed")
      try tests.sign(folder, "glass.yaml", to: "glass.signed")
      let key = ["--policy-key", folder + "/key.pub"]
      let files = [folder + "/p.signed", folder + "/glass.signed"]
      #expect(run(["policy", "compile"] + files).status == .findings)
      let compiled = try compile(files + key, folder)
      try tests.sign(folder, "c.json", to: "c.signed")
      let words = [
        "operation=copy", "platform=iOS", "os-version=17.0", "pasteboard=general", "owner=others",
        "time=2026-12-01T12:00:00Z", "--format", "json",
      ]
      let sources = run(["decide", "-p", files[0], "-p", files[1]] + key + words)
      #expect(sources.status == .success, "\(sources.error)")
      #expect(run(["decide", "-p", folder + "/c.signed"] + key + words) == sources)
      for more in [[], ["--policy-key", folder + "/other.pub"]] {
        let refused = run(["decide", "-p", compiled] + more + words)
        #expect(refused.status == .findings)
        let forged = run(["decide", "-p", folder + "/c.signed"] + more + words)
        #expect(forged.status == .findings, "\(more)")
      }
    }
  }
}
