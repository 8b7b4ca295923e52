import Findings
import PolicyFiles
import TestSupport
import Testing

@Suite("Positions in policy texts")
struct PositionTests {
  /// Every node's first character is marked in these texts by its own name: a value `vN` or a
  /// key `kN` must be found where it stands.
  static let texts: [(PolicyFormat, String)] = [
    (.yaml, "k1: v1\nk2:\n  - v2\n  - k3: v3\n    'k4': \"v4\"\nk5: {k6: [v5, v6], \"k7\": v7}\n"),
    (.yaml, "k1: v1\r\nk2: v2\rk3: v3\n"), (.yaml, "# é語😀\n\"k1\": 語語\nk2: [語, v1, 'v2']\n"),
    (.yaml, "語: v1\n😀: {é: v2}\ne\u{301}: v3\n"),
    (.yaml, "---\nk1: |\n  text\n  v9\nk2: v1\n...\n"),
    (.yaml, "k1: \"a\u{2028}b\u{85}c\"\nk2: v1\n"),
    (
      .json,
      "{\"k1\": \"v1\", \"é語\": [\"v2\",\n\t\"v3\"],\r\n \"k2\": \"v4\",\r \"k3\": {\"k4\": \"v5\"}}"
    ),
    (.json, "[\"😀\", \"v1\", [[\"v2\"]], {\"e\u{301}\": \"v3\"}]"),
  ]

  @Test("lines end as an editor ends them, and columns count scalars", arguments: texts)
  func places(format: PolicyFormat, text: String) throws {
    let result = readPolicy(text, as: format, path: "p")
    #expect(result.findings == [])
    var found = 0
    try visit(try #require(result.node)) { word, location in
      let lines = naiveLines(text)
      try #require(lines.indices.contains(location.line - 1))
      let rest = lines[location.line - 1].dropFirst(location.column - 1)
      let start = rest.first == "\"" || rest.first == "'" ? rest.dropFirst() : rest
      if !word.isEmpty, !word.contains("\n"), !word.contains(" ") {
        #expect(start.starts(with: word.unicodeScalars), "\(word) at \(location)")
        found += 1
      }
    }
    #expect(found >= 3)
  }

  private func naiveLines(_ text: String) -> [[UnicodeScalar]] {
    var lines: [[UnicodeScalar]] = [[]]
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isFirstOfTwo = scalar == "\r" && scalars.dropFirst(index + 1).first == "\n"
      if scalar == "\n" || (scalar == "\r" && !isFirstOfTwo) {
        lines.append([])
      } else {
        lines[lines.count - 1].append(scalar)
      }
    }
    return lines
  }

  private func visit(_ node: PolicyNode, _ body: (String, Findings.SourceLocation) throws -> Void)
    rethrows
  {
    switch node.content {
    case .scalar(let scalar): if scalar.style != .block { try body(scalar.text, node.location) }
    case .list(let list): for element in list { try visit(element, body) }
    case .map(let entries):
      for entry in entries {
        try body(entry.key, entry.keyLocation)
        try visit(entry.value, body)
      }
    }
  }

  @Test("errors of JSON stand in the same columns as its values")
  func jsonError() {
    let finding = readPolicy("{\"é語😀\": x}", as: .json).findings.first
    #expect(finding?.location == SourceLocation(path: "p.yaml", line: 1, column: 9))
    #expect(finding?.message == "expected a value, found `x`")
    #expect(finding?.rule == .policySyntax)
  }

  @Test("a duplicate in JSON is told as in YAML")
  func jsonDuplicate() {
    let text = "{\"b\": 1,\n \"a\": {}, \"a\": 2}"
    #expect(readPolicy(text, as: .json).findings == readPolicy(text, as: .yaml).findings)
    #expect(readPolicy(text, as: .json).findings.count == 1)
  }

  @Test(
    "the format follows the name, else the first character",
    arguments: [
      ("a.json", "a: 1", PolicyFormat.json), ("a.JSON", "", .json), ("a.yaml", "{}", .yaml),
      ("a.yml", "{}", .yaml), ("-", " \n{}", .json), ("-", "a: 1", .yaml), ("a", "", .yaml),
    ])
  func format(path: String, text: String, format: PolicyFormat) {
    #expect(PolicyFormat(path: path, bytes: Array(text.utf8)) == format)
  }
}
