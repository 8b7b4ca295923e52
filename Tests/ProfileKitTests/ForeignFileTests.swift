import Findings
import ProfileKit
import Testing

/// What is handed over in place of a profile is named, and encodings that are not what they say.
@Suite struct ForeignFileTests {
  private func file(_ bytes: [UInt8]) -> PlistFile { PlistFile(reading: bytes, path: "a") }

  private func says(_ bytes: [UInt8]) -> String {
    let found = file(bytes).findings
    return found.count == 1 ? "\(found[0].rule): \(found[0].message)" : "\(found)"
  }

  @Test(arguments: [
    ("{\"PayloadType\": \"Configuration\"}", "JSON"), (" [ {\"a\": 1} ]", "JSON"),
    ("{ \"a\" : { } }", "JSON"), ("\u{FEFF}{\"a\":1}", "JSON"),
    (
      "MIME-Version: 1.0\nContent-Type: multipart/signed; boundary=\"a\"\n\n--a\n", "a mail message"
    ),
    ("To: a@example.com\r\nContent-Type: application/pkcs7-mime\r\n\r\nMIIB", "a mail message"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 3\n", "a pointer of Git LFS"),
    (
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "a certificate in text form"
    ),
    ("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n", "a text form (PEM)"),
    ("PK\u{3}\u{4}abc", "a ZIP archive"), ("xar!abc", "an installer package"),
    ("%PDF-1.7\n", "a PDF document"),
    ("PHBsaXN0PjxkaWN0Lz48L3BsaXN0Pjxh\nYmNkZWY+==\n", "an XML property list as Base 64"),
  ])
  func textsAreNamed(_ text: String, _ what: String) {
    let message = says(Array(text.utf8))
    #expect(message.hasPrefix("not-a-property-list: this is \(what)"), "\(message)")
    #expect(file(Array(text.utf8)).kind == .unknown)
    #expect(file(Array(text.utf8)).root == nil)
  }

  @Test func pictures() {
    #expect(says([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]).contains("this is a PNG picture"))
    #expect(says([0xFF, 0xD8, 0xFF, 0xE0]).contains("this is a JPEG picture"))
    #expect(says([0x1F, 0x8B, 0x08, 0]).contains("this is a file compressed with gzip"))
  }

  /// What Apple's reader takes stays what it is.
  @Test(arguments: [
    "{ a = b; }", "{}", "{ \"a\" = \"b\"; }", "( a, b )", "\"a: b\"", "hello", "<0fa8>",
  ])
  func openStepStays(_ text: String) {
    let file = file(Array(text.utf8))
    #expect(file.root != nil && file.kind == .openstep, "\(file.findings)")
  }

  @Test func brokenOpenStepKeepsItsPlace() {
    let found = file(Array("{ a = b; c }".utf8)).findings
    #expect(found.first?.rule == "plist-not-well-formed", "\(found)")
  }

  @Test(.enabled(if: SigningTools.isThere)) func messagesAndCertificates() {
    let tools = SigningTools()
    for (option, type) in [("-data_create", "pkcs7-data"), ("-digest_create", "pkcs7-digestData")] {
      tools.openssl(["cms", option, "-in", "profile", "-outform", "DER", "-out", "other"])
      #expect(says(tools.read("other")).contains("this is a message (CMS) of type `\(type)`"))
    }
    tools.write("signed", tools.signed())
    tools.openssl(["base64", "-in", "signed", "-out", "text"])
    #expect(says(tools.read("text")).contains("this is a signed message (CMS) as Base 64 text"))
    tools.openssl(["x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der"])
    #expect(says(tools.read("ca.der")).contains("this is a certificate"))
    tools.openssl([
      "pkcs12", "-export", "-in", "leaf.pem", "-inkey", "leaf.key", "-passout", "pass:x", "-out",
      "leaf.p12",
    ])
    #expect(says(tools.read("leaf.p12")).contains("this is an identity (PKCS #12)"))
  }

  private func encoded(_ name: String, _ text: String = "Größe") -> String {
    "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<plist><string>\(text)</string></plist>"
  }

  private func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  @Test(arguments: ["ISO-8859-1", "windows-1252", "US-ASCII"])
  func textInUTF8ThatSaysOtherwise(_ name: String) throws {
    let file = file(Array(encoded(name).utf8))
    let found = try #require(file.findings.first { $0.rule == "plist-silently-changed" })
    #expect(found.severity == .warning && found.location.line == 2)
    #expect(
      found.message.hasPrefix("the declaration says `\(name)`, the bytes are UTF-8"),
      "\(found.message)")
    #expect(found.message.contains("`Ã¶`"), "\(found.message)")
    #expect(file.root?.string != "Größe")
  }

  @Test func textThatIsWhatItSays() {
    let latin = encoded("ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
    #expect(file(latin).findings.isEmpty && file(latin).root?.string == "Größe")
    #expect(file(Array(encoded("UTF-8").utf8)).findings.isEmpty)
    #expect(file(Array(encoded("ISO-8859-1", "plain").utf8)).findings.isEmpty)
  }

  @Test func marksAgainstDeclarations() {
    func rules(_ bytes: [UInt8]) -> [String] { file(bytes).findings.map(\.rule.name).sorted() }
    let mark = ["byte-order-mark"]
    let both = ["byte-order-mark", "plist-only-some-readers"]
    #expect(rules(utf16(encoded("UTF-16"))) == mark)
    #expect(rules(utf16(encoded("UTF-16LE"))) == mark)
    #expect(rules(utf16(encoded("UTF-8"))) == both)
    #expect(rules(utf16(encoded("utf-16be"))) == both)
    let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(rules(utf8 + Array(encoded("utf-8").utf8)) == mark)
    #expect(rules(utf8 + Array(encoded("ISO-8859-1").utf8)) == both)
    #expect(rules(utf8 + Array("<plist><true/></plist>".utf8)) == mark)
  }
}
