import Devices
import Findings
import Foundation
@testable import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// Signed and encrypted messages made by OpenSSL's command line.
@Suite(.serialized, .enabled(if: SigningTools.isThere)) struct SignedTests {
  var tools: SigningTools { .shared }

  func rules(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(), now: Int64? = nil)
    -> (file: PlistFile, rules: [String], findings: [Finding])
  {
    let file = PlistFile(reading: bytes, path: "p", options: options)
    let findings = Validation([file], now: now).findings.filter {
      $0.rule.name.hasPrefix("sign") || $0.rule.name.hasPrefix("message")
        || $0.rule.name.hasPrefix("encrypted")
    }
    return (file, findings.map(\.rule.name), findings)
  }

  @Test(arguments: [
    ["-nodetach"], ["-nodetach", "-stream"], ["-nodetach", "-outform", "PEM"],
    ["-nodetach", "-noattr"], ["-nodetach", "-keyid"],
  ])
  func formsOfSignedMessages(_ options: [String]) throws {
    let bytes = tools.signed(SigningTools.profile, by: "leaf", options)
    #expect(bytes.count > 500)
    let (file, found, _) = rules(bytes)
    #expect(found.filter { $0 != "signed" } == (options.contains("PEM") ? ["message-damaged"] : []))
    #expect(file.kind == .signed && file.extracted == SigningTools.profile)
    let report = try #require(file.signatures.first)
    #expect(report.isIntact && report.signers.count == 1)
    let signer = try #require(report.signers.first)
    #expect(signer.certificate?.subject.contains("Leaf\\, Inc.") == true)
    #expect(signer.digest == "sha256" && signer.trust == .notChecked)
    #expect((signer.signedAt != nil) == !options.contains("-noattr"))
  }

  /// Positions are those of the inner text, and its findings are those of the text alone.
  @Test func whatIsInsideIsChecked() throws {
    let plain = Validation([PlistFile(reading: SigningTools.profile, path: "p")])
    let signed = Validation([PlistFile(reading: tools.signed(), path: "p")])
    #expect(!plain.findings.isEmpty)
    #expect(signed.findings.filter { $0.rule != "signed" } == plain.findings)
    let shown = TextReporter(sources: signed.sources).text(of: signed.findings)
    #expect(shown.contains("allowOpenFromManagedToUnmanaged</key>"))
    #expect(signed.json["files"]?.array?.first?["signature"]?["intact"] == .bool(true))
  }

  @Test func everyChangedByteBreaksTheSignature() throws {
    let bytes = tools.signed()
    let inside = try #require(
      bytes.indices.first { bytes[$0...].starts(with: SigningTools.profile.prefix(30)) })
    for place in stride(from: inside, to: inside + SigningTools.profile.count, by: 97) {
      var changed = bytes
      changed[place] ^= 1
      let (file, found, _) = rules(changed)
      #expect(found.contains("signature-not-intact"), "byte \(place)")
      #expect(file.signatures.first?.isIntact == false)
    }
  }

  @Test func damagedMessagesAreNamed() throws {
    let bytes = tools.signed()
    func first(_ bytes: [UInt8]) -> String { rules(bytes).findings.first?.message ?? "" }
    #expect(first([0x0A] + bytes) == "1 stray byte before the signed or encrypted message (CMS)")
    #expect(rules([0x0A] + bytes).file.root != nil)
    #expect(first([0xEF, 0xBB, 0xBF] + bytes).hasPrefix("3 stray bytes before"))
    #expect(
      first(bytes + [0x0A, 0x0A]) == "2 stray bytes after the signed or encrypted message (CMS)")
    #expect(first(Array(bytes.prefix(700))).contains("is cut off: 700 of \(bytes.count) bytes"))
    #expect(rules(Array(bytes.prefix(700))).file.coreFoundationReads == false)
    let streamed = tools.signed(SigningTools.profile, by: "leaf", ["-nodetach", "-stream"])
    #expect(first(Array(streamed.prefix(700))).contains("damaged or cut off"))
    #expect(
      rules(tools.signed(SigningTools.profile, by: "leaf", [])).rules.contains("signature-detached")
    )
    // Text editors make U+FFFD of bytes that are no text.
    let asText = Array(String(decoding: bytes, as: UTF8.self).utf8)
    #expect(rules(asText).file.root == nil && rules(asText).rules.contains("message-damaged"))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let file = PlistFile(reading: Array(bytes.prefix(count)), path: "p")
      #expect(file.root == nil && !file.findings.isEmpty, "\(count) bytes")
    }
  }

  /// Changes anywhere in messages of each kind: nothing traps, and whatever is not read is said; a
  /// changed content is never called intact.
  @Test func mutationsOfMessages() throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 20_261_130
    print("message mutation seed \(seed)")
    var random = SeededGenerator(state: seed)
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read("rsa.key"))]
    options.trust = TrustList()
    let pool = [
      tools.signed(), tools.signed(SigningTools.profile, by: "rsa", ["-nodetach", "-stream"]),
      tools.encrypted(for: ["rsa", "leaf"]), tools.encrypted(tools.signed(), for: ["rsa"]),
    ]
    for _ in 0..<1_500 {
      guard var bytes = pool.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Int.random(in: 0..<8, using: &random) == 0 {
          bytes.remove(at: place)
        } else {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let file = PlistFile(reading: bytes, path: "m", options: options)
      #expect(file.root != nil || !file.findings.isEmpty)
      if let content = file.extracted, file.signatures.first?.isIntact == true {
        #expect(content == SigningTools.profile)
      }
      _ = Validation([file], now: 1_800_000_000).json
    }
  }

  @Test func weakSignaturesAreNamed() {
    #expect(
      rules(tools.signed(SigningTools.profile, by: "leaf", ["-nodetach", "-md", "sha1"])).rules
        .contains("signature-weak"))
    #expect(
      rules(tools.signed(SigningTools.profile, by: "weak")).findings.contains {
        $0.message == "the certificate of the signer `Weak` has an RSA key of 1024 bits"
      })
    #expect(!rules(tools.signed(SigningTools.profile, by: "rsa")).rules.contains("signature-weak"))
  }

  @Test func signersWithoutCertificateCannotBeChecked() {
    let (file, _, findings) = rules(
      tools.signed(SigningTools.profile, by: "leaf", ["-nodetach", "-nocerts"]))
    #expect(file.root != nil)
    #expect(findings.contains { $0.rule == "signature-not-intact" && $0.severity == .warning })
  }

  @Test func severalSignersAndMessagesWithinMessages() throws {
    let two = tools.signed(
      SigningTools.profile, by: "leaf", ["-nodetach", "-signer", "rsa.pem", "-inkey", "rsa.key"])
    #expect(PlistFile(reading: two, path: "p").signatures.first?.signers.count == 2)
    let nested = tools.signed(tools.signed(), by: "rsa")
    let file = PlistFile(reading: nested, path: "p")
    #expect(file.signatures.count == 2 && file.root != nil)
    #expect(file.signatureJSON["inner"]?["signers"] != nil)
    var deep = tools.signed()
    for _ in 0..<8 { deep = tools.signed(deep) }
    #expect(rules(deep).rules.contains("message-damaged"))
  }

  @Test func trustIsNeverGuessed() throws {
    let bare = tools.signed()
    let whole = tools.signed(
      SigningTools.profile, by: "leaf", ["-nodetach", "-certfile", "middle.pem"])
    func trust(_ bytes: [UInt8], _ names: String...) throws -> SignatureReport.Signer.Trust? {
      var options = ReadingOptions()
      var list = TrustList()
      for name in names { try list.add(tools.read(name + ".pem")) }
      options.trust = list
      return PlistFile(reading: bytes, path: "p", options: options).signatures.first?.signers.first?
        .trust
    }
    #expect(try trust(whole, "ca") == .trusted)
    #expect(try trust(bare, "ca", "middle") == .trusted)
    #expect(try trust(bare, "middle") == .trusted)
    #expect(try trust(bare, "ca") == .notTrusted("unable to get local issuer certificate"))
    guard case .notTrusted = try trust(whole, "stranger") else { Issue.record("trusted"); return }
    #expect(PlistFile(reading: whole, path: "p").signatures.first?.intermediates == 1)
    #expect(PlistFile(reading: bare, path: "p").signatures.first?.intermediates == 0)
    #expect(throws: CredentialError.self) {
      var list = TrustList(); try list.add(tools.read("leaf.key"))
    }
  }

  @Test func expiryIsHeldAgainstNow() {
    let bytes = tools.signed()
    #expect(!rules(bytes).rules.contains("signer-expired"))
    let soon = Int64(Date().timeIntervalSince1970) + 3_600
    #expect(!rules(bytes, now: soon).rules.contains("signer-expired"))
    #expect(rules(bytes, now: soon + 400 * 86_400).rules.contains("signer-expired"))
    #expect(
      rules(bytes, now: 1_000_000_000).findings.contains { $0.message.contains("not valid before") }
    )
  }

  @Test(arguments: ["leaf", "rsa"]) func encryptedProfilesOpenWithTheKey(_ device: String) throws {
    let bytes = tools.encrypted(for: [device, "ca"])
    let locked = rules(bytes)
    #expect(locked.file.kind == .encrypted && locked.file.root == nil)
    #expect(locked.file.coreFoundationReads == nil)
    #expect(locked.findings.first?.message.contains("no key was given") == true)
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read("weak.key"))]
    let wrong = rules(bytes, options)
    #expect(wrong.file.root == nil)
    #expect(wrong.findings.first?.message.contains("the key given does not open it") == true)
    options.keys.append(
      try DecryptionKey(tools.read(device + ".key") + tools.read(device + ".pem")))
    let opened = rules(bytes, options)
    #expect(opened.file.extracted == SigningTools.profile && opened.rules == [])
    #expect(
      opened.file.encryption?.isDecrypted == true && opened.file.encryption?.recipients.count == 2)
    // Signed, then encrypted; and the other way round.
    let sealed = tools.encrypted(tools.signed(), for: [device])
    #expect(
      PlistFile(reading: sealed, path: "p", options: options).signatures.first?.isIntact == true)
    let outer = tools.signed(bytes)
    #expect(PlistFile(reading: outer, path: "p", options: options).root != nil)
    #expect(PlistFile(reading: outer, path: "p").kind == .signed)
  }

  @Test func keysInOtherForms() throws {
    tools.openssl(["pkey", "-in", "rsa.key", "-outform", "DER", "-out", "rsa.der"])
    tools.openssl([
      "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.pem", "-passout", "pass:", "-out",
      "rsa.p12",
    ])
    tools.openssl(["pkey", "-in", "rsa.key", "-aes128", "-passout", "pass:x", "-out", "rsa.locked"])
    for name in ["rsa.der", "rsa.p12", "rsa.key"] {
      #expect(try DecryptionKey(tools.read(name)).description == "RSA 2048", "\(name)")
    }
    let locked = #expect(throws: CredentialError.self) {
      try DecryptionKey(tools.read("rsa.locked"))
    }
    #expect(locked?.description.contains("password") == true)
    let none = #expect(throws: CredentialError.self) { try DecryptionKey(tools.read("rsa.pem")) }
    #expect(none?.description.contains("no private key") == true)
  }

  @Test(arguments: [false, true]) func encryptedPayloads(_ isBinary: Bool) throws {
    let payload: [String: Any] = [
      "PayloadType": "com.apple.applicationaccess", "PayloadVersion": 1,
      "PayloadIdentifier": "com.example.a.r",
      "PayloadUUID": "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02",
      "allowOpenFromManagedToUnmanaged": false,
    ]
    let inner = try PropertyListSerialization.data(
      fromPropertyList: [payload], format: isBinary ? .binary : .xml, options: 0)
    let profile: [String: Any] = [
      "PayloadType": "Configuration", "PayloadVersion": 1, "PayloadIdentifier": "com.example.a",
      "PayloadUUID": "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01", "IsEncrypted": true,
      "EncryptedPayloadContent": Data(tools.encrypted([UInt8](inner), for: ["rsa"])),
    ]
    let bytes = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: profile, format: .xml, options: 0))
    let locked = rules(bytes)
    #expect(locked.rules == ["encrypted-not-checked"])
    #expect(locked.findings.first?.keyPath == "EncryptedPayloadContent")
    #expect((locked.findings.first?.location.line ?? 0) > 1)
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read("rsa.key"))]
    let opened = PlistFile(reading: bytes, path: "p", options: options)
    let validation = Validation([opened])
    #expect(validation.profiles.first?.payloads.count == 1)
    let found = try #require(
      validation.findings.first { $0.rule == "managed-pasteboard-not-required" })
    let text = String(decoding: try #require(opened.extracted), as: UTF8.self)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[
      found.location.line - 1]
    #expect(line.contains("allowOpenFrom"))
    // Data that is no message at all.
    let broken = Array(
      String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "<data>", with: "<data>AAAA")
        .utf8)
    #expect(rules(broken).findings.contains { $0.severity == .error })
  }

  /// An identity that asks for more rounds than anybody waits for is not opened.
  @Test(.timeLimit(.minutes(20))) func costlyIdentitiesAreNotTried() {
    tools.openssl([
      "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.pem", "-passout", "pass:x", "-iter",
      "2000000", "-out", "slow.p12",
    ])
    let text = RuleExample.profile(
      RuleExample.payload(
        "<key>Password</key><string>y</string><key>PayloadContent</key><data>"
          + Data(tools.read("slow.p12")).base64EncodedString() + "</data>",
        type: "com.apple.security.pkcs12"))
    let start = ContinuousClock.now
    let findings = Validation([PlistFile(reading: Array(text.utf8), path: "p")], now: 1).findings
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(!findings.contains { $0.rule == "certificate-unreadable" })
    #expect(findings.contains { $0.rule == "identity-password-in-clear" })
  }

  /// Hundreds of certificates, and of identities with passwords of their own.
  @Test(.timeLimit(.minutes(20))) func manyCertificates() {
    tools.openssl([
      "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.pem", "-passout", "pass:x", "-iter",
      "50000", "-out", "slow.p12",
    ])
    tools.openssl(["x509", "-in", "leaf.pem", "-outform", "DER", "-out", "leaf.der"])
    let identity = Data(tools.read("slow.p12")).base64EncodedString()
    let leaf = Data(tools.read("leaf.der")).base64EncodedString()
    let payloads = (0..<400).map { number in
      RuleExample.payload(
        "<key>Password</key><string>\(number)</string><key>PayloadContent</key><data>\(identity)</data>",
        type: "com.apple.security.pkcs12", identifier: "a.\(number)", uuid: "i\(number)")
        + RuleExample.payload(
          "<key>PayloadContent</key><data>\(leaf)</data>", type: "com.apple.security.root",
          identifier: "b.\(number)", uuid: "l\(number)")
    }
    let file = read(RuleExample.profile(payloads.joined()))
    let start = ContinuousClock.now
    let targets = [Device(.iOS), Device(.macOS)]
    let findings = Validation([file], targets: targets, now: 1).findings
    #expect(ContinuousClock.now - start < .seconds(30))
    let rules = Set(findings.map(\.rule))
    #expect(rules.isSuperset(of: ["certificate-not-root", "certificate-unreadable"]), "\(rules)")
    // The first of the identities are tried, the rest is left alone.
    let tried = findings.count { $0.rule == "certificate-unreadable" }
    #expect((1..<100).contains(tried), "\(tried)")
  }

  @Test func certificatesOnly() {
    tools.openssl([
      "crl2pkcs7", "-nocrl", "-certfile", "leaf.pem", "-outform", "DER", "-out", "certificates",
    ])
    let (file, found, _) = rules(tools.read("certificates"))
    #expect(found == ["signature-missing"] && file.root == nil)
  }
}

