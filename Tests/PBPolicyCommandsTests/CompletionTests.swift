import Foundation
import Testing

@testable import PBPolicyCommands

@Suite("Completions")
struct CompletionTests {
  @Test("every script names every command and option", arguments: [CommandTable.pbpolicy, .sample])
  func complete(table: CommandTable) {
    let bash = BashCompletion(table: table).text
    let zsh = ZshCompletion(table: table).text
    let fish = FishCompletion(table: table).text
    for path in table.allPaths {
      let key = path.map { "/\($0)" }.joined()
      for script in [bash, zsh, fish] where !path.isEmpty {
        #expect(script.contains(key), "\(key)")
      }
      for option in table.options(at: path) {
        #expect(bash.contains(option.flag) && zsh.contains(option.flag), "\(option.flag)")
        #expect(fish.contains(" -l \(option.name)"), "\(option.flag)")
        for choice in option.value.choices {
          for script in [bash, zsh, fish] { #expect(script.contains(choice), "\(choice)") }
        }
      }
    }
  }

  @Test("the shells take the scripts", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) throws {
    for table in [CommandTable.pbpolicy, .sample] {
      let script = run("completions \(shell)", table: table)
      #expect(script.status == .success && !script.output.isEmpty)
      guard installed(shell) != nil else { continue }
      try withFolder { folder in
        try script.output.write(toFile: folder + "/script", atomically: true, encoding: .utf8)
        let result = try program(shell, ["-n", folder + "/script"])
        #expect(result?.status == 0 && result?.output == "")
      }
    }
  }

  /// What has been typed, and what may follow.
  static let lines: [([String], Set<String>)] = [
    (["pol"], ["policy"]), (["policy", ""], ["diff", "check"]), (["policy", "ch"], ["check"]),
    (["ru"], ["rules"]), (["rules", ""], ["show"]),
    (["decide", "--a"], ["--asked-by"]), (["decide", "--asked-by", ""], ["app", "administrator"]),
    (["decide", "-a", "ad"], ["administrator"]),
    (["decide", "--strict", "--asked-by", "ap"], ["app"]),
    (["--color", ""], ["auto", "always", "never"]), (["--quiet", "pol"], ["policy"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["policy", "--for"], ["--format"]),
    (["manual", "--format", ""], ["mdoc", "text", "json"]), (["decide", "--now", "x"], []),
  ]

  @Test("bash completes", .enabled(if: installed("bash") != nil), arguments: lines)
  func bash(words: [String], expected: Set<String>) throws {
    let script =
      BashCompletion(table: .sample).text
        + """
        COMP_WORDS=(sample \(words.map { "'\($0)'" }.joined(separator: " ")))
        COMP_CWORD=\(words.count)
        _sample
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let result = try #require(try program("bash", ["--norc", "-s"], input: script))
    #expect(Set(result.output.split(separator: "\n").map(String.init)) == expected)
  }

  @Test("bash completes a value after an equals sign, which it takes for a word")
  func bashEquals() throws {
    let script =
      BashCompletion(table: .sample).text
        + """
        COMP_WORDS=(sample decide --asked-by = ap); COMP_CWORD=4; _sample
        printf '%s\\n' "${COMPREPLY[@]}"
        COMP_WORDS=(sample decide --asked-by =); COMP_CWORD=3; _sample
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    guard let result = try program("bash", ["--norc", "-s"], input: script) else { return }
    #expect(result.output == "app\napp\nadministrator\n")
  }

  @Test("bash completes files, also with spaces in their names")
  func bashFiles() throws {
    try withFolder { folder in
      try "".write(toFile: folder + "/a b.yaml", atomically: true, encoding: .utf8)
      let script =
        BashCompletion(table: .sample).text
          + """
          COMP_WORDS=(sample decide --policy '\(folder)/a'); COMP_CWORD=3; _sample
          printf '%s\\n' "${COMPREPLY[@]}"
          """
      guard let result = try program("bash", ["--norc", "-s"], input: script) else { return }
      #expect(result.output == "\(folder)/a b.yaml\n")
    }
  }

  @Test("fish completes", .enabled(if: installed("fish") != nil), arguments: lines)
  func fish(words: [String], expected: Set<String>) throws {
    try withFolder { folder in
      let path = folder + "/sample.fish"
      try FishCompletion(table: .sample).text.write(
        toFile: path, atomically: true, encoding: .utf8)
      let line = "sample " + words.joined(separator: " ")
      let result = try #require(
        try program("fish", ["--no-config", "-c", "source \(path); complete -C '\(line)'"]))
      let found = result.output.split(separator: "\n").compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
      #expect(Set(found) == expected)
    }
  }
}
