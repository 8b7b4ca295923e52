import AuditKit
import DecisionService
import Findings
import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// One policy in every encoding.
@Suite struct EncodingTests {
  static let key = try? SigningKey.generate(name: "policies.example.org")

  static func shipped() throws -> [String] {
    let root = Repository.root + "Policies/"
    let folders = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    return try folders.filter { !$0.contains(".") }.flatMap { folder in
      try (FileManager.default.contentsOfDirectory(atPath: root + folder)).sorted()
        .filter { $0.hasSuffix(".yaml") }.map { root + folder + "/" + $0 }
    }
  }

  /// `node` in every encoding there is, with what it is called.
  static func texts(_ node: PolicyNode) throws -> [(name: String, bytes: [UInt8])] {
    let plist = try node.plist()
    let binary = try PropertyListSerialization.data(
      fromPropertyList: PropertyListSerialization.propertyList(from: Data(plist), format: nil),
      format: .binary, options: 0)
    return [
      ("p.yaml", Array(try PolicyFormatter.yamlText(node).utf8)),
      ("p.json", Array(try PolicyFormatter.jsonText(node).utf8)), ("p.plist", plist),
      ("p.binary", [UInt8](binary)),
      ("p.signed", Array(try PolicyNote.sign(node, by: try #require(Self.key)).noteText.utf8)),
    ]
  }

  static func read(_ text: (name: String, bytes: [UInt8])) throws -> (Policy?, [Finding]) {
    let (documents, findings) = PolicyDocument.read(text.bytes, path: text.name)
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty, let document = documents.first, documents.count == 1 else {
      return (nil, errors)
    }
    return PolicyReader(path: text.name).read(try #require(document.node))
  }

  @Test func everyShippedPolicyReadsAlikeInEveryEncoding() throws {
    let paths = try Self.shipped()
    #expect(paths.count >= 2)
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let (node, _) = PolicyText.read(bytes, path: path)
      let original = try #require(PolicyReader(path: path).read(bytes).policy).unplaced
      for text in try Self.texts(try #require(node)) {
        let (policy, findings) = try Self.read(text)
        #expect(findings.isEmpty, "\(text.name) of \(path): \(findings)")
        // Signing and binary property lists sort keys; what a map means does not hang on it.
        let isSorted = text.name == "p.signed" || text.name == "p.binary"
        if isSorted {
          #expect(policy?.rules.count == original.rules.count)
          #expect(policy?.tests.map(\.request) == original.tests.map(\.request))
          let compiled = PolicyCompiler([try #require(policy)]).compile().policy
          let same = PolicyCompiler([original]).compile().policy
          for test in original.tests {
            let left = decide(test.request, policy: try #require(compiled))
            let right = decide(test.request, policy: try #require(same))
            #expect(left.outcome == right.outcome && left.texts == right.texts)
          }
        } else {
          #expect(policy?.unplaced == original, "\(text.name) of \(path)")
        }
      }
    }
  }

  @Test func whatIsWrittenIsReadAsTheSamePolicy() throws {
    var seeds = SeededGenerator("policies written and read")
    var seen = 0
    for _ in 0..<400 {
      let seed = seeds.next()
      var maker = PolicyMaker(seed: seed)
      let policy = maker.policy().unplaced
      let node = try PolicyNode(policy)
      for text in try Self.texts(node).filter({ $0.name != "p.binary" && $0.name != "p.signed" }) {
        let (again, findings) = try Self.read(text)
        #expect(again?.unplaced == policy, "seed \(seed), \(text.name): \(findings)")
        if again?.unplaced != policy {
          print(String(decoding: text.bytes, as: UTF8.self))
          return
        }
        seen += 1
      }
      let yaml = try PolicyFormatter.yamlText(node)
      let once = PolicyFormatter.format(Array(yaml.utf8), path: "p.yaml", as: .yaml)
      #expect(once.text == yaml, "seed \(seed): \(once.findings)")
    }
    #expect(seen == 1200)
  }

  @Test func aRequestWrittenIsTheSameRequest() throws {
    var maker = PolicyMaker(seed: 5)
    for _ in 0..<50 {
      for test in maker.policy().tests {
        let reader = RequestReader(
          asker: .app, mayChooseAsker: true, classes: Set(ContentClass.builtIn))
        #expect(try reader.request(test.request.form) == test.request)
      }
    }
  }

  static let profile = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>PayloadType</key><string>Configuration</string>
    <key>PayloadContent</key><array>
    <dict>
    <key>PayloadType</key><string>com.example.app</string>
    <key>PayloadIdentifier</key><string>a</string>
    <key>pasteboard-policy</key><integer>1</integer>
    <key>name</key><string>inline</string>
    <key>rules</key><array><dict>
    <key>id</key><string>late</string><key>effect</key><string>deny</string>
    <key>when</key><dict><key>operation</key><string>copy</string></dict>
    <key>valid</key><dict><key>from</key><date>2026-12-01T00:00:00Z</date></dict>
    </dict></array>
    </dict>
    <dict>
    <key>PayloadType</key><string>com.apple.ManagedClient.preferences</string>
    <key>PayloadContent</key><dict><key>com.example.other</key><dict><key>Forced</key><array><dict>
    <key>mcx_preference_settings</key><dict>
    <key>pasteboard-policy</key><dict>
    <key>pasteboard-policy</key><integer>1</integer><key>name</key><string>nested</string></dict>
    </dict></dict></array></dict></dict>
    </dict>
    <dict><key>config</key><dict><key>pasteboard-policy</key>
    <string>pasteboard-policy: 1
    name: text
    rulez: []
    </string></dict></dict>
    </array></dict></plist>
    """

  @Test func policiesTravelInProfiles() throws {
    let (documents, findings) = PolicyDocument.read(
      Array(Self.profile.utf8), path: "a.mobileconfig")
    #expect(findings.isEmpty, "\(findings)")
    let read = try documents.map { PolicyReader(path: $0.path).read(try #require($0.node)) }
    #expect(read.map { $0.policy?.name } == ["inline", "nested", nil])
    let rule = try #require(read[0].policy?.rules.first)
    #expect(rule.valid?.from == Instant.milliseconds("2026-12-01T00:00:00Z"))
    #expect(rule.location.line == 11)
    let wrong = try #require(read[2].findings.first)
    #expect(wrong.rule == "policy-unknown-key")
  }

  @Test(arguments: [
    ("<plist><dict><key>a</key><string>b</string></dict></plist>", "policy-missing-key", 1),
    (
      "<plist><dict>\n<key>pasteboard-policy</key><integer>1</integer>\n<key>name</key><data>YQ==</data></dict></plist>",
      "policy-wrong-type", 3
    ),
    (
      "<plist><dict>\n<key>pasteboard-policy</key><integer>1</integer>\n<key>name</key><string>a</string>\n<key>name</key><string>b</string></dict></plist>",
      "policy-duplicate-key", 4
    ),
    ("<plist><dict>", "", 1),
  ])
  func whatNoPlistMayHoldIsRefused(text: String, rule: String, line: Int) throws {
    let (_, findings) = PolicyDocument.read(Array(text.utf8), path: "a.plist")
    let error = try #require(findings.first { $0.severity == .error })
    if !rule.isEmpty {
      #expect(error.rule.name == rule)
      #expect(error.location.line == line)
    }
  }

  @Test func nullTravelsThroughPlists() throws {
    let node = PolicyNode(["a": .null, "b": ["c", .null]], path: "")
    let (documents, _) = PolicyDocument.read(
      try PolicyNode(["pasteboard-policy": 1, "x": ["owner": .null]], path: "").plist(),
      path: "a.plist")
    let map = try #require(documents.first?.node).map()
    #expect(try map["x"]?.map()["owner"]?.isNull == true)
    #expect(String(decoding: try node.plist(), as: UTF8.self).contains("<data>"))
  }

  // MARK: Texts that a profile carries

  /// A profile whose `pasteboard-policy` is `element`, in line 5 from column 3 on.
  static func carrier(_ element: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>PayloadContent</key><array><dict>
      <key>pasteboard-policy</key>
        \(element)
      </dict></array></dict></plist>
      """.utf8)
  }

  static let wrong = """
    pasteboard-policy: 1
    name: é 😀
    rules:
      - { id: é, effect: alow, when: { operation: copy } }
    """

  /// What stands at a place of the text, as somebody reads it there.
  static func rest(_ lines: SourceLines, _ line: Int, _ column: Int) -> String {
    String(String.UnicodeScalarView((lines[line] ?? "").unicodeScalars.dropFirst(column - 1)))
  }

  @Test(arguments: [
    wrong, "\n\n" + wrong + "\n", wrong.replacing("\n", with: "\r\n"),
    #"{"pasteboard-policy":1,"name":"n","rules":[{"id":"r","effect":"alow","when":{"operation":"copy"}}]}"#,
  ])
  func aPlaceInCarriedTextIsThePlaceInTheFile(text: String) throws {
    let bytes = Self.carrier("<string>\(text)</string>")
    let set = PolicySet([("p.mobileconfig", bytes)])
    let finding = try #require(set.findings.first { $0.message.contains("`alow`") })
    let place = finding.location
    #expect(place.inner == nil)
    let there = Self.rest(SourceLines(utf8: bytes), place.line, place.column)
    #expect(there.trimmingPrefix("\"").hasPrefix("alow"), "\(place): \(there)")
    let lines = PolicyDocument.lines(bytes, path: "p.mobileconfig")
    #expect(TextReporter(sources: lines).text(of: finding).contains("alow"))
  }

  /// Escapes, character data and base64 have no lines of their own in the file.
  @Test(arguments: [
    "<string>" + wrong.replacing("é, eff", with: "a&#45;b, eff") + "</string>",
    "<string><![CDATA[" + wrong + "]]></string>",
    "<string >" + wrong + "</string>",
    "<data>\n" + Data(wrong.utf8).base64EncodedString() + "\n</data>",
  ])
  func aPlaceInEncodedTextNamesBoth(element: String) throws {
    let bytes = Self.carrier(element)
    let set = PolicySet([("p.mobileconfig", bytes)])
    let finding = try #require(set.findings.first { $0.message.contains("`alow`") })
    #expect(finding.location.outer == SourceLocation(path: "p.mobileconfig", line: 5, column: 3))
    #expect(finding.location.inner?.line == 4)
    let inner = element.contains("a&#45;b") ? 24 : 22
    #expect(finding.location.inner?.column == UInt32(inner))
    #expect(
      finding.location.description
        == "p.mobileconfig:5:3 (line 4, column \(inner) of the text in it)")
    #expect(finding.json["inner"]?["line"] == 4 && finding.json["line"] == 5)
    let lines = PolicyDocument.lines(bytes, path: "p.mobileconfig")
    let shown = TextReporter(sources: lines, width: 120).text(of: finding)
    #expect(shown.contains("4 |   - { id:"), "\(shown)")
  }

  @Test func reasonsOfCarriedPoliciesStandWhereTheirRulesStand() throws {
    let node = try #require(
      PolicyText.read(
        Array(Self.wrong.replacing("alow", with: "deny").replacing("id: é", with: "id: r").utf8),
        path: "p.yaml"
      ).node)
    let note = try PolicyNote.sign(node, by: try #require(Self.key)).noteText
    let signed = Self.carrier("<string>\(note)</string>")
    let data = Self.carrier("<data>\(Data(note.utf8).base64EncodedString())</data>")
    for (bytes, isExact) in [(signed, true), (data, false)] {
      let set = PolicySet([("p.mobileconfig", bytes)])
      let rule = try #require(set.policy?.layers.first?.rules.first)
      let source = SourceLines(utf8: isExact ? bytes : Array(note.utf8))
      let place = rule.location
      let (line, column) =
        isExact
        ? (place.line, place.column)
        : (Int(try #require(place.inner).line), Int(try #require(place.inner).column))
      #expect(Self.rest(source, line, column).hasPrefix(#""id":"r""#), "\(place)")
      if isExact { #expect(place.inner == nil && place.line == 5) }
    }
  }

  // MARK: Characters

  /// Every kind of character goes through every encoding unchanged, or is refused by name.
  @Test func noEncodingChangesACharacter() throws {
    let odd: [UnicodeScalar] = [
      "\u{0}", "\u{1}", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
      "\u{200B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}",
      "\u{FFFF}",
      "\u{1F600}", "\u{10FFFF}", "&", "<", "]", " ",
    ]
    var carried = 0
    for scalar in odd {
      for text in ["\(scalar)", "\(scalar)a", "a\(scalar)", "a\(scalar)b", "\(scalar)\(scalar)"] {
        let json: JSONValue = ["pasteboard-policy": 1, "name": "n", "organisation": .string(text)]
        let node = PolicyNode(json, path: "")
        for encoding in ["plist", "yaml", "json"] {
          let bytes: [UInt8]
          do throws(PolicyNodeError) {
            switch encoding {
            case "plist": bytes = try node.plist()
            case "yaml": bytes = Array(try PolicyFormatter.yamlText(node).utf8)
            default: bytes = Array(try PolicyFormatter.jsonText(node).utf8)
            }
          } catch {
            #expect(encoding == "plist", "\(encoding) refuses \(text.debugDescription)")
            continue
          }
          let (policy, findings) = try Self.read(("p.\(encoding)", bytes))
          #expect(findings.isEmpty, "\(encoding), \(text.debugDescription): \(findings)")
          let read = policy?.organisation.map { Array($0.utf8) }
          #expect(read == Array(text.utf8), "\(encoding) changes \(text.debugDescription)")
          carried += 1
        }
      }
    }
    #expect(carried > 300)
    let marked = PolicyNode(["a": "\u{FEFF}b"], path: "")
    #expect(throws: PolicyNodeError.self) { try marked.plist() }
    #expect(throws: PolicyNodeError.self) { try PolicyNode(["\u{FEFF}b": "a"], path: "").plist() }
  }

  @Test func whatReadingAPropertyListDropsIsTold() {
    let text = String(decoding: Self.carrier("<integer>1</integer>"), as: UTF8.self)
      .replacing(
        "</dict></array>", with: "<key>name</key><string>\u{FEFF}n</string></dict></array>")
    let set = PolicySet([("p.plist", Array(text.utf8))])
    #expect(set.policy != nil)
    #expect(set.findings.contains { $0.rule == "plist-silently-changed" })
  }

  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0x61, 0x00], [0xEF, 0xBB, 0xBF]])
  func aByteOrderMarkAloneMakesNoPropertyList(bytes: [UInt8]) throws {
    let (_, findings) = PolicyDocument.read(bytes, path: "p.yaml")
    #expect(findings.map(\.rule) == ["policy-encoding"], "\(findings)")
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in Self.profile.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(PolicyDocument.read(utf16, path: "p").documents.count == 3)
  }
}
