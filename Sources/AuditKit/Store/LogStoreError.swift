/// Why a log could not be opened, written or read.
public enum LogStoreError: Error, Equatable, CustomStringConvertible {
  /// There is no log in the folder.
  case noLog(path: String)
  /// A file failed.
  case file(FileError)
  /// Something else than a plain file has the name of one.
  case irregular(path: String)
  /// Another process writes the log; its number, where it is known.
  case locked(path: String, process: Int32?)
  /// The log's file is gone, and something that only stood beside it is there.
  case gone(path: String, beside: String)
  /// Records that were committed can no longer be read.
  case cutShort(path: String, detail: String)
  /// Others can write in the log's folder: its owner, where that is another, and its mode.
  case exposed(path: String, owner: UInt32?, mode: UInt32)
  /// Somebody else wrote the log while this writer had it.
  case overtaken(path: String)
  /// The signing key lies in the log's own folder, where whoever takes the log has it too.
  case keyInsideLog(key: String, path: String)
  /// The signing key's file has a second name, which may be in the log's folder.
  case keyLinked(key: String)
  /// The disk is full: nothing of the batch was recorded.
  case diskFull(path: String)
  /// Reading or writing failed; where it was writing, nothing of the batch was recorded.
  case inputOutput(path: String, detail: String)
  /// The file is no database, or not one of this kind.
  case notALog(path: String, detail: String)
  /// The file is a database, but damaged.
  case damaged(path: String, detail: String)
  /// Written by a later version of this tool.
  case format(path: String, found: String)
  /// A stored row cannot be read.
  case malformedRow(MalformedRow)
  /// The recomputed head is not what was stored: the log is closed to writing.
  case headDiffers(HeadDifference)
  /// The newest checkpoint is not signed by the given key; the reason is given.
  case foreignCheckpoint(size: Int64, NoteError)
  /// A query names a column that the log does not index.
  case unknownColumn(String)
  /// The draft is no record.
  case record(RecordError)
  /// A checkpoint could not be signed.
  case signing(NoteError)
  /// The log was closed already.
  case closed

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .noLog(let path): "there is no decision log in `\(Shown.text(path))`"
    case .file(let error): error.description
    case .irregular(let path):
      "`\(Shown.text(path))` is not a plain file (a link, a folder, a pipe or the like stands there), so the log is not opened; find out who put it there"
    case .locked(let path, let process):
      "the log in `\(Shown.text(path))` is being written by \(process.map { "process \($0)" } ?? "another process"); only one may write it at a time"
    case .gone(let path, let beside):
      "`\(Shown.text(path))` is gone, but `\(Shown.text(beside))` shows that a log was here: put the file back; to begin a new log, give another folder"
    case .cutShort(let path, let detail):
      "`\(Shown.text(path))` is damaged, and with it the newest records: \(detail); keep the whole folder as it is"
    case .exposed(let path, let owner, let mode):
      owner.map {
        "the log's folder `\(Shown.text(path))` belongs to the user \($0), who could replace the log; give a folder of your own"
      }
        ?? "others can write in the log's folder `\(Shown.text(path))` (mode \(String(mode, radix: 8))) and replace the log; run: chmod go-w \(Shown.text(path))"
    case .overtaken(let path):
      "nothing was recorded: `\(Shown.text(path))` was written by somebody else meanwhile, although only one may; was its file `\(LogSchema.lockName)` deleted?"
    case .keyInsideLog(let key, let path):
      "the signing key `\(Shown.text(key))` lies inside the log's folder `\(Shown.text(path))`; move it elsewhere, or a copy of the log is a copy of the key"
    case .keyLinked(let key):
      "the signing key `\(Shown.text(key))` has a second name (a hard link), so that it may lie in the log's folder as well; remove the other, or make a copy and use that"
    case .diskFull(let path): "the disk is full: `\(Shown.text(path))` could not be written"
    case .inputOutput(let path, let detail):
      "reading or writing `\(Shown.text(path))` failed: \(detail)"
    case .notALog(let path, let detail):
      "`\(Shown.text(path))` is not a decision log: \(detail)"
    case .damaged(let path, let detail): "`\(Shown.text(path))` is damaged: \(detail)"
    case .format(let path, let found):
      "`\(Shown.text(path))` has format `\(Shown.text(found))`, this version reads \(LogSchema.format)"
    case .malformedRow(let row):
      "record \(row.seq.map { "\($0)" } ?? "of unknown number") cannot be read: its column `\(row.column)` does not hold what it should"
    case .headDiffers(let difference):
      "the log was changed behind its writer's back and is closed to writing: \(difference); keep it, and start a new log elsewhere"
    case .foreignCheckpoint(let size, let error):
      "the log's checkpoint at \(size) records: \(error); the log is closed to writing with this key"
    case .unknownColumn(let name): "the log has no column `\(Shown.text(name))` to search by"
    case .record(let error): error.description
    case .signing(let error): error.description
    case .closed: "the log was closed already"
    }
  }
}

/// How the stored head differs from what the records give.
public enum HeadDifference: Sendable, Equatable, CustomStringConvertible {
  /// The stored frontier does not have as many hashes as its size asks for.
  case frontierMalformed(size: Int64)
  /// The head carries no signature.
  case unsigned(size: Int64)
  /// The head's signature is not over what is stored.
  case signature(size: Int64)
  /// There is no checkpoint at all, though every log begins with one.
  case noCheckpoint
  /// Fewer records are there than were committed.
  case answersMissing(answered: Int64, held: Int64)
  /// The head or a checkpoint is for more records than the log holds.
  case recordsMissing(counted: Int64, held: Int64)
  /// The checkpoint's note says another size, root or origin than the store.
  case checkpointDiffers(size: Int64)
  /// A record's number is not the next one.
  case sequence(expected: Int64, found: Int64?)
  /// A record's bytes do not have the leaf hash that stands beside them.
  case leaf(seq: Int64)
  /// A record does not name the record before it.
  case link(seq: Int64)
  /// The bytes are no record.
  case record(seq: Int64, RecordError)
  /// The records since the checkpoint give another root than the stored frontier.
  case root(size: Int64, computed: Digest, stored: Digest)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .frontierMalformed(let size): "the stored tree edge does not fit \(size) records"
    case .unsigned(let size): "the head over its \(size) records is not signed"
    case .signature(let size):
      "what was signed as its head is not the head over its \(size) records"
    case .noCheckpoint: "there is no checkpoint, though every log begins with one"
    case .answersMissing(let answered, let held):
      "\(answered) records were committed, but only \(held) are there"
    case .recordsMissing(let counted, let held):
      "its signed head or checkpoint counts \(counted) records, but only \(held) are there"
    case .checkpointDiffers(let size):
      "the checkpoint at \(size) records does not agree with what is stored beside it"
    case .sequence(let expected, let found):
      found.map { "record \(expected) is missing: \($0) stands in its place" }
        ?? "record \(expected) is missing"
    case .leaf(let seq): "record \(seq) does not have the hash that was stored for it"
    case .link(let seq): "record \(seq) does not name the record before it"
    case .record(let seq, let error): "record \(seq): \(error)"
    case .root(let size, let computed, let stored):
      "the \(size) records give the root \(computed), the stored edge gives \(stored)"
    }
  }
}
