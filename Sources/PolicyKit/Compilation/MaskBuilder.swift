import Findings

/// Lays out one operation's conditions as bits, columns and rows of masks.
struct MaskBuilder {
  /// A conjunction of tests, to be read in one way.
  private struct Row {
    let subject: Int
    let leaves: [Condition.Leaf]
    let reading: Reading
  }

  let operation: Operation
  private let vocabulary: Vocabulary
  private var first: [Row] = []
  private var further: [Row] = []
  private var exceptions: [Row] = []
  private var treeLeaves: [Row] = []
  private(set) var trees: [MaskProgram.Tree] = []

  let words: Int
  private(set) var chunks = 0
  private(set) var columns: [MaskTable.Column] = []
  private(set) var masks: [MaskProgram.Chunk] = []
  private(set) var doubts: [UInt8] = []
  private(set) var anyMember: [MaskProgram.Chunk] = []
  private(set) var live: [MaskProgram.Chunk] = []
  private(set) var furtherSubjects: [Int] = []
  private(set) var furtherCount = 0

  /// More disjuncts than this, or more tests of one set's members in one of them, are kept as a tree.
  static let disjunctLimit = 16
  static let memberLimit = 4
  /// Larger tables are not made: `decide` then goes through the rules one by one.
  static let byteLimit = 64 << 20

  /// Nil where the tables would grow too large.
  init?(
    _ operation: Operation, _ rules: [(rule: Rule, isBuiltIn: Bool)], _ vocabulary: Vocabulary,
    minimum: Assurance
  ) {
    self.operation = operation
    self.vocabulary = vocabulary
    words = max(1, (rules.count + 63) / 64)
    for (place, rule) in rules.enumerated() {
      add(rule.rule, isBuiltIn: rule.isBuiltIn, at: place, minimum)
    }
    let restrictive = Reading(polarity: .restrictive, isException: false, minimum: minimum)
    for (place, effect) in RestrictionEffect.all.enumerated() {
      add(effect.when, as: 128 * words + place, restrictive)
    }
    if operation == .copy {
      let firstMechanism = 128 * words + RestrictionEffect.all.count
      let certain = Reading(polarity: .allowing, isException: false, minimum: .assumed)
      for (place, mechanism) in Mechanism.all.enumerated() {
        add(mechanism.when, as: firstMechanism + place, certain)
      }
    }
    guard layOut() else { return nil }
  }

  private mutating func add(
    _ rule: Rule, isBuiltIn: Bool, at place: Int, _ minimum: Assurance
  ) {
    func reading(_ polarity: Evaluation.Polarity, _ isException: Bool) -> Reading {
      Reading(polarity: polarity, isException: isException, minimum: minimum)
    }
    if rule.effect != .allow {
      add(rule.when, as: place, reading(.restrictive, false))
      if let unless = rule.unless {
        add(unless, as: place, reading(.allowing, true), isException: true)
      }
    }
    guard !isBuiltIn || rule.effect == .allow else { return }
    let allowing = 64 * words + place
    add(rule.when, as: allowing, reading(.allowing, false))
    if let unless = rule.unless {
      add(unless, as: allowing, reading(.restrictive, true), isException: true)
    }
  }

  private mutating func add(
    _ condition: Condition, as subject: Int, _ reading: Reading, isException: Bool = false
  ) {
    let condition = condition.normalised.settled(for: operation)
    guard let disjuncts = condition.disjuncts(limit: Self.disjunctLimit),
      disjuncts.allSatisfy({ Self.ordinals($0).allSatisfy { $0 < Self.memberLimit } })
    else {
      let form = tree(condition, subject, reading)
      trees.append(MaskProgram.Tree(subject: subject, isException: isException, form: form))
      return
    }
    let rows = disjuncts.map { Row(subject: subject, leaves: $0, reading: reading) }
    if isException {
      exceptions += rows
    } else {
      first += rows.prefix(1)
      further += rows.dropFirst()
    }
  }

  private mutating func tree(_ condition: Condition, _ subject: Int, _ reading: Reading)
    -> MaskProgram.Tree.Form
  {
    switch condition {
    case .leaf(let leaf):
      treeLeaves.append(Row(subject: subject, leaves: [leaf], reading: reading))
      return .bit(treeLeaves.count - 1)
    case .all(let parts): return .all(parts.map { tree($0, subject, reading) })
    case .any(let parts): return .any(parts.map { tree($0, subject, reading) })
    case .not: return tree(condition.normalised, subject, reading)
    }
  }

  /// Which column of its attribute each leaf of a conjunction belongs to: tests of a set may each
  /// be passed by another member, so that each needs a column of its own.
  static func ordinals(_ leaves: [Condition.Leaf]) -> [Int] {
    leaves.indices.map { place in
      let attribute = leaves[place].attribute
      return attribute.isSet ? leaves[..<place].count { $0.attribute == attribute } : 0
    }
  }
}

extension MaskBuilder {
  /// The tests that one column puts to one bit.
  fileprivate struct Entry {
    let bit: Int
    let reading: Reading
    var leaves: [Condition.Leaf]
  }

