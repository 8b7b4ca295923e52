import Devices

extension Answer {
  /// The whole answer in one paragraph.
  var administratorText: String {
    var text = ""
    text.reserveCapacity(220)
    request.addSummary(to: &text)
    text += ": "
    text += outcome.rawValue
    if outcome != verdict.required {
      text += " (required: "
      text += verdict.required.rawValue
      text += ")"
    }
    text += ", honoured: "
    text += honoured.rawValue
    if let assurance = promises.weakestLink {
      text += ", resting on what is "
      text += assurance.rawValue
    }
    text += ". Determined by "
    addNames(to: &text)
    if let fallback = fallbackReasons.first {
      text += "; "
      text += fallback.text
    }
    if !verdict.raisedBy.isEmpty {
      text += "; raised because unknown: "
      text += verdict.raisedBy.map(\.rawValue).joined(separator: ", ")
    }
    text += "."
    return text
  }

  /// Adds what the determining speakers are called, by name, each once.
  private func addNames(to text: inout String) {
    if voices.names.count <= 64 {
      var ranks: UInt64 = 0
      forEachDetermining { _, speaker in ranks |= 1 << UInt64(speaker.rank) }
      var separator = ""
      while ranks != 0 {
        text += separator
        text += voices.names[ranks.trailingZeroBitCount]
        separator = ", "
        ranks &= ranks &- 1
      }
      return
    }
    var ranks: Set<Int> = []
    forEachDetermining { _, speaker in ranks.insert(speaker.rank) }
    text += ranks.sorted().map { voices.names[$0] }.joined(separator: ", ")
  }
}
