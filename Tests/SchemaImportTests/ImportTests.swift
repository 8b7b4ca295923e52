import Devices
import Findings
import Foundation
import ProfileKit
import SchemaImport
import TestSupport
import Testing

private func file(_ name: String, _ text: String) -> SchemaImport.File {
  SchemaImport.File(path: name, bytes: Array(text.utf8))
}

private func imported(_ texts: String..., newer: [SchemaImport.File] = []) -> SchemaImport {
  SchemaImport(
    profiles: texts.enumerated().map { file("\($0).yaml", $1) }, newer: newer, source: "test")
}

private func lines(_ result: SchemaImport) -> [String] {
  result.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
}

@Suite struct ImportTests {
  private static let head = """
    payload:
      payloadtype: a
      supportedOS:
        iOS: {introduced: '8.0', supervised: true, multiple: false}
        macOS: {introduced: n/a}

    """

  @Test func aFileIsWrittenAsFacts() {
    let result = imported(
      Self.head + """
        payloadkeys:
        - key: Names
          type: <array>
          presence: required
          content: Prose, which is left out.
          subkeys:
          - {key: NamesItem, type: <string>, repetition: {min: 1, max: 3}, rangelist: [a, 'b|c']}
        - key: Any
          type: <dictionary>
          subkeys:
          - key: ANY
            type: <integer>
            presence: required
            range: {min: 0, max: 9}
        - key: Late
          type: <boolean>
          default: true
          supportedOS: {iOS: {introduced: '9.0', userenrollment: {mode: forbidden}}, macOS: {introduced: n/a}}
        """)
    #expect(result.findings == [])
    #expect(
      lines(result) == [
        "layer\tschema\ttest\tiOS:9.0", "payload\ta\ton=iOS:8.0;supervised;no-multiple",
        " Names\tarray\trequired\tcount=1..3", "  []\tstring\tvalues=a|b\\|c", " Any\tdictionary",
        "  *\tinteger\trange=0..9",
        " Late\tboolean\tdefault=true\ton=iOS:9.0;user-enrollment=forbidden",
      ])
  }

  @Test func sharedAndRecursivePartsAreWrittenOnce() throws {
    let result = imported(
      Self.head + """
        payloadkeys:
        - key: Top
          type: <array>
          subkeys: &items
          - key: Item
            type: <dictionary>
            subkeys:
            - {key: Name, type: <string>, presence: required}
            - key: Inner
              type: <array>
              subkeys: *items
        - key: Second
          type: <array>
          subkeys: *items
        """)
    #expect(result.findings == [])
    #expect(
      lines(result).dropFirst(2) == [
        " Top\tarray\tas=Top", "  []\tdictionary", "   Name\tstring\trequired",
        "   Inner\tarray\tlike=Top", " Second\tarray\tlike=Top",
      ])
    let payload = try #require(Catalog(text: result.text).payload("a"))
    let deep = ["Second", "[]", "Inner", "[]", "Inner", "[]", "Name"]
    #expect(payload.key(at: deep)?.isRequired == true)
  }

  @Test func twoFilesOfOneTypeAreJoined() throws {
    let other = """
      payload:
        payloadtype: a
        supportedOS: {macOS: {introduced: '10.7', userchannel: false}}
      payloadkeys:
      - {key: Both, type: <string>, presence: required, rangelist: [c, b]}
      - {key: Mac, type: <integer>, presence: required}
      """
    let result = imported(
      Self.head
        + "payloadkeys:\n- {key: Both, type: <string>, presence: required, rangelist: [a, b]}\n- {key: Phone, type: <string>, presence: required}\n",
      other)
    let payload = try #require(Catalog(text: result.text).payload("a"))
    #expect(payload.support.keys.sorted() == [.iOS, .macOS])
    #expect(payload.keys["Both"]?.values == ["a", "b", "c"])
    #expect(payload.keys["Both"]?.isRequired == true)
    #expect(payload.keys["Mac"]?.isRequired == false && payload.keys["Phone"]?.isRequired == false)
    #expect(payload.keys["Mac"]?.support.keys.sorted() == [.macOS])
    #expect(payload.keys["Mac"]?.support[.macOS]?.userChannel == false)
    #expect(payload.keys["Phone"]?.support.keys.sorted() == [.iOS])
  }

  @Test func typesOfSeveralFilesAreUnited() throws {
    let texts = ["string", "integer", "string", "array"].map { type in
      Self.head
        + "payloadkeys:\n- {key: a, type: <\(type)>, default: 1}\n- {key: \(type), type: <any>}\n"
    }
    let result = imported(texts[0], texts[1], texts[2], texts[3])
    #expect(result.findings == [])
    let payload = try #require(Catalog(text: result.text).payload("a"))
    #expect(payload.keys["a"]?.types == ["string", "integer", "array"])
    #expect(payload.keys["a"]?.defaultValue == "1")
    #expect(payload.keys.keys.sorted() == ["a", "array", "integer", "string"])
  }

  @Test(arguments: [
    ("payload: [", "not YAML", 2), ("a: 1", "no `payload`", 1),
    ("payload: {}", "no `payloadtype`", 1),
    (head + "payloadkeys:\n- {type: <string>}", "without a name", 7),
    (head + "payloadkeys:\n- {key: a, type: string}", "expected a type", 7),
    (head + "payloadkeys:\n- {key: a, type: <string>, colour: red}", "`colour`", 7),
    (head + "payloadkeys:\n- {key: a, type: <string>, presence: maybe}", "`maybe`", 7),
    (head + "payloadkeys:\n- {key: a, type: <string>, range: {min: x}}", "numbers", 7),
    (head + "payloadkeys:\n- {key: a, type: <string>, supportedOS: {iSO: {}}}", "`iSO`", 7),
    (head + "payloadkeys: 7", "a list of keys", 6),
    (head + "payloadkeys:\n- {key: n}\n- {key: n, type: <string>}", "`n` is listed already", 8),
    (head + "payloadkeys:\n- {key: a, type: <integer>, default: x}", "`default` of the key `a`", 7),
    (head + "payloadkeys:\n- {key: a, default: x, type: <real>}", "`default` of the key `a`", 7),
    (
      head + "payloadkeys:\n- {key: a, type: <real>, rangelist: [1, x]}", "`values` of the key `a`",
      7
    ),
    (head + "payloadkeys:\n- {key: a, range: {min: 2, max: 1}}", "`range` of the key `a`", 7),
    (head + "payloadkeys:\n- {key: a, repetition: {min: 0.5}}", "`count` of the key `a`", 7),
    (head + "payloadkeys:\n- {key: a, type: <string>, format: '('}", "`format` of the key `a`", 7),
  ])
  func whatIsNotUnderstoodIsSaid(_ text: String, _ words: String, _ line: Int) {
    let findings = imported(text).findings
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
    #expect(findings.first?.location.line == line, "\(text): \(findings)")
    #expect(!findings.contains { $0.rule == "catalogue" }, "\(findings)")
  }

  /// Keys that are called like words of the catalogue are keys, and keep their words.
  @Test(arguments: [
    "string", "integer|real", "required", "range=x", "drop", "as=x", "*", "[]", " ", "\\q",
  ])
  func aKeyMayBeCalledLikeAWord(_ name: String) throws {
    let result = imported(
      Self.head + "payloadkeys:\n- {key: '\(name)', type: <boolean>, default: true}")
    #expect(result.findings == [])
    let key = try #require(Catalog(text: result.text).payload("a")?.keys[name])
    #expect(key.types == ["boolean"] && key.defaultValue == "true")
  }

  /// The same list is an element's alternatives in an array and keys in a dictionary.
  @Test func aListSharedByAnArrayAndADictionaryIsBoth() throws {
    let result = imported(
      Self.head + """
        payloadkeys:
        - key: List
          type: <array>
          subkeys: &all
          - {key: Name, type: <string>}
        - {key: Table, type: <dictionary>, subkeys: *all}
        - {key: More, type: <dictionary>, subkeys: *all}
        - {key: Lists, type: <array>, subkeys: *all}
        """)
    #expect(result.findings == [])
    let payload = try #require(Catalog(text: result.text).payload("a"))
    for list in ["List", "Lists"] {
      #expect(
        payload.key(at: [list, "[]"])?.types == ["string"] && payload.keys[list]?.keyNames == [])
    }
    for table in ["Table", "More"] {
      #expect(payload.key(at: [table, "Name"])?.types == ["string"])
      #expect(payload.keys[table]?.element == nil)
    }
  }

  /// Lists that stand in each other as deep as a file can make them, in one file and in two.
  @Test func deepChainsOfListsEnd() {
    var text = "parts:\n- &a0 [{key: x, type: <string>}]\n"
    for level in 1...4_000 {
      text += "- &a\(level) [{key: k, type: <dictionary>, subkeys: *a\(level - 1)}]\n"
    }
    text += "payload: {payloadtype: a}\npayloadkeys: *a4000\n"
    for result in [imported(text), imported(text, text)] {
      #expect(result.findings == [])
      #expect(lines(result).count == 62)
    }
  }

  /// Aliases of aliases stay shared: what would be a thousand million keys is a few lines.
  @Test func manyAliasesStayFew() {
    var text =
      Self.head
      + "payloadkeys:\n- key: k0\n  type: <dictionary>\n  subkeys: &a0\n  - {key: x, type: <string>}\n"
    for level in 1..<40 {
      text += "- key: k\(level)\n  type: <dictionary>\n  subkeys: &a\(level)\n"
      for copy in 0..<9 {
        text += "  - {key: c\(copy), type: <dictionary>, subkeys: *a\(level - 1)}\n"
      }
    }
    let result = imported(text)
    #expect(lines(result).count < 500)
    let loop = imported(
      Self.head + "payloadkeys: &all\n- {key: a, type: <dictionary>, subkeys: *all}")
    #expect(lines(loop).count < 6, "\(lines(loop))")
  }

  @Test func newerFactsAreALayer() throws {
    let table = """
      payload-type\tkey-path\ttype\tplatforms-introduced\tdeprecated\tsupervised\tdefault\twhat-changed
      a\t(payload)\tpayload\tiOS=8.0\tiOS=20.0\t\t\tpayload deprecated
      a\tList[].Mode\tstring\tiOS=8.0\t\t\t\tenum +c
      a\tList[].New\tarray of integer\tiOS=20.0\t\t\t\tnew; required; enum 1,2; up to 7 items
      a\tGone\tstring\tmacOS=10.7\t\t\t\tintroduced iOS:8.0->none
      zzz\tGone\tstring\tmacOS=10.7\t\t\t\tnew
      a\tshort
      """
    let result = imported(
      Self.head + """
        payloadkeys:
        - key: List
          type: <array>
          subkeys:
          - key: Item
            type: <dictionary>
            subkeys: [{key: Mode, type: <string>, rangelist: [a, b]}]
        - {key: Gone, type: <string>}
        """, newer: [file("newer.tsv", table)])
    #expect(result.findings.map(\.location.line) == [6, 7])
    let payload = try #require(Catalog(text: result.text).payload("a"))
    #expect(payload.support[.iOS]?.deprecated == OSVersion(20))
    #expect(payload.key(at: ["List", "[]", "Mode"])?.values == ["a", "b", "c"])
    let new = try #require(payload.key(at: ["List", "[]", "New"]))
    #expect(new.isRequired && new.maximumCount == 7 && new.element?.values == ["1", "2"])
    #expect(new.support[.iOS]?.introduced == OSVersion(20) && new.layers == ["documentation"])
    #expect(payload.keys["Gone"]?.support[.iOS] == nil)
    #expect(payload.keys["Gone"]?.support[.macOS]?.introduced == OSVersion(10, 7))
  }

  /// Whatever bytes are read, the text that is written is understood.
  @Test(.enabled(if: ShippedCatalogTests.isThere)) func damagedSchemasGiveSoundCatalogues() throws {
    var generator = SeededGenerator(seed: 77)
    let names = ["com.apple.homescreenlayout", "com.apple.vpn.managed.applayer", "com.apple.dock"]
    for round in 0..<90 {
      var bytes = try ShippedCatalogTests.file(
        ShippedCatalogTests.schema + "mdm/profiles/\(names[round % 3]).yaml", as: "a"
      ).bytes
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.removeSubrange(place..<min(bytes.count, place + 30))
        }
      }
      let result = SchemaImport(profiles: [.init(path: "a", bytes: bytes)], source: "seed 77")
      let problems = Catalog(text: "").adding(Array(result.text.utf8), named: "a").1
      #expect(problems == [], "round \(round)")
    }
  }

  /// A twin that counts the keys a schema file writes: each is one line of its type.
  @Test(.enabled(if: ShippedCatalogTests.isThere)) func everyKeyOfTheSchemaIsALine() throws {
    let folder = ShippedCatalogTests.schema + "mdm/profiles"
    var types: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let rows = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      let type = try #require(rows.first { $0.hasPrefix("payloadtype: ") }).dropFirst(13)
      types[String(type), default: 0] += rows.count { $0.hasPrefix("- key: ") }
    }
    var counts: [String: Int] = [:]
    var type = ""
    for line in lines(try ShippedCatalogTests.imported()) {
      if line.hasPrefix("layer\tdocumentation") { break }
      if line.hasPrefix("payload\t") { type = String(line.split(separator: "\t")[1]) }
      if line.hasPrefix(" ") { counts[type, default: 0] += 1 }
    }
    // Their files have keys in common.
    let shared = ["com.apple.extensiblesso", "com.apple.MCX"]
    for (type, count) in types where !shared.contains(type) {
      #expect(counts[type] == count, "\(type)")
    }
    #expect(types.count == 122)
  }
}
