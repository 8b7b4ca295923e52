import Foundation
import ProfileKit
import TestSupport
import Testing

/// Our reader and CoreFoundation's over many small changes of many files.
@Suite struct PlistMutationTests {
  /// `SEED` and `MUTATIONS` in the environment make another or a longer run.
  private static let seed = number("SEED") ?? 20_261_130

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// XML and OpenStep text, in all encodings.
  @Test func textsAsCoreFoundation() {
    let seed = UInt64(truncatingIfNeeded: Self.seed)
    var mutator = PlistMutator(seed: seed, seeds: PlistMutator.seeds)
    compare("text", Self.number("MUTATIONS") ?? 5_000) { mutator.next() }
  }

  /// Binary property lists, some with damage in the trailer.
  @Test func binariesAsCoreFoundation() {
    var mutator = BinaryMutator(seed: UInt64(truncatingIfNeeded: Self.seed))
    compare("binary", Self.number("MUTATIONS") ?? 5_000) { mutator.next() }
  }

  private func compare(_ name: String, _ count: Int, _ next: () -> [UInt8]) {
    print("\(name) mutation seed \(Self.seed), \(count) files")
    var excused: [String: Int] = [:]
    var taken = 0
    var failures = 0
    for _ in 0..<count {
      let bytes = next()
      guard let disagreement = Disagreement(bytes) else {
        if read(bytes).coreFoundationReads == true { taken += 1 }
        continue
      }
      if let reason = disagreement.excuse {
        excused[reason.name, default: 0] += 1
      } else {
        failures += 1
        Issue.record("\(disagreement.smallest.text), seed \(Self.seed)")
        if failures == 40 { break }
      }
    }
    // Changes that leave nothing to read would show nothing.
    #expect(failures > 0 || taken > count / 20)
    print("\(name): \(taken) read by both; excused: \(excused.sorted { $0.key < $1.key })")
  }

  /// What the mutations found, by kind: each read as CoreFoundation reads it.
  @Test(arguments: [
    "<date>--01-01T00:00:00Z</date>", "<date>0000000002030-01-31T00:00:00Z</date>",
    "<date>99999999999-01-31T00:00:00Z</date>", "<date>-2147483648-01-31T00:00:00Z</date>",
    "<integer>\u{3000}\u{2003}1</integer>", "<integer>-\u{205F}1</integer>",
    "<integer>\u{202F}1</integer>", "<integer>\u{A0}1</integer>", "<real>&#49;.5</real>",
    "<real><![CDATA[2]]></real>", "<real>\u{FEFF}2</real>", "<real>&#;5</real>",
    "<real>2<!-- --></real>", "<string>&#;&#x;</string>", "<key>\u{FEFF}k</key>",
    "(<)", "(<0)", "(a,{)", "({a=b;)", "({a=)", "({a={b=(c,<0)x;};})", "(\")", "(a,(b c))",
    "({a=b)",
    "a={b=(c,<00>,{);};", "<\u{130}0 \u{141}\u{2041}>", "<\u{2028}02>", "<a\u{2029}2>",
    "<a\u{1F630}>",
    "bplist = \"of more than forty bytes, all text\";",
  ])
  func kindsAsCoreFoundation(_ text: String) {
    let disagreement = Disagreement(
      text.hasPrefix("<") && text.contains("/") ? plist(text) : Array(text.utf8))
    #expect(disagreement == nil, "\(disagreement?.text ?? "")")
  }

