import AuditKit
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Parsers on changed input: an error or the truth, never a trap.
@Suite struct MutationTests {
  private func mutated(_ bytes: [UInt8], _ dice: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let index = Int.random(in: 0...result.count, using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0 where index < result.count: result.remove(at: index)
      case 1: result.insert(UInt8.random(in: 0...255, using: &dice), at: index)
      case 2 where index < result.count: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 3: result.removeSubrange(index...)
      default:
        let end = Int.random(in: index...result.count, using: &dice)
        result.insert(contentsOf: result[index..<end], at: index)
      }
    }
    return result
  }

  @Test func notes() throws {
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    let key = try VerificationKey(parsing: NoteTests.verifier)
    for _ in 0..<5000 {
      let bytes = mutated(Array(NoteTests.note.utf8), &dice)
      guard let note = try? SignedNote(parsing: bytes) else { continue }
      // What parses prints as it was, and only what was signed opens.
      #expect(Array(note.noteText.utf8) == bytes, "seed \(seed)")
      if (try? note.open(with: [key])) != nil {
        #expect(note.text == NoteTests.text, "seed \(seed)")
      }
      if let checkpoint = try? Checkpoint(parsing: note.text) {
        #expect(note.text.hasPrefix(checkpoint.text), "seed \(seed)")
      }
    }
  }

  @Test func records() throws {
    let log = try ClosedLog(records: 1)
    let stored = try #require(try SQLiteLogReader(directory: log.scratch.log).record(0))
    #expect(throws: Never.self) { try Record(parsing: stored.bytes) }
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    for _ in 0..<5000 {
      let bytes = mutated(stored.bytes, &dice)
      guard let record = try? Record(parsing: bytes) else { continue }
      #expect(try record.value.canonicalBytes() == bytes, "seed \(seed)")
      #expect(record.seq >= 0, "seed \(seed)")
    }
  }

  @Test func keysAndDefinitions() throws {
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    for _ in 0..<3000 {
      let bytes = mutated(Array(NoteTests.signer.utf8), &dice)
      let text = String(decoding: bytes, as: UTF8.self)
      if let key = try? SigningKey(parsing: text) {
        #expect(
          key.secretText == text.trimmingCharacters(in: .whitespacesAndNewlines), "seed \(seed)")
      }
    }
  }
}
