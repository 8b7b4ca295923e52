/// Reads from the bits that hold of a request who speaks about it.
struct Hearing {
  let voices: OperationVoices
  let program: MaskProgram
  let table: MaskTable
  let restrictions: DeviceRestrictions?
  let layers: [OperationRules.Layer]
  let found: UnsafeMutablePointer<MaskProgram.Chunk>
  let joined: UnsafeMutablePointer<MaskProgram.Chunk>

  var possible: UnsafePointer<UInt64> {
    UnsafeRawPointer(found).assumingMemoryBound(to: UInt64.self)
  }

  var certain: UnsafePointer<UInt64> {
    UnsafeRawPointer(found + table.chunks).assumingMemoryBound(to: UInt64.self)
  }

  func evaluate(_ request: TokenView) {
    program.evaluate(request, found: found, joined: joined)
  }

  /// Makes a rule hold in no way.
  func silence(_ rule: Int) {
    let possible = UnsafeMutableRawPointer(found).assumingMemoryBound(to: UInt64.self)
    let certain = UnsafeMutableRawPointer(found + table.chunks).assumingMemoryBound(to: UInt64.self)
    for bit in [rule, 64 * table.words + rule] {
      possible[bit / 64] &= ~(1 << UInt64(bit % 64))
      certain[bit / 64] &= ~(1 << UInt64(bit % 64))
    }
  }

  private func isSet(_ words: UnsafePointer<UInt64>, _ bit: Int) -> Bool {
    words[bit / 64] >> UInt64(bit % 64) & 1 != 0
  }

  /// Whether a rule of the layer takes the place of its default.
  func displacement(_ rules: Range<Int>) -> Truth {
    let first = 64 * table.words
    if hasBit(certain, rules, first) { return .yes }
    return hasBit(possible, rules, first) ? .unknown : .no
  }

  /// Whether a rule of the layer certainly takes the place of its default.
  @inline(__always)
  func isDisplaced(_ rules: Range<Int>) -> Bool {
    var has: UInt64 = 0
    forEachWord(rules) { word, mask in has |= certain[table.words + word] & mask }
    return has != 0
  }

  private func hasBit(_ words: UnsafePointer<UInt64>, _ rules: Range<Int>, _ first: Int) -> Bool {
    var has = false
    forEachWord(rules) { word, mask in has = has || words[first / 64 + word] & mask != 0 }
    return has
  }

  @inline(__always)
  func forEachWord(_ rules: Range<Int>, _ body: (_ word: Int, _ mask: UInt64) -> Void) {
    guard !rules.isEmpty else { return }
    let (first, last) = (rules.lowerBound / 64, (rules.upperBound - 1) / 64)
    for word in first...last {
      var mask = UInt64.max
      if word == first { mask &= ~0 << UInt64(rules.lowerBound % 64) }
      if word == last { mask &= ~0 >> UInt64(63 - (rules.upperBound - 1) % 64) }
      body(word, mask)
    }
  }

  /// The strictest posture of the rules of `rules` that certainly restrict.
  private func certainPosture(_ rules: Range<Int>) -> Posture {
    var postures: (localOnly: UInt64, deny: UInt64) = (0, 0)
    let tiers = voices.tiers
    forEachWord(rules) { word, mask in
      postures.localOnly |= certain[word] & mask & tiers[MaskTiers.Tier.localOnly, word]
      postures.deny |= certain[word] & mask & tiers[MaskTiers.Tier.deny, word]
    }
    return postures.deny != 0 ? .deny : postures.localOnly != 0 ? .localOnly : .allow
  }

  /// The least effect of the rules that might take the place of a default.
  private func floor(_ rules: Range<Int>) -> Posture {
    let first = table.words
    var lowest = Posture.deny
    forEachWord(rules) { word, mask in
      let open = possible[first + word] & ~certain[first + word] & mask
      if open & voices.tiers[MaskTiers.Tier.allow, word] != 0 {
        lowest = .allow
      } else if open & voices.tiers[MaskTiers.Tier.localOnly, word] != 0 {
        lowest = min(lowest, .localOnly)
      }
    }
    return lowest
  }

  /// Hears every rule that matches, in order.
  private func hearRules(_ rules: Range<Int>, item: Int?, into verdict: inout Verdict) {
    let (first, tiers) = (table.words, voices.tiers)
    forEachWord(rules) { word, mask in
      let asAllow = certain[first + word] & tiers[MaskTiers.Tier.allow, word]
      var bits = (possible[word] | asAllow) & mask
      let certainly = certain[word] | asAllow
      while bits != 0 {
        let bit = bits.trailingZeroBitCount
        let speaker = word * 64 + bit
        verdict.voices.append(
          Voice(
            speaker: speaker, posture: voices.speakers[speaker].posture,
            isCertain: certainly >> UInt64(bit) & 1 != 0, item: item))
        bits &= bits &- 1
      }
    }
  }

