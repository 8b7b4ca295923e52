/// One reading of a log from its first record to its last.
struct VerificationPass {
  let options: VerificationOptions
  private let hasher = TreeHasher()
  private var findings = Findings()
  private var draft = VerificationReport(verdict: .cannotTell)
  private var columns: [Column] = []

  private var frontier = Frontier()
  /// The number that the next record must have.
  private var next: Int64 = 0
  /// The leaf hash of the record before; nil after one that could not be read.
  private var last: Digest? = .zero
  /// The checkpoints that wait for the tree to reach their size, the smallest first.
  private var waiting: ArraySlice<Held> = []
  private var rootFailed = false
  private var isHeadSigned = false
  private var anchor: Checkpoint?
  private var anchoredAt: Int64?

  /// A checkpoint from inside the log.
  private struct Held {
    let checkpoint: Checkpoint
    let hashes: [UInt8]
    let isSignedByKnownKey: Bool
  }

  init(options: VerificationOptions) { self.options = options }

  /// Reads everything.
  mutating func run(_ reader: any LogReader) throws(LogStoreError) {
    let identity = try reader.identity()
    draft.identity = identity
    if let expected = options.log, !expected.isSame(as: identity.log) {
      findings.add(.otherLog(expected: expected, found: identity.log))
    }
    if options.keys.isEmpty { findings.add(.noKey) }
    takeAnchor(identity)
    try chooseColumns(reader)
    for detail in try reader.damage() { findings.add(.container(detail)) }
    try takeCheckpoints(reader, identity)
    reachSize()
    try readRows(reader, identity)
    if let answered = try reader.answered(), answered > frontier.size {
      findings.add(.missing(held: frontier.size, counted: answered, by: .answers))
    }
    finish(try reader.head(), identity)
  }

  /// Notes that reading ended before the end.
  mutating func stopped(by error: LogStoreError) {
    draft.records = frontier.size
    switch error {
    case .damaged, .malformedRow: findings.add(.unreadable(after: frontier.size, error))
    default: findings.add(.unopenable(error))
    }
  }

  func report() -> VerificationReport {
    findings.report(draft, anchoredAt: anchoredAt, isHeadSigned: isHeadSigned)
  }

  private mutating func takeAnchor(_ identity: LogIdentity) {
    guard let text = options.anchor else {
      if options.requiresAnchor { findings.add(.noAnchor) }
      return
    }
    do throws(NoteError) {
      let note = try SignedNote(parsing: text)
      // Without any key the anchor is taken at its word: it can then show a change, and the
      // missing key keeps it from showing more.
      if !options.keys.isEmpty { try note.open(with: options.keys) }
      let checkpoint = try Checkpoint(parsing: note.text)
      guard checkpoint.origin.isSame(as: identity.origin) else {
        findings.add(.anchorOfOtherLog(anchor: checkpoint.origin, log: identity.origin))
        return
      }
      // Every log began so: it shows nothing, and nothing can differ from it.
      guard checkpoint.size > 0 else {
        if options.requiresAnchor { findings.add(.noAnchor) }
        return
      }
      anchor = checkpoint
    } catch { findings.add(.anchorUnusable(error)) }
  }

  private mutating func chooseColumns(_ reader: any LogReader) throws(LogStoreError) {
    columns = try reader.columns()
    for column in options.columns ?? [] where !columns.contains(column) {
      let isAnother = columns.contains { $0.name == column.name }
      findings.add(
        isAnother ? .columnDiffers(name: column.name) : .notIndexed(column: column.name))
    }
  }

  private mutating func takeCheckpoints(_ reader: any LogReader, _ identity: LogIdentity)
    throws(LogStoreError)
  {
    var result: [Held] = []
    let stored = try reader.checkpoints(from: Int64.min)
    if stored.first?.size != 0 { findings.add(.noFirstCheckpoint) }
    for entry in stored {
      do throws(NoteError) {
        let note = try SignedNote(parsing: entry.note)
        let checkpoint = try Checkpoint(parsing: note.text)
        guard checkpoint.size == entry.size, checkpoint.origin.isSame(as: identity.origin) else {
          findings.add(.checkpointMisplaced(size: entry.size))
          continue
        }
        result.append(
          Held(
            checkpoint: checkpoint, hashes: entry.hashes,
            isSignedByKnownKey: checkSignature(note, size: entry.size)))
      } catch { findings.add(.checkpointUnreadable(size: entry.size, error)) }
    }
    waiting = result[...]
  }

  private mutating func checkSignature(_ note: SignedNote, size: Int64) -> Bool {
    guard !options.keys.isEmpty else { return false }
    do throws(NoteError) {
      try note.open(with: options.keys)
      return true
    } catch {
      if case .falseSignature(let key) = error {
        findings.add(.checkpointSignature(size: size, key))
      } else {
        findings.add(.checkpointOfOtherKey(size: size, error))
      }
      return false
    }
  }

