/// The numbers of a `MaskProgram` where they stand, without anything to count references of: what
/// the hot path goes through. Whoever holds one holds the program too.
struct MaskTable {
  typealias Chunk = SIMD4<UInt64>

  /// The rows of one attribute.
  struct Column {
    let attribute: UInt16
    /// The place of its bits that take any member of a set; negative for single values.
    let anyMember: Int32
    /// The place of its first row.
    let base: Int
  }

  /// One layer's rules and its default.
  struct Layer {
    let first: Int
    let end: Int
    let stated: Posture?
  }

  let operation: Operation
  /// Words for as many rules as there are.
  let words: Int
  /// Chunks of four words for all bits.
  let chunks: Int
  let columnCount: Int
  let columns: UnsafePointer<Column>
  /// Of each row the chunks that perhaps hold, then those that certainly do.
  let masks: UnsafePointer<Chunk>
  /// Whether the two differ, by row.
  let doubts: UnsafePointer<UInt8>
  let anyMember: UnsafePointer<Chunk>
  /// The bits that stand for anything.
  let live: UnsafePointer<Chunk>
  /// What each attribute is where it is left out.
  let absent: AbsentRows
  /// The words of each tier, as `MaskTiers` has them.
  let tiers: UnsafePointer<UInt64>
  let layerCount: Int
  let layers: UnsafePointer<Layer>
  let builtInPosture: Posture
  /// The subjects of further disjuncts, from bit `firstFurther` on, then of exceptions.
  let furtherSubjects: UnsafePointer<Int>
  let furtherCount: Int
  let furtherEnd: Int
  let hasTrees: Bool
  /// The row of a reach of this device only.
  let thisDeviceRow: Int
  /// The classes of `destination.kind` that are on another machine, a bit each.
  let anotherMachine: UInt64
  /// The mechanisms of local-only that are worth at least an assurance, by its rank.
  let mechanisms: UnsafePointer<UInt64>
  let minimumRank: Int

  /// The bits of restrictions' effects.
  var firstEffect: Int { 128 * words }
  /// The bits of mechanisms.
  var firstMechanism: Int { firstEffect + Self.effectCount }
  var firstFurther: Int { firstMechanism + Self.mechanismCount }

  static let effectCount = RestrictionEffect.all.count
  static let mechanismCount = Mechanism.all.count

  /// The place of the row that an attribute has.
  @inline(__always)
  func row(_ attribute: Int, _ request: TokenView) -> Int {
    if request.given >> UInt64(truncatingIfNeeded: attribute) & 1 != 0 {
      return Int(request.tokens[attribute]) - 1
    }
    return absentRow(attribute, request)
  }

  @inline(never)
  private func absentRow(_ attribute: Int, _ request: TokenView) -> Int {
    absent.row(attribute, operation, request.circumstances) { row($0, request) }
  }

  /// Whether the caller asks for this device only.
  func reach(_ request: TokenView) -> Truth {
    guard operation == .copy else { return .no }
    let row = row(Attribute.reach.place, request)
    return row == 1 ? .unknown : Truth(row == thisDeviceRow)
  }
}

/// The numbers of a classified request, where they stand.
struct TokenView {
  /// By the attributes' places.
  let tokens: UnsafePointer<UInt16>
  /// The attributes that were given, a bit each.
  let given: UInt64
  let further: UnsafePointer<UInt32>
  let furtherCount: Int
  let circumstances: Int
}
