/// What a writer knows of the log's end.
struct LogEnd: Sendable {
  /// The tree over all records.
  var frontier: Frontier
  /// The leaf hash of the last record; `Digest.zero` where there is none.
  var last: Digest
  /// The size that the newest checkpoint covers.
  var sealed: Int64
  /// When it was made, in microseconds of the monotonic clock; nil where another run made it.
  var sealedAt: Int64?
}

/// The check of a log's end before anything is written to it: what stands after the newest
/// checkpoint is hashed again, from the tree's edge that was stored with it.
struct LogOpening {
  let store: any LogStore
  let key: VerificationKey
  let hasher = TreeHasher()

  /// The end of the log, read in one piece, whoever else may write.
  func endOfOneState() throws(LogStoreError) -> LogEnd {
    var result: LogEnd?
    try store.snapshot { () throws(LogStoreError) in result = try end() }
    guard let result else { throw .closed }
    return result
  }

  /// The end of the log.
  /// - Throws: `LogStoreError.headDiffers` with the exact difference, `foreignCheckpoint` where
  ///   the newest checkpoint is not signed by the key.
  func end() throws(LogStoreError) -> LogEnd {
    let head = try store.head()
    guard let stored = Frontier(size: head.size, bytes: head.hashes) else {
      throw .headDiffers(.frontierMalformed(size: head.size))
    }
    if let answered = try store.answered(), answered > head.size {
      throw .headDiffers(.answersMissing(answered: answered, held: head.size))
    }
    try checkSignature(of: head, edge: stored)
    guard let checkpoint = try store.lastCheckpoint() else { throw .headDiffers(.noCheckpoint) }
    guard checkpoint.size <= head.size else {
      throw .headDiffers(.recordsMissing(counted: checkpoint.size, held: head.size))
    }
    var end = LogEnd(
      frontier: try edge(of: checkpoint), last: try leaf(before: checkpoint.size),
      sealed: checkpoint.size, sealedAt: nil)
    try extend(&end)
    guard end.frontier.size == head.size else {
      throw .headDiffers(.recordsMissing(counted: head.size, held: end.frontier.size))
    }
    guard end.frontier == stored else {
      throw .headDiffers(
        .root(
          size: head.size, computed: end.frontier.root(hasher), stored: stored.root(hasher)))
    }
    return end
  }

  /// A record after the newest checkpoint is as good as the head's signature: one without it may
  /// be anybody's, and must never be signed over.
  private func checkSignature(of head: StoredHead, edge: Frontier) throws(LogStoreError) {
    guard !head.note.isEmpty else { throw .headDiffers(.unsigned(size: head.size)) }
    let signed = Checkpoint(
      origin: try store.identity().origin, size: head.size, root: edge.root(hasher))
    do throws(NoteError) {
      let note = try SignedNote(parsing: head.note)
      try note.open(with: [key])
      guard try Checkpoint(parsing: note.text) == signed else {
        throw .falseSignature(key.identity)
      }
    } catch {
      if case .unknownKeys = error { throw .foreignCheckpoint(size: head.size, error) }
      throw .headDiffers(.signature(size: head.size))
    }
  }

  private func edge(of stored: StoredCheckpoint) throws(LogStoreError) -> Frontier {
    let checkpoint: Checkpoint
    do {
      let note = try SignedNote(parsing: stored.note)
      try note.open(with: [key])
      checkpoint = try Checkpoint(parsing: note.text)
    } catch { throw .foreignCheckpoint(size: stored.size, error) }
    guard let frontier = Frontier(size: stored.size, bytes: stored.hashes),
      frontier.root(hasher) == checkpoint.root, checkpoint.size == stored.size,
      checkpoint.origin.isSame(as: try store.identity().origin)
    else { throw .headDiffers(.checkpointDiffers(size: stored.size)) }
    return frontier
  }

  private func leaf(before size: Int64) throws(LogStoreError) -> Digest {
    guard size > 0 else { return .zero }
    guard let record = try store.record(size - 1), record.seq == size - 1 else {
      throw .headDiffers(.sequence(expected: size - 1, found: nil))
    }
    let leaf = hasher.leaf(record.bytes)
    guard leaf == record.leaf else { throw .headDiffers(.leaf(seq: record.seq)) }
    return leaf
  }

  private func extend(_ end: inout LogEnd) throws(LogStoreError) {
    var (frontier, last) = (end.frontier, end.last)
    try store.records(from: frontier.size) { (stored) throws(LogStoreError) in
      guard stored.seq == frontier.size else {
        throw .headDiffers(.sequence(expected: frontier.size, found: stored.seq))
      }
      let leaf = hasher.leaf(stored.bytes)
      guard leaf == stored.leaf else { throw .headDiffers(.leaf(seq: stored.seq)) }
      let record: Record
      do throws(RecordError) {
        record = try Record(parsing: stored.bytes)
      } catch {
        throw .headDiffers(.record(seq: stored.seq, error))
      }
      guard record.prev == last, record.seq == stored.seq else {
        throw .headDiffers(.link(seq: stored.seq))
      }
      frontier.append(leaf, hasher)
      last = leaf
      return true
    }
    (end.frontier, end.last) = (frontier, last)
  }
}
