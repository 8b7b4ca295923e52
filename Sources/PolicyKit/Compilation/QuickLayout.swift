import Findings

/// Lays rows of bits out, attribute by attribute.
struct QuickLayout {
  private let vocabulary: Vocabulary
  private let words: Int
  /// Words from one row to the next: three readings of as many words as there are, or one.
  let stride: Int
  private(set) var live: [UInt64]
  private var truths: [Condition.Leaf: [Truth]] = [:]

  /// Tests of a set may each be passed by another member: each needs a column of its own.
  private struct Key: Hashable {
    let attribute: Attribute
    let ordinal: Int
  }

  /// The tests that one bit puts to an attribute.
  fileprivate struct Entry {
    let bit: Int
    let kind: QuickPlan.Kind
    var leaves: [Condition.Leaf]
  }

  init(_ vocabulary: Vocabulary, words: Int, stride: Int) {
    self.vocabulary = vocabulary
    self.words = words
    self.stride = stride
    live = Array(repeating: 0, count: words)
  }

  mutating func columns(_ rows: [QuickPlan.Row], _ memory: TableMemory) -> [QuickTable.Column] {
    var entries: [Key: [Entry]] = [:]
    for row in rows {
      live[row.bit / 64] |= 1 << UInt64(row.bit % 64)
      for (leaf, ordinal) in zip(row.leaves, MaskBuilder.ordinals(row.leaves)) {
        let key = Key(attribute: leaf.attribute, ordinal: ordinal)
        entries[key, default: []].add(leaf, row)
      }
    }
    // What leaves least standing comes first, so that many rules are done with early.
    let ordered = entries.sorted {
      ($1.value.count, $0.key.attribute.place, $0.key.ordinal)
        < ($0.value.count, $1.key.attribute.place, $1.key.ordinal)
    }
    return ordered.map { column($0.key.attribute, $0.value, memory) }
  }

  private mutating func column(
    _ attribute: Attribute, _ entries: [Entry], _ memory: TableMemory
  ) -> QuickTable.Column {
    let count = Token.rowsBefore + vocabulary.domains[attribute.place].partition.classes.count
    var masks = Array(repeating: UInt64.max, count: count * stride)
    for entry in entries {
      let passes = passes(entry, count)
      let (word, bit) = (entry.bit / 64, UInt64(1) << UInt64(entry.bit % 64))
      masks.withUnsafeMutableBufferPointer { masks in
        for row in 0..<count where passes[row] != 7 {
          let place = row * stride + word
          if passes[row] & 1 == 0 { masks[place] &= ~bit }
          if passes[row] & 2 == 0 { masks[place + words] &= ~bit }
          if passes[row] & 4 == 0 { masks[place + 2 * words] &= ~bit }
        }
      }
    }
    let doubts = (0..<count).map { row -> UInt8 in
      let start = row * stride
      let differ = (1...2).map { reading in
        (0..<words).contains { masks[start + $0] != masks[start + reading * words + $0] }
      }
      return (differ[0] ? 1 : 0) | (differ[1] ? 2 : 0)
    }
    // Tokens count from one.
    return QuickTable.Column(
      token: attribute.place * 2, rows: UnsafeRawPointer(memory.keep(masks)) - stride * 8,
      doubts: memory.keep([0] + doubts),
      anyMember: attribute.isSet ? memory.keep(anyMember(entries)) : nil)
  }

  /// The bits for which one of a set's members is enough, reading by reading.
  private func anyMember(_ entries: [Entry]) -> [UInt64] {
    var any = Array(repeating: UInt64(0), count: 3 * words)
    for entry in entries {
      let readings = entry.kind.readings
      for (place, reading) in [readings.matching, readings.matching, readings.displacing]
        .enumerated() where entry.leaves.allSatisfy(reading.takesAnyMember)
      {
        any[place * words + entry.bit / 64] |= 1 << UInt64(entry.bit % 64)
      }
    }
    return any
  }