  private struct ColumnKey: Hashable {
    let attribute: Attribute
    let ordinal: Int
  }

  private mutating func layOut() -> Bool {
    let firstFurther = 128 * words + RestrictionEffect.all.count + Mechanism.all.count
    furtherCount = further.count
    furtherSubjects = (further + exceptions).map(\.subject)
    var rows = first.map { (bit: $0.subject, row: $0) }
    for (place, row) in (further + exceptions + treeLeaves).enumerated() {
      rows.append((firstFurther + place, row))
    }
    let bits = firstFurther + furtherSubjects.count + treeLeaves.count
    chunks = (bits + 255) / 256
    var words = Array(repeating: UInt64(0), count: chunks * 4)
    for (bit, _) in rows { words[bit / 64] |= 1 << UInt64(bit % 64) }
    live = Self.chunks(words)

    var entries: [ColumnKey: [Entry]] = [:]
    for (bit, row) in rows {
      for (leaf, ordinal) in zip(row.leaves, Self.ordinals(row.leaves)) {
        let key = ColumnKey(attribute: leaf.attribute, ordinal: ordinal)
        entries[key, default: []].add(leaf, bit: bit, row.reading)
      }
    }
    let rowCount = entries.keys.reduce(0) {
      $0 + Self.rowCount(vocabulary.domains[$1.attribute.place])
    }
    guard entries.count <= 64, rowCount * chunks * 64 <= Self.byteLimit else { return false }
    // What leaves least standing comes first, so that many rules are done with early.
    let ordered = entries.sorted {
      ($1.value.count, $0.key.attribute.place, $0.key.ordinal)
        < ($0.value.count, $1.key.attribute.place, $1.key.ordinal)
    }
    for (key, entries) in ordered { addColumn(key, entries) }
    return true
  }

  private static func rowCount(_ domain: Domain) -> Int {
    Token.rowsBefore + domain.partition.classes.count
  }

  private mutating func addColumn(_ key: ColumnKey, _ entries: [Entry]) {
    let domain = vocabulary.domains[key.attribute.place]
    let rows = Self.rowCount(domain)
    let width = chunks * 4
    var words = Array(repeating: UInt64.max, count: rows * 2 * width)
    var doubtful = Array(repeating: UInt8(0), count: rows)
    var any = Array(repeating: UInt64(0), count: width)
    var known: [Condition.Leaf: [Truth]] = [:]
    for entry in entries {
      let bit = UInt64(1) << UInt64(entry.bit % 64)
      var truths = Array(repeating: Truth.yes, count: rows)
      for leaf in entry.leaves {
        let found = Self.truths(leaf, domain, entry.reading, &known)
        for row in 0..<rows { truths[row] = .and(truths[row], found[row]) }
        if entry.reading.takesAnyMember(leaf) { any[entry.bit / 64] |= bit }
      }
      for row in 0..<rows where truths[row] != .yes {
        let place = row * 2 * width + entry.bit / 64
        words[place + width] &= ~bit
        if truths[row] == .no { words[place] &= ~bit } else { doubtful[row] = 1 }
      }
    }
    columns.append(
      MaskTable.Column(
        attribute: UInt16(key.attribute.place),
        anyMember: key.attribute.isSet ? Int32(anyMember.count) : -1, base: doubts.count))
    if key.attribute.isSet { anyMember += Self.chunks(any) }
    masks += Self.chunks(words)
    doubts += doubtful
  }

  /// What a leaf says of each row: not applicable, unknown, the empty set, then the classes.
  private static func truths(
    _ leaf: Condition.Leaf, _ domain: Domain, _ reading: Reading,
    _ known: inout [Condition.Leaf: [Truth]]
  ) -> [Truth] {
    var key = leaf
    key.location = .init(path: "")
    let ofClasses = known[key] ?? leaf.truths(domain)
    known[key] = ofClasses
    let empty = reading.truth(of: leaf, ofMember: leaf.isNegated ? .yes : .no)
    return [.no, leaf.mustBeKnown ? .no : .unknown, empty]
      + ofClasses.map { reading.truth(of: leaf, ofMember: $0) }
  }

  private static func chunks(_ words: [UInt64]) -> [MaskProgram.Chunk] {
    stride(from: 0, to: words.count, by: 4).map {
      MaskProgram.Chunk(words[$0], words[$0 + 1], words[$0 + 2], words[$0 + 3])
    }
  }
}

extension Array<MaskBuilder.Entry> {
  /// Adds a test to those of the same bit, which come one after another.
  fileprivate mutating func add(_ leaf: Condition.Leaf, bit: Int, _ reading: Reading) {
    if let end = indices.last, self[end].bit == bit {
      self[end].leaves.append(leaf)
    } else {
      append(MaskBuilder.Entry(bit: bit, reading: reading, leaves: [leaf]))
    }
  }
}

extension Attribute {
  /// Whether the values are sets.
  var isSet: Bool {
    switch self {
    case .marker, .deviceGroups, .userGroups, .contentType, .contentClass: true
    default: false
    }
  }
}
