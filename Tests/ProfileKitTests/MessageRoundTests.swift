import Findings
import Foundation
@testable import ProfileKit
import Testing

/// What is round a profile: nothing in it may hide that, and nothing unchecked passes.
@Suite(.serialized, .enabled(if: SigningTools.isThere)) struct MessageRoundTests {
  private var tools: SigningTools { .shared }

  private func inserting(_ text: String, before mark: String) -> [UInt8] {
    Array(
      String(decoding: SigningTools.profile, as: UTF8.self).replacingOccurrences(
        of: mark, with: text + mark
      ).utf8)
  }

  @Test func aFileDoesNotVouchForItself() throws {
    let names = Rule.aboutTheFile.map(\.name).sorted()
    let content = inserting(
      names.map { "<!-- pbpolicy:ignore-file \($0): trust me -->\n" }.joined(), before: "<plist")
    var bytes = tools.signed(content)
    let inside = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("allowOpenFrom".utf8)) })
    bytes[inside] ^= 0x20
    let file = PlistFile(reading: bytes, path: "p")
    let found = Validation([file], honoursComments: true).findings
    let broken = try #require(found.first { $0.rule == "signature-not-intact" })
    #expect(broken.isActive && broken.severity == .error)
    #expect(found.filter { $0.rule == "suppression-invalid" }.count == names.count)
    #expect(!found.contains { !$0.isActive })
  }

  @Test func whatIsLockedFails() throws {
    let file = PlistFile(reading: tools.encrypted(for: ["rsa"]), path: "p")
    let validation = Validation([file], rules: [.unknownKey])
    #expect(file.isLocked && validation.unchecked.count == 1 && validation.findings.isEmpty)
    #expect(file.findings.map(\.severity) == [.error])
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read("rsa.key"))]
    let opened = PlistFile(reading: tools.encrypted(for: ["rsa"]), path: "p", options: options)
    #expect(!opened.isLocked && Validation([opened]).unchecked.isEmpty)
    // Another key is another matter than damage.
    options.keys = [try DecryptionKey(tools.read("weak.key"))]
    let other = PlistFile(reading: tools.encrypted(for: ["rsa"]), path: "p", options: options)
    #expect(other.findings.map(\.rule) == ["encrypted-not-checked"])
  }

  @Test(arguments: ["rsa", "leaf"]) func damageIsNotBlamedOnTheKey(_ device: String) throws {
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read(device + ".key"))]
    var bytes = tools.encrypted(SigningTools.profile, for: [device], ["-aes-256-gcm"])
    #expect(PlistFile(reading: bytes, path: "p", options: options).root != nil)
    bytes[bytes.count - 1] ^= 1
    let file = PlistFile(reading: bytes, path: "p", options: options)
    #expect(file.root == nil && file.findings.map(\.rule) == ["message-damaged"])
    #expect(file.findings.first?.severity == .error)
    #expect(file.findings.first?.message.contains("the key given is the recipient's") == true)
    #expect(Validation([file], rules: [.unknownKey]).unchecked.count == 1)
  }

  @Test func secretsThatAreEncryptedAreNotInClear() throws {
    let wifi = RuleExample.profile(
      RuleExample.payload(
        "<key>SSID_STR</key><string>a</string><key>Password</key><string>hunter2</string>",
        type: "com.apple.wifi.managed"))
    func names(_ file: PlistFile) -> [RuleID] { Validation([file]).findings.map(\.rule) }
    #expect(names(PlistFile(reading: Array(wifi.utf8), path: "p")).contains("secret-in-clear"))
    #expect(
      names(PlistFile(reading: tools.signed(Array(wifi.utf8)), path: "p"))
        .contains("secret-in-clear"))
    var options = ReadingOptions()
    options.keys = [try DecryptionKey(tools.read("rsa.key"))]
    let file = PlistFile(
      reading: tools.encrypted(Array(wifi.utf8), for: ["rsa"]), path: "p", options: options)
    #expect(file.root != nil && !names(file).contains("secret-in-clear"))
  }

  @Test func payloadsThatNobodyCanDecrypt() {
    let list = Array("<plist><array><dict/></array></plist>".utf8)
    let binary =
      (try? PropertyListSerialization.data(
        fromPropertyList: [["a": 1]], format: .binary, options: 0)).map { [UInt8]($0) } ?? []
    let cases: [(Any, String)] = [
      (Data(list), "the payloads stand in clear"), (Data(binary), "the payloads stand in clear"),
      (Data(tools.signed(list)), "the payloads are signed and not encrypted"),
      (Data(), "`EncryptedPayloadContent` is empty"),
      (Data("word".utf8), "`EncryptedPayloadContent` holds no encrypted message"),
      (Data(tools.read("ca.pem")), "`EncryptedPayloadContent` holds a certificate in text form"),
      ("word", "`EncryptedPayloadContent` is a string"),
      ([["a": 1]], "`EncryptedPayloadContent` is an array"),
    ]
    for (content, words) in cases {
      let profile: [String: Any] = [
        "PayloadType": "Configuration", "EncryptedPayloadContent": content,
      ]
      let bytes = try? PropertyListSerialization.data(
        fromPropertyList: profile, format: .xml, options: 0)
      let file = PlistFile(reading: bytes.map { [UInt8]($0) } ?? [], path: "p")
      let found = file.findings.filter { $0.rule == "encrypted-not-checked" }
      #expect(found.count == 1 && found.first?.severity == .error, "\(words): \(found)")
      #expect(found.first?.message.hasPrefix(words) == true, "\(words): \(found)")
      #expect(found.first?.message.contains("no device can decrypt this") == true)
      #expect(Validation([file]).unchecked.count == 1)
    }
  }

  /// Under `middle` of 30 days, one of 200 days by the same key, and a leaf of 300.
  @Test func everyLinkOfTheChainIsHeldAgainstTheDate() throws {
    func issue(_ name: String, from request: String, by issuer: String, _ kind: String, _ days: Int)
    {
      tools.openssl([
        "x509", "-req", "-in", request + ".csr", "-CA", issuer + ".pem", "-CAkey",
        (issuer == "ca" ? "ca" : "middle") + ".key", "-set_serial", "\(days)", "-days", "\(days)",
        "-extfile", kind, "-out", name + ".pem",
      ])
    }
    issue("short", from: "middle", by: "ca", "ca.ext", 30)
    issue("renewed", from: "middle", by: "ca", "ca.ext", 200)
    issue("late", from: "leaf", by: "short", "leaf.ext", 300)
    tools.write("late.key", tools.read("leaf.key"))
    tools.write("both.pem", tools.read("short.pem") + tools.read("renewed.pem"))
    let today = Int64(Date().timeIntervalSince1970)
    func check(_ embedded: String, after days: Int64) throws -> (sentence: String, found: [String])
    {
      var options = ReadingOptions()
      options.now = today + days * 86_400
      var list = TrustList()
      try list.add(tools.read("ca.pem"))
      options.trust = list
      let bytes = tools.signed(
        SigningTools.profile, by: "late", ["-nodetach", "-certfile", embedded])
      let file = PlistFile(reading: bytes, path: "p", options: options)
      let signer = try #require(file.signatures.first?.signers.first)
      #expect(signer.trust == .trusted && signer.chain.count == 2)
      let found = Validation([file], now: options.now).findings
      return (
        found.first { $0.rule == "signed" }?.message ?? "",
        found.filter { $0.rule == "signer-expired" }.map(\.message)
      )
    }
    #expect(try check("short.pem", after: 10).found == [])
    let late = try check("short.pem", after: 60)
    #expect(late.sentence.contains("but its certificate `Test Middle` expired on"))
    #expect(late.found.count == 1)
    #expect(late.found.first?.contains("in the chain of the signer `Leaf, Inc.`") == true)
    // The renewed one is there as well.
    #expect(try check("both.pem", after: 60).found == [])
    // The root is over, and the leaf.
    #expect(try check("both.pem", after: 500).found.count == 2)
  }
}
