import Findings
import PolicyFiles
import PolicyKit
import StrictJSON
import Testing

/// What a request may hold at most, so that its decision fits a record of the log, and what may
/// not stand in it under another name.
@Suite struct RequestBoundsTests {
  private func read(_ members: [JSONValue.Member]) throws -> Request {
    let all = [.init("operation", "paste"), .init("platform", "macOS")] + members
    let bytes = JSONValue.object(all).compactText.utf8
    let (node, findings) = PolicyText.read(Array(bytes), path: "r.json", as: .json)
    #expect(findings.isEmpty)
    let reader = RequestReader(
      asker: .app, mayChooseAsker: false, classes: Set(ContentClass.builtIn))
    return try reader.request(try #require(node))
  }

  private static func text(_ count: Int) -> JSONValue {
    .string(String(repeating: "x", count: count))
  }

  private static func names(_ count: Int, _ bytes: Int = 3) -> JSONValue {
    .array(
      (0..<count).map { .string("\($0)" + String(repeating: "y", count: bytes - "\($0)".count)) })
  }

  /// What is taken, what is not any more, and a part of what is said then.
  static let cases: [(key: String, good: JSONValue, bad: JSONValue, words: String)] = [
    ("content-type", names(100), names(101), "101 names for `content-type`"),
    ("user-groups", names(100), names(101), "at most 100 are taken"),
    ("device-groups", names(10, 500), names(10, 501), "a text of 501 bytes"),
    ("source.class", text(500), text(501), "a text of 501 bytes"),
    ("source.class", "caf\u{E9}", "a\u{1B}[2J", "a control character"),
    ("user-groups", names(100, 119), names(100, 121), "bytes of text in one request"),
    (
      "items", .array(Array(repeating: ["owner": "own"], count: 100)),
      .array(Array(repeating: ["owner": "own"], count: 101)), "101 items in one request"
    ),
    (
      "copy-id", "01a22df7-8f52-73ad-980e-0d1868feb1f3", "my password is hunter2",
      "must be the UUID of the copy's record"
    ),
    (
      "copy-id", "01A22DF7-8F52-73AD-980E-0D1868FEB1F3", "01a22df7-8f52-73ad-980e-0d1868feb1fé",
      "UUID"
    ),
    (
      "source.bundle-id", "com.example.App-1", "/Users/alice/app",
      "letters, digits, dots and hyphens"
    ),
    ("destination.bundle-id", "a", "com.example.caf\u{E9}", "letters, digits, dots and hyphens"),
    ("source.team-id", "ABCDE12345", "Alice Smith", "letters, digits, dots and hyphens"),
    ("destination.team-id", "ABCDE12345", "x@y", "letters, digits, dots and hyphens"),
  ]

  @Test(arguments: cases.indices)
  func bounds(_ index: Int) throws {
    let (key, good, bad, words) = Self.cases[index]
    #expect(throws: Never.self) { try read([.init(key, good)]) }
    let error = #expect(throws: PolicyNodeError.self) { try read([.init(key, bad)]) }
    #expect(error?.finding.message.contains(words) == true, "\(String(describing: error))")
  }
}
