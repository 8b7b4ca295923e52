/// An outcome read off the bits, without making anything of them.
struct QuickOutcome {
  private typealias Tier = MaskTiers.Tier

  let required: Posture
  /// Nil where the bits alone do not tell.
  let outcome: Posture?

  /// The outcome where all bits are in one word; the rules that match go to `room`.
  @inline(__always)
  init(narrow table: UnsafePointer<QuickTable>, _ tokens: UnsafeRawPointer, _ room: QuickRoom) {
    let found = table.pointee.narrow(tokens)
    room.matching[0] = found.matching
    room.certainly[0] = found.certain
    let tiers = table.pointee.tiers
    var others = Self.others(table) { $0.pointee.mask & found.displacing != 0 }
    others = Self.reach(table, tokens, others)
    self.init(
      table, tokens, room, others, localOnly: found.matching & tiers[Tier.localOnly],
      deny: found.matching & tiers[Tier.deny],
      mustExpire: found.matching & tiers[Tier.requiresExpiry])
  }

  /// The outcome where the bits are in `room` already, in words of any number.
  init(wide table: UnsafePointer<QuickTable>, _ tokens: UnsafeRawPointer, _ room: QuickRoom) {
    let (count, tiers, matching) = (table.pointee.words, table.pointee.tiers, room.matching)
    var localOnly: UInt64 = 0
    var deny: UInt64 = 0
    var mustExpire: UInt64 = 0
    for word in 0..<count {
      let bits = matching[word]
      localOnly |= bits & tiers[Tier.localOnly * count + word]
      deny |= bits & tiers[Tier.deny * count + word]
      mustExpire |= bits & tiers[Tier.requiresExpiry * count + word]
    }
    var others = Self.others(table) { layer in
      var has = false
      forEachBit(room.displacing, from: layer.pointee.first, to: layer.pointee.end) { _ in
        has = true
      }
      return has
    }
    others = Self.reach(table, tokens, others)
    self.init(
      table, tokens, room, others, localOnly: localOnly, deny: deny, mustExpire: mustExpire)
  }

  @inline(__always)
  private init(
    _ table: UnsafePointer<QuickTable>, _ tokens: UnsafeRawPointer, _ room: QuickRoom,
    _ others: Int,
    localOnly: UInt64, deny: UInt64, mustExpire: UInt64
  ) {
    let ofRules = deny != 0 ? 2 : localOnly != 0 ? 1 : 0
    let wanted = max(ofRules, others)
    required = wanted == 0 ? .allow : wanted == 1 ? .localOnly : .deny
    if wanted == 2 {
      outcome = .deny
    } else if mustExpire != 0 {
      outcome = nil
    } else if wanted == 0 {
      outcome = .allow
    } else {
      switch table.pointee.keeping {
      case .always: outcome = .localOnly
      case .never: outcome = .deny
      case .byMechanism:
        outcome = Self.kept(table, tokens, room.matching, isStated: others == 1)
      }
    }
  }

  /// What defaults want, by its rank.
  @inline(__always)
  private static func others(
    _ table: UnsafePointer<QuickTable>, _ isDisplaced: (UnsafePointer<QuickTable.Layer>) -> Bool
  ) -> Int {
    var wanted = 0
    var isAnswered = false
    var layer = table.pointee.layers
    let end = layer + table.pointee.layerCount
    while layer != end {
      let isOut = isDisplaced(layer)
      isAnswered = isAnswered || isOut || layer.pointee.stated >= 0
      if !isOut { wanted = max(wanted, layer.pointee.stated) }
      layer += 1
    }
    return isAnswered ? wanted : max(wanted, table.pointee.builtIn)
  }

  /// The same with what the caller's reach wants.
  @inline(__always)
  private static func reach(
    _ table: UnsafePointer<QuickTable>, _ tokens: UnsafeRawPointer, _ wanted: Int
  ) -> Int {
    let reach = tokens.load(fromByteOffset: Attribute.reach.place * 2, as: UInt16.self)
    return reach == table.pointee.reach.mine || reach == table.pointee.reach.unknown
      ? max(wanted, 1) : wanted
  }

  /// What becomes of a copy's local-only; `isStated` where a default or the caller wants it too.
  private static func kept(
    _ table: UnsafePointer<QuickTable>, _ tokens: UnsafeRawPointer,
    _ matching: UnsafeMutablePointer<UInt64>,
    isStated: Bool
  ) -> Posture {
    let (count, tiers) = (table.pointee.words, table.pointee.tiers)
    func hasRule(_ tier: Int, but: Bool = false) -> Bool {
      for word in 0..<count {
        let bits = matching[word] & tiers[Tier.localOnly * count + word]
        if bits & (but ? ~tiers[tier * count + word] : tiers[tier * count + word]) != 0 {
          return true
        }
      }
      return false
    }
    if !isStated, !hasRule(Tier.discloses, but: true) { return .localOnly }
    let kind = tokens.load(fromByteOffset: Attribute.destinationKind.place * 2, as: UInt16.self)
    if kind == Token.unknown { return .deny }
    if kind >= Token.first, table.pointee.anotherMachine >> UInt64(kind - Token.first) & 1 != 0 {
      return .deny
    }
    var demand = isStated ? table.pointee.minimumRank : 0
    while demand < 4, hasRule(Tier.demands + demand + 1) { demand += 1 }
    return table.pointee.keeping(tokens) & table.pointee.kept[demand] != 0 ? .localOnly : .deny
  }
}
