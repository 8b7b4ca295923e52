import Findings
import Foundation
import TestSupport
import Testing

@testable import ProfileKit

/// What `Docs/readers.md` says of CoreFoundation and of libxml2, tried with both.
@Suite struct ReaderDocumentTests {
  /// One row of its table: how it begins, a file of the kind, who takes that, and what we say.
  struct Row: Sendable, CustomTestStringConvertible {
    var begins: String
    var bytes: [UInt8]
    var isTakenByApple: Bool
    /// nil where it depends on how libxml2 is asked: it is given UTF-8 here, and any depth.
    var isTakenByXML: Bool?
    var rule: String?
    var testDescription: String { begins }

    init(
      _ begins: String, _ text: String, apple: Bool, xml: Bool?, says rule: String?,
      encode: ([UInt8]) -> [UInt8] = { $0 }
    ) {
      self.begins = begins
      bytes = encode(Array(text.utf8))
      isTakenByApple = apple
      isTakenByXML = xml
      self.rule = rule
    }
  }

  private static func nested(_ levels: Int) -> String {
    String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
  }

  private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
    String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  private static let some = "plist-only-some-readers"
  private static let refused = "plist-refused-by-apple"
  private static let changed = "plist-silently-changed"

  static let rows: [Row] = [
    Row(
      "white space or a newline", "\n<?xml version=\"1.0\"?><plist><true/></plist>", apple: true,
      xml: false, says: some),
    Row("anything after", "<plist><true/></plist>junk", apple: true, xml: false, says: some),
    Row("control characters", "<string>a\u{1}b</string>", apple: true, xml: false, says: some),
    Row("control characters", "<string>a&#1;b</string>", apple: true, xml: false, says: some),
    Row("control characters", "<string>a\0b</string>", apple: true, xml: false, says: some),
    Row("`]]>` in a text", "<string>a]]>b</string>", apple: true, xml: false, says: some),
    Row("`]]>` in a text", "<array><!-- a -- b --></array>", apple: true, xml: false, says: some),
    Row("`]]>` in a text", "<dict a b=c/>", apple: true, xml: false, says: some),
    Row("`>` in the quotes", "<array a='>'/>", apple: false, xml: true, says: refused),
    Row(
      "`>` in the quotes", "<!DOCTYPE plist SYSTEM \"a>\"><plist><true/></plist>",
      apple: false, xml: true, says: refused),
    Row("257 to 512 levels", nested(257), apple: true, xml: nil, says: some),
    Row("257 to 512 levels", nested(256), apple: true, xml: true, says: nil),
    Row(
      "entities of", "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
      apple: false, xml: true, says: "plist-internal-subset"),
    Row("a comment in", "<string>a<!-- b --></string>", apple: false, xml: true, says: refused),
    Row("`<integer/>`", "<integer/>", apple: false, xml: true, says: refused),
    Row("`<integer/>`", "<data/>", apple: false, xml: true, says: refused),
    Row("`<integer/>`", "<true>1</true>", apple: false, xml: true, says: refused),
    Row("`<integer/>`", "<integer>1 </integer>", apple: false, xml: true, says: refused),
    Row(
      "a fraction", "<date>2030-01-31T00:00:00.5Z</date>", apple: false, xml: true, says: refused),
    Row(
      "a `<date>` beyond", "<date>2030-02-30T00:00:00Z</date>", apple: true, xml: true,
      says: changed),
    Row("characters in `<data>`", "<data>SG*Vs</data>", apple: true, xml: true, says: changed),
    Row("a carriage return", "<string>a\r\nb</string>", apple: true, xml: true, says: some),
    Row(
      "a byte order mark at the start of a", "<string>\u{FEFF}a</string>", apple: true, xml: true,
      says: changed),
    Row("a stray byte", "<string>?</string>", apple: true, xml: false, says: changed) {
      $0.map { $0 == UInt8(ascii: "?") ? 0xA9 : $0 }
    },
    Row(
      "a key twice", "<dict><key>a</key><true/><key>a</key><false/></dict>", apple: true, xml: true,
      says: "duplicate-key"),
    Row(
      "`<key>` for a value", "<array><key>a</key></array>", apple: true, xml: true,
      says: "plist-key-as-value"),
    Row("UTF-16 or UTF-32", "<true/>", apple: true, xml: true, says: "byte-order-mark") {
      [0xFF, 0xFE] + utf16($0)
    },
    Row(
      "UTF-16 with a byte order mark, declared",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><true/>", apple: true, xml: nil, says: some
    ) { [0xFF, 0xFE] + utf16($0) },
    Row(
      "UTF-16 with a byte order mark, declared",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><true/>", apple: true, xml: nil, says: some
    ) { [0xFF, 0xFE] + utf16($0) },
    Row(
      "UTF-8 declared", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><string>é</string>",
      apple: true, xml: nil, says: changed),
    Row("JSON", "{\"a\": 1}", apple: false, xml: false, says: "not-a-property-list"),
    Row(
      "UTF-16 without", "<?xml version=\"1.0\"?><true/>", apple: false, xml: nil, says: refused
    ) { utf16($0) },
    Row(
      "what `encoding=", "<?xml version=\"1.0\" encoding=\"windows-1251\"?><string>~</string>",
      apple: true, xml: nil, says: nil
    ) { $0.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 } },
    Row(
      "what `encoding=", "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><string>~</string>",
      apple: true, xml: nil, says: nil
    ) { $0.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 } },
    Row("OpenStep text", "{ key = value; }", apple: true, xml: false, says: "plist-openstep"),
    Row(
      "white space and nothing else", " \n", apple: true, xml: false, says: "not-a-property-list"),
  ]

  @Test(arguments: rows) func asItSays(_ row: Row) {
    #expect((CoreFoundationValue(row.bytes) != nil) == row.isTakenByApple, "CoreFoundation")
    if let expected = row.isTakenByXML {
      #expect(Self.isTakenByXML(row.bytes) == expected, "libxml2")
    }
    let file = PlistFile(reading: row.bytes, path: "p")
    #expect(file.coreFoundationReads == row.isTakenByApple, "coreFoundationReads")
    let rules = Set(Validation([file], now: 0).findings.map(\.rule.description))
    if let rule = row.rule {
      #expect(rules.contains(rule), "\(rules)")
    } else {
      #expect(rules.isDisjoint(with: [Self.some, Self.refused, Self.changed]), "\(rules)")
    }
  }

  /// Whether libxml2 takes the text as it is.
  private static func isTakenByXML(_ bytes: [UInt8]) -> Bool {
    let text = TextDecoding.decode(bytes, limit: 1 << 20).bytes
    return text.withUnsafeBufferPointer { text in
      XMLStream.parse(PlistBuilder(tags: text, text: text, limits: PlistLimits())).failure == nil
    }
  }

  /// Every row of the table is tried, and names the rule that we say it with.
  @Test func everyRowIsTried() throws {
    let text = String(
      decoding: try #require(contents(Repository.root + "Docs/readers.md")), as: UTF8.self)
    let table = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(table.count > 20)
    for line in table {
      let rows = Self.rows.filter { line.dropFirst(2).hasPrefix($0.begins) }
      #expect(!rows.isEmpty, "\(line)")
      for rule in rows.compactMap(\.rule) { #expect(line.contains("`\(rule)`"), "\(line)") }
    }
    for row in Self.rows {
      #expect(table.contains { $0.dropFirst(2).hasPrefix(row.begins) }, "\(row.begins)")
    }
  }
}
