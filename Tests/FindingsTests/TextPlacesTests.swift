import Findings
import TestSupport
import Testing

/// Lines and columns against a naive count.
@Suite struct TextPlacesTests {
  private func naive(_ bytes: [UInt8]) -> [(line: Int, column: Int)] {
    var places: [(line: Int, column: Int)] = []
    var (line, column) = (1, 1)
    for index in bytes.indices {
      places.append((line, column))
      let byte = bytes[index]
      let isHalf = byte == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
      if byte == 10 || byte == 13 && !isHalf {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return places + [(line, column)]
  }

  @Test func everyPlaceOfRandomTexts() {
    var generator = SeededGenerator("places")
    for _ in 0..<60 {
      let count = generator.pick([0, 1, 255, 256, 257, 2_000])
      var text = String.UnicodeScalarView()
      while text.count < count {
        text.append(generator.pick(["a", "b", "é", "語", "😀", "\n", "\r", "x", "y", "z"]))
      }
      let bytes = Array(String(text).utf8)
      let places = TextPlaces(bytes)
      for (offset, expected) in naive(bytes).enumerated() {
        let place = places.place(of: offset)
        #expect(place == expected, "offset \(offset), seed \(generator.seed)")
        guard offset == bytes.count || bytes[offset] & 0xC0 != 0x80,
          offset == 0 || offset == bytes.count || bytes[offset] != 10 || bytes[offset - 1] != 13
        else { continue }
        let back = places.offset(line: place.line, column: place.column)
        #expect(back == offset, "offset \(offset), seed \(generator.seed)")
      }
    }
  }

  @Test func placesThatAreNotThere() {
    let places = TextPlaces(Array("ab\nc".utf8))
    #expect(places.offset(line: 1, column: 99) == 2)
    #expect(places.offset(line: 2, column: .max) == 4)
    #expect(places.offset(line: 3, column: 1) == nil)
    #expect(places.offset(line: 0, column: 1) == nil)
    #expect(places.offset(line: .max, column: 1) == nil)
    #expect(places.place(of: -5) == (1, 1))
    #expect(places.place(of: 99) == (2, 2))
    #expect(TextPlaces([]).offset(line: 1, column: 1) == 0)
  }

  /// An excerpt far into one long line costs no walk over the line: thousands take no time.
  @Test(.timeLimit(.minutes(20))) func excerptsOfOneLongLine() {
    let line = String(repeating: "<key>a</key>", count: 500_000)
    let reporter = TextReporter(sources: ["a": SourceLines(line)])
    var generator = SeededGenerator("long line")
    for _ in 0..<5_000 {
      let column = Int.random(in: 1...6_000_000, using: &generator)
      let finding = Finding(
        "r", .error, at: SourceLocation(path: "a", line: 1, column: column), "m")
      let lines = reporter.text(of: finding).split(separator: "\n")
      let caret = lines[2].dropFirst(6).count - 1
      let letters = Array("<key>a</key>")
      #expect(Array(lines[1].dropFirst(6))[caret] == letters[(column - 1) % 12])
    }
  }

  @Test func manyFindingsOfOneRuleAreCounted() {
    let findings = (1...250).map {
      Finding(
        "r", $0 == 250 ? .error : .notice, at: SourceLocation(path: "a", line: $0, column: 1), "m")
    }
    let other = [Finding("s", .warning, at: SourceLocation(path: "a", line: 300, column: 1), "n")]
    let capped = (findings + other).capped(100)
    #expect(capped.count == 102)
    let rest = capped.first { $0.message.hasPrefix("and 150 more") }
    #expect(rest?.severity == .error && rest?.location.line == 101 && rest?.rule == "r")
    #expect(capped == capped.sorted())
    #expect(findings.prefix(100).capped(100).count == 100)
  }

  @Test func helpIsFolded() {
    let help = "write a great many words here, so many that they do not fit on one line at all"
    let finding = Finding("r", .error, at: SourceLocation(path: "a"), "m", help: help)
    let lines = TextReporter(width: 40).text(of: finding).split(separator: "\n").dropFirst()
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("  help: write") == true)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("        ") && $0.count <= 40 })
    #expect(
      lines.map { $0.drop { $0 == " " } }.joined(separator: " ") == "help: " + help)
  }
}
