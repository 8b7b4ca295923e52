import AuditKit
import Foundation
import FoundationXML
import StrictJSON
import Testing

@testable import PBPolicyCommands

/// What cannot be used is told in the format that was asked for; so is an emergency that is idle,
/// and a key that is the wrong half.
@Suite("Refusals") struct RefusalTests {
  private func withFiles(_ body: (String) throws -> Void) throws {
    try PolicyLanguageTests().withClinic([
      "broken.yaml": "pasteboard-policy: 1\nname: a\nrules: [{ id: r, effect: alow }]\n",
      "newer.yaml": PolicyLanguageTests.policy.replacing("2026.11", with: "2026.12") + "\n",
    ]) { folder throws in
      for name in ["p", "newer"] {
        try PolicyLanguageTests().sign(folder, "\(name).yaml", to: "\(name).signed")
      }
      try body(folder)
    }
  }

  private func json(_ outcome: Outcome, _ words: [String]) throws -> JSONValue {
    #expect(outcome.status == .findings || outcome.status == .file, "\(words)")
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }

  @Test func everyCommandOnPoliciesRefusesInJSON() throws {
    try withFiles { folder in
      let (broken, key) = (folder + "/broken.yaml", folder + "/key")
      for words in [
        ["decide", "-p", broken, "operation=copy", "platform=iOS"], ["policy", "check", broken],
        ["policy", "test", broken], ["policy", "verify", "--key", key + ".pub", broken],
        ["policy", "convert", "--to", "json", broken], ["policy", "sign", "--key", key, broken],
      ] {
        let outcome = run(words + ["--format", "json"])
        let json = try json(outcome, words)
        let findings = try #require(json["findings"]?.array)
        #expect(findings.contains { $0["path"]?.string == broken && $0["line"] == 3 }, "\(words)")
        #expect(json["summary"]?["errors"]?.integer ?? 0 > 0)
        #expect(!outcome.error.contains("[policy-"), "told twice: \(words)")
        let text = run(words)
        #expect(text.status == outcome.status)
        #expect((text.error + text.output).contains("broken.yaml:3:"), "\(words)")
      }
    }
  }

  @Test func filesThatAreNotThereAreToldInJSON() throws {
    try withFiles { folder in
      let (none, key) = (folder + "/none.yaml", folder + "/key")
      for words in [
        ["decide", "-p", none, "operation=copy", "platform=iOS"], ["policy", "check", none],
        ["policy", "test", none], ["policy", "verify", "--key", key + ".pub", none],
        ["policy", "convert", "--to", "json", none], ["policy", "sign", "--key", key, none],
        ["policy", "fmt", none], ["policy", "import", none],
        ["policy", "sign", "--key", none, folder + "/p.yaml"],
      ] {
        let outcome = run(words + ["--format", "json"])
        #expect(outcome.status == .file, "\(words)")
        let message = try json(outcome, words)["error"]?["message"]?.string
        #expect(message?.contains("none.yaml") == true, "\(words)")
        #expect(outcome.error.contains("none.yaml"))
      }
    }
  }

  @Test func verifyRefusesWithAVerdict() throws {
    try withFiles { folder in
      let key = folder + "/key.pub"
      for (words, why) in [
        (["--key", key, folder + "/p.yaml"], "not signed"),
        (["--key", folder + "/other.pub", folder + "/p.signed"], "not by the key given"),
        (["--key", key, "--previous", folder + "/newer.signed", folder + "/p.signed"], "go back"),
      ] {
        let outcome = run(["policy", "verify", "--format", "json"] + words)
        let json = try json(outcome, words)
        #expect(json["verdict"] == "refused")
        #expect(outcome.output.contains(why), "\(outcome.output)")
      }
      let good = run(["policy", "verify", "--format", "json", "--key", key, folder + "/p.signed"])
      #expect(good.output.contains(#""verdict": "verified""#))
    }
  }

  @Test func aBuildServerIsToldInJUnit() throws {
    try withFiles { folder in
      for (name, says) in [("broken.yaml", "unknown effect"), ("none.yaml", "none.yaml")] {
        let outcome = run(["policy", "test", "--format", "junit", folder + "/" + name])
        let document = try XMLDocument(xmlString: outcome.output)
        let errors = try document.nodes(forXPath: "//testcase/error/@message")
        #expect(errors.contains { $0.stringValue?.contains(says) == true }, "\(outcome.output)")
      }
    }
  }

