import Findings
import Foundation
import TestSupport
import Testing

@testable import PBPolicyCommands

@Suite struct GlobTests {
  /// A name against a pattern, by trying everything.
  private func naive(_ name: Substring, _ part: Substring) -> Bool {
    guard let first = part.first else { return name.isEmpty }
    if first == "*" {
      return naive(name, part.dropFirst())
        || !name.isEmpty && naive(name.dropFirst(), part)
    }
    guard let letter = name.first else { return false }
    return (first == "?" || first == letter) && naive(name.dropFirst(), part.dropFirst())
  }

  @Test func namesAgainstTryingEverything() {
    var random = SeededGenerator("glob")
    for _ in 0..<5_000 {
      let name = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(["a", "b"]) }
        .joined()
      let part = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        random.pick(["a", "b", "*", "?"])
      }.joined()
      #expect(
        Glob.matches(Array(name.unicodeScalars), Array(part.unicodeScalars))
          == naive(name[...], part[...]), "\(name) \(part)")
    }
  }

  @Test(arguments: [
    ("[ab]", "a", true), ("[!ab]", "a", false), ("[!ab]", "c", true), ("[a-c]x", "bx", true),
    ("[a-c]", "d", false), ("[]]", "]", true), ("[", "[", true), ("[a", "[a", true),
    ("[]", "[]", true), ("é?", "é\u{1F600}", true), ("[^a]", "b", true), ("a[-]b", "a-b", true),
  ])
  func classes(_ part: String, _ name: String, _ isMeant: Bool) {
    #expect(Glob.matches(Array(name.unicodeScalars), Array(part.unicodeScalars)) == isMeant)
  }

  @Test func longPatternsAreNotTriedForEver() {
    let part = Array(String(repeating: "*a", count: 200).unicodeScalars) + ["b"]
    let name = Array(String(repeating: "a", count: 5_000).unicodeScalars)
    #expect(!Glob.matches(name, part))
  }

  @Test func pathsFromAFolder() {
    for (folder, working, path, name) in [
      ("/r", "/r", "a/b", "a/b"), ("/r", "/r", "./a//b", "a/b"), ("/r", "/r", "/r/a", "a"),
      ("/r", "/r", "../x", "../x"), ("/r", "/r", "/x/y", "../x/y"), ("..", "/r/s", "a", "s/a"),
      ("sub/", "/r", "sub/a", "a"), ("/", "/r", "a", "r/a"), ("/r", "/r", "-", "-"),
      ("/r", "/r", "a/../b", "b"), ("/r", "/r", "/../..", ".."), ("/r", "/r", ".", "."),
    ] {
      #expect(PathBase(folder, working: working).name(path) == name, "\(folder) \(path)")
    }
  }
}