  /// What each row leaves standing of an entry's bit: not applicable, unknown, the empty set, then
  /// the classes.
  private mutating func passes(_ entry: Entry, _ count: Int) -> [UInt8] {
    var matching = Array(repeating: Truth.yes, count: count)
    var displacing = matching
    let readings = entry.kind.readings
    for leaf in entry.leaves {
      let unknown: Truth = leaf.mustBeKnown ? .no : .unknown
      let empty = Truth(leaf.isNegated)
      let classes = truths(leaf)
      func join(_ all: inout [Truth], _ reading: Reading) {
        all[0] = .no
        all[1] = .and(all[1], unknown)
        all[2] = .and(all[2], reading.truth(of: leaf, ofMember: empty))
        let isDoubted = reading.isDoubted(leaf.attribute)
        for place in classes.indices {
          let row = Token.rowsBefore + place
          all[row] = .and(all[row], isDoubted ? .unknown : classes[place])
        }
      }
      join(&matching, readings.matching)
      if readings.displacing == readings.matching {
        displacing = matching
      } else {
        join(&displacing, readings.displacing)
      }
    }
    return (0..<count).map { entry.kind.passes(matching[$0], displacing[$0]) }
  }

  /// What a leaf says of each class; kept where that takes longer than finding it again.
  private mutating func truths(_ leaf: Condition.Leaf) -> [Truth] {
    let domain = vocabulary.domains[leaf.attribute.place]
    guard leaf.attribute == .contentClass || domain.partition.classes.count > 32 else {
      return leaf.truths(domain)
    }
    var key = leaf
    key.location = .init(path: "")
    if let known = truths[key] { return known }
    let made = leaf.truths(domain)
    truths[key] = made
    return made
  }
}

extension Array<QuickLayout.Entry> {
  /// Adds a test to those of the same bit, which come one after another.
  fileprivate mutating func add(_ leaf: Condition.Leaf, _ row: QuickPlan.Row) {
    if let end = indices.last, self[end].bit == row.bit {
      self[end].leaves.append(leaf)
    } else {
      append(QuickLayout.Entry(bit: row.bit, kind: row.kind, leaves: [leaf]))
    }
  }
}

extension Condition.Leaf {
  /// What it says of each class of its attribute's values, or of one member of a set.
  func truths(_ domain: Domain) -> [Truth] {
    if let texts = domain.partition.texts, case .oneOf(let named) = test {
      // The class of a text that is named holds nothing but texts that pass the same tests.
      var truths = Array(repeating: Truth(isNegated), count: texts.classes.count)
      for text in named {
        if let place = texts.place(of: text) { truths[place] = Truth(!isNegated) }
      }
      return truths
    }
    return domain.partition.classes.map { value in
      guard case .text(let text) = value.representative else {
        return truth(of: value.representative, everyMember: true)
      }
      return truth(ofMember: text)
    }
  }
}

/// The mechanisms that keep a local-only, as rows of bits.
struct QuickKeepers {
  let columns: UnsafePointer<QuickTable.Column>
  let count: Int
  /// The bits of those that are worth at least an assurance, by its rank.
  let kept: [UInt64]
  /// Bytes of a row: its three readings are alike.
  static let stride = 24

  init?(_ vocabulary: Vocabulary, _ memory: TableMemory) {
    let kind = QuickPlan.Kind(isAllowing: true, isException: false, minimum: .assumed)
    var rows: [QuickPlan.Row] = []
    var worth: [Assurance] = []
    for mechanism in Mechanism.all where mechanism.promise == .localOnly {
      let condition = mechanism.when.normalised.settled(for: .copy)
      for leaves in condition.disjuncts(limit: MaskBuilder.disjunctLimit) ?? [] {
        rows.append(QuickPlan.Row(bit: rows.count, kind: kind, leaves: leaves))
        worth.append(mechanism.assurance)
      }
    }
    guard rows.count <= 64 else { return nil }
    kept = Assurance.allCases.sorted().map { least in
      worth.indices.reduce(0) { worth[$1] >= least ? $0 | 1 << UInt64($1) : $0 }
    }
    var layout = QuickLayout(vocabulary, words: 1, stride: 3)
    let columns = layout.columns(rows, memory)
    self.columns = memory.keep(columns)
    count = columns.count
  }
}
