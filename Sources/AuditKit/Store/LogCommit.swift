import Glibc

extension LogWriter {
  /// The most records of several callers that one commit takes together.
  static let batchRecords = 100
  /// How long records are gathered for one commit, in nanoseconds.
  static let batchTime: Int64 = 5_000_000

  /// Records one draft, and answers when it is on the disk.
  public func append(_ draft: RecordDraft) throws(LogStoreError) -> Receipt {
    let receipts = try append([draft])
    guard let receipt = receipts.first else { throw .closed }
    return receipt
  }

  /// Records drafts, all of them or none, and answers when they are on the disk.
  public func append(_ drafts: [RecordDraft]) throws(LogStoreError) -> [Receipt] {
    guard !drafts.isEmpty else { return [] }
    let ticket = Ticket(drafts)
    let isOpen = queue.with { queue in
      if !queue.isClosed { queue.waiting.append(ticket) }
      return !queue.isClosed
    }
    guard isOpen else { throw .closed }
    let outcome: Result<[Receipt], LogStoreError>? = queue.wait { queue in
      if let outcome = ticket.outcome { return .some(outcome) }
      guard !queue.isLed else { return nil }
      queue.isLed = true
      return .some(nil)
    }
    if let outcome { return try outcome.get() }
    return try lead(until: ticket).get()
  }

  /// Files a checkpoint of the head now, if records came since the last one.
  /// - Returns: the signed note of the newest checkpoint.
  @discardableResult
  public func checkpoint() throws(LogStoreError) -> String {
    guard takeLead() else { throw .closed }
    defer { giveUpLead() }
    return try seal()
  }

  /// Files the last checkpoint, gives the lock up and ends. A second call does nothing.
  public func close() throws(LogStoreError) {
    guard takeLead() else { return }
    defer {
      queue.with { $0.isClosed = true }
      store.close()
      giveUpLead()
    }
    // Whoever waits already is served before the door closes.
    queue.with { $0.isClosed = true }
    while queue.with({ !$0.waiting.isEmpty }) { commitOnce() }
    _ = try seal()
  }

  private func takeLead() -> Bool {
    queue.wait { queue in
      if queue.isClosed { return false }
      guard !queue.isLed else { return nil }
      queue.isLed = true
      return true
    }
  }

  private func giveUpLead() {
    queue.with { $0.isLed = false }
    queue.wakeAll()
  }

  private func lead(until ticket: Ticket) -> Result<[Receipt], LogStoreError> {
    defer { giveUpLead() }
    while true {
      if let outcome = queue.with({ _ in ticket.outcome }) { return outcome }
      commitOnce()
    }
  }

  private func seal() throws(LogStoreError) -> String {
    try resolveDoubt()
    if end.sealed < end.frontier.size {
      let checkpoint = try Self.checkpoint(
        end.frontier, origin: identity.origin, key, hasher)
      isInDoubt = true
      try store.commit(
        LogBatch(rows: [], head: StoredHead(checkpoint), checkpoint: checkpoint))
      isInDoubt = false
      end.sealed = end.frontier.size
      end.sealedAt = options.clock().monotonic
    }
    guard let stored = try store.lastCheckpoint() else { throw .headDiffers(.noCheckpoint) }
    return stored.note
  }

  private func resolveDoubt() throws(LogStoreError) {
    guard isInDoubt else { return }
    end = try LogOpening(store: store, key: key.verificationKey).endOfOneState()
    isInDoubt = false
  }
}

extension LogWriter {
  /// What is sealed so far for one commit.
  private struct Gathering {
    var end: LogEnd
    var rows: [StoredRow] = []
    var isUrgent = false
    var answers: [(ticket: Ticket, receipts: [Receipt])] = []
  }

