import Foundation
import ProfileKit
import TestSupport

/// Small changes to property lists, the same for the same seed.
struct PlistMutator {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]

  /// `seeds` are what is changed.
  init(seed: UInt64, seeds: [[UInt8]]) {
    random = SeededGenerator(state: seed)
    self.seeds = seeds
  }

  /// Files of this repository, and those beside it where they stand.
  static let seeds: [[UInt8]] = {
    var seeds = PlistAgreementTests.inputs.values.sorted().map(plist)
    seeds += PlistAgreementTests.files.values.sorted().map { Array($0.utf8) }
    seeds += PlistAgreementTests.openStep.sorted().map { Array($0.utf8) }
    seeds += allRules.flatMap { $0.rejected.flatMap(\.inputs) }.map { Array($0.utf8) }
    seeds += folder(Repository.root + "Fuzz/Corpus/plist/") + folder(edgeFolder)
    let kinds: Set<String> = ["xml", "malformed", "fragment", "openstep"]
    seeds += CorpusFile.all.filter { kinds.contains($0.kind) }.map(\.bytes)
    return seeds.filter { !$0.isEmpty && $0.count < 20_000 }
  }()

  static func folder(_ path: String) -> [[UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { contents(path + $0) }
  }

  /// One file more or less broken.
  mutating func next() -> [UInt8] {
    guard var bytes = seeds.randomElement(using: &random) else { return [] }
    let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...4, using: &random)
    for _ in 0..<count { change(&bytes) }
    if Int.random(in: 0..<12, using: &random) == 0 { bytes = encoded(bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let token = Array((Self.tokens.randomElement(using: &random) ?? "").utf8)
    let length = min(Int.random(in: 1...12, using: &random), bytes.count - place)
    switch Int.random(in: 0..<9, using: &random) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 2: bytes.removeSubrange(place..<(place + length))
    case 3, 4: bytes.insert(contentsOf: token, at: place)
    case 5: bytes.replaceSubrange(place..<(place + length), with: token)
    case 6: bytes.insert(contentsOf: Array(bytes[place..<(place + length)]), at: place)
    case 7 where Int.random(in: 0..<8, using: &random) == 0: bytes.removeSubrange(place...)
    default:
      // Beside what is marked already, where it matters most.
      let marks = bytes.indices.filter { "<>&\"{}=;".utf8.contains(bytes[$0]) }
      guard let mark = marks.randomElement(using: &random) else { return }
      bytes.insert(contentsOf: token, at: mark + Int.random(in: 0...1, using: &random))
    }
  }

  /// The file in another encoding, with a mark or without, or said to be in one.
  private mutating func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    func utf16(_ isBig: Bool) -> [UInt8] {
      text.utf16.flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
    }
    func utf32(_ isBig: Bool) -> [UInt8] {
      text.unicodeScalars.flatMap { scalar in
        let units = [0, 8, 16, 24].map { UInt8(scalar.value >> $0 & 255) }
        return isBig ? units.reversed() : units
      }
    }
    let name = Self.encodings.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return [0xFF, 0xFE] + utf16(false)
    case 1: return [0xFE, 0xFF] + utf16(true)
    case 2: return utf16(false)
    case 3: return utf16(true)
    case 4: return [0xFF, 0xFE, 0, 0] + utf32(false)
    case 5: return [0, 0, 0xFE, 0xFF] + utf32(true)
    case 6: return [0xEF, 0xBB, 0xBF] + bytes
    default:
      let head = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?>".utf8)
      guard let end = text.range(of: "?>"), text.hasPrefix("<?xml") else { return head + bytes }
      return head + Array(text[end.upperBound...].utf8)
    }
  }

  private static let encodings = [
    "UTF-8", "utf-8", "UTF8", "ISO-8859-1", "windows-1252", "US-ASCII", "ASCII", "UTF-7", "UTF-16",
    "UTF-16LE", "UTF-32", "latin1", "koi8-r", "macintosh", "", "x", "UTF-8\0", "iso-8859-15",
    "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
    "windows-1257", "windows-1258", "cp1252", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7",
    "ISO-8859-8", "ISO-8859-11", "ISO-8859-16", "cp850", "cp866", "koi8-u", "nextstep", "l1",
  ]

  private static let tokens = [
    "<", ">", "</", "/>", "<!--", "-->", "--", "<!---->", "<!--->", "<?>", "<??>", "<?", "?>",
    "<![CDATA[", "]]>", "<!DOCTYPE plist",
    "[", "]", "&", ";", "&lt;", "&amp;", "&#65;", "&#x1F600;", "&#0;", "&#xD800;", "&#xFEFF;",
    "&nbsp;", "&#", "<plist>", "</plist>", "<plist/>", "<dict>", "</dict>", "<dict/>", "<array>",
    "</array>", "<key>", "</key>", "<key/>", "<string>", "</string>", "<string/>", "<integer>",
    "</integer>", "<integer>-0x1F</integer>", "<real>", "</real>", "<date>", "</date>", "<data>",
    "</data>", "<true/>", "<false/>", "<true>", "</true>", " ", "\t", "\r\n", "\r", "\n", "\0",
    "\u{1}", "\u{B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2003}", "\u{202F}", "\u{3000}",
    "\u{FEFF}", "\u{FFFE}", "é", "“",
    "😀", "0", "-",
    "+", ".", "e", "x", "=", "==", "\"", "'", "{", "}", "(", ")", ",", " = ", "//", "/*", "*/",
    "\\",
    "\\n", "\\U00e9", "\\341", "<00ff>", "a='>'", " version=\"1.0\"", "CF$UID", "nan", "inf",
    "2030-01-31T00:00:00Z", "18446744073709551616", "a", "Z", "T", ":", "xmlns:x='u'", "x:",
  ]
}
