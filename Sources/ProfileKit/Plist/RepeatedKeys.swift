extension PlistEntries {
  /// The places of those that a later one with the same key overrides, in order.
  ///
  /// - Parameter count: how many entries there are.
  func overridden(of count: Int) -> OverriddenEntries {
    if count < 2 { return OverriddenEntries(places: []) }
    return count <= 12 ? overriddenOfFew() : overriddenOfMany(count)
  }

  /// Of a few keys each pair is looked at sooner than anything is made.
  private func overriddenOfFew() -> OverriddenEntries {
    var places: [UInt32] = []
    var rest = self
    while let entry = rest.next() {
      var later = rest
      while let other = later.next() {
        if other.keyText == entry.keyText {
          places.append(UInt32(clamping: entry.index))
          break
        }
      }
    }
    return OverriddenEntries(places: places)
  }

  private func hasSameKey(_ one: UInt32, _ other: UInt32) -> Bool {
    guard let tape else { return false }
    return tape.hasText(at: Int(one), equalTo: tape, at: Int(other))
  }

  /// A hash and a place for each take a quarter of what a set would.
  private func overriddenOfMany(_ count: Int) -> OverriddenEntries {
    var keys: [(hash: UInt32, place: UInt32)] = []
    keys.reserveCapacity(count)
    for entry in self {
      let hash = UInt32(truncatingIfNeeded: entry.keyText.hashValue)
      keys.append((hash, UInt32(clamping: entry.index)))
    }
    keys.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
    var places: [UInt32] = []
    for (index, key) in keys.enumerated() {
      // Those of one hash stand beside each other, and nearly always have one key.
      var next = index + 1
      while next < keys.count, keys[next].hash == key.hash {
        if hasSameKey(key.place, keys[next].place) {
          places.append(key.place)
          break
        }
        next += 1
      }
    }
    return OverriddenEntries(places: places.sorted())
  }
}

/// Entries of a dictionary that count for nothing, by their places in the tape.
struct OverriddenEntries {
  /// In order.
  let places: [UInt32]

  var isEmpty: Bool { places.isEmpty }

  /// Whether the entry at `place` is one of them.
  func holds(_ place: Int) -> Bool {
    var range = 0..<places.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if places[middle] == place { return true }
      range = places[middle] < place ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}

/// The entries of a dictionary that no later one with the same key overrides.
struct EffectiveEntries: Sequence, IteratorProtocol {
  fileprivate var entries: PlistEntries
  fileprivate let overridden: OverriddenEntries

  init(entries: PlistEntries, overridden: OverriddenEntries) {
    self.entries = entries
    self.overridden = overridden
  }

  mutating func next() -> PlistEntry? {
    while let entry = entries.next() {
      if overridden.isEmpty || !overridden.holds(entry.index) { return entry }
    }
    return nil
  }
}
