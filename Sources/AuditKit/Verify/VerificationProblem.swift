/// One thing that a verification found.
public enum VerificationProblem: Sendable, Equatable {
  /// Who says how many records there are.
  public enum Count: String, Sendable, Hashable {
    /// The log's own count.
    case own = "the log's own count"
    /// The count of what was committed, kept in the file of the lock.
    case answers = "the count of committed records in the file `lock`"
    /// A checkpoint inside the log.
    case checkpoint = "a checkpoint inside the log"
    /// The checkpoint that was held elsewhere.
    case anchor = "the checkpoint held elsewhere"
  }

  /// The file itself is damaged or was edited; SQLite's words.
  case container(String)
  /// A row does not hold what it should.
  case malformedRow(MalformedRow)
  /// A record is missing, or stands twice.
  case sequence(expected: Int64, found: Int64)
  /// The bytes of a record are no record.
  case notARecord(seq: Int64, RecordError)
  /// A record says another `seq`, `log` or `id` than its place.
  case misplaced(seq: Int64, member: String)
  /// The bytes of a record do not have the hash that was stored.
  case leaf(seq: Int64)
  /// A record does not name the one before it.
  case link(seq: Int64)
  /// A typed column differs from the record.
  case column(seq: Int64, name: String)
  /// The stored edge of the tree is not that of the records.
  case frontier(size: Int64)
  /// The head is not signed.
  case headUnsigned(size: Int64)
  /// The head's signed note cannot be read.
  case headUnreadable(size: Int64, NoteError)
  /// The head's note is for another size or origin.
  case headMisplaced(size: Int64)
  /// The head's signature is false.
  case headSignature(size: Int64, KeyIdentity)
  /// The head is signed by other keys than the given ones.
  case headOfOtherKey(size: Int64, NoteError)
  /// The head was signed over other records.
  case headRoot(size: Int64)
  /// There are more records than are counted.
  case uncounted(held: Int64, counted: Int64)
  /// A checkpoint in the log cannot be read.
  case checkpointUnreadable(size: Int64, NoteError)
  /// A checkpoint in the log says another size or origin than its place.
  case checkpointMisplaced(size: Int64)
  /// A checkpoint's signature is false.
  case checkpointSignature(size: Int64, KeyIdentity)
  /// A checkpoint's root is not that of the records.
  case checkpointRoot(size: Int64)
  /// The tree's edge beside a checkpoint is not that of the records.
  case checkpointEdge(size: Int64)
  /// The anchor's root is not that of the records.
  case anchorRoot(size: Int64)
  /// Fewer records than somebody counts.
  case missing(held: Int64, counted: Int64, by: Count)
  /// The file cannot be read further.
  case unreadable(after: Int64, LogStoreError)
  /// The first checkpoint, with which every log begins, is not there.
  case noFirstCheckpoint
  /// The log cannot be opened.
  case unopenable(LogStoreError)
  /// No key was given.
  case noKey
  /// A checkpoint is signed by other keys than the given ones.
  case checkpointOfOtherKey(size: Int64, NoteError)
  /// The anchor is no checkpoint, or not signed by a given key.
  case anchorUnusable(NoteError)
  /// The anchor belongs to another log.
  case anchorOfOtherLog(anchor: String, log: String)
  /// Another log than the expected one.
  case otherLog(expected: String, found: String)
  /// An anchor is required, and none was given.
  case noAnchor
  /// The log indexes another member than it should under this name.
  case columnDiffers(name: String)
  /// The log does not index a column of that name, so there was nothing to compare.
  case notIndexed(column: String)

  /// How grave it is.
  public var gravity: VerificationGravity {
    switch self {
    case .notIndexed: .note
    case .unopenable(.damaged): .altered
    case .unopenable(.cutShort): .incomplete
    case .unopenable, .noKey, .checkpointOfOtherKey, .headOfOtherKey, .anchorUnusable,
      .anchorOfOtherLog,
      .otherLog, .noAnchor:
      .cannotTell
    case .missing, .unreadable, .headUnsigned, .noFirstCheckpoint: .incomplete
    default: .altered
    }
  }

  /// The record it is about, where it is about one.
  public var seq: Int64? {
    switch self {
    case .malformedRow(let row): row.seq
    case .sequence(let expected, _): expected
    case .notARecord(let seq, _), .misplaced(let seq, _), .leaf(let seq), .link(let seq),
      .column(let seq, _):
      seq
    default: nil
    }
  }
}

