/// What one operation's rules, restrictions' effects and mechanisms ask of a request, as masks.
///
/// A bit stands for a conjunction of tests, a row of a column for one class of an attribute's
/// values: the row says which conjunctions that class leaves standing, once for those that perhaps
/// hold and once for those that certainly do. The rows that a request picks, laid over each other,
/// leave what holds of it.
///
/// Bits, in order: each rule read as it is (if it restricts), each rule read as an allow rule, the
/// effects of restrictions, the mechanisms, further disjuncts of all these, exceptions, and leaves
/// of conditions that are kept as trees.
///
/// What it holds never changes, and goes with it.
final class MaskProgram: @unchecked Sendable {
  typealias Chunk = MaskTable.Chunk

  /// A condition whose disjuncts would be too many.
  struct Tree: Sendable {
    let subject: Int
    let isException: Bool
    let form: Form

    indirect enum Form: Sendable {
      case bit(Int)
      case all([Form])
      case any([Form])
    }
  }

  let table: MaskTable
  let trees: [Tree]
  /// How many columns are of sets.
  let setColumns: Int
  private let memory: TableMemory

  init(
    _ builder: MaskBuilder, _ vocabulary: Vocabulary, _ tiers: MaskTiers,
    _ layers: [OperationRules.Layer]
  ) {
    let memory = TableMemory()
    self.memory = memory
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      memory.keep(elements)
    }
    trees = builder.trees
    setColumns = builder.columns.count { $0.anyMember >= 0 }
    table = MaskTable(
      operation: builder.operation, words: builder.words, chunks: builder.chunks,
      columnCount: builder.columns.count, columns: keep(builder.columns),
      masks: keep(builder.masks), doubts: keep(builder.doubts),
      anyMember: keep(builder.anyMember), live: keep(builder.live), absent: vocabulary.absent,
      tiers: keep(tiers.bits), layerCount: layers.count,
      layers: keep(
        layers.map {
          MaskTable.Layer(
            first: $0.rules.lowerBound, end: $0.rules.upperBound, stated: $0.stated?.posture)
        }), builtInPosture: BuiltInRules.defaultPosture(builder.operation),
      furtherSubjects: keep(builder.furtherSubjects), furtherCount: builder.furtherCount,
      furtherEnd: builder.furtherSubjects.count, hasTrees: !builder.trees.isEmpty,
      thisDeviceRow: Int(vocabulary.thisDevice) - 1, anotherMachine: vocabulary.anotherMachine,
      mechanisms: keep(tiers.mechanisms), minimumRank: tiers.minimumRank)
  }
}
