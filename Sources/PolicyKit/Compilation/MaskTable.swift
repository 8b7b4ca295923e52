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
  /// What each attribute is where it is left out, by circumstances: rows' places.
  let absent: UnsafePointer<UInt16>
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
  /// The row of `from-history: yes`.
  let fromHistoryRow: Int
  /// The classes of methods that read nothing, a bit each.
  let silentMethods: UInt64
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

  /// Attributes that are not left out alike everywhere: their rows depend on others.
  static let dependsOnHistory: UInt16 = 0xFFFF
  static let dependsOnMethod: UInt16 = 0xFFFE
  static let isDerived: UInt16 = 0xFFFD

  /// The place of the row that an attribute has.
  @inline(__always)
  func row(_ attribute: Int, _ request: TokenView) -> Int {
    let token = request.tokens[attribute]
    return token == Token.absent ? absentRow(attribute, request) : Int(token) - 1
  }

  /// The place of the row that an attribute has where it is left out.
  @inline(__always)
  private func absentRow(_ attribute: Int, _ request: TokenView) -> Int {
    let row = absent[attribute * 8 + request.circumstances]
    return row < Self.isDerived ? Int(row) : dependentRow(row, attribute, request)
  }

  @inline(never)
  private func dependentRow(_ row: UInt16, _ attribute: Int, _ request: TokenView) -> Int {
    switch row {
    case Self.dependsOnHistory:
      let history = self.row(Attribute.fromHistory.place, request)
      return history == 1 || history == fromHistoryRow ? 1 : 0
    case Self.dependsOnMethod:
      let method = self.row(Attribute.method.place, request)
      let isSilent =
        method >= Token.rowsBefore && silentMethods >> UInt64(method - Token.rowsBefore) & 1 != 0
      return method == 0 || isSilent ? 0 : 1
    default:
      guard let (source, destination) = Attribute.all[attribute].derivation else { return 0 }
      let isApplicable =
        self.row(source.place, request) != 0 && self.row(destination.place, request) != 0
      return isApplicable ? 1 : 0
    }
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
  let further: UnsafePointer<UInt32>
  let furtherCount: Int
  let circumstances: Int
}
