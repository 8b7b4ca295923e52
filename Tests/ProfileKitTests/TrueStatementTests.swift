import Devices
import Findings
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// What is said of a file must be so.
@Suite struct TrueStatementTests {
  private func findings(_ text: String, target: String = "") throws -> [Finding] {
    let targets = target.isEmpty ? [] : [try Device(parsing: target)]
    return Validation([read(text)], targets: targets).findings
  }

  private func profile(_ payload: String, top: String = "") -> String {
    """
    <plist version="1.0"><dict>
    <key>PayloadType</key><string>Configuration</string>
    <key>PayloadIdentifier</key><string>com.example.a</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>\(top)
    <key>PayloadContent</key><array>\(payload)</array></dict></plist>
    """
  }

  private func payload(_ type: String, _ keys: String = "", number: Int = 2) -> String {
    """
    <dict><key>PayloadType</key><string>\(type)</string>
    <key>PayloadIdentifier</key><string>com.example.a.\(number)</string>
    <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A0\(number)</string>\(keys)</dict>
    """
  }

  private let version = "<key>PayloadVersion</key><integer>1</integer>"

  /// A word that only begins like a binary file is OpenStep text to Apple's reader.
  @Test func whatReadsIsSaidToRead() {
    for (text, reads) in [("bplist00", true), ("bplist00\0 damaged", false)] {
      let file = read(text)
      #expect(file.coreFoundationReads == reads, "\(text)")
      #expect(
        Validation([file]).json["files"]?.array?.first?["coreFoundationReads"] == .bool(reads))
    }
    #expect(read("<plist><true/></plist>").coreFoundationReads == true)
    #expect(read("<html>").coreFoundationReads == false)
  }

  @Test func unreadFilesAreCounted() {
    let files = [read("bplist00\0"), read("<plist><true/></plist>"), read("<plist>")]
    #expect(Validation(files).unread.count == 2)
    #expect(Validation(files).json["summary"]?["unread"] == 2)
  }

  @Test func aMarkIsOnlySaidToBeTakenWhereItIs() throws {
    let good = try #require(try findings("\u{FEFF}<plist><true/></plist>").first)
    #expect(good.rule == "byte-order-mark" && good.help?.contains("Apple's reader takes") == true)
    let bad = try findings("\u{FEFF}<plist><null/></plist>").filter { $0.rule == "byte-order-mark" }
    #expect(bad.count == 1 && bad[0].help?.contains("Apple") == false)
  }

  @Test func textWithoutAMarkIsRefused() {
    let file = read(Array("<plist/>".utf16.flatMap { [UInt8($0 & 0xFF), 0] }))
    #expect(file.findings.map(\.rule) == ["plist-refused-by-apple"])
    #expect(file.findings.first?.severity == .error && file.coreFoundationReads == false)
  }

  @Test func anEntityOfTheDocumentTypeIsRefusedByAppleAlone() {
    let body = "<string>a&nbsp;b</string>"
    let file = read(plist(body))
    #expect(file.findings.map(\.rule) == ["plist-refused-by-apple"], "\(file.findings)")
    #expect(file.findings.first?.message.contains("`&nbsp;`") == true)
    #expect(file.root != nil && file.coreFoundationReads == false)
    #expect(read("<plist>\(body)</plist>").findings.first?.rule == "plist-not-well-formed")
  }

  /// After a lenient read nothing is said to be unchecked; each in our own words.
  @Test(arguments: [
    ("<plist><string>a\u{1B}b</string></plist>", "control character U+001B"),
    ("<plist><string>a&#x1b;b</string></plist>", "`&#x1b;` is a character that XML does not have"),
    ("<plist><string>a\u{0}b</string></plist>", "control character U+0000"),
    ("<plist><true/></plist>\u{0}", "control character U+0000 after the end"),
    ("<plist><true/></plist>x", "text after the end"),
    ("<plist a=b><true/></plist>", "an attribute without a value in quotes"),
    ("<key>a</key><true/>", "another element after the end"),
  ])
  func inOurWords(_ text: String, _ words: String) throws {
    let found = try findings(text).filter { $0.rule == "plist-only-some-readers" }
    let finding = try #require(found.first)
    #expect(finding.message.contains(words), "\(finding.message)")
    #expect(finding.help?.contains("not checked") == false)
    if text.hasPrefix("<key>") { #expect(finding.help?.contains("remove") == false) }
  }

  /// libxml2's own words never come through, whatever is wrong.
  @Test func noForeignWords() {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 31
    print("foreign words seed \(seed)")
    var random = SeededGenerator(state: seed)
    let whole = plist(
      "<!-- c --><dict><key>a</key><array><integer a=\"b\">1</integer><![CDATA[x]]>&amp;</array></dict>"
    )
    let odd = Array("<>&;\"'-]![?/ =x\u{1B}\u{0}\u{FF}".utf8)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = odd.randomElement(using: &random) ?? 0
        } else {
          bytes.remove(at: place)
        }
      }
      for finding in read(bytes).findings {
        for word in [
          "PCDATA", "xmlParse", "Char ", "allowed range", "expecting", "AttValue", "EOF",
        ] {
          #expect(!finding.message.contains(word), "\(finding.message)")
        }
        #expect(!finding.message.contains("\n"))
      }
    }
  }

  @Test func aPayloadWithoutAVersionWorksOnMacs() throws {
    func missing(_ text: String) throws -> [Finding] {
      try findings(text).filter { $0.message.contains("`PayloadVersion`") }
    }
    let inner = try missing(profile(payload("com.apple.dock"), top: version))
    #expect(inner.map(\.severity) == [.warning])
    #expect(inner.first?.help?.contains("iOS") == false)
    let onMac = try missing(profile(payload("com.apple.dock", version)))
    #expect(onMac.map(\.severity) == [.warning] && onMac.first?.help?.contains("iOS") == false)
    let anywhere = try missing(profile(payload("com.apple.applicationaccess", version)))
    #expect(anywhere.map(\.severity) == [.error])
    #expect(anywhere.first?.help?.contains("iOS refuses") == true)
  }

  @Test func anOldTargetIsNotAdvisedWithoutAWord() throws {
    let text = profile(
      payload(
        "com.apple.applicationaccess",
        version + "<key>allowOpenFromManagedToUnmanaged</key><false/>"), top: version)
    func help(_ target: String) throws -> String {
      let found = try findings(text, target: target)
      return try #require(
        found.first { $0.rule == "managed-pasteboard-not-required" }?.help)
    }
    #expect(
      try help("platform=iOS,version=14.8").contains(
        "nothing closes it on iOS 14.8: `requireManagedPasteboard` needs iOS 15.0"))
    #expect(try help("platform=iOS,version=15.0").hasPrefix("add"))
  }

  @Test func pathsLeadToThePayload() throws {
    let one = payload("com.apple.applicationaccess", version)
    let found = try findings(profile(one + one, top: version))
    #expect(
      found.first { $0.rule == "uuid-duplicate" }?.keyPath == "PayloadContent[1].PayloadUUID")
    #expect(
      found.first { $0.rule == "identifier-duplicate" }?.keyPath
        == "PayloadContent[1].PayloadIdentifier")
  }

  @Test func shortCodesAndEmptyNames() throws {
    let region = try findings(
      profile(
        payload("com.apple.applicationaccess", "<key>ratingRegion</key><string>uk</string>")))
    let value = try #require(region.first { $0.rule == "value-not-allowed" })
    #expect(!value.message.contains("did you mean"))
    let empty = try findings(
      profile("").replacingOccurrences(of: "com.example.a", with: "")
    ).first { $0.rule == "identifier-form" }
    #expect(empty?.help?.contains("white space") == false)
  }

  /// Names and values of any length and with any characters make messages of one bearable line.
  @Test func longNamesAreCut() throws {
    let long = String(repeating: "allow\n", count: 20_000)
    for text in [
      profile(payload(long)),
      profile(payload("com.apple.applicationaccess", "<key>\(long)</key><false/>")),
      profile(
        payload(
          "com.apple.applicationaccess",
          "<key>\(long)</key><false/><key>\(long)</key><true/>")),
      "<plist><dict><key>PayloadType</key><string>\(long)</string></dict></plist>",
      "<plist><\(long.filter { $0 != "\n" })/></plist>",
      "<plist><integer>\(long)</integer></plist>",
      "<plist><date>\(long)</date></plist>", "<plist><dict><key>\(long)</key></dict></plist>",
      profile("").replacingOccurrences(of: "com.example.a", with: " \(long)"),
      profile("").replacingOccurrences(of: "Configuration", with: long),
    ] {
      for finding in try findings(text, target: InForceTests.full) {
        for part in [finding.message, finding.keyPath, finding.help ?? ""] {
          #expect(part.count < 600 && !part.contains("\n"), "\(finding.rule) \(part.count)")
        }
      }
    }
  }
}
