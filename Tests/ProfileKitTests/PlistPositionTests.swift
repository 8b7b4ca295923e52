import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Every value and key stands where the reader says it stands.
@Suite struct PlistPositionTests {
  @Test func keysAndValues() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>é</key> <string>“ü”</string><key a="1">b</key>
        <array><true/> <!-- ü --> <integer>1</integer></array>
      </dict>
      </plist>
      """
    let root = try #require(read(text).root)
    #expect(root.position == TextPosition(line: 3, column: 1))
    #expect(root.entries.map(\.key) == ["é", "b"])
    #expect(root.entries[0].keyPosition == TextPosition(line: 4, column: 2))
    #expect(root.entries[0].value.position == TextPosition(line: 4, column: 15))
    #expect(root.entries[1].keyPosition == TextPosition(line: 4, column: 35))
    #expect(root.entries[1].value.position == TextPosition(line: 5, column: 3))
    #expect(
      root.entries[1].value.elements.map(\.position)
        == [TextPosition(line: 5, column: 10), TextPosition(line: 5, column: 29)])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) throws {
    let root = try #require(
      read("<plist>\(end)<dict>\(end) <key>a</key>\(end)<true/></dict></plist>").root)
    #expect(root.entries[0].keyPosition == TextPosition(line: 3, column: 2))
    #expect(root.entries[0].value.position == TextPosition(line: 4, column: 1))
  }

  @Test func beyondLine65535() throws {
    let count = 70_000
    let lines = (0..<count).map { "<key>k\($0)</key><integer>\($0)</integer>\n" }.joined()
    let root = try #require(read("<plist><dict>\n\(lines)</dict></plist>").root)
    #expect(root.entries.count == count)
    for index in [0, 1, 65_533, 65_534, 65_535, 65_536, 69_999] {
      let entry = root.entries[index]
      #expect(entry.keyPosition == TextPosition(line: index + 2, column: 1))
      #expect(entry.value.position.column == "<key>k\(index)</key>".count + 1)
    }
  }

  /// Values beyond one chunk of the push parser, and all on one line.
  @Test func oneLongLine() throws {
    let filler = String(repeating: "ä", count: 100_000)
    let text =
      "<plist><array>" + (0..<5).map { "<string>\(filler)\($0)</string>" }.joined()
      + "</array></plist>"
    let root = try #require(read(text).root)
    for (index, element) in root.elements.enumerated() {
      #expect(element.position == TextPosition(line: 1, column: 15 + index * (100_001 + 17)))
    }
  }

  /// Positions are those of the file, also where it had to be prepared first.
  @Test func preparedText() throws {
    let text =
      "\n <?xml version=\"1.0\"?>\n<plist><array x><!-- -- --><string>a\0\u{1}b&#2;]]></string>  <true/></array></plist>junk"
    let file = read(text)
    let root = try #require(file.root)
    #expect(file.coreFoundationReads == true)
    #expect(root.elements[0].string == "a\0\u{1}b\u{2}]]>")
    #expect(root.elements[0].position == TextPosition(line: 3, column: 28))
    #expect(root.elements[1].position == TextPosition(line: 3, column: 58))
  }

  @Test func otherEncodings() throws {
    let text = "<plist><array><string>é</string><true/></array></plist>"
    let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let utf16: [UInt8] = [0xFF, 0xFE] + units
    let root = try #require(read(utf16).root)
    #expect(root.elements[1].position == TextPosition(line: 1, column: 33))
  }

  /// The text at each position is the element's own tag, in every file of the corpus.
  @Test(.enabled(if: hasCorpus)) func corpus() {
    for row in CorpusFile.xml {
      let bytes = row.bytes
      guard let text = String(bytes: bytes, encoding: .utf8) else { continue }
      let file = PlistFile(reading: bytes, path: row.path)
      let plain = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
      let lines = plain.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
      guard let root = file.root, !plain.unicodeScalars.contains("\r") else { continue }
      #expect(wrong(root, lines.map { Array($0) }) == 0, "\(row.path)")
    }
  }

  private func wrong(_ node: PlistNode, _ lines: [[UnicodeScalar]]) -> Int {
    func starts(_ place: TextPosition, _ tags: [String]) -> Bool {
      let rest = lines[place.line - 1].dropFirst(place.column - 1).prefix(9)
      let text = String(String.UnicodeScalarView(rest))
      return tags.contains { text.hasPrefix("<\($0)") }
    }
    let tags: [String] =
      switch node.kind {
      case .dictionary: ["dict"]
      case .array: ["array"]
      case .string: ["string", "key"]
      case .integer, .largeInteger: ["integer"]
      case .real: ["real"]
      case .boolean(let flag): [flag ? "true" : "false"]
      case .date: ["date"]
      case .data: ["data"]
      }
    return (starts(node.position, tags) ? 0 : 1)
      + node.elements.map { wrong($0, lines) }.reduce(0, +)
      + node.entries.map { (starts($0.keyPosition, ["key"]) ? 0 : 1) + wrong($0.value, lines) }
      .reduce(0, +)
  }
}
