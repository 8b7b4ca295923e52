/// A `QuickTable` and the memory that it stands in.
final class QuickProgram: @unchecked Sendable {
  let table: QuickTable
  private let memory: TableMemory

  /// Nil where a condition has too many disjuncts, or the table would grow too large.
  init?(
    _ rules: OperationRules, _ vocabulary: Vocabulary, minimum: Assurance
  ) {
    let (operation, tiers) = (rules.operation, rules.tiers)
    guard let plan = QuickPlan(operation, rules.rules.map(\.rule), minimum: minimum) else {
      return nil
    }
    let memory = TableMemory()
    let isNarrow = plan.bits <= 64
    let words = tiers.words
    let width = isNarrow ? 1 : (plan.bits + 255) / 256 * 4
    guard Self.fits(plan, vocabulary) else { return nil }
    var layout = QuickLayout(vocabulary, words: width, stride: isNarrow ? 4 : 3 * width)
    let columns = layout.columns(plan.rows, memory)
    let isCopy = operation == .copy
    let keepers = isCopy ? QuickKeepers(vocabulary, memory) : nil
    guard !isCopy || keepers != nil else { return nil }
    self.memory = memory
    table = QuickTable(
      columns: memory.keep(columns), columnCount: columns.count, words: words, width: width,
      stride: layout.stride * 8, ruleBits: plan.ruleBits,
      rules: plan.ruleBits < 64 ? (1 << UInt64(plan.ruleBits)) - 1 : ~0,
      live: memory.keep(layout.live),
      subjects: memory.keep(plan.subjects), firstException: plan.firstException, end: plan.bits,
      layers: memory.keep(rules.layers.map(Self.layer)), layerCount: rules.layers.count,
      builtIn: BuiltInRules.defaultPosture(operation).rank, tiers: memory.keep(tiers.bits),
      reach: isCopy ? (vocabulary.thisDevice, Token.unknown) : (.max, .max),
      keeping: Self.keeping(operation),
      keepers: keepers?.columns ?? memory.keep([]), keeperCount: keepers?.count ?? 0,
      kept: memory.keep(keepers?.kept ?? []), minimumRank: tiers.minimumRank,
      anotherMachine: vocabulary.anotherMachine)
  }

  private static func layer(_ layer: OperationRules.Layer) -> QuickTable.Layer {
    let (first, end) = (layer.rules.lowerBound, layer.rules.upperBound)
    let mask = end <= 64 ? ((1 << UInt64(end)) &- 1) & ~((1 << UInt64(first)) &- 1) : UInt64(0)
    return QuickTable.Layer(
      first: first, end: end, mask: mask, stated: layer.stated?.posture.rank ?? -1)
  }

  private static func keeping(_ operation: Operation) -> QuickTable.Keeping {
    switch operation {
    case .paste, .capture, .reveal: .always
    case .transfer, .detect, .clear: .never
    case .copy: .byMechanism
    }
  }

  /// Whether it fits, and the table of `MaskProgram` as well: that has twice the bits, and either
  /// up to four columns of an attribute.
  private static func fits(_ plan: QuickPlan, _ vocabulary: Vocabulary) -> Bool {
    let rows = vocabulary.domains.reduce(0) {
      $0 + Token.rowsBefore + $1.partition.classes.count
    }
    return rows * MaskBuilder.memberLimit * ((2 * plan.bits + 320) / 256 * 64)
      <= MaskBuilder.byteLimit
  }
}

/// Which bits there are, and what each asks.
struct QuickPlan {
  /// A conjunction of tests and how it is read.
  struct Row {
    let bit: Int
    let kind: Kind
    let leaves: [Condition.Leaf]
  }

  /// What a bit says in each of its three readings.
  struct Kind: Hashable {
    let isAllowing: Bool
    let isException: Bool
    let minimum: Assurance

    /// How it is read where it tells whether a rule perhaps or certainly matches, and whether it
    /// displaces a default.
    var readings: (matching: Reading, displacing: Reading) {
      let displacing = Reading(
        polarity: isException ? .restrictive : .allowing, isException: isException,
        minimum: minimum)
      guard !isAllowing else { return (displacing, displacing) }
      return (
        Reading(
          polarity: isException ? .allowing : .restrictive, isException: isException,
          minimum: minimum), displacing
      )
    }

    /// A bit for each reading that a truth passes: what perhaps matches, what certainly does, what
    /// certainly displaces.
    func passes(_ matching: Truth, _ displacing: Truth) -> UInt8 {
      if isAllowing {
        return (isException ? displacing != .no : displacing == .yes) ? 7 : 0
      }
      return isException
        ? (matching == .yes ? 1 : 0) | (matching != .no ? 2 : 0) | (displacing != .no ? 4 : 0)
        : (matching != .no ? 1 : 0) | (matching == .yes ? 2 : 0) | (displacing == .yes ? 4 : 0)
    }
  }

  let rows: [Row]
  let subjects: [Int]
  let ruleBits: Int
  let firstException: Int
  let bits: Int

  init?(
    _ operation: Operation, _ rules: [Rule], minimum: Assurance
  ) {
    var first: [Row] = []
    var further: [(subject: Int, kind: Kind, leaves: [Condition.Leaf])] = []
    var exceptions = further
    for (place, rule) in rules.enumerated() {
      func kind(isException: Bool) -> Kind {
        Kind(isAllowing: rule.effect == .allow, isException: isException, minimum: minimum)
      }
      guard let disjuncts = rule.when.quickDisjuncts(operation) else { return nil }
      for (number, leaves) in disjuncts.enumerated() {
        if number == 0 {
          first.append(Row(bit: place, kind: kind(isException: false), leaves: leaves))
        } else {
          further.append((place, kind(isException: false), leaves))
        }
      }
      guard let unless = rule.unless else { continue }
      guard let disjuncts = unless.quickDisjuncts(operation) else { return nil }
      for leaves in disjuncts { exceptions.append((place, kind(isException: true), leaves)) }
    }
    let beyond = further + exceptions
    // Where everything is in one word, nothing need be filled up.
    let isNarrow = rules.count + beyond.count <= 64
    let ruleBits = isNarrow ? rules.count : (rules.count + 63) / 64 * 64
    rows =
      first
      + beyond.enumerated().map {
        Row(bit: ruleBits + $0.offset, kind: $0.element.kind, leaves: $0.element.leaves)
      }
    subjects = beyond.map(\.subject)
    self.ruleBits = ruleBits
    firstException = ruleBits + further.count
    bits = ruleBits + beyond.count
  }
}

extension Condition {
  fileprivate func quickDisjuncts(_ operation: Operation) -> [[Leaf]]? {
    let all = settled(for: operation).disjuncts(limit: MaskBuilder.disjunctLimit)
    guard let all,
      all.allSatisfy({ MaskBuilder.ordinals($0).allSatisfy { $0 < MaskBuilder.memberLimit } })
    else { return nil }
    return all
  }
}

extension QuickTable {
  private static let nothing = TableMemory()

  /// A table of nothing, for where there is none.
  static let none: QuickTable = {
    let memory = nothing
    let words: UnsafePointer<UInt64> = memory.keep([0])
    return QuickTable(
      columns: memory.keep([]), columnCount: 0, words: 0, width: 0, stride: 0, ruleBits: 0,
      rules: 0,
      live: words, subjects: memory.keep([]), firstException: 0, end: 0, layers: memory.keep([]),
      layerCount: 0, builtIn: 0, tiers: words, reach: (.max, .max), keeping: .never,
      keepers: memory.keep([]), keeperCount: 0, kept: words, minimumRank: 0, anotherMachine: 0)
  }()
}
