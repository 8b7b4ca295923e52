import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// A profile with one Restrictions payload.
func restrictionsProfile(_ keys: String, _ identifier: String = "com.example.a") -> String {
  EffectiveCommandTests.profile(keys, identifier)
}

/// `validate` through the command line.
@Suite struct ValidateCommandTests {
  static let stranger = "<key>allowTeleportation</key><true/>"
  static let slip = "<key>AllowCamera</key><false/>"

  /// Writes files, does command lines in which `@` stands for their folder.
  private func validate(
    _ files: [String: String], _ lines: [String]..., check: ([Outcome]) throws -> Void
  )
    throws
  {
    try withFolder(files) { folder in
      try check(
        lines.map { words in
          run(["validate", "--now", "none"] + words.map { $0.replacing("@", with: folder) })
        })
    }
  }

  private func json(_ outcome: Outcome) throws -> JSONValue {
    try JSONValue(parsing: Array(outcome.output.utf8))
  }

  @Test func textIsGroupedByFileAndFitsTheWidth() throws {
    let bad = restrictionsProfile(Self.slip + "\n" + Self.stranger)
    let clean = restrictionsProfile("", "com.example.b").replacingOccurrences(
      of: "<string>6A5A6E0B", with: "<string>7B5A6E0B")
    try validate(
      ["a.mobileconfig": bad, "clean.mobileconfig": clean],
      ["@"], ["--quiet", "@"]
    ) { (outcomes: [Outcome]) throws -> Void in
      let lines = outcomes[0].output.split(separator: "\n").map(String.init)
      #expect(lines[0].hasSuffix("/a.mobileconfig"))
      #expect(lines[1].contains("error: unknown key `AllowCamera`"))
      #expect(!outcomes[0].output.contains("clean.mobileconfig"))
      #expect(lines.filter { $0.hasSuffix("/a.mobileconfig") }.count == 1)
      #expect(lines.dropFirst().allSatisfy { $0.count <= 80 })
      #expect(lines.last == "2 files: 1 error, 0 warnings, 1 notice")
      #expect(outcomes[0].status == .findings)
      #expect(!outcomes[1].output.contains("2 files"))
      #expect(outcomes[0].output.hasPrefix(outcomes[1].output))
    }
  }

  @Test func manyOfAKindAreOneEntry() throws {
    let keys = (1...60).map { "<key>zzStranger\($0)</key><true/>" }.joined(separator: "\n")
    try validate(["a.mobileconfig": restrictionsProfile(keys)], ["@"], ["@", "--format", "json"]) {
      (outcomes: [Outcome]) throws -> Void in
      let text = outcomes[0].output
      #expect(text.ranges(of: "[unknown-key]").count == 1, "\(text)")
      #expect(text.contains("`zzStranger2`") && text.contains("and 19 more"), "\(text)")
      #expect(try json(outcomes[1])["findings"]?.array?.count == 60)
      #expect(try json(outcomes[1])["summary"]?["rules"]?["unknown-key"] == 60)
    }
  }

  @Test(arguments: [
    (["--select", "unknown-key"], 2), (["--select", "unknown-*", "--ignore", "unknown-k*"], 0),
    (["--severity", "unknown-key=off"], 0), (["--ignore", "unknown-key"], 0),
    (["--severity", "unknown-*=notice", "--severity", "unknown-key=warning"], 2),
  ])
  func rulesAreChosen(_ options: [String], _ count: Int) throws {
    let files = ["a.mobileconfig": restrictionsProfile(Self.slip + Self.stranger)]
    try validate(files, options + ["--format", "json", "@"]) {
      (outcomes: [Outcome]) throws -> Void in
      let findings = try #require(try json(outcomes[0])["findings"]?.array)
      #expect(findings.count == count, "\(outcomes[0])")
      if options.count == 4, count == 2 {
        #expect(findings.allSatisfy { $0["severity"] == "warning" })
      }
    }
  }

  @Test(arguments: [
    (["--select", "unknwn-key"], "did you mean `unknown-key`?"),
    (["--ignore", "zz*"], "begins with `zz`"), (["--severity", "unknown-key"], "RULE=SEVERITY"),
    (["--severity", "unknown-key=bad"], "must be one of error, warning, notice, off"),
    (["--now", "tomorrow"], "expected a date"), (["--ignore", "*"], "every rule is left out"),
    (["--target", "platform=iSO"], "platform must be one of"),
  ])
  func wrongUsageIsSaid(_ options: [String], _ words: String) {
    let outcome = run(["validate"] + options + ["none.mobileconfig"])
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }

  @Test func strictSparesRulesWhoseSeverityIsGiven() throws {
    let files = ["a.mobileconfig": restrictionsProfile("<key>allowCamra</key><false/>")]
    try validate(
      files, ["@"], ["--strict", "@"], ["--strict", "--severity", "unknown-key=warning", "@"]
    ) {
      #expect($0.map(\.status) == [.success, .findings, .success])
    }
  }

