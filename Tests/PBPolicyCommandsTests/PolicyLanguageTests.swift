import AuditKit
import Foundation
import FoundationXML
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// `policy fmt`, `convert`, `schema`, `sign`, `verify` and `test`, and signed policies elsewhere.
@Suite("Commands on policies")
struct PolicyLanguageTests {
  static let policy = """
    pasteboard-policy: 1
    name: clinic
    version: "2026.11"
    defaults: { copy: allow }
    rules:
      - id: no-copies
        effect: deny
        when: { operation: copy, owner: others }
    tests:
      - name: others' content stays
        request: { operation: copy, platform: iOS, owner: others }
        expect: { outcome: deny }
    """

  /// A folder with a policy, a key, and whatever `files` holds.
  func withClinic(_ files: [String: String] = [:], _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      let all = files.merging(["p.yaml": Self.policy + "\n"]) { given, _ in given }
      for (name, text) in all {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      }
      try SigningKey.generate(name: "policies.example.org").write(to: folder + "/key")
      try SigningKey.generate(name: "other.example.org").write(to: folder + "/other")
      try body(folder)
    }
  }

  func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  // MARK: Other products

  @Test func settingsOfOthersBecomeAPolicyThatDecides() throws {
    let settings =
      #"{ "allowedOutboundClipboardSharingLevel": "managedApps", "saveAsBlocked": true }"#
    try withClinic(["intune.json": settings]) { folder throws in
      let done = run(["policy", "import", folder + "/intune.json", "--fail-on", "warning"])
      #expect(done.status == .findings)
      #expect(done.error.contains("`saveAsBlocked` not carried over"))
      try write(done.output, folder + "/imported.yaml")
      let decided = run([
        "decide", "--policy", folder + "/imported.yaml", "--asked-by", "app", "operation=paste",
        "platform=iOS", "os-version=17.0", "pasteboard=general", "trigger=user",
        "source.managed=yes", "destination.managed=no",
      ])
      #expect(decided.status == .deny)
      let json = run(["policy", "import", folder + "/intune.json", "--format", "json"])
      #expect(json.status == .success)
      #expect(json.output.contains(#""source": "intune""#))
      let none = run(["policy", "import", folder + "/p.yaml"])
      #expect(none.status == .findings)
      #expect(none.error.contains("p.yaml:1:1: error: this is none of the settings"))
    }
  }

  // MARK: Layout and encodings

  @Test func fmtRewritesAndChecks() throws {
    try withClinic(["ugly.yaml": "name:   a   # mine\npasteboard-policy: 1\n"]) { folder throws in
      let path = folder + "/ugly.yaml"
      let check = run(["policy", "fmt", "--check", path, folder + "/p.yaml"])
      #expect(check.status == .findings && check.output == "not laid out: \(path)\n")
      #expect(try text(path).hasPrefix("name:   a"))
      #expect(run(["policy", "fmt", path]).output == "laid out: \(path)\n")
      #expect(try text(path) == "name: a  # mine\npasteboard-policy: 1\n")
      #expect(run(["policy", "fmt", "--check", path]).status == .success)
    }
    let piped = run(["policy", "fmt", "-"], input: "name:   a\n")
    #expect(piped.output == "name: a\n" && piped.status == .success)
    let broken = run(["policy", "fmt", "-"], input: "name: [a\n")
    #expect(broken.status == .findings && broken.output.isEmpty && broken.error.contains("-:"))
  }

  @Test func convertGoesRound() throws {
    try withClinic { folder in
      let json = run(["policy", "convert", "--to", "json", folder + "/p.yaml"]).output
      try write(json, folder + "/p.json")
      let plist = run(["policy", "convert", "--to", "plist", folder + "/p.json"]).output
      #expect(plist.contains("<key>pasteboard-policy</key>"))
      try write(plist, folder + "/p.plist")
      let yaml = run(["policy", "convert", "--to", "yaml", folder + "/p.plist"]).output
      try write(yaml, folder + "/q.yaml")
      #expect(run(["policy", "convert", "--to", "json", folder + "/q.yaml"]).output == json)
      for name in ["p.yaml", "p.json", "p.plist", "q.yaml"] {
        #expect(run(["policy", "test", folder + "/" + name]).status == .success, "\(name)")
      }
    }
    let wrong = run(
      ["policy", "convert", "--to", "json", "-"], input: "pasteboard-policy: 1\nname: 5\n")
    #expect(wrong.status == .findings && wrong.error.contains("-:2:7"))
  }

  @Test func theSchemaIsPrinted() throws {
    let schema = try JSONValue(parsing: Array(run(["policy", "schema"]).output.utf8))
    #expect(schema["$defs"]?["rule"]?["required"] == ["id", "effect", "when"])
  }

  // MARK: Signatures

  func sign(_ folder: String, _ name: String, to target: String) throws {
    let signed = run(["policy", "sign", "--key", folder + "/key", folder + "/" + name])
    #expect(signed.status == .success, "\(signed.error)")
    try write(signed.output, folder + "/" + target)
  }

  @Test func aSignedPolicyIsVerified() throws {
    try withClinic { folder in
      try sign(folder, "p.yaml", to: "p.signed")
      let verified = run(
        ["policy", "verify", "--key", folder + "/key.pub", folder + "/p.signed"])
      #expect(verified.status == .success, "\(verified.error)")
      #expect(
        verified.output.hasPrefix(
          "verified: organisation/clinic 2026.11, signed by policies.example.org\n"))
      let other = run(["policy", "verify", "--key", folder + "/other.pub", folder + "/p.signed"])
      #expect(other.status == .findings && other.error.contains("not by the key given"))
      let unsigned = run(["policy", "verify", "--key", folder + "/key.pub", folder + "/p.yaml"])
      #expect(unsigned.status == .findings && unsigned.error.contains("not signed"))
      let changed = try text(folder + "/p.signed").replacing("allow", with: "deny!")
      try write(changed, folder + "/p.signed")
      let false_ = run(["policy", "verify", "--key", folder + "/key.pub", folder + "/p.signed"])
      #expect(false_.status == .findings && false_.error.contains("false"))
    }
  }

  @Test func theSameContentHasTheSameSignatureHoweverItIsEncoded() throws {
    try withClinic { folder in
      try write(
        run(["policy", "convert", "--to", "plist", folder + "/p.yaml"]).output,
        folder + "/p.plist")
      try sign(folder, "p.yaml", to: "a")
      try sign(folder, "p.plist", to: "b")
      #expect(try text(folder + "/a") == text(folder + "/b"))
    }
  }

  @Test func aVersionMayNotGoBack() throws {
    let newer = Self.policy.replacing("2026.11", with: "2026.12")
    let other = Self.policy.replacing("effect: deny", with: "effect: local-only")
    try withClinic(["new.yaml": newer, "other.yaml": other]) { folder in
      for name in ["p", "new", "other"] { try sign(folder, "\(name).yaml", to: "\(name).signed") }
      func verify(_ name: String, _ more: [String]) -> Outcome {
        run(
          ["policy", "verify", "--key", folder + "/key.pub", "--format", "json"] + more
            + ["\(folder)/\(name).signed"])
      }
      let state = ["--state", folder + "/state.json"]
      #expect(verify("p", state).status == .success)
      #expect(verify("p", state).status == .success)
      let same = verify("other", state)
      #expect(same.status == .findings && same.error.contains("a change needs a new version"))
      #expect(verify("new", state).status == .success)
      let back = verify("p", state)
      #expect(back.status == .findings && back.error.contains("would go back behind 2026.12"))
      let previous = ["--previous", folder + "/new.signed"]
      #expect(verify("p", previous).status == .findings)
      #expect(verify("new", ["--previous", folder + "/p.signed"]).status == .success)
      try write("{}", folder + "/state.json")
      #expect(verify("new", state).status == .findings)
    }
  }

  @Test func onlyWhatHasAComparableVersionIsSigned() throws {
    let free = Self.policy.replacing("\"2026.11\"", with: "autumn")
    try withClinic(["free.yaml": free]) { folder in
      let signed = run(["policy", "sign", "--key", folder + "/key", folder + "/free.yaml"])
      #expect(signed.status == .findings && signed.output.isEmpty)
      #expect(signed.error.contains("free.yaml:3:10"))
    }
  }

  @Test func signaturesAreRequiredOnceAKeyIsGiven() throws {
    try withClinic { folder in
      try sign(folder, "p.yaml", to: "p.signed")
      let key = ["--policy-key", folder + "/key.pub"]
      let words = ["operation=copy", "platform=iOS", "owner=others"]
      for (file, more, status) in [
        ("p.signed", key, ExitStatus.deny), ("p.signed", [], .deny), ("p.yaml", key, .findings),
        ("p.signed", ["--policy-key", folder + "/other.pub"], .findings),
      ] {
        let outcome = run(["decide", "-p", folder + "/" + file] + more + words)
        #expect(outcome.status == status, "\(file) \(more): \(outcome.error)")
      }
      #expect(run(["policy", "test"] + key + [folder + "/p.signed"]).status == .success)
      #expect(run(["policy", "check"] + key + [folder + "/p.yaml"]).status == .findings)
      let unchecked = run(["policy", "check", folder + "/p.signed"])
      #expect(unchecked.output.contains("which nobody checked") && unchecked.status == .success)
    }
  }

  @Test func anEmergencyIsDecidedByAndRecorded() throws {
    let glass = """
      pasteboard-break-glass: 1
      name: flood
      version: "1"
      reason: the ward has moved
      valid: { from: 2026-12-01T00:00:00Z, until: 2026-12-02T00:00:00Z }
      suspends: { rules: [no-copies] }
      """
    try withClinic(["glass.yaml": glass]) { folder in
      try sign(folder, "p.yaml", to: "p.signed")
      try sign(folder, "glass.yaml", to: "glass.signed")
      try SigningKey.generate(name: "log.example.org").write(to: folder + "/log.key")
      let base = [
        "decide", "-p", folder + "/p.signed", "-p", folder + "/glass.signed", "--policy-key",
        folder + "/key.pub", "--log", folder + "/log", "--key", folder + "/log.key",
        "operation=copy", "platform=iOS", "os-version=17.0", "pasteboard=general", "owner=others",
      ]
      let during = run(base + ["time=2026-12-01T12:00:00Z"])
      #expect(during.status == .success, "\(during.error)")
      #expect(during.output.contains("emergency flood until 2026-12-02T00:00:00Z"))
      #expect(during.output.contains("the ward has moved"))
      #expect(run(base + ["time=2026-12-03T12:00:00Z"]).status == .deny)
      let records = run(["log", "query", "--format", "json", folder + "/log"]).output
      #expect(records.contains("brokenGlass") && records.contains("flood"))
      let verified = run([
        "policy", "verify", "--key", folder + "/key.pub", folder + "/glass.signed",
      ])
      #expect(verified.output.contains("break-glass/flood 1"))
    }
  }

  // MARK: Tests in the file

  @Test func aFailedTestSaysEverything() throws {
    let failing = Self.policy.replacing(
      "expect: { outcome: deny }", with: "expect: { outcome: allow, rule: x }")
    try withClinic(["f.yaml": failing]) { folder in
      let outcome = run(["policy", "test", folder + "/f.yaml"])
      #expect(outcome.status == .findings)
      for part in [
        "FAILED  others' content stays", "\(folder)/f.yaml:10:",
        "operation=copy platform=iOS", "owner=others", "expected outcome allow, found deny",
        "expected rule `x` to determine it, found no-copies",
        "because of rule no-copies → deny", "[\(folder)/f.yaml:6:", "0 passed, 1 failed",
      ] {
        #expect(outcome.output.contains(part), "\(part) in\n\(outcome.output)")
      }
      let junit = run(["policy", "test", "--format", "junit", folder + "/f.yaml"])
      #expect(junit.status == .findings)
      let document = try XMLDocument(xmlString: junit.output)
      #expect(try document.nodes(forXPath: "/testsuites/testsuite/testcase/failure").count == 1)
      let json = run(["policy", "test", "--format", "json", folder + "/f.yaml"]).output
      let test = try JSONValue(parsing: Array(json.utf8))["tests"]?.array?.first
      #expect(test?["passed"] == false && test?["failures"]?.array?.count == 2)
      #expect(test?["request"]?.string?.contains("owner=others") == true)
    }
  }

  @Test func aRequestInAFailureCanBeAskedAgain() throws {
    try withClinic { folder in
      let words = ["operation=copy", "platform=iOS", "asked-by=app", "owner=others"]
      #expect(run(["decide", "-p", folder + "/p.yaml"] + words).status == .deny)
    }
  }

  @Test func layersOnlyTighten() {
    let root = Repository.root + "Policies/"
    let both = run([
      "policy", "test", root + "app-protection/policy.yaml", root + "balanced/policy.yaml",
    ])
    #expect(both.output.contains("passed  fifty-one may not"), "\(both.output)")
    let check = run([
      "policy", "check", root + "app-protection/policy.yaml", root + "balanced/policy.yaml",
    ])
    #expect(check.status == .success && check.output.contains("2 layers"))
  }
}