  /// Seals what waits, commits it, and answers everyone whose records were in it.
  private func commitOnce() {
    var gathering: Gathering?
    do {
      try resolveDoubt()
      var started = Gathering(end: end)
      gather(into: &started)
      gathering = started
      guard !started.rows.isEmpty else { return }
      try write(&started)
      let answers = started.answers
      queue.with { _ in
        for answer in answers { answer.ticket.outcome = .success(answer.receipts) }
      }
    } catch {
      let failed = gathering?.answers.map(\.ticket)
      queue.with { queue in
        // A log that cannot be read again answers all who wait, not only those of one batch.
        for ticket in failed ?? queue.waiting { ticket.outcome = .failure(error) }
        if failed == nil { queue.waiting = [] }
      }
    }
    queue.wakeAll()
  }

  private func gather(into gathering: inout Gathering) {
    let start = Wall.reading(CLOCK_MONOTONIC)
    while gathering.rows.count < Self.batchRecords,
      Wall.reading(CLOCK_MONOTONIC) - start < Self.batchTime || gathering.rows.isEmpty
    {
      let room = Self.batchRecords - gathering.rows.count
      let isFirst = gathering.rows.isEmpty
      let next: Ticket? = queue.with { queue in
        guard let first = queue.waiting.first, isFirst || first.drafts.count <= room else {
          return nil
        }
        return queue.waiting.removeFirst()
      }
      guard let ticket = next else { return }
      do {
        try seal(ticket, into: &gathering)
      } catch {
        queue.with { _ in ticket.outcome = .failure(.record(error)) }
      }
    }
  }

  /// Seals one caller's drafts; leaves `gathering` as it was where one of them is no record.
  private func seal(_ ticket: Ticket, into gathering: inout Gathering) throws(RecordError) {
    var end = gathering.end
    var rows: [StoredRow] = []
    for draft in ticket.drafts {
      let moment = options.clock()
      let envelope = Envelope(
        id: UUIDv7.make(milliseconds: moment.time), log: identity.log, seq: end.frontier.size,
        prev: end.last, moment: moment)
      let (value, bytes) = try envelope.seal(draft)
      var columns: [String: ColumnValue] = [:]
      for column in options.columns { columns[column.name] = try column.value(in: value) }
      let leaf = hasher.leaf(bytes)
      rows.append(
        StoredRow(
          record: StoredRecord(
            seq: envelope.seq, id: envelope.id.description, bytes: bytes, leaf: leaf),
          time: moment.time, type: draft.type.rawValue, columns: columns))
      end.frontier.append(leaf, hasher)
      end.last = leaf
    }
    gathering.end = end
    gathering.rows += rows
    gathering.isUrgent = gathering.isUrgent || ticket.drafts.contains(where: \.isUrgent)
    gathering.answers.append((ticket, rows.map { receipt(for: $0.record) }))
  }

  private func receipt(for record: StoredRecord) -> Receipt {
    Receipt(log: identity.log, seq: record.seq, id: record.id, leaf: record.leaf)
  }

  private func write(_ gathering: inout Gathering) throws(LogStoreError) {
    let frontier = gathering.end.frontier
    let now = options.clock().monotonic
    // Every commit is signed: nobody else can then add a record, not even after the last.
    let signed = try Self.checkpoint(frontier, origin: identity.origin, key, hasher)
    var checkpoint: StoredCheckpoint?
    if gathering.isUrgent || isCheckpointDue(size: frontier.size, now: now) {
      checkpoint = signed
      gathering.end.sealed = frontier.size
      gathering.end.sealedAt = now
    } else if gathering.end.sealedAt == nil {
      gathering.end.sealedAt = now
    }
    isInDoubt = true
    try store.commit(
      LogBatch(rows: gathering.rows, head: StoredHead(signed), checkpoint: checkpoint))
    isInDoubt = false
    end = gathering.end
  }

  private func isCheckpointDue(size: Int64, now: Int64) -> Bool {
    if size - end.sealed >= options.schedule.records { return true }
    guard let sealedAt = end.sealedAt else { return false }
    return now - sealedAt
      >= options.schedule.seconds.multipliedReportingOverflow(by: 1_000_000)
      .partialValue
  }
}
