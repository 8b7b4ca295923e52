import Devices

/// The variables that tell requests apart: for each attribute that anything looks at its classes,
/// *unknown*, and *left out*.
///
/// An attribute whose values are sets has a variable for known, unknown or left out, and one for
/// each class of members. What is derived from two attributes has a variable for whether they are
/// equal.
final class Universe {
  /// A variable.
  enum Variable: Hashable {
    /// An attribute: its classes in order, then unknown, then left out; a set: known, unknown, left
    /// out.
    case state(Attribute)
    /// Whether a set has a member of that class.
    case member(Attribute, Int)
    /// Whether the two that it compares are equal: no, yes.
    case equal(Attribute)
  }

  /// Who is asked; several are asked the same requests.
  let readings: [Judge]
  /// The variables, topmost first.
  let variables: [Variable]
  /// The classes of each attribute that has a variable.
  let partitions: [Attribute: Partition]
  /// What the conditions test of each attribute.
  let tests: [Attribute: [Condition.Test]]
  /// What is known of the device, which no request may contradict; nil where it is unknown.
  let fixed: [Attribute: AttributeValue?]
  /// Every content class that anybody knows.
  let contentClasses: Set<String>
  let diagrams: Diagrams
  private var states: [Attribute: Int] = [:]
  private var equals: [Attribute: Int] = [:]
  var leaves: [LeafKey: Diagram] = [:]
  var leftOutUnknown: [LeftOutKey: Diagram] = [:]

  /// The variables for what `readings` and `conditions` can tell apart.
  /// - Parameters:
  ///   - fixed: what is known of the device.
  ///   - bound: how many places the nodes of all diagrams may take.
  init(
    _ readings: [Judge], conditions: [Condition] = [],
    fixed: [Attribute: AttributeValue?] = [:],
    bound: Int = AnalysisBound.usual
  ) throws(NotFinished) {
    var tests: [Attribute: [Condition.Test]] = [:]
    var seen: Set<TestKey> = []
    func add(_ leaf: Condition.Leaf) {
      if let (source, destination) = leaf.attribute.derivation {
        for part in [source, destination] where tests[part] == nil { tests[part] = [] }
        tests[leaf.attribute] = []
      } else if seen.insert(TestKey(attribute: leaf.attribute, test: leaf.test)).inserted {
        tests[leaf.attribute, default: []].append(leaf.test)
      }
    }
    for leaf in EngineTests.shape + EngineTests.ground + [EngineTests.reach] { add(leaf) }
    for condition in readings.flatMap(\.conditions) + conditions {
      condition.forEachLeaf(add)
    }
    for (attribute, value) in fixed where tests[attribute] != nil {
      if let value { tests[attribute]?.append(value.alone) }
    }
    if tests[.storedPosture] != nil, tests[.fromHistory] == nil { tests[.fromHistory] = [] }
    for attribute in Attribute.allCases where tests[attribute] != nil {
      guard let (source, destination) = attribute.derivation else { continue }
      // What is compared is cut alike, so that equal values are of one class.
      let both = ((tests[source] ?? []) + (tests[destination] ?? [])).uniqued()
      tests[source] = both
      tests[destination] = both
    }
    let contentClasses = readings.reduce(into: Set<String>()) { $0.formUnion($1.policy.classes) }
    let classes = contentClasses.sorted()
    var partitions: [Attribute: Partition] = [:]
    var variables: [Variable] = []
    var arity: [Int] = []
    for attribute in Self.order where tests[attribute] != nil {
      if attribute.isDerived {
        equals[attribute] = variables.count
        variables.append(.equal(attribute))
        arity.append(2)
        continue
      }
      let partition = Partition(
        attribute, tests: tests[attribute] ?? [], contentClasses: classes)
      partitions[attribute] = partition
      states[attribute] = variables.count
      variables.append(.state(attribute))
      guard attribute.isSet else {
        arity.append(partition.classes.count + 2)
        continue
      }
      arity.append(3)
      for index in partition.classes.indices {
        variables.append(.member(attribute, index))
        arity.append(2)
      }
    }
    guard variables.count <= Self.mostVariables else { throw NotFinished(size: 0) }
    self.readings = readings
    self.variables = variables
    self.partitions = partitions
    self.tests = tests
    self.fixed = fixed
    self.contentClasses = contentClasses
    diagrams = Diagrams(arity: arity, bound: bound)
  }

  /// The most variables that are looked at.
  static let mostVariables = 4000

  /// The order of the variables. What decides which attributes apply stands first, then what an
  /// answer rests on, then what only rules look at; what is compared stands together.
  private static let order: [Attribute] = {
    let first: [Attribute] = [
      .operation, .platform, .askedBy, .framework, .pasteboard, .osVersion, .method, .trigger, .by,
      .road, .surface, .ours, .fromHistory, .storedPosture, .reach, .expiresAfter, .remote,
      .destinationKind, .owner, .contentClass, .marker, .contentType, .sourceManaged,
      .destinationManaged, .sourceBundleID, .destinationBundleID, .sameApp, .sourceTeamID,
      .destinationTeamID, .sameTeam, .sourceIdentity, .destinationIdentity, .sameIdentity,
    ]
    return first + Attribute.allCases.filter { !first.contains($0) }
  }()

  /// The level of an attribute's variable; nil where nothing looks at the attribute.
  func level(of attribute: Attribute) -> Int? { states[attribute] }
  /// The level of the variable for whether the two are equal that a derived attribute compares.
  func levelOfEqual(_ attribute: Attribute) -> Int? { equals[attribute] }

  /// The states of an attribute's variable that stand for unknown and for left out.
  func unknown(_ attribute: Attribute) -> Int {
    attribute.isSet ? 1 : partitions[attribute]?.classes.count ?? 0
  }
  func leftOut(_ attribute: Attribute) -> Int { unknown(attribute) + 1 }

  /// The classes of an attribute.
  func classes(_ attribute: Attribute) -> [Partition.ValueClass] {
    partitions[attribute]?.classes ?? []
  }

  private struct TestKey: Hashable {
    let attribute: Attribute
    let test: Condition.Test
  }
}

extension Attribute {
  /// Whether an empty set is none of its values.
  var needsMember: Bool { kind == .types || kind == .classes }
}

extension AttributeValue {
  /// The test that this value alone passes.
  var alone: Condition.Test {
    switch self {
    case .text(let text): .oneOf([text])
    case .set(let texts): .oneOf(texts)
    case .number(let number): .numbers(.init(from: number, through: number))
    case .version(let version): .versions(.init(from: version, through: version))
    case .instant(let instant): .instants(.init(from: instant, through: instant))
    }
  }
}

extension Condition {
  /// Hands every leaf to `body`.
  func forEachLeaf(_ body: (Leaf) -> Void) {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { part.forEachLeaf(body) }
    case .not(let part): part.forEachLeaf(body)
    case .leaf(let leaf): body(leaf)
    }
  }
}
