import TestSupport
import Testing

@testable import FleetKit

/// Plain objects are read in one pass, and read as the strict reader reads them.
@Suite struct JSONRowsTests {
  private static let names = [
    "device", "Device Name", "platform", "os", "version", "supervised", "is_supervised",
    "enrollment", "profiles", "shared-ipad", "channel", "site", "serial number", "é",
    "dev\\u0069ce",
    "",
  ]
  private static let values = [
    "\"mac-1\"", "\"iOS\"", "\"18.1\"", "18", "18.1", "0", "-0", "-3", "007", "1e3", "true",
    "false",
    "null", "\"\"", "[]", "[\"a\"]", "[\"a\", \"b;c\"]", "[\"a\",]", "[1]", "{}", "\"é\"",
    "\"a\\nb\"",
    "\"a\tb\"", "\"unclosed", "123456789012345678", "12345678901234567890", "tru", "nullx",
    "[\"\"]",
    "[\"a\\\"b\"]", " \"x\" ", "\n\"x\"\n", "1 2",
  ]

  private func object(_ random: inout SeededGenerator) -> String {
    var members: [String] = []
    if random.percent(70) {
      members = [
        "\"device\":\"d\(Int.random(in: 0...9, using: &random))\"", "\"platform\": \"iOS\"",
        "\"profiles\": [\"a\", \"b\"]",
      ]
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let member =
        "\"\(random.pick(Self.names))\"\(random.pick(["", " "])):\(random.pick(Self.values))"
      members.insert(member, at: Int.random(in: 0...members.count, using: &random))
    }
    var text = "{" + members.joined(separator: random.pick([",", ", ", ",\n  "])) + "}"
    if random.percent(10), !text.isEmpty {
      text.remove(
        at: text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &random)))
    }
    return text
  }

  @Test func bothReadersAgree() {
    var random = SeededGenerator("json rows")
    var rows = JSONRows()
    var read = 0
    for _ in 0..<6_000 {
      let text = object(&random)
      let bytes = Array(text.utf8)
      let problem = rows.read(bytes, line: 7, column: 3)
      let (expected, wrong) = JSONRow.read(bytes, line: 7, column: 3)
      #expect(problem == wrong, "seed \(random.seed): \(text)")
      #expect(rows.row.line == expected.line && rows.row.bytes == expected.bytes, "\(text)")
      #expect(rows.row.fields.map(\.range) == expected.fields.map(\.range), "\(text)")
      #expect(rows.row.fields.map(\.line) == expected.fields.map(\.line), "\(text)")
      #expect(rows.row.fields.map(\.column) == expected.fields.map(\.column), "\(text)")
      if wrong == nil { read += 1 }
    }
    #expect(read > 1_000)
  }

  /// Objects that are all called otherwise are read, and nothing grows with them.
  @Test func namesThatNeverComeAgain() {
    var rows = JSONRows()
    for number in 0..<1_000 {
      let text =
        "{\"x\(number)\":1,\"device\":\"d\",\"platform\":\"iOS\",\"y\(number)\":2,\"profiles\":[]}"
      #expect(rows.read(Array(text.utf8), line: 1, column: 1) == nil)
      #expect(rows.row.text(0) == "d" && rows.row.text(1) == "iOS")
    }
    #expect(rows.titlesHeld < 100)
  }

  /// Pieces of any size give the same objects at the same places.
  @Test func piecesOfAnySize() throws {
    let text = "[\n {\"a\": \"}\\\"{\"},\n  {\"é\": [1, {\"b\": \"\\\\\"}]}\n,{}]\n"
    let bytes = Array(text.utf8)
    func objects(_ size: Int) throws -> [String] {
      var splitter = JSONSplitter()
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
          try splitter.feed(piece) {
            found.append("\($1):\($2) \(String(decoding: $0, as: UTF8.self))")
          }
        }
      }
      try splitter.finish()
      return found
    }
    let whole = try objects(bytes.count)
    #expect(
      whole == [
        "2:2 {\"a\": \"}\\\"{\"}", "3:3 {\"é\": [1, {\"b\": \"\\\\\"}]}", "4:2 {}",
      ])
    for size in 1...bytes.count { #expect(try objects(size) == whole, "pieces of \(size)") }
  }
}
