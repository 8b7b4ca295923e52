import AuditKit
import Foundation
import Testing

@Suite struct NoteTests {
  // The example of the note format's reference implementation (golang.org/x/mod/sumdb/note).
  static let verifier = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
  static let signer =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
  static let text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  static let note =
    text
    + "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"

  @Test func publishedExample() throws {
    let key = try VerificationKey(parsing: Self.verifier)
    let secret = try SigningKey(parsing: Self.signer)
    #expect(secret.verificationKey == key)
    #expect(key.description == Self.verifier && secret.secretText == Self.signer)
    #expect(!"\(secret)".contains("AYEKFALVF"))
    let parsed = try SignedNote(parsing: Self.note)
    #expect(try parsed.open(with: [key]) == [key])
    #expect(parsed.text == Self.text && parsed.noteText == Self.note)
    #expect(try SignedNote(signing: Self.text, by: [secret]).noteText == Self.note)
  }

  @Test func everyOneByteChangeOfTheNoteIsRefused() throws {
    let key = try VerificationKey(parsing: Self.verifier)
    let bytes = Array(Self.note.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(throws: NoteError.self, "byte \(index) bit \(bit)") {
          try SignedNote(parsing: changed).open(with: [key])
        }
      }
    }
  }

  @Test(arguments: [
    "", "\n", "\n\n", "text\n", "text\n\n", "text\n— a AAAAAAA=\n", "text\n\n- a AAAAAAA=\n",
    "text\n\n— a AAAAAA==\n", "text\n\n— a AAAAAAA=", "text\n\n— a  AAAAAAA=\n",
    "text\n\n— a AAAAAAA=\n\n", "text\n\n— a+b AAAAAAA=\n", "text\n\n— a AAAAAAB=\n",
    "te\txt\n\n— a AAAAAAA=\n", "te\rxt\n\n— a AAAAAAA=\n", "text\n\n—  AAAAAAA=\n",
    "text\n\n— a AAAAAAA= \n", "text\n\n\u{A0}— a AAAAAAA=\n", "text\n\n— a\u{A0}b AAAAAAA=\n",
  ])
  func malformed(_ note: String) {
    #expect(throws: NoteError.self) { try SignedNote(parsing: note) }
  }

  @Test func strangersSignaturesArePassedOver() throws {
    let (a, b) = (try SigningKey.generate(name: "a"), try SigningKey.generate(name: "b"))
    let note = try SignedNote(signing: "x\n\ny\n", by: [a, b])
    #expect(try note.open(with: [b.verificationKey]) == [b.verificationKey])
    let other = try SigningKey.generate(name: "a").verificationKey
    #expect(throws: NoteError.unknownKeys([a.identity, b.identity])) {
      try note.open(with: [other])
    }
    // Sixteen signatures must be taken, more than a hundred are not.
    let many = try SignedNote(signing: "x\n", by: Array(repeating: a, count: 100))
    #expect(try SignedNote(parsing: many.noteText).signatures.count == 100)
    let tooMany = try SignedNote(signing: "x\n", by: Array(repeating: a, count: 101))
    #expect(throws: NoteError.form("more than 100 signatures")) {
      try SignedNote(parsing: tooMany.noteText)
    }
  }

  @Test func everyChangeOfAKeyIsRefused() {
    let bytes = Array(Self.verifier.utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] += 1
      #expect(throws: KeyError.self, "byte \(index)") {
        try VerificationKey(parsing: String(decoding: changed, as: UTF8.self))
      }
    }
    for count in 0..<bytes.count {
      #expect(throws: KeyError.self) {
        try VerificationKey(parsing: String(decoding: bytes.prefix(count), as: UTF8.self))
      }
    }
    #expect(throws: KeyError.self) { try SigningKey(parsing: Self.verifier) }
    #expect(throws: KeyError.name("two words")) { try SigningKey.generate(name: "two words") }
    #expect(throws: KeyError.name("a+b")) { try SigningKey.generate(name: "a+b") }
  }

  @Test func keyFilesArePrivateAndNeverReplaced() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/keys/log.key"
    let key = try SigningKey.generate(name: "example.org/laptop")
    try key.write(to: path)
    func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.posixPermissions] as? Int)
    }
    #expect(try mode(path) == 0o600)
    #expect(try mode(scratch.path + "/keys") == 0o700)
    #expect(try SigningKey(contentsOf: path).secretText == key.secretText)
    #expect(try VerificationKey(contentsOf: path + ".pub") == key.verificationKey)
    #expect(throws: KeyError.file(FileError(path: path, operation: "create", code: EEXIST))) {
      try key.write(to: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(throws: KeyError.exposed(path: path)) { try SigningKey(contentsOf: path) }
  }

  /// A disk that is full at the second file leaves neither, and nothing in the way.
  @Test func aKeyThatCannotBeWrittenWholeLeavesNothing() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/log.key"
    let key = try SigningKey.generate(name: "k")
    try "old".write(toFile: path + ".pub", atomically: false, encoding: .utf8)
    #expect(
      throws: KeyError.file(FileError(path: path + ".pub", operation: "create", code: EEXIST))
    ) {
      try key.write(to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try String(contentsOfFile: path + ".pub", encoding: .utf8) == "old")
  }

  @Test func checkpointsOfTheSpecification() throws {
    let text =
      "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    let checkpoint = try Checkpoint(parsing: text)
    #expect(checkpoint.size == 20_852_163 && checkpoint.origin == "example.com/behind-the-sofa")
    #expect(checkpoint.text == text)
    #expect(try Checkpoint(parsing: text + "extension\n") == checkpoint)
    let root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="
    for bad in [
      "", "a\n1\n\(root)", "a\n01\n\(root)\n", "a\n+1\n\(root)\n", "a\n-1\n\(root)\n", "a\n1\n\n",
      "\n1\n\(root)\n", "a\n1\n\(root)\n\n", "a\n99999999999999999999\n\(root)\n", "a\n1\nAAAA\n",
      "a\n 1\n\(root)\n", "a\n1\n\(root) \n", "a\n１\n\(root)\n",
    ] {
      #expect(throws: NoteError.self, "\(bad)") { try Checkpoint(parsing: bad) }
    }
  }
}