  @Test func aCommentSuppressesWithItsReason() throws {
    let keys = "<!-- pbpolicy:ignore unknown-key: our agent reads it -->\(Self.slip)"
    let file = restrictionsProfile(keys)
    try validate(
      ["a.mobileconfig": file], ["@"], ["--format", "json", "@"], ["--format", "sarif", "@"],
      ["--format", "junit", "@"]
    ) { (outcomes: [Outcome]) throws -> Void in
      #expect(outcomes.allSatisfy { $0.status == .success })
      #expect(outcomes[0].output == "1 file: 0 errors, 0 warnings, 0 notices (1 suppressed)\n")
      let finding = try #require(try json(outcomes[1])["findings"]?.array?.first)
      #expect(finding["suppressed"]?["reason"] == "our agent reads it")
      #expect(try json(outcomes[1])["summary"]?["suppressed"] == 1)
      let result = try json(outcomes[2])["runs"]?.array?.first?["results"]?.array?.first
      let suppression = result?["suppressions"]?.array?.first
      #expect(suppression?["justification"] == "our agent reads it")
      #expect(suppression?["kind"] == "inSource")
      #expect(outcomes[3].output.contains("<skipped message=\"suppressed: our agent reads it\""))
    }
  }

  @Test func targetsAreNamedWhereTheyDiffer() throws {
    let files = [
      "a.mobileconfig": restrictionsProfile(
        "<key>allowUniversalControl</key><false/><key>allowCamra</key><false/>")
    ]
    let targets =
      ["-t", "platform=iOS,version=18.1", "-t", "platform=macOS,version=15.1"]
      + ["-t", "platform=tvOS,version=18.1"]
    try validate(files, targets + ["@"], targets + ["--format", "json", "@"]) {
      (outcomes: [Outcome]) throws -> Void in
      let text = outcomes[0].output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(
        text.contains(
          "`allowUniversalControl` does nothing on iOS 18.1 and tvOS 18.1: not available on iOS and"
            + " tvOS [not-on-target-platform]"), "\(text)")
      let findings = try #require(try json(outcomes[1])["findings"]?.array)
      let absent = findings.filter { $0["rule"] == "not-on-target-platform" }
      #expect(absent.map { $0["targets"] } == [["iOS 18.1", "tvOS 18.1"]])
      let slip = findings.first { $0["rule"] == "unknown-key" }
      #expect(slip?["targets"] == ["iOS 18.1", "macOS 15.1", "tvOS 18.1"])
      #expect(!text.contains("allowCamera`? (on"))
    }
  }

  @Test func theTimeIsShown() throws {
    try validate(["a.mobileconfig": restrictionsProfile("")], ["--format", "json", "@"]) {
      (outcomes: [Outcome]) throws -> Void in
      #expect(try json(outcomes[0])["now"] == .null)
    }
    try withFolder { folder in
      try restrictionsProfile("").write(
        toFile: folder + "/a.plist", atomically: true, encoding: .utf8)
      for (given, shown) in [
        ("2026-11-30", "2026-11-30T00:00:00Z"),
        ("2026-11-30T12:00:00+01:00", "2026-11-30T11:00:00Z"),
      ] {
        let outcome = run(["validate", "--now", given, "--format", "json", folder])
        #expect(try json(outcome)["now"] == .string(shown))
      }
    }
  }

  @Test func inputsOfEveryKind() throws {
    let one = restrictionsProfile("")
    let files = [
      "p/a.mobileconfig": one, "p/q/b.mobileconfig": restrictionsProfile("", "com.example.b"),
      "p/notes.txt": "x", "odd*.mobileconfig": restrictionsProfile("", "com.example.c"),
    ]
    try validate(
      files, ["--format", "json", "@/p/**/*.mobileconfig"],
      ["--format", "json", "@/p", "@/p/a.mobileconfig", "@/p/./a.mobileconfig"],
      ["--format", "json", "@/odd*.mobileconfig"], ["@/p/*.none", "@/p"], ["@/none", "@/p"],
      ["--format", "sarif", "@/none", "@/p"], ["--format", "json", "@/p/*"]
    ) { (outcomes: [Outcome]) throws -> Void in
      let counts = try [0, 1, 2, 6].map { try json(outcomes[$0])["files"]?.array?.count }
      #expect(counts == [2, 2, 1, 2])
      #expect(outcomes[3].status == .file)
      #expect(outcomes[3].error.contains("nothing matches"))
      #expect(outcomes[4].status == .file)
      #expect(outcomes[4].output.contains("2 files: 0 errors"))
      let invocation = try json(outcomes[5])["runs"]?.array?.first?["invocations"]?.array?.first
      #expect(invocation?["executionSuccessful"] == false)
      #expect(invocation?["toolConfigurationNotifications"]?.array?.count == 1)
    }
    let words = ["validate", "--stdin-name", "from here.mobileconfig", "--format", "github", "-"]
    let outcome = run(words, input: restrictionsProfile(Self.slip))
    #expect(outcome.output.hasPrefix("::error file=from here.mobileconfig,line="))
    #expect(outcome.status == .findings)
  }

