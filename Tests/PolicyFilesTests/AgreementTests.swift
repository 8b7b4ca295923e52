import Findings
import PolicyFiles
import StrictJSON
import TestSupport
import Testing

@Suite("JSON and YAML agree")
struct AgreementTests {
  /// A value; its texts leave out what YAML refuses even in quotes.
  private func random(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(generator.percent(50))
    case 2: return .integer(Int64.random(in: -1_000_000...1_000_000, using: &generator))
    case 3: return .number(Double.random(in: -1e9...1e9, using: &generator))
    case 6, 7:
      var members: [JSONValue.Member] = []
      for _ in 0..<Int.random(in: 0..<5, using: &generator) {
        let name = text(&generator)
        if members.contains(where: { $0.key == name }) { continue }
        members.append(.init(name, random(&generator, depth: depth - 1)))
      }
      return .object(members)
    case 8:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in random(&generator, depth: depth - 1) })
    default: return .string(text(&generator))
    }
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "yes", "no", "true", "15.10", "null", "~", " ", "  ", "\"", "\\", "'", ": ", "#", " #",
      "-",
      "<<", "&a", "*a", "!x", "%", "{", "}", "[", ",", "\n", "\t", "\u{1}", "é", "語", "😀", "|", ">",
      "/",
    ]
    return (0..<Int.random(in: 0..<6, using: &generator)).map { _ in generator.pick(pieces) }
      .joined()
  }

  @Test("one text read as both gives equal trees in equal places")
  func sameText() throws {
    var generator = SeededGenerator("policy JSON as YAML")
    for _ in 0..<2000 {
      let value = random(&generator, depth: 4)
      for text in [value.compactText, value.prettyText] {
        let json = readPolicy(text, as: .json)
        let yaml = readPolicy(text, as: .yaml)
        #expect(json.findings == [], "\(text), seed \(generator.seed)")
        #expect(yaml.findings == [], "\(text), seed \(generator.seed)")
        guard let left = json.node, let right = yaml.node else { continue }
        #expect(left.sameContent(as: right), "\(text), seed \(generator.seed)")
        #expect(places(left) == places(right), "\(text), seed \(generator.seed)")
        #expect(agrees(left, value), "\(text), seed \(generator.seed)")
      }
    }
  }

  private func places(_ node: PolicyNode) -> [String] {
    let own = ["\(node.location) \(node.path)"]
    switch node.content {
    case .scalar: return own
    case .list(let list): return own + list.flatMap(places)
    case .map(let entries):
      return own + entries.flatMap { ["\($0.keyLocation) \($0.key)"] + places($0.value) }
    }
  }

  private func agrees(_ node: PolicyNode, _ value: JSONValue) -> Bool {
    switch (node.content, value) {
    case (.list(let list), .array(let elements)):
      return list.count == elements.count && zip(list, elements).allSatisfy { agrees($0, $1) }
    case (.map(let entries), .object(let members)):
      return entries.count == members.count
        && zip(entries, members).allSatisfy { $0.key == $1.key && agrees($0.value, $1.value) }
    case (.scalar(let scalar), .string(let text)):
      return scalar.kind == .string && scalar.text == text
    case (.scalar(let scalar), _): return scalar.kind != .string && scalar.text == value.compactText
    default: return false
    }
  }

  @Test("YAML by hand and JSON by machine give equal trees")
  func byHand() throws {
    let yaml = """
      # a policy
      name: clinic-baseline
      version: "2026.11"
      relax: []
      defaults: { copy: local-only, paste: allow }
      rules:
        - id: one
          when: { operation: copy, pasteboard: [general, drag], source.managed: yes }
          expires-after: { seconds: 120, required: no }
          reason: >-
            A credential never goes
            to a pasteboard.
        -
          id: 'it''s'
          note:
      """
    let json = """
      {"name":"clinic-baseline","version":"2026.11","relax":[],
       "defaults":{"copy":"local-only","paste":"allow"},
       "rules":[{"id":"one",
         "when":{"operation":"copy","pasteboard":["general","drag"],"source.managed":"yes"},
         "expires-after":{"seconds":120,"required":"no"},
         "reason":"A credential never goes to a pasteboard."},
         {"id":"it's","note":null}]}
      """
    let left = try #require(readPolicy(yaml, as: .yaml).node)
    let right = try #require(readPolicy(json, as: .json).node)
    #expect(left.sameContent(as: right))
    let rules = try left.map().required("rules").list()
    #expect(try rules[1].map().required("note").isNull)
    #expect(!rules[0].sameContent(as: rules[1]))
  }

  @Test("texts damaged at random never crash, and always give a tree or a reason")
  func damaged() throws {
    var generator = SeededGenerator("damaged policies")
    let spare =
      Array("{}[]\",:\\'&*!%@`|>?-#\n\t \r<~0.u".utf8) + [0x00, 0xFF, 0xC3, 0xA9, 0x85, 0xEF]
    let sample = """
      name: x
      rules:
        - id: one
          when: { operation: copy, pasteboard: [general, "drag"] }
          reason: |
            two
            lines
      """
    var trees = 0
    for _ in 0..<4000 {
      let start = generator.percent(50) ? sample : random(&generator, depth: 3).prettyText
      var bytes = Array(start.utf8)
      for _ in 0..<Int.random(in: 1..<6, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.insert(generator.pick(spare), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2 where place < bytes.count: bytes[place] = generator.pick(spare)
        case 3: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        default: break
        }
      }
      let lines = bytes.filter { $0 == 0x0A || $0 == 0x0D }.count + 1
      for format in PolicyFormat.allCases {
        let result = PolicyText.read(bytes, path: "p", as: format)
        trees += result.node == nil ? 0 : 1
        #expect((result.node == nil) == !result.findings.isEmpty, "seed \(generator.seed)")
        for finding in result.findings {
          #expect((1...lines).contains(finding.location.line), "seed \(generator.seed)")
          #expect(finding.location.column >= 1, "seed \(generator.seed)")
          #expect(!finding.message.isEmpty && finding.message.first?.isUppercase == false)
        }
      }
    }
    #expect(trees > 500)
  }
}
