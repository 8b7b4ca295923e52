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
final class MaskProgram: Sendable {
  typealias Chunk = SIMD4<UInt64>

  /// The rows of one attribute.
  struct Column: Sendable {
    let attribute: Attribute
    /// The place of its first row.
    let base: Int
    /// Where its bits that take any member of a set stand, in `anyMember`; nil for single values.
    let anyMember: Int?
  }

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

  /// Words for as many rules as there are.
  let words: Int
  /// Chunks of four words for all bits.
  let chunks: Int
  let columns: [Column]
  /// Of each row the chunks that perhaps hold, then those that certainly do.
  let masks: [Chunk]
  /// Whether the two differ, by row.
  let doubts: [UInt8]
  let anyMember: [Chunk]
  /// The bits that stand for anything.
  let live: [Chunk]
  /// What each attribute is where it is left out, by circumstances: rows' places.
  let absent: [UInt16]
  /// The subjects of further disjuncts, from bit `firstFurther` on, then of exceptions.
  let furtherSubjects: [Int]
  let furtherCount: Int
  let trees: [Tree]
  /// The row of `from-history: yes`.
  let fromHistoryRow: Int
  /// The classes of methods that read nothing, a bit each.
  let silentMethods: UInt64
  /// The row of a reach of this device only.
  let thisDeviceRow: Int

  /// The bits of restrictions' effects.
  var firstEffect: Int { 128 * words }
  /// The bits of mechanisms.
  var firstMechanism: Int { firstEffect + RestrictionEffect.all.count }
  var firstFurther: Int { firstMechanism + Mechanism.all.count }

  /// Attributes that are not left out alike everywhere: their rows depend on others.
  static let dependsOnHistory: UInt16 = 0xFFFF
  static let dependsOnMethod: UInt16 = 0xFFFE

  init(_ builder: MaskBuilder, _ vocabulary: Vocabulary) {
    words = builder.words
    chunks = builder.chunks
    columns = builder.columns
    masks = builder.masks
    doubts = builder.doubts
    anyMember = builder.anyMember
    live = builder.live
    absent = builder.absent
    furtherSubjects = builder.furtherSubjects
    furtherCount = builder.furtherCount
    trees = builder.trees
    fromHistoryRow = Int(vocabulary.fromHistory) - 1
    silentMethods = vocabulary.silentMethods
    thisDeviceRow = Int(vocabulary.thisDevice) - 1
  }

  /// The place of the row that an attribute has where it is left out.
  func absentRow(_ attribute: Attribute, _ request: TokenView) -> Int {
    if let (source, destination) = attribute.derivation {
      return row(source, request) == 0 || row(destination, request) == 0 ? 0 : 1
    }
    let row = absent[attribute.place * 8 + request.circumstances]
    switch row {
    case Self.dependsOnHistory:
      let history = self.row(.fromHistory, request)
      return history == 1 || history == fromHistoryRow ? 1 : 0
    case Self.dependsOnMethod:
      let method = self.row(.method, request)
      let isSilent =
        method >= Token.rowsBefore && silentMethods >> UInt64(method - Token.rowsBefore) & 1 != 0
      return method == 0 || isSilent ? 0 : 1
    default: return Int(row)
    }
  }

  /// The place of the row that an attribute has.
  @inline(__always)
  func row(_ attribute: Attribute, _ request: TokenView) -> Int {
    let token = request.tokens[attribute.place]
    return token == Token.absent ? absentRow(attribute, request) : Int(token) - 1
  }

  /// Whether the caller asks for this device only.
  func reach(_ request: TokenView) -> Truth {
    guard request.operation == .copy else { return .no }
    let row = row(.reach, request)
    return row == 1 ? .unknown : Truth(row == thisDeviceRow)
  }
}

/// The numbers of a classified request, where they stand.
struct TokenView {
  let operation: Operation
  /// By the attributes' places.
  let tokens: UnsafePointer<UInt16>
  let further: UnsafePointer<UInt32>
  let furtherCount: Int
  let circumstances: Int
}
