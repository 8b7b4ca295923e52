import Findings
import ProfileKit
import Testing

/// What Apple's own reader is known to take, to refuse and to change, on inputs of our own.
@Suite struct ReferenceBehaviourTests {
  /// Refused by Apple's reader, taken by generic XML tools.
  @Test(arguments: [
    "<string>a<!-- b --></string>", "<dict><key>a<!-- b --></key><true/></dict>", "<data/>",
    "<date/>",
    "<integer/>", "<real/>", "<integer>1 </integer>", "<integer>1\n</integer>",
    "<integer>1.0</integer>",
    "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>",
    "<real>1,5</real>", "<date>2030-01-01T00:00:00.5Z</date>",
    "<date>2030-01-01T00:00:00+01:00</date>",
    "<date>2030-01-01</date>", "<date> 2030-01-01T00:00:00Z</date>", "<true>1</true>", "<null/>",
    "<int>1</int>", "<True/>", "<dict><KEY>a</KEY><true/></dict>", "<x:string>a</x:string>",
    "<true/><false/>", "<dict><key>a</key></dict>", "<data>SGVsbG8\u{E9}</data>",
    "<data>SGVs<!-- b -->bG8=</data>", "<string>a&nbsp;b</string>", "<TRUE/>",
    "<dict><key>a</key><int>1</int></dict>",
  ])
  func refused(_ body: String) {
    let file = read(plist(body))
    #expect(file.coreFoundationReads == false, "\(body)")
    let findings = Validation([file]).findings
    #expect(
      findings.contains { $0.severity == .error && $0.location.line > 0 }, "\(body): \(findings)")
  }

  /// Refused whole files.
  @Test(arguments: [
    "<!DOCTYPE plist [ ]><plist><true/></plist>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
    "<!DOCTYPE plist SYSTEM \"a.dtd\" [<!ELEMENT plist ANY>]><plist><true/></plist>",
    "<html><body/></html>", "<!DOCTYPE html><html><body>a</body></html>",
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>",
  ])
  func refusedWhole(_ text: String) {
    let file = read(text)
    #expect(file.coreFoundationReads != true, "\(text)")
    #expect(Validation([file]).findings.contains { $0.severity == .error }, "\(text)")
  }

  /// UTF-16 without a byte order mark: Apple's reader cuts the first two bytes off.
  @Test func utf16WithoutAMark() {
    let text = "<?xml version=\"1.0\"?><plist><true/></plist>"
    for isLittle in [true, false] {
      let bytes = text.utf16.flatMap { unit in
        isLittle
          ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
      #expect(read(bytes).coreFoundationReads == false)
      let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
      #expect(read(mark + bytes).root?.boolean == true)
    }
  }

  /// Taken by Apple's reader, and by little else: said in other words.
  @Test func takenByAppleInOtherForms() {
    let wide = ("\u{FEFF}<plist><true/></plist>").unicodeScalars.flatMap { scalar in
      (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) }
    }
    let forms: [([UInt8], RuleID)] = [
      (Array("<key>a</key>".utf8), "plist-key-as-value"),
      (Array("{ a = b; }".utf8), "plist-openstep"),
      (wide, "byte-order-mark"),
      (
        Array("<plist><string>a".utf8) + [0] + Array("b</string></plist>".utf8),
        "plist-only-some-readers"
      ),
      (
        Array("<?xml version=\u{201C}1.0\u{201D}?><plist><true/></plist>".utf8),
        "plist-only-some-readers"
      ),
    ]
    for (bytes, rule) in forms {
      let file = read(bytes)
      #expect(file.coreFoundationReads == true, "\(rule)")
      #expect(Validation([file]).findings.contains { $0.rule == rule }, "\(rule)")
    }
  }

  /// Taken by Apple's reader, refused by generic XML tools: said, with the readers' names.
  @Test(arguments: [
    "\n<?xml version=\"1.0\"?><plist><true/></plist>", "<plist><true/></plist> more",
    "<plist><true/></plist><plist><false/></plist>", "<plist><string>a\u{1}b</string></plist>",
    "<plist><string>&#1;</string></plist>",
    "<plist>" + String(repeating: "<array>", count: 300) + String(repeating: "</array>", count: 300)
      + "</plist>",
  ])
  func takenByApple(_ text: String) {
    let file = read(text)
    #expect(file.coreFoundationReads == true, "\(text.prefix(60))")
    let findings = Validation([file]).findings
    #expect(
      findings.contains { ["plist-only-some-readers", "too-deep-for-ios"].contains($0.rule) },
      "\(text.prefix(60)): \(findings.map(\.message))")
  }

  /// Changed without a word.
  @Test(arguments: [
    "<data>SGVsbG8</data>", "<data>SGVs*bG8=</data>", "<date>2030-13-45T99:99:99Z</date>",
    "<data>-_-_</data>", "<integer>0x1F</integer>",
  ])
  func changed(_ body: String) {
    let file = read(plist("<dict><key>a</key>\(body)</dict>"))
    #expect(file.coreFoundationReads == true)
    #expect(Validation([file]).findings.contains { $0.rule == "plist-silently-changed" }, "\(body)")
  }

  /// What the changes come to.
  @Test func whatChanges() {
    func value(_ body: String) -> PlistNode? {
      read(plist("<dict><key>a</key>\(body)</dict>")).root?["a"]
    }
    #expect(value("<data>SGVsbG8</data>")?.kind == .data([72, 101, 108]))
    #expect(value("<data>-_-_</data>")?.kind == .data([]))
    #expect(value("<date>2030-13-45T99:99:99Z</date>")?.kind == .date(1_929_156_039))
    #expect(value("<integer>0x1F</integer>")?.integer == 31)
    #expect(value("<integer>007</integer>")?.integer == 7)
    #expect(value("<string a=\"b\">c</string>")?.string == "c")
    #expect(value("<string xml:space=\"preserve\"> c\n</string>")?.string == " c\n")
    // To Apple's reader an object of its own, to us what was written.
    #expect(value("<dict><key>CF$UID</key><integer>1</integer></dict>")?["CF$UID"]?.integer == 1)
    #expect(value("<true/><key>a</key><false/>")?.boolean == false)
    let twice = read(plist("<dict><key>a</key><true/><key>a</key><false/></dict>"))
    #expect(Validation([twice]).findings.contains { $0.rule == "duplicate-key" })
  }

  /// White space in a string is kept, so that a payload's type is another one.
  @Test func whiteSpaceIsKept() {
    let text = profile(payload(" com.apple.applicationaccess\n", ""))
    #expect(
      read(text).root?["PayloadContent"]?.elements.first?["PayloadType"]?.string?.first == " ")
    let rules = Set(Validation([read(text)]).findings.map(\.rule))
    #expect(rules.isSuperset(of: ["identifier-form", "unknown-payload-type"]))
  }

  /// Declared encodings that both kinds of reader take.
  @Test(arguments: ["ISO-8859-1", "windows-1252"])
  func oneByteEncodings(_ name: String) {
    let head = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><string>".utf8)
    let file = read(head + [0xFC] + Array("</string></plist>".utf8))
    #expect(file.coreFoundationReads == true)
    #expect(file.root?.string == "ü")
  }
}
