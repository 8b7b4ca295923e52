import Findings
import PolicyFiles
import Testing

func readPolicy(_ text: String, as format: PolicyFormat? = .yaml, path: String = "p.yaml") -> (
  node: PolicyNode?, findings: [Finding]
) {
  PolicyText.read(Array(text.utf8), path: path, as: format)
}

/// Takes the mark `^` out of `text` and says where it stood.
func marked(_ text: String) -> (text: String, line: Int, column: Int) {
  let before = text.prefix { $0 != "^" }
  let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
  return (
    text.replacing("^", with: ""), lines.count, (lines.last?.unicodeScalars.count ?? 0) + 1
  )
}

@Suite("What YAML is refused")
struct YAMLRefusalTests {
  /// A text with `^` where the complaint must point, the rule, and the whole message.
  static let cases: [(String, RuleID, String)] = [
    ("a: 1\n^a: 2\n", .policyDuplicateKey, "key `a` stands twice in one map"),
    ("x: {a: 1, ^\"a\": 2}\n", .policyDuplicateKey, "key `a` stands twice in one map"),
    ("a: ^&x 1\n", .policyYAMLFeature, "expected a value, found the anchor `&x`"),
    ("a: ^&x [1]\n", .policyYAMLFeature, "expected a value, found the anchor `&x`"),
    ("a: ^*x\n", .policyYAMLFeature, "expected a value, found the alias `*x`"),
    ("a: [1, ^*x]\n", .policyYAMLFeature, "expected a value, found the alias `*x`"),
    (
      "a: ^!!str 1\n", .policyYAMLFeature, "expected a value, found the tag `tag:yaml.org,2002:str`"
    ),
    ("a: ^!mine {}\n", .policyYAMLFeature, "expected a value, found the tag `!mine`"),
    ("^!x a: 1\n", .policyYAMLFeature, "expected a value, found the tag `!x`"),
    ("^&k a: 1\n", .policyYAMLFeature, "expected a value, found the anchor `&k`"),
    ("a:\n  ^<<: {b: 1}\n", .policyYAMLFeature, "expected a key, found the merge key `<<`"),
    ("^[a]: 1\n", .policyYAMLFeature, "expected a key of plain text, found a list or map"),
    ("? ^{a: 1}\n: 1\n", .policyYAMLFeature, "expected a key of plain text, found a list or map"),
    ("?^\n: 1\n", .policySyntax, "expected a key before `:`, found nothing"),
    ("a: 1\n^---\nb: 1\n", .policyYAMLFeature, "expected one document, found a second after `---`"),
    (
      "^%YAML 1.2\n---\na: 1\n", .policyYAMLFeature,
      "expected no directives, found one that starts with `%`"
    ),
    (
      "^%TAG ! tag:x,1:\n---\na: 1\n", .policyYAMLFeature,
      "expected no directives, found one that starts with `%`"
    ),
    ("a:\n^\tb: 1\n", .policySyntax, "expected spaces, found a tab"),
    ("a: ^@b\n", .policySyntax, "expected a key or a value, found `@`, which cannot start one"),
    (
      "a: ^`b`\n", .policySyntax,
      "expected a key or a value, found a backquote, which cannot start one"
    ),
    ("^%u.l", .policySyntax, "expected no directives, found one that starts with `%`"),
    ("^%u", .policySyntax, "expected no directives, found one that starts with `%`"),
    ("a: !<x^ y>", .policySyntax, "this is not YAML: did not find the expected '>'"),
    ("a: b^: c\n", .policySyntax, "expected the end of the value, found another `:`"),
    ("a: ^- b\n", .policySyntax, "expected a value, found the list mark `-`"),
    ("a: 1\n^b\nc: 2\n", .policySyntax, "expected `:` after this key"),
    ("a: ^\"b\nc\n", .policySyntax, "this quoted text never ends"),
    ("a: [1, 2\nb^: 3\n", .policySyntax, "expected `,` or `]` in a list"),
    ("a: \"x^\\q\"\n", .policySyntax, "unknown escape in double quotes"),
    ("a: é語^\u{1}\n", .policySyntax, "expected text, found the control character 0x1"),
    ("^", .policySyntax, "nothing stands in this text"),
    ("# only a comment\n^", .policySyntax, "nothing stands in this text"),
    (
      "^\u{FEFF}a: 1\n", .policyEncoding,
      "expected the text to start at once, found a byte order mark"
    ),
  ]

