import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Inputs made to hurt: each must end, with a finding. The limit only ends a hang.
@Suite(.timeLimit(.minutes(20))) struct PlistHostileTests {
  private func read(_ bytes: [UInt8], _ name: String, limits: PlistLimits = PlistLimits())
    -> PlistFile
  {
    PlistFile(reading: bytes, path: name, limits: limits)
  }

  @Test func entitiesAreRefusedUnread() {
    let laughs = (1..<60).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined()
    for subset in [
      "<!ENTITY a \"b\">", "<!ENTITY a SYSTEM \"file:///etc/passwd\">",
      "<!ENTITY % p SYSTEM \"http://x/\"> %p;",
      "<!ENTITY l0 \"ha\">" + laughs, "", "<!ELEMENT plist ANY>", "<!ATTLIST plist a CDATA \"b\">",
    ] {
      let file = read(
        Array("<!DOCTYPE plist [\(subset)]><plist><string>&l59;&a;</string></plist>".utf8), subset)
      #expect(file.root == nil || file.coreFoundationReads == false)
      #expect(
        file.findings.contains { $0.rule == "plist-internal-subset" }, "\(subset): \(file.findings)"
      )
      #expect(file.coreFoundationReads == false)
    }
  }

  @Test func depth() {
    for (tag, close) in [
      ("<array>", "</array>"), ("<dict><key>k</key>", "</dict>"), ("<plist>", "</plist>"),
      ("<x>", "</x>"),
    ] {
      let deep = String(repeating: tag, count: 100_000) + String(repeating: close, count: 100_000)
      let file = read(Array(deep.utf8), tag)
      #expect(file.coreFoundationReads == false)
      #expect(file.findings.contains { $0.severity == .error })
    }
  }

  @Test func size() {
    var limits = PlistLimits()
    limits.bytes = 1_000
    let long = plist("<string>" + String(repeating: "x", count: 2_000) + "</string>")
    #expect(read(long, "bytes", limits: limits).findings.first?.rule == "plist-limits")
    limits = PlistLimits()
    limits.nodes = 100
    let many = plist("<array>" + String(repeating: "<true/>", count: 200) + "</array>")
    #expect(read(many, "nodes", limits: limits).findings.first?.rule == "plist-limits")
    let findings = read(
      plist("<array>" + String(repeating: "<x/>", count: 50_000) + "</array>"), "findings"
    ).findings
    #expect(findings.count <= 60)
  }

  @Test func longThings() {
    let big = 600_000
    for (name, text) in [
      ("text", "<plist><string>" + String(repeating: "a", count: big) + "</string></plist>"),
      ("open comment", "<plist><!--" + String(repeating: "-", count: big)),
      ("spaces", String(repeating: " ", count: big)), ("opens", String(repeating: "<", count: big)),
      ("ampersands", "<plist><string>" + String(repeating: "&", count: big)),
      ("attribute", "<plist a=\"" + String(repeating: "x", count: big) + "\"><true/></plist>"),
      ("name", "<" + String(repeating: "x", count: big)),
      ("nuls", "<plist>" + String(repeating: "\0", count: 200_000)),
      (
        "stand-ins",
        "<plist><string>" + String(repeating: "\u{1}", count: 300_000) + "</string></plist>"
      ),
      (
        "one line of values",
        "<plist><array>" + String(repeating: "<true/>", count: 80_000) + "</array></plist>"
      ),
    ] {
      _ = read(Array(text.utf8), name)
    }
  }

  @Test func everyPrefixOfAFile() {
    let whole = plist(
      "<dict><key>a</key><array><integer>1</integer><data>SGVs</data></array></dict>")
    for count in 0..<whole.count {
      #expect(!read(Array(whole.prefix(count)), "prefix \(count)").findings.isEmpty)
    }
  }

  @Test func whatHoldsNoPropertyListHasAKindAndOneFinding() {
    let cms: [UInt8] = [
      0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02, 0xA0,
    ]
    let expected: [(PlistKind, [UInt8])] = [
      (.binary, Array("bplist00".utf8) + [0]), (.signed, cms),
      (.encrypted, cms.map { $0 == 0x02 ? 0x03 : $0 }),
      (.html, Array("<!DOCTYPE html><html></html>".utf8)),
      (.html, Array("\n<html lang='en'>".utf8)), (.empty, []),
      (.utf16, Array("<plist/>".utf16.flatMap { [UInt8($0 & 0xFF), 0] })), (.unknown, [1, 2, 3]),
    ]
    for (kind, bytes) in expected {
      let file = read(bytes, kind.rawValue)
      #expect(file.kind == kind)
      #expect(file.root == nil)
      #expect(file.findings.count == 1)
      let isBroken = file.findings.first?.severity == .error
      #expect(isBroken == (kind != .openstep))
    }
  }

  /// Random changes to whole profiles and to every tiny file at hand: nothing traps, and whatever
  /// is not read is said.
  @Test func mutationsOfWholeFiles() {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 4_711
    print("hostile mutation seed \(seed)")
    var random = SeededGenerator(state: seed)
    var pool = allRules.flatMap { $0.rejected.flatMap(\.inputs) }.map { Array($0.utf8) }
    if hasEdge {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: edgeFolder)) ?? [] {
        pool.append(contents(edgeFolder + name) ?? [])
      }
    }
    pool = pool.filter { $0.count < 10_000 }
    for _ in 0..<1_500 {
      guard var bytes = pool.randomElement(using: &random), !bytes.isEmpty else { continue }
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let file = PlistFile(reading: bytes, path: "m")
      if file.root == nil { #expect(!file.findings.isEmpty) }
      _ = Validation([file]).json
    }
  }
}
