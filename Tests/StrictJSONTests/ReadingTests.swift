import StrictJSON
import Testing

@Suite("Reading JSON")
struct ReadingTests {
  static let accepted: [(String, JSONValue)] = [
    ("null", nil), (" \t\r\n true \n", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9223372036854775808)), ("1.0", .number(1)),
    ("1e2", .number(100)), ("1E+2", .number(100)), ("-0.5e-1", .number(-0.05)),
    ("1e-400", .number(0)), ("0e0", .number(0)), (#""""#, ""),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "é\u{0}"),
    (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"), ("\"\u{7F}\u{2028}é\"", "\u{7F}\u{2028}é"),
    ("[]", []), ("[ ]", []), ("[1,[2],{}]", [1, [2], [:]]), ("{}", [:]),
    (#"{"a":1,"":[],"A":null}"#, ["a": 1, "": [], "A": nil]),
    (#"{ "a" : { "a" : 1 } }"#, ["a": ["a": 1]]),
  ]

  @Test("accepts what RFC 8259 describes", arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONValue(reading: text) == value)
  }

  /// The text, and where and why it is refused.
  static let refused: [(String, String)] = [
    ("", "1:1: expected a value, found the end of the text"),
    ("  ", "1:3: expected a value, found the end of the text"),
    ("nul", "1:1: expected a value, found `n`"), ("True", "1:1: expected a value, found `T`"),
    ("nullx", "1:5: expected the end of the text, found `x`"),
    ("1 2", "1:3: expected the end of the text, found `2`"),
    ("01", "1:2: expected the end of the text, found `1`"),
    ("-", "1:2: expected a digit, found the end of the text"),
    ("-a", "1:2: expected a digit, found `a`"), ("+1", "1:1: expected a value, found `+`"),
    ("1.", "1:3: expected a digit, found the end of the text"),
    (".5", "1:1: expected a value, found `.`"),
    ("1e", "1:3: expected a digit, found the end of the text"),
    ("1e+", "1:4: expected a digit, found the end of the text"),
    ("0x1", "1:2: expected the end of the text, found `x`"),
    ("1e400", "1:1: number `1e400` is out of range"), ("NaN", "1:1: expected a value, found `N`"),
    ("-Infinity", "1:2: expected a digit, found `I`"),
    ("[1,]", "1:4: expected a value, found `]`"), ("[,1]", "1:2: expected a value, found `,`"),
    ("[1 2]", "1:4: expected `,` or `]`, found `2`"),
    ("[1", "1:3: expected `,` or `]`, found the end of the text"),
    ("]", "1:1: expected a value, found `]`"), ("[1}", "1:3: expected `,` or `]`, found `}`"),
    ("{a:1}", "1:2: expected a member name in double quotes, found `a`"),
    ("{'a':1}", "1:2: expected a member name in double quotes, found `'`"),
    ("{1:1}", "1:2: expected a member name in double quotes, found `1`"),
    (#"{"a"}"#, "1:5: expected `:`, found `}`"), (#"{"a":}"#, "1:6: expected a value, found `}`"),
    (#"{"a":1,}"#, "1:8: expected a member name in double quotes, found `}`"),
    (#"{"a":1 "b":2}"#, "1:8: expected `,` or `}`, found `\"`"),
    ("{\n \"a\":1,\n  \"a\":2}", "3:3: member `a` stands twice in one object"),
    ("{\"e\u{301}\":1,\"e\u{301}\":2}", "1:10: member `e\u{301}` stands twice in one object"),
    (#""a"#, "1:1: this string never ends"),
    ("\"a\nb\"", "1:3: expected an escaped control character, found byte 0xa"),
    ("\"\u{0}\"", "1:2: expected an escaped control character, found byte 0x0"),
    (#""\x""#, "1:2: unknown escape in a string"),
    (#""\"#, "1:3: expected an escape, found the end of the text"),
    (#""\u12""#, "1:6: expected four hexadecimal digits, found `\"`"),
    (#""\u12g4""#, "1:6: expected four hexadecimal digits, found `g`"),
    (#""\u１２３４""#, "1:4: expected four hexadecimal digits, found byte 0xef"),
    (#""\ud800""#, "1:2: half a surrogate pair in a string"),
    (#""\ud800\n""#, "1:2: half a surrogate pair in a string"),
    (#""\ud800\u0041""#, "1:2: half a surrogate pair in a string"),
    (#""\udc00""#, "1:2: half a surrogate pair in a string"),
    ("// a\n1", "1:1: expected a value, found `/`"),
    ("[1]#", "1:4: expected the end of the text, found `#`"),
    ("\u{FEFF}1", "1:1: a byte order mark before the JSON text"),
    ("\u{A0}1", "1:1: expected a value, found byte 0xc2"),
    ("[\u{C}]", "1:2: expected a value, found byte 0xc"),
    ("[1,\n\n  é]", "3:3: expected a value, found byte 0xc3"),
  ]

  @Test("refuses the rest, and says where and why", arguments: refused)
  func refuses(text: String, complaint: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(reading: text) }
    #expect(error?.description == complaint)
  }

  @Test(
    "refuses strings that are not UTF-8",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xF8], [0xFF],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    let text = [0x5B, 0x22] + bytes + [0x22, 0x5D]
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.description == "1:2: this string is not UTF-8")
  }

  @Test("counts lines by newlines and columns by bytes")
  func positions() throws {
    let text = "{\r\n  \"é\": [1,\n\t\"x\"]\n}"
    let node = try JSONNode(parsing: Array(text.utf8))
    guard case .object(let members) = node.kind, case .array(let list) = members[0].value.kind
    else {
      Issue.record("expected an object that holds an array")
      return
    }
    #expect(node.position == JSONPosition(line: 1, column: 1))
    #expect(members[0].keyPosition == JSONPosition(line: 2, column: 3))
    #expect(members[0].value.position == JSONPosition(line: 2, column: 9))
    #expect(list.map(\.position) == [.init(line: 2, column: 10), .init(line: 3, column: 2)])
    #expect(node.value == ["é": [1, "x"]])
  }
}

@Suite("Limits of JSON")
struct LimitTests {
  @Test(
    "the depth counts arrays and objects within each other, and is exact", arguments: [1, 5, 128])
  func depth(limit: Int) throws {
    var limits = JSONLimits()
    limits.depth = limit
    for (open, inside, close) in [("[", "", "]"), ("[", "0", "]"), ("{\"a\":", "1", "}")] {
      func text(_ levels: Int) -> [UInt8] {
        Array(
          (String(repeating: open, count: levels) + inside
            + String(repeating: close, count: levels)).utf8)
      }
      _ = try JSONValue(parsing: text(limit), limits: limits)
      let error = #expect(throws: JSONError.self) {
        try JSONValue(parsing: text(limit + 1), limits: limits)
      }
      #expect(error?.message == "more than \(limit) levels of nesting")
      #expect(error?.position.column == limit * open.utf8.count + 1)
    }
  }

  @Test("a depth of nothing allows scalars only")
  func noDepth() throws {
    var limits = JSONLimits()
    limits.depth = 0
    #expect(try JSONValue(parsing: Array("1".utf8), limits: limits) == 1)
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[]".utf8), limits: limits) }
  }

  @Test("a million brackets are refused, not followed")
  func bomb() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.message == "more than 128 levels of nesting")
  }

  @Test("the number of bytes is exact")
  func bytes() throws {
    var limits = JSONLimits()
    limits.bytes = 3
    #expect(try JSONValue(parsing: Array("123".utf8), limits: limits) == 123)
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array("1234".utf8), limits: limits)
    }
    #expect(error?.message == "more than 3 bytes of JSON")
  }

  /// RFC 8785 compares names by their code units.
  @Test("two encodings of one letter are two names")
  func namesAreComparedByTheirBytes() throws {
    let text = "{\"e\u{301}\":1,\"\u{E9}\":2}"
    let value = try JSONValue(parsing: text.utf8)
    #expect(value["e\u{301}"] == 1 && value["\u{E9}"] == 2)
    #expect(try value.canonicalBytes() == Array(text.utf8))
  }

  @Test("duplicate names are kept where they are allowed, and the first is found")
  func duplicates() throws {
    var limits = JSONLimits()
    limits.duplicateMembers = true
    let value = try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8), limits: limits)
    #expect(value == .object([.init("a", 1), .init("a", 2)]))
    #expect(value["a"] == 1)
  }
}