  @Test("each with its place, its reason and what to write instead", arguments: cases)
  func refused(text: String, rule: RuleID, message: String) throws {
    let (source, line, column) = marked(text)
    let result = readPolicy(source)
    #expect(result.node == nil)
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1)
    #expect(finding.message == message)
    #expect(finding.rule == rule)
    #expect(finding.severity == .error)
    #expect(finding.location == SourceLocation(path: "p.yaml", line: line, column: column))
  }

  @Test("a duplicate points at the first as well")
  func related() throws {
    let finding = try #require(readPolicy("b: 0\na: 1\nc: 2\na: 3\n").findings.first)
    #expect(
      finding.related == [
        .init(SourceLocation(path: "p.yaml", line: 2, column: 1), "it stands here first")
      ])
  }

  @Test("several mistakes are all named, but not without end")
  func several() {
    let three = readPolicy("a: &x 1\nb: *x\nb: !t 2\n")
    #expect(three.findings.map(\.location.line) == [1, 2, 3, 3])
    let many = readPolicy(String(repeating: "- *x\n", count: 1000))
    #expect(many.findings.count == 50)
  }

  @Test(
    "not UTF-8",
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], "expected UTF-8, found byte 0xff", 4),
      ([0x61, 0x3A, 0x20, 0xC3, 0xA9, 0xC0, 0x80], "expected UTF-8, found byte 0xc0", 5),
      ([0xFF, 0xFE, 0x61, 0x00], "expected UTF-8, found UTF-16", 1),
      ([0xFE, 0xFF, 0x00, 0x61], "expected UTF-8, found UTF-16", 1),
    ] as [([UInt8], String, Int)])
  func encoding(bytes: [UInt8], message: String, column: Int) {
    for format in PolicyFormat.allCases {
      let result = PolicyText.read(bytes, path: "p", as: format)
      #expect(result.node == nil)
      #expect(result.findings.map(\.message) == [message])
      #expect(result.findings.map(\.rule) == [.policyEncoding])
      #expect(
        result.findings.map(\.location) == [SourceLocation(path: "p", line: 1, column: column)])
    }
  }
}

@Suite("Limits of policy texts")
struct PolicyLimitTests {
  @Test("depth, alike in both encodings and exact")
  func depth() {
    for format in PolicyFormat.allCases {
      for (open, close) in [("[", "]"), ("{\"a\": ", "}")] {
        func text(_ levels: Int) -> String {
          String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
        }
        #expect(readPolicy(text(64), as: format).findings == [])
        let deep = readPolicy(text(65), as: format).findings
        #expect(deep.map(\.message) == ["more than 64 levels of nesting"])
        #expect(deep.map(\.rule) == [.policyLimit])
        #expect(deep.map(\.location.column) == [64 * open.count + 1])
      }
    }
  }

  @Test("values, alike in both encodings and exact")
  func nodes() {
    var limits = PolicyTextLimits()
    limits.nodes = 4
    for format in PolicyFormat.allCases {
      let enough = PolicyText.read(Array("[1,2,[]]".utf8), path: "p", as: format, limits: limits)
      #expect(enough.findings == [])
      let many = PolicyText.read(Array("[1,2,[3]]".utf8), path: "p", as: format, limits: limits)
      #expect(many.findings.map(\.message) == ["expected at most 4 values, found more"])
      #expect(many.findings.map(\.location.column) == [7])
    }
  }

  @Test("bytes")
  func bytes() {
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: 4 << 20 + 1)
    let result = PolicyText.read(bytes, path: "p")
    #expect(result.findings.map(\.message) == ["expected at most 4194304 bytes, found 4194305"])
  }

  /// A start, what is repeated after it and how often, and an end.
  static let hostileTexts: [(start: String, piece: String, count: Int, end: String)] = [
    ("{\"a\": 1", ",\"a\": 1", 50_000, "}"),
    ("", "[", 1_000_000, ""), ("", "{a: ", 200_000, ""), ("", "- ", 200_000, ""),
    ("", "? ", 200_000, ""), ("", "a: 1\n", 100_000, ""), ("[", "1,", 60_000, "]"),
    ("a: \"", "\\u0041", 200_000, "\""), ("a: ", "x ", 500_000, ""), ("", "# x\n", 300_000, ""),
    ("", "'", 1_000_000, ""), ("{", "a", 1_000_000, ""), ("", "&a ", 100_000, ""),
    ("a: |\n", "  x\n", 300_000, ""),
  ]

  @Test("hostile texts end", .timeLimit(.minutes(20)), arguments: hostileTexts)
  func hostile(start: String, piece: String, count: Int, end: String) {
    let text = start + String(repeating: piece, count: count) + end
    for format in PolicyFormat.allCases {
      let result = readPolicy(text, as: format)
      #expect((result.node == nil) == !result.findings.isEmpty)
      #expect(result.findings.count <= 50)
    }
  }
}