  @Test func fmtTellsWhatItDidInJSON() throws {
    try withFiles { folder in
      let outcome = run([
        "policy", "fmt", "--check", "--format", "json", folder + "/p.yaml", folder + "/p.signed",
      ])
      #expect(try json(outcome, ["fmt"])["error"]?["status"] == 1)
      try PolicyLanguageTests().write("name: [a\n", folder + "/open.yaml")
      let open = run(["policy", "fmt", "--format", "json", folder + "/open.yaml"])
      #expect(try json(open, ["fmt"])["findings"]?.array?.count == 1)
      #expect(open.error.isEmpty)
    }
    let piped = run(["policy", "fmt", "-", "--format", "json"], input: "name:   a\n")
    let file = try JSONValue(parsing: Array(piped.output.utf8))["files"]?.array?.first
    #expect(file?["text"] == "name: a\n")
  }

  @Test func wrongUsageIsNoReport() throws {
    try withFiles { folder in
      let outcome = run(["decide", "-p", folder + "/p.yaml", "--format", "json", "operation"])
      #expect(outcome.status == .usage && !outcome.error.isEmpty && outcome.output.isEmpty)
    }
  }

  @Test func whoWantsQuietGetsNoRemarks() {
    let words = ["policy", "import", "--from", "remote-desktop", "-"]
    let input = "redirectclipboard:i:1\naudiomode:i:0\n"
    #expect(!run(words, input: input).error.isEmpty)
    #expect(run(words + ["--quiet"], input: input).error.isEmpty)
  }

  // MARK: Emergencies that do nothing

  @Test func anEmergencyThatIsNotInForceIsNamed() throws {
    let glass = """
      pasteboard-break-glass: 1
      name: flood
      version: "1"
      reason: the ward has moved
      valid: { from: 2026-12-01T00:00:00Z, until: 2026-12-02T00:00:00Z }
      suspends: { rules: [no-copies] }
      """
    let clinic = PolicyLanguageTests()
    try clinic.withClinic(["glass.yaml": glass]) { folder in
      try clinic.sign(folder, "p.yaml", to: "p.signed")
      try clinic.sign(folder, "glass.yaml", to: "glass.signed")
      let base = [
        "decide", "-p", folder + "/p.signed", "-p", folder + "/glass.signed", "--policy-key",
        folder + "/key.pub",
      ]
      let words = [
        "operation=copy", "platform=iOS", "os-version=17.0", "pasteboard=general", "owner=others",
      ]
      let span = "it holds from 2026-12-01T00:00:00Z until 2026-12-02T00:00:00Z"
      for (time, why) in [
        ([], "emergency `flood` is not in force: the request gives no `time`, and \(span)"),
        (["time=?"], "emergency `flood` is not in force: the request gives no `time`, and \(span)"),
        (
          ["time=2026-12-02T00:00:00Z"],
          "emergency `flood` is not in force: \(span), the request is of 2026-12-02T00:00:00Z"
        ), (["time=2026-12-01T00:00:00Z"], ""),
      ] {
        let outcome = run(base + words + time)
        #expect(outcome.status == (why.isEmpty ? .success : .deny))
        #expect(outcome.error == (why.isEmpty ? "" : why + "\n"))
        let said = try JSONValue(
          parsing: Array(run(base + words + time + ["--format", "json"]).output.utf8))
        let emergency = said["emergencies"]?.array?.first
        #expect(emergency?["name"] == "flood")
        #expect(emergency?["inForce"] == .bool(why.isEmpty))
        #expect((emergency?["why"] == .null) == why.isEmpty)
      }
      let request = #"{"operation":"copy","platform":"iOS","owner":"others"}"#
      let several = run(base + ["-r", "-"], input: "[\(request),\(request)]")
      #expect(several.error.contains("not in force for 2 of 2 requests"))
      #expect(run(base + words + ["--quiet"]).error.isEmpty)
    }
  }

  // MARK: The wrong half of a key

  @Test func aKeyOfTheOtherHalfIsNamed() throws {
    try withFiles { folder in
      let key = folder + "/key"
      let verify = run(["policy", "verify", "--key", key, folder + "/p.signed"])
      #expect(verify.status == .file)
      #expect(
        verify.error.contains(
          "expected a public key, found a signing key in `\(key)`, which is to stay secret"))
      #expect(verify.error.contains("the public one is in `\(key).pub`"))
      let secret = try String(contentsOfFile: key, encoding: .utf8)
      #expect(!verify.error.contains(secret.suffix(20).dropLast()))
      let sign = run(["policy", "sign", "--key", key + ".pub", folder + "/p.yaml"])
      #expect(sign.status == .file && !sign.error.contains("chmod"))
      #expect(sign.error.contains("found a public key in `\(key).pub`, which signs nothing"))
      #expect(sign.error.contains("the signing key is in `\(key)`"))
      let decide = run([
        "decide", "-p", folder + "/p.signed", "--policy-key", key, "operation=copy", "platform=iOS",
      ])
      #expect(decide.error.contains("found a signing key in `\(key)`"))
      let neither = run(["policy", "verify", "--key", folder + "/p.yaml", folder + "/p.signed"])
      #expect(neither.error.contains("`\(folder)/p.yaml`: this is not a key of the form"))
    }
  }
}
