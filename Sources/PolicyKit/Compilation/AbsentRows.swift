/// What attributes are where they are left out: not applicable or unknown, by operation and
/// circumstances, and for some by what else is said.
struct AbsentRows: @unchecked Sendable, BitwiseCopyable {
  /// By operation, attribute and circumstances: rows' places, or one of the numbers below.
  let codes: UnsafePointer<UInt16>
  /// The row of `from-history: yes`.
  let fromHistoryRow: Int
  /// The classes of methods that read nothing, a bit each.
  let silentMethods: UInt64

  private static let dependsOnHistory: UInt16 = 0xFFFF
  private static let dependsOnMethod: UInt16 = 0xFFFE
  private static let isDerived: UInt16 = 0xFFFD

  /// The codes of a policy that raises attributes to expected; `native` is a token.
  static func codes(native: UInt16, _ expects: [Operation: Set<Attribute>]) -> [UInt16] {
    var codes = usual
    func put(_ attribute: Attribute, _ operation: Operation, _ isExpected: Bool) {
      let first = (operation.place * Attribute.count + attribute.place) * 8
      for place in 0..<8 {
        codes[first + place] = code(attribute, operation, .init(place: place), native, isExpected)
      }
    }
    for operation in Operation.allCases {
      put(.framework, operation, false)
      for attribute in expects[operation] ?? [] where attribute != .framework {
        put(attribute, operation, true)
      }
    }
    return codes
  }

  /// The codes where nothing is raised; those of `framework` stand for nothing yet.
  private static let usual = Operation.allCases.flatMap { operation in
    Attribute.all.flatMap { attribute in
      (0..<8).map { code(attribute, operation, .init(place: $0), Token.first, false) }
    }
  }

  private static func code(
    _ attribute: Attribute, _ operation: Operation, _ circumstances: Attribute.Circumstances,
    _ native: UInt16, _ isExpected: Bool
  ) -> UInt16 {
    if attribute.isDerived { return isDerived }
    if attribute == .framework { return native - 1 }
    switch attribute.applicability(operation, circumstances) {
    case .never: return 0
    case .expected: return attribute == .storedPosture ? dependsOnHistory : 1
    case .optional:
      if isExpected { return 1 }
      if attribute == .storedPosture { return dependsOnHistory }
      return attribute == .trigger && operation == .detect ? dependsOnMethod : 0
    }
  }

  /// The place of the row that an attribute has where it is left out; `row` says those of others.
  @inline(__always)
  func row(_ attribute: Int, _ operation: Operation, _ circumstances: Int, _ row: (Int) -> Int)
    -> Int
  {
    let code = codes[(operation.place * Attribute.count + attribute) * 8 + circumstances]
    return code < Self.isDerived ? Int(code) : dependent(code, attribute, row)
  }

  private func dependent(_ code: UInt16, _ attribute: Int, _ row: (Int) -> Int) -> Int {
    switch code {
    case Self.dependsOnHistory:
      let history = row(Attribute.fromHistory.place)
      return history == 1 || history == fromHistoryRow ? 1 : 0
    case Self.dependsOnMethod:
      let method = row(Attribute.method.place)
      let isSilent =
        method >= Token.rowsBefore && silentMethods >> UInt64(method - Token.rowsBefore) & 1 != 0
      return method == 0 || isSilent ? 0 : 1
    default:
      guard let (source, destination) = Attribute.all[attribute].derivation else { return 0 }
      return row(source.place) != 0 && row(destination.place) != 0 ? 1 : 0
    }
  }

  /// The tokens of a request that leaves everything out.
  func tokens(_ operation: Operation, _ circumstances: Int) -> Words16 {
    var tokens = Words16()
    func row(_ attribute: Int) -> Int { self.row(attribute, operation, circumstances, row) }
    for attribute in 0..<Attribute.count {
      tokens.store(UInt16(truncatingIfNeeded: row(attribute) + 1), at: attribute)
    }
    return tokens
  }
}

extension Attribute {
  /// How many there are.
  static let count = 45

  /// Whether other attributes, or what the request is, depend on it: it is not simply set.
  var isConsequential: Bool {
    switch self {
    case .operation, .platform, .askedBy, .framework, .fromHistory, .method: true
    default: isDerived
    }
  }

  /// What is known of each of these where it is left out depends on others that are.
  static let dependent: [Attribute] = [.storedPosture, .trigger] + allDerived
}

/// Sixteen words in place, read and written as numbers of any width.
struct Words16: BitwiseCopyable {
  static let count = 16

  private var words:
    (
      UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
      UInt64, UInt64, UInt64, UInt64, UInt64
    ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  @inline(__always)
  func load<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int) -> Number {
    withUnsafeBytes(of: words) {
      $0.load(fromByteOffset: place * MemoryLayout<Number>.size, as: Number.self)
    }
  }

  @inline(__always)
  mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at place: Int)
  {
    withUnsafeMutableBytes(of: &words) {
      $0.storeBytes(of: number, toByteOffset: place * MemoryLayout<Number>.size, as: Number.self)
    }
  }
}
