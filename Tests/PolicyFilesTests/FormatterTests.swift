import Findings
import Foundation
import PolicyFiles
import StrictJSON
import TestSupport
import Testing

/// `policy fmt`: one layout, comments where they stand, nothing else changed.
@Suite struct FormatterTests {
  func formatted(_ text: String) throws -> String {
    let result = PolicyFormatter.format(Array(text.utf8), path: "p.yaml", as: .yaml)
    let once = try #require(result.text, "\(result.findings)")
    let again = PolicyFormatter.format(Array(once.utf8), path: "p.yaml", as: .yaml).text
    #expect(again == once, "laying out twice is laying out once")
    return once
  }

  static let ugly = """
    # On top.

    # Of all.
    pasteboard-policy:   1   # the form
    name: 'clinic'
    "version": '2026.11'


    defaults: {copy: local-only,paste: "allow"}   # both
    rules:   # the rules

        # about one
        -   id: one   # its name
            effect:   deny
            # when it applies
            when: {operation: copy,   # a copy
              # of whom
              owner: others, os-version: {below: "15.0"}}
            reason: >-
              a text that was
              folded
            # before controls
            controls:
            - AC-4
            - "SC-28" # both

        - {id: two, effect: allow, when: {}}   # two
        # the end of the rules
    organisation: "yes"
    relax: [ ]
    # the end
    """

  static let tidy = """
    # On top.

    # Of all.
    pasteboard-policy: 1  # the form
    name: clinic
    version: "2026.11"

    defaults: { copy: local-only, paste: allow }  # both
    rules:  # the rules
      # about one
      - id: one  # its name
        effect: deny
        # when it applies
        when:
          operation: copy  # a copy
          # of whom
          owner: others
          os-version: { below: "15.0" }
        reason: a text that was folded
        # before controls
        controls:
          - AC-4
          - SC-28  # both

      - { id: two, effect: allow, when: {} }  # two
    # the end of the rules
    organisation: yes
    relax: []
    # the end

    """

  @Test func commentsKeepTheirPlace() throws {
    #expect(try formatted(Self.ugly) == Self.tidy)
  }

  /// Found by the fuzzer: behind a mark that stands alone a comment is read as one above.
  @Test func aCommentBehindALongItemStandsAboveIt() throws {
    let long = Array(repeating: "abcdefghi", count: 12).joined(separator: ", ")
    let once = try formatted(
      "pasteboard-policy: 1\nname: a\nrules:\n  - { id: a, effect: allow, when: { x: [\(long)] } } # why\n"
    )
    #expect(once.contains("  # why\n  -\n    { id: a"))
    #expect(try formatted(once) == once)
  }

  @Test func longLinesAreFilled() throws {
    let request = (0..<12).map { "attribute-\($0): value-\($0)" }.joined(separator: ", ")
    let words = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let text = try formatted("name: a\ntests: [{ request: { \(request) }, reason: \(words) }]\n")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 || $0.contains("word") })
    let block = try formatted(
      "name: a\ntests:\n  - request: { \(request) }\n    reason: \(words)\n")
    #expect(block.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(block)")
    #expect(block.contains("reason: >-"))
  }

  @Test(arguments: [
    ("a: \"yes\"", "a: yes"), ("a: \"true\"", "a: \"true\""), ("a: 'on'", "a: \"on\""),
    ("a: \"15.10\"", "a: \"15.10\""), ("a: 15", "a: 15"), ("a: \"15\"", "a: \"15\""),
    ("a: TRUE", "a: true"), ("a: ~", "a: null"), ("a:", "a: null"),
    ("a: |\n  one\n  two\n", "a: |\n  one\n  two"), ("a: \"one\\ntwo\"", "a: |-\n  one\n  two"),
    ("a: \"x # y\"", "a: \"x # y\""), ("a: 'it''s'", "a: it's"), ("a: \"\"", "a: \"\""),
    ("a: [x, \"y, z\", {b: 'c: d'}]", "a: [x, \"y, z\", { b: \"c: d\" }]"),
    ("a: a, b", "a: a, b"),
    ("a: |+  # kept\n  one\n\n\nb: c", "a: \"one\\n\\n\\n\"  # kept\n\n\nb: c"),
    ("\"a b\": c", "a b: c"), ("a: 2026-11-30", "a: \"2026-11-30\""),
    ("a: \"\\e\"", "a: \"\\x1b\""),
  ])
  func scalars(text: String, wanted: String) throws {
    let found = try formatted(text)
    #expect(
      found.replacing("\n\n\n", with: "\n\n") == (wanted + "\n").replacing("\n\n\n", with: "\n\n"))
  }

  /// Policies with comments and blank lines thrown in anywhere a comment may stand.
  @Test func nothingIsLost() throws {
    var random = SeededGenerator("comments thrown in")
    var kept = 0
    for _ in 0..<400 {
      var number = 0
      let lines = Self.tidy.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        line -> [String] in
        var result = [String(line)]
        number += 1
        if random.percent(15), !line.contains("#"), !line.isEmpty {
          result[0] += String(repeating: " ", count: random.pick([1, 2, 5])) + "# after \(number)"
        }
        if random.percent(20) {
          result.insert(
            String(repeating: " ", count: random.pick([0, 2, 4, 9])) + "# above \(number)", at: 0)
        }
        if random.percent(20) { result.insert("", at: 0) }
        return result
      }
      let text = lines.joined(separator: "\n")
      let found = try formatted(text)
      let comments = { (text: String) in
        text.split(separator: "\n").compactMap { line in
          line.range(of: "#").map {
            String(line[$0.lowerBound...]).trimmingCharacters(in: .whitespaces)
          }
        }.sorted()
      }
      #expect(comments(found) == comments(text), "seed \(random.seed)")
      let before = PolicyText.read(Array(text.utf8), path: "a.yaml").node
      let after = PolicyText.read(Array(found.utf8), path: "b.yaml").node
      #expect(try #require(before).sameContent(as: #require(after)))
      kept += comments(found).count
    }
    #expect(kept > 4000)
  }

  @Test func damagedTextsAreRefusedOrStayTheSame() throws {
    var random = SeededGenerator("damaged texts laid out")
    var done = 0
    for _ in 0..<3000 {
      var bytes = Array(Self.ugly.utf8)
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(random.pick(Array("{}[]\",:#'&*!|>\n \t-\r\u{85}".utf8)), at: place)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(15), at: place)
        }
      }
      let result = PolicyFormatter.format(bytes, path: "p.yaml", as: .yaml)
      #expect((result.text == nil) == !result.findings.isEmpty)
      guard let text = result.text else { continue }
      done += 1
      let again = PolicyFormatter.format(Array(text.utf8), path: "p.yaml", as: .yaml)
      #expect(again.text == text, "seed \(random.seed)")
    }
    #expect(done > 300)
  }

  @Test func shippedPoliciesAreLaidOut() throws {
    for name in ShippedPolicies.names {
      let path = Repository.root + "Policies/\(name)/policy.yaml"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try formatted(text) == text, "\(name)")
    }
  }
}
