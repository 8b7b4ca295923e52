import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// Files of requests, read as they come.
@Suite("Files of requests") struct RequestFileTests {
  /// What is read of `text` when it comes in pieces of `size` bytes.
  private func parts(_ text: String, _ size: Int) -> [String] {
    var lines = RequestLines()
    var parts: [String] = []
    func note(_ part: RequestLines.Part) {
      parts.append(
        "\(part.line)\(part.format == nil ? "" : "j"):\(String(decoding: part.bytes, as: UTF8.self))"
      )
    }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines.take(Array(bytes[start..<min(start + size, bytes.count)]), note)
    }
    lines.end(note)
    return parts
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"b\":2}\n", ["0j:{\"a\":1}", "1j:{\"b\":2}"]),
    ("\n{\"a\":1}\r\n \n{\"b\":2}", ["1j:{\"a\":1}\r", "3j:{\"b\":2}"]),
    ("{\"a\":1}\n{\"b\":2}\nx\n{}", ["0j:{\"a\":1}", "1j:{\"b\":2}", "2j:x", "3j:{}"]),
    ("{\"a\":1}", ["0:{\"a\":1}"]), ("{\"a\":1}\n\n", ["0:{\"a\":1}\n\n"]), ("", ["0:"]),
    ("{ a: b }\n# a comment\n{}\n", ["0:{ a: b }\n# a comment\n{}\n"]),
    ("{\n\"a\":1}\n", ["0:{\n\"a\":1}\n"]), ("[{},\n{}]", ["0:[{},\n{}]"]),
    ("operation: copy\nplatform: iOS\n", ["0:operation: copy\nplatform: iOS\n"]),
  ])
  func aFileIsTakenApartAlikeHoweverItComes(text: String, expected: [String]) {
    for size in 1...max(text.utf8.count, 1) { #expect(parts(text, size) == expected, "\(size)") }
  }

  private static let request =
    #"{"operation":"copy","platform":"iOS","owner":"others","asked-by":"app"}"#

  /// A file of more than the most that one text may have.
  @Test func thereMayBeAnyNumberOfLines() throws {
    let line = "{" + String(repeating: " ", count: 1 << 20) + Self.request.dropFirst() + "\n"
    let text = String(repeating: line, count: 5)
    try PolicyLanguageTests().withClinic { folder in
      let words = ["decide", "-p", folder + "/p.yaml", "--brief", "-r", "-"]
      let outcome = run(words, input: text)
      #expect(outcome.status == .deny, "\(outcome.error)")
      #expect(outcome.output.contains("5. deny"))
      let wrong = run(words, input: text + "{\"operation\":\"copy\",\"platform\":\"i0S\"}\n")
      #expect(wrong.status == .findings && wrong.output.isEmpty)
      #expect(wrong.error.contains("-:6:32: error:") && wrong.error.contains("i0S\"}"))
    }
  }

  @Test func oneLineHasABound() throws {
    let long = "{" + String(repeating: " ", count: RequestLines.limit) + Self.request.dropFirst()
    try PolicyLanguageTests().withClinic { folder in
      for text in [Self.request + "\n" + Self.request + "\n" + long + "\n", long] {
        let outcome = run(["decide", "-p", folder + "/p.yaml", "-r", "-"], input: text)
        #expect(outcome.status == .findings && outcome.output.isEmpty)
        #expect(outcome.error.contains("expected at most 4194304 bytes in one request, found more"))
        #expect(outcome.error.contains("JSON Lines"))
      }
    }
  }

  /// Advice fits every encoding.
  @Test func adviceSpeaksOfTheEncoding() throws {
    let plist = """
      <plist version="1.0"><dict><key>pasteboard-policy</key><integer>1</integer>
      <key>name</key><string>a</string><key>version</key><real>15.10</real></dict></plist>
      """
    try withFolder(["l.json": "[\(Self.request), 1]", "p.plist": plist]) { folder in
      let policy = DecideCommandTests.strict
      let list = run(["decide", "-p", policy, "-r", folder + "/l.json"])
      #expect(list.error.contains("`{ … }`"))
      let real = run(["policy", "check", folder + "/p.plist"])
      #expect(real.output.contains("found the fraction `15.1`"), "\(real.output)")
      #expect(real.output.contains("as a number 15.10 is 15.1"))
    }
  }
}