/// The signed files that nobody here wrote.
@Suite(.enabled(if: hasCorpus)) struct SignedCorpusTests {
  static let files = CorpusFile.all.filter { $0.kind == "signed" }

  @Test func allOpen() throws {
    #expect(Self.files.count == 64)
    for row in Self.files {
      let file = PlistFile(reading: row.bytes, path: row.path)
      #expect(file.root != nil && file.coreFoundationReads == true, "\(row.path)")
      #expect(file.signatures.first?.isIntact == true, "\(row.path)")
      let now: Int64 = 1_795_996_800
      let expired = Validation([file], now: now).findings.contains { $0.rule == "signer-expired" }
      #expect(expired == ((file.signatures.first?.signers.first?.certificate?.notAfter ?? 0) < now))
    }
  }

  /// Their contents byte for byte beside the plain files of the same name: the same findings.
  @Test func twinsHaveTheSameFindings() throws {
    var twins = 0
    let plain = Dictionary(
      CorpusFile.all.filter { $0.kind != "signed" }.map { ($0.bytes, $0.path) }
    ) { first, _ in first }
    for row in Self.files {
      let file = PlistFile(reading: row.bytes, path: "p")
      guard let content = file.extracted, plain[content] != nil else { continue }
      twins += 1
      let alone = PlistFile(reading: content, path: "p")
      #expect(
        Validation([file]).findings.filter { !$0.rule.name.hasPrefix("sign") }
          == Validation([alone]).findings, "\(row.path)")
    }
    #expect(twins >= 60)
  }
}
