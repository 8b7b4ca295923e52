import Findings

/// What people hand over in place of a profile, known by its first bytes.
struct ForeignFile {
  /// What it is, with its article.
  let what: String
  /// What to do about it.
  let help: String

  private init(_ what: String, _ help: String = "is this the right file?") {
    self.what = what
    self.help = help
  }

  /// Recognises `bytes`; nil where they are nothing known.
  init?(_ bytes: [UInt8]) {
    let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let found = Self.binary(rest) ?? Self.der(bytes) ?? Self.text(rest) else { return nil }
    self = found
  }

  // MARK: By their first bytes

  private static func binary(_ bytes: ArraySlice<UInt8>) -> ForeignFile? {
    let marks: [(StaticString, String, String)] = [
      ("PK\u{3}\u{4}", "a ZIP archive", "unpack it"),
      ("xar!", "an installer package or another xar archive", "unpack it"),
      ("%PDF-", "a PDF document", "is this the right file?"),
      ("GIF8", "a GIF picture", "is this the right file?"),
      ("SQLite format 3", "an SQLite database", "is this the right file?"),
      (
        "version https://git-lfs.github.com/spec/", "a pointer of Git LFS, not the file itself",
        "fetch the file with `git lfs pull`"
      ),
    ]
    if let mark = marks.first(where: { bytes.starts(withText: $0.0) }) {
      return ForeignFile(mark.1, mark.2)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D]) { return ForeignFile("a PNG picture") }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ForeignFile("a JPEG picture") }
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
      return ForeignFile("a file compressed with gzip", "unpack it with `gunzip`")
    }
    return nil
  }

  // MARK: Messages, certificates and keys

  private static func der(_ bytes: [UInt8]) -> ForeignFile? {
    guard bytes.first == 0x30 else { return nil }
    if let type = Message.type(of: bytes) {
      return ForeignFile(
        "a message (CMS) of type `\(shown(type))`, neither signed nor encrypted",
        "devices open signed and enveloped messages only")
    }
    if Certificate(der: bytes) != nil {
      return ForeignFile("a certificate", "put it into a payload of type `com.apple.security.root`")
    }
    if DecryptionKey.isIdentity(bytes) {
      return ForeignFile(
        "an identity (PKCS #12)", "put it into a payload of type `com.apple.security.pkcs12`")
    }
    if (try? DecryptionKey(bytes)) != nil { return ForeignFile("a private key") }
    return nil
  }

  // MARK: Texts

  private static func text(_ bytes: ArraySlice<UInt8>) -> ForeignFile? {
    let text = bytes.drop { $0.isXMLSpace }
    if text.starts(withText: "-----BEGIN ") {
      let name = String(
        decoding: text.dropFirst(11).prefix(40).prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self)
      if name.hasSuffix("CERTIFICATE") {
        return ForeignFile(
          "a certificate in text form (PEM)",
          "put it into a payload of type `com.apple.security.pem`")
      }
      return ForeignFile("a text form (PEM) of `\(shown(name))`")
    }
    if isMail(text) {
      return ForeignFile(
        "a mail message, perhaps a signed one (S/MIME), not the message (CMS) in it",
        "sign the profile with `openssl smime -sign -outform der -nodetach`")
    }
    if isJSON(text) {
      return ForeignFile(
        "JSON, not a property list", "convert it with `plutil -convert xml1`; no device reads JSON")
    }
    return base64(text)
  }

  /// Whether it begins with headers of a mail.
  private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix(80).prefix { $0 != UInt8(ascii: ":") }
    let heads: Set<String> = [
      "mime-version", "content-type", "to", "from", "received", "return-path", "date", "subject",
      "message-id", "delivered-to", "x-mailer",
    ]
    guard heads.contains(String(decoding: line, as: UTF8.self).lowercased()) else { return false }
    let rest = text.dropFirst(line.count)
    return rest.starts(withText: ": ")
      && String(decoding: text.prefix(4_096), as: UTF8.self).lowercased().contains("content-type:")
  }

  /// Whether it is JSON's object or array: OpenStep has neither `"a":` nor `[`.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let isObject = text.first == UInt8(ascii: "{")
    guard isObject || text.first == UInt8(ascii: "[") else { return false }
    let inner = text.dropFirst().drop { $0.isXMLSpace }
    guard isObject else {
      let starts: [UInt8] = Array("\"{[]-0123456789tfn".utf8)
      return inner.first.map(starts.contains) == true
    }
    guard inner.first == UInt8(ascii: "\"") else { return inner.first == UInt8(ascii: "}") }
    let afterName = inner.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    return afterName.first { !$0.isXMLSpace } == UInt8(ascii: ":")
  }

  /// A message, or another file, as Base 64 without the lines that PEM puts round it.
  private static func base64(_ text: ArraySlice<UInt8>) -> ForeignFile? {
    let head = text.prefix(1_024)
    let isPlain = head.allSatisfy { byte in
      byte.isXMLSpace || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
    guard isPlain, head.count >= 32 else { return nil }
    let inner = Array(head).withUnsafeBufferPointer { ScalarText.base64($0) }
    let what: String? =
      switch PlistKind(recognising: inner) {
      case .signed: "a signed message (CMS)"
      case .encrypted: "an encrypted message (CMS)"
      case .binary: "a binary property list"
      case .xml: "an XML property list"
      case .openstep, .html, .empty, .utf16, .unknown: inner.first == 0x30 ? "bytes (DER)" : nil
      }
    return what.map {
      ForeignFile("\($0) as Base 64 text, which no device opens", "decode it with `base64 -d`")
    }
  }
}

extension PlistFile {
  /// Names what could not be read, where it is something that is known, instead of saying what it
  /// would lack as a property list.
  mutating func nameForeign(_ bytes: [UInt8]) {
    guard root == nil, kind == .openstep || kind == .unknown, let foreign = ForeignFile(bytes)
    else {
      return
    }
    self = PlistFile(
      path: path, kind: .unknown, coreFoundationReads: false, root: nil,
      findings: [
        Finding(
          .notAPropertyList, .error, at: location, "this is \(foreign.what)", help: foreign.help)
      ], text: [])
  }
}
