import AuditKit
import StrictJSON

extension FuzzTarget {
  /// Signed notes, the checkpoints in them, and the texts of keys.
  static let note = FuzzTarget(name: "note") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let key = attempt({ try VerificationKey(parsing: text) }) {
      let again = attempt { try VerificationKey(parsing: key.description) }
      must(again == key, "the key `\(key)` reads differently")
    }
    if let key = attempt({ try SigningKey(parsing: text) }) {
      let again = attempt { try SigningKey(parsing: key.secretText) }
      must(again?.verificationKey == key.verificationKey, "the secret key reads differently")
    }
    if let checkpoint = attempt({ try Checkpoint(parsing: text) }) {
      must(text.hasPrefix(checkpoint.text), "a checkpoint is more than its three lines")
    }
    sign(text)
    guard let note = attempt({ try SignedNote(parsing: bytes) }) else { return }
    must(Array(note.noteText.utf8) == bytes, "a note is kept as other bytes than it came in")
    must(
      attempt { try note.open(with: [key?.verificationKey].compactMap(\.self)) } == nil,
      "a forged note: \(note.text)")
    _ = attempt { try Checkpoint(parsing: note.text) }
  }

  /// Good for nothing else: no input carries a true signature of it, and a run can be repeated.
  private static let key: SigningKey? = attempt {
    try SigningKey(
      parsing: "PRIVATE+KEY+fuzz.example.org+595892a8+AcPySXW/L488my6IIt3MlKezpr/dfGjVc8brSnpLq/2y")
  }

  /// What can be signed is read again as it was, and its signature holds.
  private static func sign(_ text: String) {
    guard let key else { return must(false, "no key can be made") }
    guard let note = attempt({ try SignedNote(signing: text, by: [key]) }) else { return }
    let again = attempt { try SignedNote(parsing: note.noteText) }
    must(again == note, "a signed note reads differently: \(note.noteText)")
    let signers = attempt { try again?.open(with: [key.verificationKey]) }
    must(signers == [key.verificationKey], "its own signature does not hold")
  }

  /// The records of a log, which are read strictly and hashed as they stand.
  static let record = FuzzTarget(name: "record") { bytes in
    guard let record = attempt({ try Record(parsing: bytes) }) else { return }
    must(record.bytes == bytes, "a record's bytes are not those that were read")
    must(
      attempt { try record.value.canonicalBytes() } == bytes, "a record that is not canonical")
    must(UUIDv7(record.id.description) == record.id, "the id \(record.id) reads differently")
    must(Digest(hex: record.prev.hex) == record.prev, "the link reads differently")
    must(record.value["seq"]?.integer == record.seq && record.seq >= 0, "another number")
    must(record.value["type"]?.string == record.type.rawValue, "another type")
  }
}
