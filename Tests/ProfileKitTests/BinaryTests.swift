import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Binary property lists, beside CoreFoundation's own reader.
@Suite struct BinaryTests {
  /// Every kind of object, and what only hostile files hold.
  static let made: [String: [UInt8]] = {
    let half: [UInt8] = [0x61, 0xD8, 0x00]
    return [
      "integers": BinaryMaker.array(
        [0x10, 0xFF], [0x11, 0xFF, 0xFF], [0x12, 0xFF, 0xFF, 0xFF, 0xFF],
        [0x13] + [UInt8](repeating: 0xFF, count: 8), [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0],
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        [0x14] + [UInt8](repeating: 0xFF, count: 16)),
      "32-byte integer": BinaryMaker.array([0x15] + [UInt8](repeating: 0, count: 32)),
      "reals": BinaryMaker.array(
        [0x22, 0x3F, 0xC0, 0, 0], [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0],
        [0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x22, 0xFF, 0x80, 0, 0],
        [0x23, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], [0x23, 0, 0, 0, 0, 0, 0, 0, 1]),
      "not a number": BinaryMaker.array([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]),
      "2-byte real": BinaryMaker.array([0x21, 0, 0]),
      "dates": BinaryMaker.array(
        [0x33, 0x41, 0xB0, 0, 0, 0, 0, 0, 0], [0x33, 0xC1, 0xB0, 0, 0, 0x40, 0, 0, 0],
        [0x33, 0, 0, 0, 0, 0, 0, 0, 0]),
      "endless date": BinaryMaker.array([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]),
      "data": BinaryMaker.array([0x40], [0x43, 1, 2, 3], [0x4F, 0x10, 0x10] + (0..<16)),
      "strings": BinaryMaker.array(
        [0x50], BinaryMaker.ascii("a<&>\r\n\t\u{1}"), [0x61, 0x00, 0xE9],
        [0x62, 0xD8, 0x3D, 0xDE, 0x00], [0x61, 0xFF, 0xFE], [0x51, 0x00]),
      "half a pair": BinaryMaker.array(half), "beyond ASCII": BinaryMaker.array([0x51, 0xE9]),
      "uid": BinaryMaker.array([0x80, 5], [0x81, 1, 0], [0x83, 0xFF, 0xFF, 0xFF, 0xFF]),
      "empty UTF-16": BinaryMaker.array([0x60]),
      "large uid": BinaryMaker.array([0x84, 1, 0, 0, 0, 0]),
      "null": BinaryMaker.array([0x00], [0x08], [0x09]), "fill": BinaryMaker.array([0x0F]),
      "set": BinaryMaker(objects: [[0xC2, 1, 2], [0x10, 1], [0x10, 2]]).bytes,
      "utf-8 string": BinaryMaker.array([0x71, 0x41]),
      "top null": BinaryMaker(objects: [[0x00]]).bytes,
      "dictionary": BinaryMaker.dictionary([BinaryMaker.ascii("k")], [[0x09]]),
      "key twice": BinaryMaker.dictionary(
        [BinaryMaker.ascii("k"), BinaryMaker.ascii("k")], [[0x10, 1], [0x10, 2]]),
      "number as key": BinaryMaker.dictionary([[0x10, 7]], [[0x09]]),
      "array as key": BinaryMaker.dictionary([[0xA0]], [[0x09]]),
      "holds itself": BinaryMaker(objects: [[0xA1, 0]]).bytes,
      "holds each other": BinaryMaker(objects: [[0xA1, 1], [0xA1, 0]]).bytes,
      "used twice": BinaryMaker(objects: [[0xA2, 1, 1], [0xA1, 2], [0x10, 7]]).bytes,
      "reference beyond": BinaryMaker(objects: [[0xA1, 9]]).bytes,
      "length beyond": BinaryMaker(objects: [[0x4F, 0x13] + [UInt8](repeating: 0x7F, count: 8)])
        .bytes,
      "length of 256 bytes": BinaryMaker.array(
        [0x5F, 0x18] + [UInt8](repeating: 1, count: 256), [0x09]),
      "array beyond": BinaryMaker(objects: [[0xAF, 0x12, 0x40, 0, 0, 0]]).bytes,
      "512 levels": nested(512), "513 levels": nested(513), "514 levels": nested(514),
      "bplist01": BinaryMaker(objects: [[0x09]], head: "bplist01").bytes,
      "bplist15": BinaryMaker(objects: [[0x09]], head: "bplist15").bytes,
      "bplist0": BinaryMaker(objects: [[0x09]], head: "bplist0\u{7F}").bytes,
      "wide references": BinaryMaker(
        objects: [[0xA1] + [UInt8](repeating: 0, count: 8) + [1], [0x09]], referenceSize: 9
      ).bytes,
      "wide offsets": BinaryMaker(objects: [[0x09]], offsetSize: 12).bytes,
      "head only": Array("bplist00".utf8), "head and junk": Array("bplist00 \u{1}".utf8),
      "everything": BinaryMaker.foundation(
        [
          "PayloadType": "Configuration", "n": -65, "d": Date(timeIntervalSince1970: 1e9),
          "list": [1, 2.5, true, Data([1, 2, 3]), "é😀", ["k": ["deep"]]] as [Any],
        ] as [String: Any]),
    ]
  }()

