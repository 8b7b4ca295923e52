import Findings
import PolicyFiles
import PolicyKit
import StrictJSON
import Testing

/// The policy reader's words and places. `▸` stands where the finding must point.
@Suite struct PolicyReaderTests {
  static let head = "pasteboard-policy: 1\nname: a\n"

  struct Slip: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let help: String?
    var testDescription: String { text }

    init(_ text: String, _ message: String, help: String? = nil) {
      self.text = text
      self.message = message
      self.help = help
    }
  }

  static let slips = [
    Slip("▸rulez: []", "unknown key `rulez`", help: "did you mean `rules`?"),
    Slip(
      "layer: ▸organization", "unknown layer `organization`", help: "did you mean `organisation`?"),
    Slip(
      "version: ▸1.0", "expected text, found the number `1.0`",
      help: "if it is meant as text, write \"1.0\""),
    Slip(
      "minimum-assurance: ▸certain", "unknown assurance `certain`",
      help: "expected one of `documented`, `contested`, `inferred`, `reported`, `assumed`"),
    Slip("defaults: { ▸copi: allow }", "unknown operation `copi`", help: "did you mean `copy`?"),
    Slip(
      "defaults: { copy: ▸local }", "unknown posture `local`",
      help: "expected one of `allow`, `local-only`, `deny`"),
    Slip("expects: { paste: [▸surface] }", "`surface` cannot be expected of a paste"),
    Slip("classes: { ▸Chart: {} }", "a class is lower-case words joined by dots, found `Chart`"),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { operation: copy, os-version: { below: ▸15.10 } }",
      "unquoted version `15.10`, which is a number", help: "write \"15.10\""),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { ▸operatoin: copy }",
      "unknown key `operatoin`", help: "did you mean `operation`?"),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { content-class: ▸credentials }",
      "unknown content class `credentials`", help: "did you mean `credential`?"),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { group: ▸ours }", "there is no group `ours`",
      help: "add it under `groups:`"),
    Slip(
      "rules:\n  - ▸effect: deny\n    when: {}", "expected the key `id`, found none",
      help: "add `id: …`"),
    Slip(
      "rules:\n  - id: ▸My Rule\n    effect: deny\n    when: {}",
      "an id is at most 100 lower-case letters, digits, hyphens and dots, found `My Rule`"),
    Slip(
      "rules:\n  - id: r\n    effect: local-only\n    when: { operation: copy }\n    expires-after: { seconds: ▸0 }",
      "expected a number from 1 through 31536000, found `0`"),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { content-bytes: ▸{ from: 10, below: 10 } }",
      "no value of `content-bytes` lies within these bounds"),
    Slip(
      "rules:\n  - id: r\n    effect: deny\n    when: { owner: { prefix: ▸o } }",
      "`owner` has fixed words; `prefix` does not fit it"),
    Slip(
      "tests:\n  - name: t\n    request: { operation: copy, platform: iOS }\n    expect: ▸{}",
      "a test that expects nothing cannot fail", help: "write `outcome: …`"),
    Slip(
      "tests:\n  - name: t\n    request: { operation: clear, platform: iOS, owner: ▸own }\n    expect: { outcome: deny }",
      "`owner` does not apply to clear on iOS"),
  ]

  @Test(arguments: slips) func slip(_ slip: Slip) throws {
    let marked = Self.head + slip.text
    let before = try #require(marked.firstIndex(of: "▸"))
    let lines = marked[..<before].split(separator: "\n", omittingEmptySubsequences: false)
    let (policy, findings) = PolicyReader(path: "p.yaml").read(
      Array(marked.filter { $0 != "▸" }.utf8))
    #expect(policy == nil)
    let finding = try #require(findings.first)
    #expect(findings.count == 1, "\(findings)")
    #expect(finding.message == slip.message)
    #expect(finding.location.line == lines.count)
    #expect(finding.location.column == (lines.last?.count ?? 0) + 1)
    if let help = slip.help { #expect(finding.help == help) }
  }

  @Test func oneRunShowsEverything() {
    let text =
      Self.head + """
        layer: organization
        rules:
          - id: r
            effect: never
            when: { operation: copi, owner: mine, any: [{ trigger: me }, { remote: maybe }] }
            unless: { group: ours }
          - id: R
            effect: deny
            when: {}
        """
    let findings = PolicyReader(path: "p.yaml").read(Array(text.utf8)).findings
    #expect(
      findings.map(\.message) == [
        "unknown layer `organization`", "unknown effect `never`", "unknown operation `copi`",
        "unknown owner `mine`", "unknown trigger `me`",
        "expected `yes` or `no`, found the text `maybe`", "there is no group `ours`",
        "an id is at most 100 lower-case letters, digits, hyphens and dots, found `R`",
      ])
  }

  @Test func jsonAndYAMLReadAlike() throws {
    let yaml = """
      pasteboard-policy: 1
      name: a
      version: "2"
      layer: team
      minimum-assurance: inferred
      defaults: { copy: local-only }
      expects: { paste: [source.managed] }
      classes: { customer-record.chart: {} }
      groups: { ours: { source.bundle-id: { prefix: com.clinic. } } }
      rules:
        - id: r
          effect: local-only
          when:
            operation: copy
            any: [{ content-class: customer-record.chart }, { not: { owner: own } }]
            os-version: { from: "15.0", below: "18.0" }
            content-bytes: { is: 5, known: yes }
          unless: { group: ours }
          reason: because
          instead: [autofill]
          controls: [AC-4]
          expires-after: { seconds: 9, scope: everywhere, required: yes }
          keep-out-of: [system-history]
          unenforceable: disclose
          minimum-assurance: documented
      """
    let json: JSONValue = [
      "pasteboard-policy": 1, "name": "a", "version": "2", "layer": "team",
      "minimum-assurance": "inferred", "defaults": ["copy": "local-only"],
      "expects": ["paste": ["source.managed"]], "classes": ["customer-record.chart": [:]],
      "groups": ["ours": ["source.bundle-id": ["prefix": "com.clinic."]]],
      "rules": [
        [
          "id": "r", "effect": "local-only",
          "when": [
            "operation": "copy",
            "any": [["content-class": "customer-record.chart"], ["not": ["owner": "own"]]],
            "os-version": ["from": "15.0", "below": "18.0"],
            "content-bytes": ["is": 5, "known": "yes"],
          ],
          "unless": ["group": "ours"], "reason": "because", "instead": ["autofill"],
          "controls": ["AC-4"],
          "expires-after": ["seconds": 9, "scope": "everywhere", "required": true],
          "keep-out-of": ["system-history"], "unenforceable": "disclose",
          "minimum-assurance": "documented",
        ]
      ],
    ]
    let fromYAML = PolicyReader(path: "p").read(Array(yaml.utf8))
    let fromJSON = PolicyReader(path: "p").read(Array(json.prettyText.utf8))
    #expect(fromYAML.findings.isEmpty && fromJSON.findings.isEmpty)
    let left = try #require(fromYAML.policy)
    let right = try #require(fromJSON.policy)
    #expect(left.rules.map(\.withoutPlaces) == right.rules.map(\.withoutPlaces))
    #expect(left.rules.first?.expiry == Expiry(seconds: 9, scope: .everywhere, isRequired: true))
    #expect(left.rules.first?.when.leaves.count == 5)
    #expect(left.defaults.mapValues(\.posture) == right.defaults.mapValues(\.posture))
    #expect(left.expects == right.expects && left.classes == right.classes)
  }

  /// Texts stand in answers, reports and records: each has a bound, which the reader and the
  /// schema share, and which counts characters.
  @Test(arguments: [
    ("name", 100), ("version", 50), ("organisation", 100), ("rule reason", 1000),
    ("control", 100), ("invariant reason", 1000), ("test name", 200),
  ])
  func aTextHasABound(what: String, bound: Int) {
    func findings(_ count: Int) -> [Finding] {
      let text = "\"" + String(repeating: "é", count: count) + "\""
      let head = what == "name" ? "pasteboard-policy: 1\n" : Self.head
      let rule = "rules: [{ id: r, effect: deny, when: { operation: copy }"
      let test = "request: { operation: copy, platform: iOS }, expect: { outcome: deny }"
      let body =
        switch what {
        case "rule reason": "\(rule), reason: \(text) }]"
        case "control": "\(rule), controls: [AC-4, \(text)] }]"
        case "invariant reason":
          "invariants: [{ id: i, never: { operation: copy, outcome: allow }, reason: \(text) }]"
        case "test name": "tests: [{ name: \(text), \(test) }]"
        default: "\(what): \(text)"
        }
      return PolicyReader(path: "p.yaml").read(Array((head + body + "\n").utf8)).findings
    }
    #expect(findings(bound).isEmpty, "\(findings(bound))")
    let message = "expected at most \(bound) characters, found \(bound + 1)"
    #expect(findings(bound + 1).map(\.message) == [message])
    if what == "name" || what == "test name" { #expect(findings(0).count == 1) }
  }

  @Test func aLongIdIsNotRepeatedWhole() throws {
    let id = String(repeating: "x", count: 1_000_000)
    let text = Self.head + "rules: [{ id: \(id), effect: deny, when: { operation: copy } }]\n"
    let finding = try #require(PolicyReader(path: "p.yaml").read(Array(text.utf8)).findings.first)
    #expect(finding.message.utf8.count < 300)
  }
}

extension Rule {
  /// The rule with every place blanked, for comparison.
  fileprivate var withoutPlaces: Rule {
    var rule = self
    rule.location = Findings.SourceLocation(path: "")
    rule.when = when.withoutPlaces
    rule.unless = unless?.withoutPlaces
    return rule
  }
}

extension Condition {
  fileprivate var withoutPlaces: Condition {
    switch self {
    case .all(let parts): return .all(parts.map(\.withoutPlaces))
    case .any(let parts): return .any(parts.map(\.withoutPlaces))
    case .not(let part): return .not(part.withoutPlaces)
    case .leaf(var leaf):
      leaf.location = Findings.SourceLocation(path: "")
      return .leaf(leaf)
    }
  }
}