  /// Compares the checkpoints and the anchor that are due at the size that was reached.
  private mutating func reachSize() {
    let size = frontier.size
    if let anchor, anchor.size == size {
      if anchor.root == frontier.root(hasher) {
        anchoredAt = size
      } else {
        findings.add(.anchorRoot(size: size))
      }
    }
    while let held = waiting.first, held.checkpoint.size <= size {
      waiting.removeFirst()
      if held.checkpoint.root != frontier.root(hasher) {
        // Every later root is then another one too: the first says it all.
        if !rootFailed { findings.add(.checkpointRoot(size: size)) }
        rootFailed = true
      } else if held.hashes != frontier.bytes {
        findings.add(.checkpointEdge(size: size))
      } else if held.isSignedByKnownKey {
        draft.checkpoints += 1
      }
    }
  }

  private mutating func readRows(_ reader: any LogReader, _ identity: LogIdentity)
    throws(LogStoreError)
  {
    var copy = self
    defer { self = copy }
    try reader.rows(from: Int64.min) { (row) throws(LogStoreError) in
      switch row {
      case .success(let row): copy.check(row, identity)
      case .failure(let row): copy.pass(over: row)
      }
      return true
    }
  }

  private mutating func pass(over row: MalformedRow) {
    findings.add(.malformedRow(row))
    next = (row.seq ?? next) &+ 1
    last = nil
  }

  private mutating func check(_ row: StoredRow, _ identity: LogIdentity) {
    let stored = row.record
    if stored.seq != next { findings.add(.sequence(expected: next, found: stored.seq)) }
    next = stored.seq &+ 1
    let leaf = hasher.leaf(stored.bytes)
    if leaf != stored.leaf { findings.add(.leaf(seq: stored.seq)) }
    do throws(RecordError) {
      let record = try Record(parsing: stored.bytes)
      if record.seq != stored.seq { findings.add(.misplaced(seq: stored.seq, member: "seq")) }
      if !record.log.isSame(as: identity.log) {
        findings.add(.misplaced(seq: stored.seq, member: "log"))
      }
      if !record.id.description.isSame(as: stored.id) {
        findings.add(.misplaced(seq: stored.seq, member: "id"))
      }
      if let last, record.prev != last { findings.add(.link(seq: stored.seq)) }
      try checkColumns(row, record)
    } catch { findings.add(.notARecord(seq: stored.seq, error)) }
    frontier.append(leaf, hasher)
    last = leaf
    reachSize()
  }

  private mutating func checkColumns(_ row: StoredRow, _ record: Record) throws(RecordError) {
    let seq = row.record.seq
    if row.time != record.moment.time { findings.add(.column(seq: seq, name: "time")) }
    if !row.type.isSame(as: record.type.rawValue) { findings.add(.column(seq: seq, name: "type")) }
    for column in columns where row.columns[column.name] != (try column.value(in: record.value)) {
      findings.add(.column(seq: seq, name: column.name))
    }
  }

  private mutating func finish(_ head: StoredHead, _ identity: LogIdentity) {
    let size = frontier.size
    draft.records = size
    draft.root = frontier.root(hasher)
    if head.size > size {
      findings.add(.missing(held: size, counted: head.size, by: .own))
    } else if head.size < size {
      findings.add(.uncounted(held: size, counted: head.size))
    } else if head.hashes != frontier.bytes {
      findings.add(.frontier(size: size))
    }
    checkHead(head, identity)
    if let beyond = waiting.last {
      findings.add(.missing(held: size, counted: beyond.checkpoint.size, by: .checkpoint))
    }
    if let anchor, anchor.size > size {
      findings.add(.missing(held: size, counted: anchor.size, by: .anchor))
    }
  }

  /// The one signature that covers every record: without it, nobody answers for the newest ones.
  private mutating func checkHead(_ head: StoredHead, _ identity: LogIdentity) {
    guard !head.note.isEmpty else { return findings.add(.headUnsigned(size: head.size)) }
    do throws(NoteError) {
      let note = try SignedNote(parsing: head.note)
      let checkpoint = try Checkpoint(parsing: note.text)
      guard checkpoint.size == head.size, checkpoint.origin.isSame(as: identity.origin) else {
        return findings.add(.headMisplaced(size: head.size))
      }
      if !options.keys.isEmpty {
        do throws(NoteError) { try note.open(with: options.keys) } catch {
          guard case .falseSignature(let key) = error else {
            return findings.add(.headOfOtherKey(size: head.size, error))
          }
          return findings.add(.headSignature(size: head.size, key))
        }
      }
      guard checkpoint.size == frontier.size else { return }
      if checkpoint.root == frontier.root(hasher) {
        isHeadSigned = !options.keys.isEmpty
      } else if !rootFailed {
        findings.add(.headRoot(size: head.size))
      }
    } catch { findings.add(.headUnreadable(size: head.size, error)) }
  }
}
