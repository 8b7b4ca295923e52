import Devices

/// What `Fulfilled` depends on, beside the policy: the need, and what is looked at of a request
/// when its answer is carried out. Requests without restrictions and with the same ground share it.
struct Ground: Hashable {
  private var words = SIMD8<UInt64>()

  /// The closed words that it holds exactly: a policy's vocabulary tells each from every other.
  static let words: [Attribute] = [
    .pasteboard, .framework, .destinationKind, .by, .road, .method, .trigger, .platform,
    .operation, .askedBy,
  ]

  /// The ground of a request whose attributes have these tokens, the need left out.
  init(_ request: Request, _ tokens: TokenView) {
    func token(_ attribute: Attribute) -> UInt64 { UInt64(tokens.tokens[attribute.place]) }
    let reads = request.operation == .paste || request.operation == .detect
    words[0] =
      token(.pasteboard) | token(.framework) << 8 | token(.destinationKind) << 16
      | token(.by) << 24 | token(.road) << 32 | token(.method) << 40
      | (reads ? token(.trigger) << 48 | Self.isSameApp(request) << 56 : 0)
    words[1] =
      token(.operation) | token(.platform) << 8 | token(.askedBy) << 16
      | Self.capabilities(request.can) << 24 | token(.osVersion) << 40
    if let version = request.version {
      (words[2], words[3]) = version.halves
    }
    if case .number(let seconds) = request.values[.expiresAfter] ?? nil {
      words[4] = UInt64(bitPattern: Int64(seconds))
    }
  }

  /// Adds what is needed there.
  mutating func add(_ need: Need) { (words[5], words[6]) = need.essential.words }

  var hash: Int {
    var hash: UInt64 = 0
    for place in words.indices {
      hash = (hash ^ words[place]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash >> 20)
  }

  private static func isSameApp(_ request: Request) -> UInt64 {
    guard let source = request.values[.sourceBundleID] ?? nil,
      let destination = request.values[.destinationBundleID] ?? nil
    else { return 0 }
    return source == destination ? 1 : 0
  }

  /// What the caller can carry out, a bit each, and one that says that somebody asked.
  private static func capabilities(_ can: Set<String>?) -> UInt64 {
    guard let can else { return 0 }
    var bits: UInt64 = 1
    for kind in ObligationKind.allCases {
      bits <<= 1
      if can.contains(kind.rawValue) { bits |= 1 }
    }
    return bits
  }
}

extension Need {
  /// All of it in two numbers, unlike those of any other need.
  fileprivate var words: (UInt64, UInt64) {
    func code(_ assurance: Assurance?) -> UInt64 {
      assurance.map { UInt64($0.rank + 1) } ?? 0
    }
    var word = code(demand) | code(impossibility) << 4 | code(expiryDemand) << 8
    word |= code(systemHistory) << 12 | code(thirdPartyHistory) << 16
    word |= (required == .deny ? 2 : required == .localOnly ? 1 : 0) << 20
    word |= (discloses ? 1 : 0) << 22 | UInt64((enforcing ?? -1) + 1) << 32
    guard let expiry else { return (word, 0) }
    word |= 1 << 24 | (expiry.scope == .everywhere ? 1 : 0) << 25
    word |= (expiry.isRequired ? 1 : 0) << 26
    return (word, UInt64(bitPattern: Int64(expiry.seconds)))
  }
}
