import TestSupport
import Testing

@testable import PBPolicyCommands

@Suite("Command lines")
struct ParserTests {
  /// A line, and what the command was handed, or the complaint.
  static let understood: [([String], [String])] = [
    (["decide", "-p", "a", "f"], ["policy=[\"a\"]", "FILE=[\"f\"]"]),
    (
      ["decide", "f", "--policy", "a", "g", "--policy=b"],
      ["policy=[\"a\", \"b\"]", "FILE=[\"f\", \"g\"]"]
    ),
    (["decide", "-pa", "-p=b", "f"], ["policy=[\"a\", \"b\"]", "FILE=[\"f\"]"]),
    (["decide", "-sp", "a", "f"], ["policy=[\"a\"]", "strict=[\"\"]", "FILE=[\"f\"]"]),
    (["decide", "-p", "-", "-"], ["policy=[\"-\"]", "FILE=[\"-\"]"]),
    (
      ["decide", "-p", "a", "--", "-s", "--policy", "--"],
      ["policy=[\"a\"]", "FILE=[\"-s\", \"--policy\", \"--\"]"]
    ),
    (["decide", "--policy=--strict", "f"], ["policy=[\"--strict\"]", "FILE=[\"f\"]"]),
    (["decide", "--policy=", "f"], ["policy=[\"\"]", "FILE=[\"f\"]"]),
    (["decide", "--policy=a=b", "f"], ["policy=[\"a=b\"]", "FILE=[\"f\"]"]),
    (["decide", "-p", "a", "-n", "-5", "f"], ["policy=[\"a\"]", "now=[\"-5\"]", "FILE=[\"f\"]"]),
    (["decide", "-p", "a", ""], ["policy=[\"a\"]", "FILE=[\"\"]"]),
    (
      ["--quiet", "policy", "--color", "never", "diff", "a", "b"],
      ["OLD=[\"a\"]", "NEW=[\"b\"]", "WHAT=[]"]
    ),
    (["policy", "diff", "a", "b", "c"], ["OLD=[\"a\"]", "NEW=[\"b\"]", "WHAT=[\"c\"]"]),
    (["policy", "check"], ["DIR=[]"]), (["rules"], []),
    (["rules", "-q", "show", "x"], ["ID=[\"x\"]"]),
  ]