  /// The names under which an encoding is known or not, and bytes that it does not have.
  @Test(arguments: [
    "ISO8859F1", "ISO885,91", "ISO-8859-1x", "iso_8859-1:1987", "8859-1", "X-ISO-8859-1", "latin1",
    "windows-1252", "Windows-1252x", "windows--1252", "windows1252", "CP-1252", "x-cp1252",
    "cp1252x",
    "windows-1253", "windows-1257", "koi8-r", "ISO-8859-7", "macintosh", "US-ASCII", "x-nonsense",
  ])
  func encodingsAsCoreFoundation(_ name: String) {
    for byte: UInt8 in [0x81, 0x9F, 0xD2, 0xE9] {
      let head = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><!DOCTYPE p".utf8)
      let tail = Array("><string>a".utf8) + [byte] + Array("</string>".utf8)
      for bytes in [head + tail, head + [byte] + Array("><true/>".utf8)] {
        let disagreement = Disagreement(bytes)
        #expect(disagreement == nil, "\(disagreement?.text ?? "")")
      }
    }
  }

  /// What may stand before a number, between its sign and its digits, and behind it: every control
  /// and space there is, and a letter.
  @Test func spacesInNumbersAsCoreFoundation() {
    let spaces = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter {
      $0.value <= 0x20 || $0.properties.isWhitespace || (0x7F...0xA0).contains($0.value)
        || $0.properties.generalCategory == .format
    }
    for space in spaces + ["x", "é"] {
      for (tag, number) in [("real", "5"), ("integer", "5"), ("real", "-.5"), ("integer", "-5")] {
        let first = number.prefix(1)
        for text in [
          "\(space)\(number)", "\(first)\(space)\(number.dropFirst())", "\(number)\(space)",
        ] {
          let disagreement = Disagreement(plist("<\(tag)>\(text)</\(tag)>"))
          #expect(disagreement == nil, "\(disagreement?.text ?? "")")
        }
      }
    }
  }

  /// Comments and instructions before the first element.
  @Test(arguments: [
    "<!----><true/>", "<!-----><true/>", "<!----> <dict/>--><true/>", "<!---><true/>", "<?><true/>",
    "<??><true/>", "<true/><!---->", "<!DOCTYPE html><true/>", "<!DOCTYPE html><html/>",
    "\u{FEFF}<!doctype html><true/>", "<!DOCTYPE HTML>\n<plist><key/></plist>", "<html/>",
    "<!DOCTYPE html",
  ])
  func prologsAsCoreFoundation(_ text: String) {
    let disagreement = Disagreement(Array(text.utf8))
    #expect(disagreement == nil, "\(disagreement?.text ?? "")")
  }

  /// UTF-16 with half a character: for CoreFoundation XML ends there, OpenStep text does not.
  @Test(arguments: [
    "<true/>~", "<true/>~x", "<!--~--><true/>", "<string>a~b</string>", "\"a~b\"", "\"a\" ~",
    "<!DOCTYPE html><true/> ~", "{a=\"~\";}", "~",
  ])
  func halvesAsCoreFoundation(_ text: String) {
    for half: UInt16 in [0xD900, 0xDC00] {
      let units = text.utf16.map { $0 == UInt16(UInt8(ascii: "~")) ? half : $0 }
      let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0x20, 0] + little] {
        let disagreement = Disagreement(bytes)
        #expect(disagreement == nil, "\(disagreement?.text ?? "")")
      }
    }
  }

  /// A second byte order mark is no text.
  @Test func secondMarksAsCoreFoundation() {
    let text = "\u{FEFF}\u{FEFF}<true/>"
    let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let utf32 = text.unicodeScalars.flatMap { scalar in
      [0, 8, 16, 24].map { UInt8(scalar.value >> $0 & 255) }
    }
    for bytes in [Array(text.utf8), utf16, utf32, utf16 + [0x00, 0xDC]] {
      let disagreement = Disagreement(bytes)
      #expect(disagreement == nil, "\(disagreement?.text ?? "")")
    }
  }

  /// Every reason to differ is told in the document of readers.
  @Test func reasonsAreDocumented() throws {
    let text = String(
      decoding: try #require(contents(Repository.root + "Docs/readers.md")), as: UTF8.self)
    for excuse in Disagreement.excuses {
      #expect(text.contains("`\(excuse.name)`"), "\(excuse.name)")
    }
  }
}