  /// Adds who speaks about one item; mirrors `Requirement`.
  func hear(_ request: TokenView, item: Int?, into verdict: inout Verdict) {
    var isAnswered = false
    var best = Posture.allow
    var openFloor: Posture?
    for (place, layer) in layers.enumerated() {
      hearRules(layer.rules, item: item, into: &verdict)
      let certainly = certainPosture(layer.rules)
      let displaced = displacement(layer.rules)
      best = max(best, certainly)
      if let stated = layer.stated {
        isAnswered = true
        guard displaced != .yes else { continue }
        let least = displaced == .no ? stated.posture : min(stated.posture, floor(layer.rules))
        best = max(best, least)
        speak(voices.layerDefault(place), stated.posture, true, item, &verdict)
      } else if displaced == .yes {
        isAnswered = true
      } else if displaced == .unknown {
        openFloor = min(openFloor ?? .deny, floor(layer.rules))
      }
    }
    if !isAnswered {
      let posture = voices.builtInPosture
      speak(voices.builtInDefault, posture, true, item, &verdict)
      best = max(best, min(posture, openFloor ?? posture))
    }
    hearRules(voices.builtIn, item: item, into: &verdict)
    best = max(best, certainPosture(voices.builtIn))
    best = max(best, hearRestrictions(item: item, into: &verdict))
    switch table.reach(request) {
    case .yes:
      speak(voices.reach, .localOnly, true, item, &verdict)
      best = max(best, .localOnly)
    case .unknown: speak(voices.reach, .localOnly, false, item, &verdict)
    case .no: break
    }
    verdict.atBest = max(verdict.atBest, best)
    if verdict.mechanisms == nil, table.operation == .copy {
      verdict.mechanisms = MechanismsThere(
        certain: mechanisms(certain), possible: mechanisms(possible))
    }
  }

  func mechanisms(_ words: UnsafePointer<UInt64>) -> UInt64 {
    var bits: UInt64 = 0
    let first = table.firstMechanism
    forEachBit(words, from: first, to: first + Mechanism.all.count) {
      bits |= 1 << UInt64($0 - first)
    }
    return bits
  }

  private func speak(
    _ speaker: Int, _ posture: Posture, _ isCertain: Bool, _ item: Int?, _ verdict: inout Verdict
  ) {
    verdict.voices.append(
      Voice(speaker: speaker, posture: posture, isCertain: isCertain, item: item))
  }

  private func hearRestrictions(item: Int?, into verdict: inout Verdict) -> Posture {
    guard let restrictions else { return .allow }
    var best = Posture.allow
    for (place, effect) in RestrictionEffect.all.enumerated() {
      guard isSet(possible, table.firstEffect + place),
        let (_, isInForce) = effect.sources(restrictions)
      else { continue }
      let isCertain = isInForce && isSet(certain, table.firstEffect + place)
      speak(voices.effect(place), effect.posture, isCertain, item, &verdict)
      if isCertain { best = max(best, effect.posture) }
    }
    return best
  }
}

extension Hearing {
  /// The unknown attributes of what was left open above `atBest`, for the item evaluated last: the
  /// rules that are open are gone through leaf by leaf.
  func raising(
    above atBest: Posture, _ request: TokenView, _ facts: RequestFacts,
    _ minimum: Assurance
  ) -> Set<Attribute> {
    var raising: Set<Attribute> = []
    func evaluate(_ rule: Int, _ polarity: Evaluation.Polarity) {
      guard let rule = voices.speakers[rule].rule else { return }
      var evaluation = Evaluation(facts, minimum: minimum)
      _ = evaluation.truth(of: rule, as: polarity)
      raising.formUnion(evaluation.unknowns)
    }
    func displacers(_ rules: Range<Int>) {
      let first = 64 * table.words
      for rule in rules where isSet(possible, first + rule) && !isSet(certain, first + rule) {
        evaluate(rule, .allowing)
      }
    }
    for rule in 0..<voices.ruleCount where isSet(possible, rule) && !isSet(certain, rule) {
      if voices.speakers[rule].posture > atBest { evaluate(rule, .restrictive) }
    }
    var isAnswered = false
    for layer in layers {
      let displaced = displacement(layer.rules)
      isAnswered = isAnswered || layer.stated != nil || displaced == .yes
      if let stated = layer.stated, displaced == .unknown, stated.posture > atBest {
        displacers(layer.rules)
      }
    }
    if !isAnswered, voices.builtInPosture > atBest {
      for layer in layers where displacement(layer.rules) == .unknown {
        displacers(layer.rules)
      }
    }
    if let restrictions {
      for (place, effect) in RestrictionEffect.all.enumerated() where effect.posture > atBest {
        guard isSet(possible, table.firstEffect + place),
          let (sources, isInForce) = effect.sources(restrictions),
          !(isInForce && isSet(certain, table.firstEffect + place))
        else { continue }
        var evaluation = Evaluation(facts, minimum: minimum)
        _ = evaluation.truth(of: effect.when, .restrictive)
        raising.formUnion(evaluation.unknowns)
        if !isInForce { raising.formUnion(sources.flatMap(\.doubts)) }
      }
    }
    if table.reach(request) == .unknown, Posture.localOnly > atBest { raising.insert(.reach) }
    return raising
  }
}