  @Test func aConfigurationSaysTheSame() throws {
    let config = """
      targets:
        - platform=iOS,version=18.1
      ignore: [value-is-default]
      severity:
        unknown-key: warning
      strict: no
      now: "2026-11-30"
      """
    let files = [
      "a.mobileconfig": restrictionsProfile(
        Self.slip + "<key>allowUniversalControl</key><false/>"), "c/pbpolicy.yaml": config,
      "bad.yaml": "selct: x\nseverity:\n  unknown-kye: warning\nnow: soon\n",
    ]
    try validate(
      files, ["--config", "@/c/pbpolicy.yaml", "--format", "json", "@"],
      ["--config", "@/bad.yaml", "@"], ["--config", "@/none.yaml", "@"]
    ) { (outcomes: [Outcome]) throws -> Void in
      #expect(outcomes[0].status == .success)
      let rules = try json(outcomes[0])["findings"]?.array?.compactMap { $0["rule"]?.string }
      #expect(Set(rules ?? []) == ["unknown-key", "not-on-target-platform"])
      #expect(outcomes[1].status == .findings)
      for words in ["did you mean `select`?", "did you mean `unknown-key`?", "expected a date"] {
        #expect(outcomes[1].error.contains(words), "\(outcomes[1].error)")
      }
      #expect(outcomes[1].error.contains("bad.yaml:4:"))
      #expect(outcomes[2].status == .file)
    }
  }

  /// Catalogues that a configuration names lie beside it; those of the command line come above.
  @Test func aConfigurationNamesCatalogues() throws {
    let own = "payload\tcom.apple.applicationaccess\n allowTeleportation\tboolean\n"
    let files = [
      "p/a.mobileconfig": restrictionsProfile(Self.stranger), "c/own.tsv": own,
      "c/one.yaml": "catalog: own.tsv\n", "c/list.json": "{\"catalog\": [\"own.tsv\"]}",
      "c/none.yaml": "catalog: none.tsv\n", "c/odd.yaml": "catalog: odd.tsv\n",
      "c/odd.tsv": "payload\ta\n  b\tboolean\n", "c/wrong.yaml": "catalog: {a: b}\n",
      "string.tsv": "payload\tcom.apple.applicationaccess\n allowTeleportation\tstring\n",
    ]
    try validate(
      files, ["@/p"], ["--config", "@/c/one.yaml", "@/p"], ["--config", "@/c/list.json", "@/p"],
      ["--config", "@/c/one.yaml", "--catalog", "@/string.tsv", "@/p"],
      ["--config", "@/c/none.yaml", "@/p"], ["--config", "@/c/odd.yaml", "@/p"],
      ["--config", "@/c/wrong.yaml", "@/p"]
    ) { (outcomes: [Outcome]) throws -> Void in
      #expect(outcomes[0].output.contains("unknown-key"))
      #expect(!outcomes[1].output.contains("unknown-key"), "\(outcomes[1].output)")
      #expect(!outcomes[2].output.contains("unknown-key"))
      #expect(outcomes[3].output.contains("expected a string"))
      #expect(outcomes[4].status == .file)
      #expect(outcomes[5].status == .findings && outcomes[5].error.contains("odd.tsv:2:"))
      #expect(outcomes[6].status == .findings && outcomes[6].error.contains("wrong.yaml:1:"))
    }
  }

  @Test(.enabled(if: hasJSONSchema, "python3-jsonschema is not here"))
  func theShippedExamplesAreValidSARIF() throws {
    let folder = Repository.root + "Profiles/"
    let outcome = run(["validate", "--format", "sarif", "--now", "none", folder])
    #expect(try sarifMistakes([outcome.output]) == "")
  }

  @Test func theHookIsWhatItsReadersExpect() throws {
    let path = Repository.root + ".pre-commit-hooks.yaml"
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let text = String(decoding: bytes, as: UTF8.self)
    for line in [
      "- id: pbpolicy-validate", "  language: system", "  entry: pbpolicy validate --quiet",
    ] {
      #expect(text.split(separator: "\n").contains(Substring(line)))
    }
    guard let found = try program("python3", ["-c", "import yaml"]), found.status == 0 else {
      return
    }
    let script = "import yaml,sys; h=yaml.safe_load(open(sys.argv[1])); print(sorted(h[0]))"
    let outcome = try program("python3", ["-c", script, path])
    #expect(
      outcome?.output.contains(
        "['description', 'entry', 'files', 'id', 'language', 'name', 'require_serial']") == true)
  }
}
