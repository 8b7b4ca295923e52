import Devices
import Findings
import PolicyFiles
import Testing

@Suite("Reading values from nodes")
struct PolicyNodeTests {
  private func value(_ text: String, _ format: PolicyFormat = .yaml) throws -> PolicyNode {
    let result = readPolicy("{\"a\": \(text)}", as: format)
    #expect(result.findings == [])
    return try #require(try result.node?.map()["a"])
  }

  static let kinds: [(String, PolicyScalar.Kind)] = [
    ("null", .null), ("~", .null), ("Null", .null), ("nULL", .string), ("true", .boolean),
    ("FALSE", .boolean), ("yes", .string), ("off", .string), ("0", .integer), ("-12", .integer),
    ("+7", .integer), ("007", .integer), ("0o17", .integer), ("0o18", .string), ("0xFf", .integer),
    ("0x", .string), ("0b1", .string), ("1_000", .string), ("12e3", .real), ("15.10", .real),
    (".5", .real), ("5.", .real), ("-.5e-3", .real), (".", .string), ("1e", .string),
    ("-", .string),
    (".inf", .real), ("-.INF", .real), (".nan", .real), ("-.nan", .string), ("15.1.2", .string),
    ("2026-11-30", .string), ("12:30", .string), ("1.2e3.4", .string), ("１", .string),
    ("+", .string),
  ]

  @Test("plain scalars follow YAML 1.2's core rules", arguments: kinds)
  func kind(text: String, kind: PolicyScalar.Kind) {
    #expect(PolicyScalar(text, .plain).kind == kind)
    #expect(PolicyScalar(text, .quoted).kind == .string)
    #expect(PolicyScalar(text, .block).kind == .string)
  }

  @Test("yes and no, true and false; nothing else", arguments: PolicyFormat.allCases)
  func flags(format: PolicyFormat) throws {
    #expect(try value("true", format).flag() == true)
    #expect(try value("false", format).flag() == false)
    #expect(try value("\"yes\"", format).flag() == true)
    #expect(try value("\"no\"", format).flag() == false)
    for wrong in ["\"true\"", "1", "\"Yes\"", "null", "[]", "{}"] {
      let error = #expect(throws: PolicyNodeError.self) { try value(wrong, format).flag() }
      #expect(error?.finding.message.hasPrefix("expected `yes` or `no`, found ") == true)
      #expect(error?.finding.location.column == 7)
      #expect(error?.finding.keyPath == "a")
    }
  }

  @Test(
    "an unquoted version is refused in both encodings, with what to write",
    arguments: PolicyFormat.allCases)
  func versions(format: PolicyFormat) throws {
    #expect(try value("\"15.10\"", format).version() == OSVersion(15, 10))
    for text in ["15.10", "15", "15.0"] {
      let error = #expect(throws: PolicyNodeError.self) { try value(text, format).version() }
      #expect(error?.finding.message == "unquoted version `\(text)`, which is a number")
      #expect(error?.finding.help == "write \"\(text)\"")
    }
    let error = #expect(throws: PolicyNodeError.self) { try value("\"new\"", format).version() }
    #expect(error?.finding.message == "expected a version such as \"15.10\", found the text `new`")
  }

  @Test("three numbers are a version without quotes too")
  func plainVersion() throws { #expect(try value("15.1.2").version() == OSVersion(15, 1, 2)) }

  @Test("whole numbers in plain digits only")
  func integers() throws {
    #expect(try value("120").integer() == 120)
    #expect(try value("-1").integer() == -1)
    #expect(try value("0").integer(in: 0...9) == 0)
    let messages: [(String, String)] = [
      ("\"1\"", "expected a whole number, found the text `1`"),
      ("1.0", "expected a whole number, found the number `1.0`"),
      ("010", "expected a whole number in plain digits, found `010`"),
      ("0x10", "expected a whole number in plain digits, found `0x10`"),
      ("+1", "expected a whole number in plain digits, found `+1`"),
      ("10", "expected a number from 0 through 9, found `10`"),
      ("99999999999999999999", "expected a number from 0 through 9, found `99999999999999999999`"),
      ("[1]", "expected a whole number, found a list"),
    ]
    for (text, message) in messages {
      let error = #expect(throws: PolicyNodeError.self) { try value(text).integer(in: 0...9) }
      #expect(error?.finding.message == message)
    }
  }

  @Test("text must not be a number, a truth value or nothing in disguise")
  func strings() throws {
    #expect(try value("own-content").string() == "own-content")
    #expect(try value("no").string() == "no")
    #expect(try value("'true'").string() == "true")
    let error = #expect(throws: PolicyNodeError.self) { try value("2026.11").string() }
    #expect(error?.finding.message == "expected text, found the number `2026.11`")
    #expect(error?.finding.help == "if it is meant as text, write \"2026.11\"")
    #expect(throws: PolicyNodeError.self) { try value("true").string() }
    let none = #expect(throws: PolicyNodeError.self) { try value("").string() }
    #expect(none?.finding.message == "expected text, found nothing")
  }

  @Test("a word that is not among those expected gets the nearest")
  func words() throws {
    let operations = ["copy", "paste"]
    #expect(try value("copy").word(among: operations, for: "operation") == "copy")
    let near = #expect(throws: PolicyNodeError.self) {
      try value("psate").word(among: operations, for: "operation")
    }
    #expect(near?.finding.message == "unknown operation `psate`")
    #expect(near?.finding.help == "did you mean `paste`?")
    let far = #expect(throws: PolicyNodeError.self) {
      try value("zebra").word(among: operations, for: "operation")
    }
    #expect(far?.finding.help == "expected one of `copy`, `paste`")
  }

  @Test("lists, maps, keys that are missing or unknown")
  func containers() throws {
    let text = "rules:\n  - id: x\n    efect: deny\nname:\n"
    let top = try #require(readPolicy(text).node).map()
    let rule = try #require(try top.required("rules").list().first)
    #expect(rule.location == SourceLocation(path: "p.yaml", line: 2, column: 5))
    #expect(rule.path.description == "rules[0]")
    let map = try rule.map()
    let unknown = map.unknownKeys(besides: ["id", "effect"])
    #expect(unknown.map(\.message) == ["unknown key `efect`"])
    #expect(unknown.map(\.help) == ["did you mean `effect`?"])
    #expect(unknown.map(\.keyPath) == ["rules[0].efect"])
    #expect(unknown.map(\.location) == [SourceLocation(path: "p.yaml", line: 3, column: 5)])
    let missing = #expect(throws: PolicyNodeError.self) { try map.required("effect") }
    #expect(missing?.finding.message == "expected the key `effect`, found none")
    #expect(missing?.finding.rule == .policyMissingKey)
    #expect(top["name"]?.isNull == true)
    #expect(rule.oneOrMore.count == 1)
    #expect(try top.required("rules").oneOrMore.count == 1)
    #expect(throws: PolicyNodeError.self) { try rule.list() }
    #expect(throws: PolicyNodeError.self) { try top.required("rules").map() }
  }

  @Test("long text is cut in messages")
  func excerpt() throws {
    let error = #expect(throws: PolicyNodeError.self) {
      try value("\"" + String(repeating: "x", count: 500) + "\"").flag()
    }
    #expect((error?.finding.message.count ?? 0) < 120)
  }
}
