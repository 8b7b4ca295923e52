/// The masks of a policy: its vocabulary and, by operation, everything that can speak; each made
/// when it is first asked for.
final class PolicyMasks: Sendable {
  let grounds = GroundMemory()
  let workroom = Workroom()
  private let layers: [CompiledPolicy.Layer]
  private let builtIn: [Operation: [Rule]]
  private let minimum: Assurance
  private let expects: [Operation: Set<Attribute>]
  private let classes: Set<String>
  private let relaxations: [Policy.Relaxation]
  private let told = Lazily<Perhaps<Vocabulary>>()
  private let rules = Operation.allCases.map { _ in Lazily<OperationRules>() }
  private let speaking = Operation.allCases.map { _ in Lazily<OperationVoices>() }
  private let off = Operation.allCases.map { _ in Lazily<Relaxed>() }
  private let quickly = Operation.allCases.map { _ in Lazily<Perhaps<QuickProgram>>() }

  init(
    _ layers: [CompiledPolicy.Layer], builtIn: [Operation: [Rule]], minimum: Assurance,
    expects: [Operation: Set<Attribute>], classes: Set<String>, relaxed: [Policy.Relaxation]
  ) {
    self.layers = layers
    self.builtIn = builtIn
    self.minimum = minimum
    self.expects = expects
    self.classes = classes
    relaxations = relaxed
  }

  /// Nil where an attribute has more classes than can be told apart.
  var vocabulary: Vocabulary? {
    told.value {
      var conditions = RestrictionEffect.all.map(\.when) + Mechanism.all.map(\.when)
      func add(_ rules: [Rule]) {
        for rule in rules {
          conditions.append(rule.when)
          if let unless = rule.unless { conditions.append(unless) }
        }
      }
      for layer in layers { add(layer.rules) }
      for operation in Operation.allCases { add(builtIn[operation] ?? []) }
      return Perhaps(Vocabulary(conditions, classes: classes, expects: expects))
    }.value
  }

  /// The rules of an operation.
  func rules(_ operation: Operation) -> OperationRules {
    rules[operation.place].value {
      OperationRules(operation, layers, builtIn: builtIn[operation] ?? [], minimum: minimum)
    }
  }

  /// Who can speak about an operation.
  func voices(_ operation: Operation) -> OperationVoices {
    speaking[operation.place].value {
      OperationVoices(rules(operation), layers, minimum: minimum, vocabulary)
    }
  }

  /// What outcomes are read off; nil where a policy is too large for it, or too entangled.
  func quick(_ operation: Operation) -> QuickProgram? {
    quickly[operation.place].value {
      Perhaps(vocabulary.flatMap { QuickProgram(rules(operation), $0, minimum: minimum) })
    }.value
  }

  /// The built-in rules for an operation that are off, and who says so.
  func relaxed(_ operation: Operation) -> [Reason] {
    off[operation.place].value { Relaxed(relaxations, operation) }.reasons
  }

  /// Why built-in rules do not speak about an operation.
  private final class Relaxed: Sendable {
    let reasons: [Reason]

    init(_ relaxations: [Policy.Relaxation], _ operation: Operation) {
      reasons = relaxations.filter { relaxation in
        BuiltInRules.all.contains { $0.id == relaxation.id && $0.when.canHold(for: operation) }
      }.map { relaxation in
        Reason(
          kind: .rule, id: relaxation.id, location: relaxation.location, effect: nil,
          text: "the organisation switched this built-in rule off")
      }
    }
  }
}