  @Test("are understood", arguments: understood)
  func understands(words: [String], handed: [String]) {
    let outcome = run(words, table: .sample)
    #expect(outcome.output == handed.map { $0 + "\n" }.joined())
    #expect(outcome.error == "")
    #expect(
      outcome.status
        == (words.contains { $0.hasPrefix("-s") } && !words.contains("--") ? .findings : .success))
  }

  static let refused: [(String, String, String)] = [
    ("", "expected a command", ""),
    ("policy", "expected a command after `pbpolicy policy`", "policy "),
    ("decied", "unknown command `decied`; did you mean `decide`?", ""),
    ("zzzzzz", "unknown command `zzzzzz`", ""),
    (
      "policy chekc", "unknown command `chekc` of `pbpolicy policy`; did you mean `check`?",
      "policy "
    ),
    ("rules shwo", "unknown command `shwo` of `pbpolicy rules`; did you mean `show`?", "rules "),
    ("--strcit", "unknown option `--strcit`", ""),
    ("--strict decide", "unknown option `--strict`", ""),
    (
      "decide --polciy a",
      "unknown option `--polciy` of `pbpolicy decide`; did you mean `--policy`?", "decide "
    ),
    (
      "decide --polciy=a",
      "unknown option `--polciy` of `pbpolicy decide`; did you mean `--policy`?", "decide "
    ),
    ("decide -x", "unknown option `-x` of `pbpolicy decide`", "decide "),
    ("decide -sx", "unknown option `-sx` of `pbpolicy decide`", "decide "),
    (
      "decide --policy", "option `--policy` needs a value FILE, found the end of the line",
      "decide "
    ),
    (
      "decide -p --strict",
      "option `-p` needs a value FILE, found option `--strict`; if that is the value, write `-p=--strict`",
      "decide "
    ),
    ("decide --strict=yes -p a f", "option `--strict` takes no value, found `yes`", "decide "),
    (
      "decide -p a --asked-by ap f",
      "option `--asked-by` must be app or administrator, found `ap`; did you mean `app`?", "decide "
    ),
    (
      "decide -p a --format xml f", "option `--format` must be text or json, found `xml`", "decide "
    ),
    ("decide -p a --log x --log y f", "option `--log` is given more than once", "decide "),
    ("decide f", "option `--policy FILE` must be given", "decide "),
    ("decide -p a", "expected FILE after `pbpolicy decide`", "decide "),
    ("policy diff a", "expected NEW after `pbpolicy policy diff`", "policy diff "),
    (
      "policy diff a b c d", "`d` is one argument too many for `pbpolicy policy diff`",
      "policy diff "
    ),
    (
      "completions ksh", "SHELL must be bash, zsh or fish, found `ksh`; did you mean `zsh`?",
      "completions "
    ),
    (
      "help policy dif", "unknown command `dif` of `pbpolicy policy`; did you mean `diff`?",
      "policy "
    ),
    ("policy --help=x", "option `--help` takes no value, found `x`", "policy "),
  ]

  @Test("are refused with one line, a pointer to help, and status 2", arguments: refused)
  func refuses(line: String, complaint: String, scope: String) {
    let outcome = run(line, table: .sample)
    #expect(outcome.error == "sample: \(complaint)\nrun `pbpolicy \(scope)--help` for usage\n")
    #expect(outcome.output == "")
    #expect(outcome.status == .usage)
  }

  @Test("control characters in a mistake never reach the terminal")
  func control() {
    let error = run(["de\u{1B}[31m\ncide\u{202E}"], table: .sample).error
    #expect(error.hasPrefix("sample: unknown command `de�[31m�cide�`"))
    #expect(error.filter { $0 == "\n" }.count == 2)
  }

  @Test("the version is had with an option as well")
  func version() {
    #expect(run("--version") == run("version"))
    #expect(run("version").output == "pbpolicy \(Release.version)\n")
    #expect(run("version --format json").output.contains("\"version\": \"\(Release.version)\""))
    #expect(run("--format json version") == run("version --format json"))
  }

  @Test("any words end with a status, never a crash, and errors never on standard output")
  func fuzz() {
    var generator = SeededGenerator("command lines")
    let pieces = [
      "decide", "policy", "diff", "check", "rules", "show", "help", "version", "--", "-",
      "--policy",
      "--policy=x", "-p", "-sp", "-h", "-q", "--help", "--format", "json", "--format=json",
      "--color",
      "always", "--version", "", "=", "--=", "-=", "---", "-\u{301}", "--policy\u{301}", "é",
      "\u{0}",
      "a=b", "--strict", "--quiet=1", "completions", "bash", "manual", "\u{1B}", "-\u{1F600}x",
    ]
    for _ in 0..<6000 {
      let words = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in generator.pick(pieces) }
      let outcome = run(words, table: .sample)
      #expect(
        [.success, .findings, .usage].contains(outcome.status), "\(words), seed \(generator.seed)")
      #expect(
        (outcome.status == .usage) == !outcome.error.isEmpty, "\(words), seed \(generator.seed)")
      if outcome.status == .usage {
        #expect(outcome.output.isEmpty, "\(words), seed \(generator.seed)")
      }
    }
  }

  @Test("whatever the way an option is written, the command is handed the same")
  func spelling() {
    var generator = SeededGenerator("spelling of options")
    let values = ["a", "-", "a=b", "", "--strict", "-5", "é", "--", "app"]
    for _ in 0..<2000 {
      var words: [String] = []
      var policies: [String] = []
      var files: [String] = []
      for _ in 0..<Int.random(in: 1..<6, using: &generator) {
        let value = generator.pick(values)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: (words += ["--policy=\(value)"], policies += [value]).0
        case 1: (words += ["-p=\(value)"], policies += [value]).0
        case 2 where !value.hasPrefix("--"):
          (words += [generator.pick(["-p", "--policy"]), value], policies += [value]).0
        default:
          let file = value.hasPrefix("-") && value != "-" ? "f" : value
          (words += [file], files += [file]).0
        }
      }
      let expected: String
      if policies.isEmpty || files.isEmpty { continue }
      expected = "policy=\(policies)\nFILE=\(files)\n"
      #expect(
        run(["decide"] + words, table: .sample).output == expected,
        "\(words), seed \(generator.seed)")
    }
  }
}