extension VerificationProblem: CustomStringConvertible {
  /// One line for a reader who is no programmer; lower case, no full stop.
  public var description: String {
    recordWords ?? headWords ?? checkpointWords ?? otherWords
  }

  private var recordWords: String? {
    switch self {
    case .malformedRow(let row): "\(LogStoreError.malformedRow(row))"
    case .sequence(let expected, let found):
      "record \(expected) is missing or out of order: record \(found) stands in its place"
    case .notARecord(let seq, let error): "record \(seq) is damaged: \(error)"
    case .misplaced(let seq, let member):
      "record \(seq) was moved here or relabelled: its own `\(member)` says something else"
    case .leaf(let seq):
      "record \(seq) was changed after it was written: its fingerprint is not the stored one"
    case .link(let seq):
      "record \(seq) does not follow the record before it: one of the two was changed, or something between them was taken out or put in"
    case .column(let seq, let name):
      "the search entry of record \(seq) differs from the record: a search by `\(name)` would show it wrongly or hide it"
    case .missing(let held, let counted, let by):
      "\(counted - held) records are missing at the end: \(by.rawValue) says \(counted), only \(held) are there"
    case .uncounted(let held, let counted):
      "\(held) records are there, but the log's own count is \(counted): some were put in from outside"
    case .frontier(let size):
      "the summary that the log keeps of its \(size) records does not fit them: the summary or a record was changed"
    default: nil
    }
  }

  private var headWords: String? {
    switch self {
    case .headUnsigned(let size):
      "the signature over the log's \(size) records is missing: nobody answers for the newest of them"
    case .headUnreadable(let size, let error):
      "the signature over the log's \(size) records is damaged: \(error)"
    case .headMisplaced(let size):
      "the log's head counts \(size) records, but another size or another log was signed: the newest records may have been put in or taken out"
    case .headSignature(let size, let key):
      "the log's head at \(size) records was changed after it was signed by `\(Shown.text(key.name))`"
    case .headOfOtherKey(let size, let error):
      "the log's head at \(size) records is \(error): the wrong key was given, or somebody else wrote the log on"
    case .headRoot(let size):
      "the \(size) records are not those that the log's head was signed for: one was changed, taken out or put in"
    default: nil
    }
  }

  private var checkpointWords: String? {
    switch self {
    case .checkpointUnreadable(let size, let error):
      "the signed checkpoint at \(size) records is damaged: \(error)"
    case .checkpointMisplaced(let size):
      "the signed checkpoint filed at \(size) records is for another size or another log"
    case .checkpointSignature(let size, let key):
      "the checkpoint at \(size) records was changed after it was signed by `\(Shown.text(key.name))`"
    case .checkpointRoot(let size):
      "the first \(size) records are not those that the checkpoint at \(size) was signed for: one was changed, taken out or put in"
    case .checkpointEdge(let size):
      "the summary kept with the checkpoint at \(size) records does not fit the records"
    case .checkpointOfOtherKey(let size, let error):
      "the checkpoint at \(size) records is \(error): the wrong key was given, or somebody else signed the log anew"
    case .noFirstCheckpoint:
      "the checkpoint with which every log begins is missing"
    case .anchorRoot(let size):
      "the first \(size) records are not those that the checkpoint held elsewhere was made for: the log was changed, or replaced by another"
    case .anchorUnusable(let error): "the checkpoint held elsewhere cannot be used: \(error)"
    case .anchorOfOtherLog(let anchor, let log):
      "the checkpoint held elsewhere is of the log `\(Shown.text(anchor))`, this log is `\(Shown.text(log))`"
    case .noAnchor:
      "no checkpoint held elsewhere was given, and one was asked for: records cut off at the end could not be seen"
    default: nil
    }
  }

  private var otherWords: String {
    switch self {
    case .container(let detail): "the file is damaged or was edited by other means: \(detail)"
    case .unreadable(let after, let error):
      "only the first \(after) records can be read: \(error)"
    case .unopenable(let error): "\(error)"
    case .noKey:
      "no verification key was given: what was read fits together, but who wrote it cannot be told"
    case .otherLog(let expected, let found):
      "this is the log \(Shown.text(found)), not \(Shown.text(expected))"
    case .columnDiffers(let name):
      "a search by `\(name)` would find another member of the records than the one of that name: how the log is indexed was changed"
    case .notIndexed(let column):
      "the log keeps no search column `\(column)`; the records hold it all the same"
    default: ""
    }
  }
}
