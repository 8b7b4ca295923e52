import Testing

@testable import PolicyKit

/// One thing of an operation that is true, unknown or false of a request: a rule read one way, an
/// effect of restrictions, a mechanism.
struct Subject {
  let name: String
  let when: Condition
  let unless: Condition?
  let polarity: Evaluation.Polarity
  let minimum: Assurance
  /// Its bit in the masks.
  let bit: Int

  /// The rule that it would be.
  var rule: Rule {
    Rule(id: name, effect: polarity == .restrictive ? .deny : .allow, when: when, unless: unless)
  }

  /// The attributes that it looks at.
  var attributes: Set<Attribute> {
    let leaves = when.leaves + (unless?.leaves ?? [])
    return leaves.reduce(into: []) { found, leaf in
      found.insert(leaf.attribute)
      guard let (source, destination) = leaf.attribute.derivation else { return }
      found.formUnion([source, destination])
    }
  }

  /// Everything that the masks of an operation have a bit for and that can speak here.
  static func all(_ operation: PolicyKit.Operation, _ judge: Judge) -> [Subject] {
    let policy = judge.policy
    let voices = policy.masks.voices(operation)
    let words = max(1, (voices.ruleCount + 63) / 64)
    let minimum = policy.minimumAssurance
    var subjects: [Subject] = []
    for (place, speaker) in voices.speakers.prefix(voices.ruleCount).enumerated() {
      guard let rule = speaker.rule else { continue }
      func subject(_ polarity: Evaluation.Polarity, _ bit: Int) -> Subject {
        Subject(
          name: "\(rule.id), \(polarity)", when: rule.when, unless: rule.unless,
          polarity: polarity, minimum: minimum, bit: bit)
      }
      if rule.effect != .allow { subjects.append(subject(.restrictive, place)) }
      if rule.effect == .allow || !voices.builtIn.contains(place) {
        subjects.append(subject(.allowing, 64 * words + place))
      }
    }
    let firstEffect = 128 * words
    for place in judge.effects.map(\.index) {
      let effect = RestrictionEffect.all[place]
      subjects.append(
        Subject(
          name: "effect \(effect.id) \(place)", when: effect.when, unless: nil,
          polarity: .restrictive, minimum: minimum, bit: firstEffect + place))
    }
    guard operation == .copy else { return subjects }
    for (place, mechanism) in Mechanism.all.enumerated() {
      subjects.append(
        Subject(
          name: "mechanism \(mechanism.id)", when: mechanism.when, unless: nil,
          polarity: .allowing, minimum: .assumed,
          bit: firstEffect + RestrictionEffect.all.count + place))
    }
    return subjects
  }

  /// What the plain interpreter makes of it.
  func plain(_ request: Request, _ judge: Judge) -> Truth {
    let facts = RequestFacts(
      request, item: nil, expects: judge.policy.expects[request.operation] ?? [],
      profilesGiven: judge.restrictions != nil)
    var evaluation = Evaluation(facts, minimum: minimum)
    return evaluation.truth(of: rule, as: polarity)
  }
}

extension Attribute {
  /// What else decides whether it applies, or what leaving it out means.
  func circumstances(for operation: PolicyKit.Operation) -> Set<Attribute> {
    var found: Set<Attribute> = [.operation]
    func stated(_ place: Int) -> Applicability {
      applicability(operation, .init(place: place))
    }
    if (0..<8).contains(where: { stated($0) != stated($0 ^ 1) }) { found.insert(.platform) }
    if (0..<8).contains(where: { stated($0) != stated($0 ^ 2) }) { found.insert(.askedBy) }
    switch self {
    case .framework: found.insert(.platform)
    case .storedPosture: found.insert(.fromHistory)
    case .trigger where operation == .detect: found.insert(.method)
    default: break
    }
    return found
  }
}

/// The masks' own words about a request.
struct MaskWords {
  let possible: [UInt64]
  let certain: [UInt64]

  init?(_ request: Request, _ judge: Judge) {
    let masks = judge.policy.masks
    guard let vocabulary = masks.vocabulary,
      let program = masks.voices(request.operation).program,
      let classified = ClassifiedRequest(request, vocabulary)
    else { return nil }
    var scratch = program.scratch
    let chunks = program.table.chunks
    classified.withTokens(profilesGiven: judge.restrictions != nil) { tokens in
      scratch.found.withUnsafeMutableBufferPointer { found in
        scratch.joined.withUnsafeMutableBufferPointer { joined in
          guard let found = found.baseAddress else { return }
          program.evaluate(tokens, found: found, joined: joined.baseAddress ?? found)
        }
      }
    }
    func words(_ chunk: MaskTable.Chunk) -> [UInt64] { (0..<4).map { chunk[$0] } }
    possible = scratch.found.prefix(chunks).flatMap(words)
    certain = scratch.found.dropFirst(chunks).prefix(chunks).flatMap(words)
  }

  func truth(_ bit: Int) -> Truth {
    func isSet(_ words: [UInt64]) -> Bool { words[bit / 64] >> UInt64(bit % 64) & 1 != 0 }
    return !isSet(possible) ? .no : isSet(certain) ? .yes : .unknown
  }
}

extension MaskTable {
  /// The attributes with a column in which some row says something to one of the bits of `subject`.
  func attributes(of subject: Int, rows: (Int) -> Int) -> Set<Attribute> {
    let bits =
      [subject]
      + (0..<furtherEnd).filter { furtherSubjects[$0] == subject }.map { firstFurther + $0 }
    var found: Set<Attribute> = []
    for place in 0..<columnCount {
      let column = columns[place]
      for row in 0..<rows(Int(column.attribute)) {
        let masks = masks + (column.base + row) * 2 * chunks
        let speaks = bits.contains { bit in
          [0, chunks].contains {
            masks[$0 + bit / 256][bit / 64 % 4] >> UInt64(bit % 64) & 1 == 0
          }
        }
        if speaks { found.insert(Attribute.all[Int(column.attribute)]) }
      }
    }
    return found
  }
}
