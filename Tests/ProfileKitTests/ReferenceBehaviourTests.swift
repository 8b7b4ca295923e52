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
  ])
  func refused(_ body: String) {
    let file = read(plist(body))
    #expect(file.coreFoundationReads == false, "\(body)")
    let findings = Validation([file]).findings
    #expect(
      findings.contains { $0.severity == .error && $0.location.line > 0 }, "\(body): \(findings)")
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
  ])
  func changed(_ body: String) {
    let file = read(plist("<dict><key>a</key>\(body)</dict>"))
    #expect(file.coreFoundationReads == true)
    #expect(Validation([file]).findings.contains { $0.rule == "plist-silently-changed" }, "\(body)")
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