  /// `count` arrays within each other.
  static func nested(_ count: Int) -> [UInt8] {
    let objects = (1..<count).map { [0xA1] + BinaryMaker.number($0, 2) } + [[0xA0]]
    return BinaryMaker(objects: objects, referenceSize: 2).bytes
  }

  @Test(arguments: made.keys.sorted())
  func asCoreFoundation(_ name: String) throws {
    agree(try #require(Self.made[name]), name)
  }

  @Test(.enabled(if: hasCorpus)) func everyBinaryFileOfTheCorpus() {
    let files = CorpusFile.all.map { ($0.path, $0.bytes) }.filter { $1.starts(with: "bplist".utf8) }
    #expect(files.count > 50)
    for (path, bytes) in files { agree(bytes, path) }
  }

  /// Small changes to small files, each judged by both readers; some go for the trailer.
  /// Both take it or both refuse it; and where both take it, they read the same.
  private func agree(_ bytes: [UInt8], _ name: String) {
    let ours = read(bytes)
    #expect(ours.root != nil || !ours.findings.isEmpty, "\(name): neither a value nor a word")
    if name.contains("levels"), ours.findings.contains(where: { $0.rule == "plist-limits" }) {
      return #expect(coreFoundation(bytes) == nil, "\(name) goes beyond our limits")
    }
    let disagreement = Disagreement(bytes)
    #expect(disagreement == nil, "\(name): \(disagreement?.text ?? "")")
  }

  @Test func everyValueHasAPlace() throws {
    let file = read(try #require(Self.made["everything"]))
    let root = try #require(file.root)
    let text = String(decoding: try #require(file.extracted), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func walk(_ node: PlistNode) {
      let line = lines[node.position.line - 1]
      #expect(line.dropFirst(node.position.column - 1).hasPrefix("<"), "\(node.position)")
      node.entries.forEach { walk($0.value) }
      node.elements.forEach(walk)
    }
    walk(root)
    // The text is one that Foundation reads to the same value.
    #expect(CoreFoundationValue(Array(text.utf8))?.isSame(as: root) == true)
  }

  @Test func whatXMLCannotSayIsSaid() throws {
    for (name, word) in [
      ("null", "null"), ("set", "set"), ("half a pair", "half a character"),
      ("key twice", "takes the first"), ("beyond ASCII", "Latin-1"), ("number as key", "no text"),
      ("endless date", "calendars"),
    ] {
      let file = read(try #require(Self.made[name]))
      #expect(
        file.findings.contains { $0.rule == "plist-silently-changed" && $0.message.contains(word) },
        "\(name): \(file.findings.map(\.message))")
    }
    let twice = read(try #require(Self.made["key twice"]))
    #expect(twice.root?["k"]?.integer == 1)
  }

  /// A few bytes that expand to billions, and others that cost more than they weigh, end soon.
  @Test(.timeLimit(.minutes(20))) func bombsAreBounded() {
    var objects: [[UInt8]] = (1...60).map { [0xA2, UInt8($0), UInt8($0)] }
    objects.append([0x09])
    let doubled = read(BinaryMaker(objects: objects).bytes)
    #expect(doubled.root == nil && doubled.findings.first?.rule == "plist-limits")
    // Every byte begins an array as long as the rest of the file.
    let overlapping = (0..<250).map { _ in [0xAF, 0x11, 0x03, 0xE8] as [UInt8] }
    let wide = BinaryMaker(objects: overlapping + [[UInt8](repeating: 1, count: 1_200)])
    #expect(read(wide.bytes).root == nil)
    // One long string a thousand times.
    let long: [UInt8] = [0x4F, 0x12, 0, 0x10, 0, 0] + [UInt8](repeating: 0, count: 1 << 20)
    let many = BinaryMaker(
      objects: [[0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 1, count: 1_000), long], offsetSize: 4
    )
    let repeated = read(many.bytes)
    #expect(repeated.root == nil && repeated.findings.first?.rule == "plist-limits")
  }

  @Test func rulesRunOverBinaryProfiles() throws {
    let value: [String: Any] = [
      "PayloadType": "Configuration", "PayloadVersion": 1, "PayloadIdentifier": "com.example.a",
      "PayloadUUID": "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01",
      "PayloadContent": [
        [
          "PayloadType": "com.apple.applicationaccess", "PayloadVersion": 1,
          "PayloadIdentifier": "com.example.a.r",
          "PayloadUUID": "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02",
          "allowOpenFromManagedToUnmanaged": false,
        ] as [String: Any]
      ],
    ]
    let file = read(BinaryMaker.foundation(value))
    let findings = Validation([file]).findings
    let found = try #require(findings.first { $0.rule == "managed-pasteboard-not-required" })
    let shown = TextReporter(sources: Validation([file]).sources).text(of: found)
    #expect(shown.contains("allowOpenFromManagedToUnmanaged</key>"))
  }
}
