extension Fulfilment {
  /// The answer in words, up to who determines it, and what made it stricter.
  var administratorText: (beginning: String, end: String) {
    var text = ""
    text.reserveCapacity(220)
    request.addSummary(to: &text)
    text += ": "
    text += outcome.rawValue
    if outcome != need.required {
      text += " (required: "
      text += need.required.rawValue
      text += ")"
    }
    text += ", honoured: "
    text += honoured.rawValue
    if let assurance = promises.weakestLink {
      text += ", resting on what is "
      text += assurance.rawValue
    }
    text += ". Determined by "
    return (text, fallbackReasons.first.map { "; \($0.text)" } ?? "")
  }
}

extension Answer {
  /// The whole answer in one paragraph.
  var administratorText: String {
    let (beginning, end) = common.administratorText
    var unknown = ""
    if !verdict.raisedBy.isEmpty {
      unknown =
        "; raised because unknown: " + verdict.raisedBy.map(\.rawValue).joined(separator: ", ")
    }
    var ranks: UInt64 = 0
    var count = 0
    guard voices.names.count <= 64 else { return beginning + names + end + unknown + "." }
    forEachDetermining { _, speaker in ranks |= 1 << UInt64(speaker.rank) }
    forEachRank(ranks) { count += voices.names[$0].utf8.count + 2 }
    return String.together(
      beginning.utf8.count + count + end.utf8.count + unknown.utf8.count + 1
    ) { pieces in
      pieces.add(beginning)
      var isFirst = true
      forEachRank(ranks) { rank in
        if !isFirst { pieces.add(", ") }
        isFirst = false
        pieces.add(voices.names[rank])
      }
      pieces.add(end)
      pieces.add(unknown)
      pieces.add(".")
    }
  }

  @inline(__always)
  private func forEachRank(_ ranks: UInt64, _ body: (Int) -> Void) {
    var ranks = ranks
    while ranks != 0 {
      body(ranks.trailingZeroBitCount)
      ranks &= ranks &- 1
    }
  }

  /// What the determining speakers are called, by name, each once.
  private var names: String {
    var ranks: Set<Int> = []
    forEachDetermining { _, speaker in ranks.insert(speaker.rank) }
    return ranks.sorted().map { voices.names[$0] }.joined(separator: ", ")
  }
}

/// Texts, put together where there is room for all of them.
private struct TextPieces {
  let room: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  /// Adds what there is room for.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let first = bytes.baseAddress, let start = room.baseAddress,
        bytes.count <= room.count - count
      else { return }
      (start + count).update(from: first, count: bytes.count)
      count += bytes.count
    }
  }
}

extension String {
  /// The pieces that `body` adds, of at most `count` bytes together.
  fileprivate static func together(_ count: Int, _ body: (inout TextPieces) -> Void) -> String {
    String(unsafeUninitializedCapacity: count) { room in
      var pieces = TextPieces(room: room)
      body(&pieces)
      return pieces.count
    }
  }
}
