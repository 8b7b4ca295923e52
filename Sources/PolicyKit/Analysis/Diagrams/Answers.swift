import Devices

/// What a class of requests is answered, as far as analyses look at it.
struct AnswerKind: Hashable {
  let outcome: Posture
  let required: Posture
  let honoured: Honoured
  /// Where the content can end up, in the order of `Exposure.Place`.
  let places: [Exposure.Place]
  let options: AskedOptions

  init(_ fulfilment: Fulfilment) {
    outcome = fulfilment.outcome
    required = fulfilment.need.required
    honoured = fulfilment.honoured
    options = AskedOptions(fulfilment.need, fulfilment.outcome)
    let found = Set(fulfilment.exposures.map(\.place))
    places = Exposure.Place.allCases.filter(found.contains)
  }

  init(_ decision: Decision) {
    outcome = decision.outcome
    required = decision.required
    honoured = decision.honoured
    options = decision.common.options
    let found = Set(decision.exposures.map(\.place))
    places = Exposure.Place.allCases.filter(found.contains)
  }
}

/// From needs to answers: `Fulfilment`, run once for each need and each ground that it stands on.
///
/// The ground of a request is what `Fulfilment` and the exposures look at beside the need; one
/// request stands for all with the same.
final class AnswerTable {
  /// The answers that occur; 0 stands for requests outside the region.
  private(set) var kinds: [AnswerKind?] = [nil]
  private var places: [AnswerKind: Int32] = [:]
  private var grounds: [Request?] = [nil]
  private var groundPlaces: [[Int]: Int32] = [:]
  private var answers: [Int64: Int32] = [:]

  fileprivate func ground(_ key: [Int], _ make: () -> Request) -> Int32 {
    if let place = groundPlaces[key] { return place }
    let place = Int32(grounds.count)
    grounds.append(make())
    groundPlaces[key] = place
    return place
  }

  fileprivate func answer(
    _ need: Int32, _ ground: Int32, _ needs: NeedTable, _ reading: Judge
  ) -> Int32 {
    let key = Int64(need) << 32 | Int64(ground)
    if let known = answers[key] { return known }
    guard let request = grounds[Int(ground)] else { return 0 }
    let fulfilment = Fulfilment(
      request, needs.needs[Int(need)], minimum: reading.policy.minimumAssurance,
      reading.restrictions, expects: reading.policy.expects[request.operation] ?? [])
    let kind = AnswerKind(fulfilment)
    let place = places[kind] ?? Int32(kinds.count)
    if Int(place) == kinds.count {
      kinds.append(kind)
      places[kind] = place
    }
    answers[key] = place
    return place
  }
}

/// Works out answers for one reading of a universe.
struct AnswerBuilder {
  let universe: Universe
  let reading: Int
  let table = AnswerTable()
  let needTable = NeedTable()

  init(_ universe: Universe, reading: Int = 0) {
    self.universe = universe
    self.reading = reading
  }

  private var diagrams: Diagrams { universe.diagrams }

  /// The number of the answer to every request of `region`; 0 outside it.
  func answers(in region: Diagram) throws(NotFinished) -> Diagram {
    let needs = try NeedBuilder(universe: universe, reading: reading, table: needTable)
      .needs(in: region)
    return try answers(to: needs, in: region)
  }

  /// The answers where these needs are known.
  func answers(to needs: Diagram, in region: Diagram) throws(NotFinished) -> Diagram {
    let (table, needTable) = (table, needTable)
    let stated = universe.readings[reading]
    return try diagrams.combine(
      Pairing(number: diagrams.newOperation()) { need, ground in
        table.answer(need, ground, needTable, stated)
      }, needs, try ground(in: region))
  }

  /// The number of the ground of every request.
  func ground(in region: Diagram) throws(NotFinished) -> Diagram {
    var branches: [Diagram] = []
    for (state, operation) in universe.operations.enumerated() {
      // Operations that the region leaves out need no ground.
      let level = universe.level(of: .operation) ?? 0
      guard !diagrams.child(region, state, at: level).isZero else {
        branches.append(.no)
        continue
      }
      let attributes = EngineTests.ground(of: operation).compactMap { attribute in
        universe.level(of: attribute).map {
          Coarse(
            attribute: attribute, level: $0, universe: universe)
        }
      }.sorted { $0.level < $1.level }
      branches.append(try ground(operation, attributes[...], [], [state]))
    }
    return try diagrams.node(universe.level(of: .operation) ?? 0, branches + [.no, .no])
  }

  private func ground(
    _ operation: Operation, _ rest: ArraySlice<Coarse>, _ given: [(Attribute, AttributeValue?)],
    _ key: [Int]
  ) throws(NotFinished) -> Diagram {
    guard let next = rest.first else {
      return .value(table.ground(key) { request(operation, given) })
    }
    var below: [Int: Diagram] = [:]
    var branches: [Diagram] = []
    for (class_, value) in zip(next.places, next.values) {
      if let known = below[class_] {
        branches.append(known)
        continue
      }
      let with = value.map { given + [(next.attribute, $0)] } ?? given
      let diagram = try ground(operation, rest.dropFirst(), with, key + [class_])
      below[class_] = diagram
      branches.append(diagram)
    }
    return try diagrams.node(next.level, branches)
  }

  private func request(_ operation: Operation, _ given: [(Attribute, AttributeValue?)]) -> Request {
    var values = AttributeValues()
    for (attribute, value) in given { values[attribute] = .some(value) }
    let platform = given.first { $0.0 == .platform }?.1.flatMap {
      Platform(rawValue: $0.description)
    }
    return Request(
      operation: operation, platform: platform ?? .iOS, askedBy: .administrator, values: values,
      items: [], attested: [], can: nil, copyID: nil)
  }
}

/// An attribute's states, grouped by what an answer can tell apart.
private struct Coarse {
  let attribute: Attribute
  let level: Int
  /// The group of each state.
  let places: [Int]
  /// A value for each state: given, given as unknown, or left out.
  let values: [AttributeValue??]

  init(attribute: Attribute, level: Int, universe: Universe) {
    self.attribute = attribute
    self.level = level
    let tests = EngineTests.ground.filter { $0.attribute == attribute }.map(\.test)
    let partition = Partition(attribute, tests: tests, contentClasses: [])
    let classes = universe.classes(attribute)
    // Who only looks whether a value is one of some cannot tell another one from none.
    let other = partition.classes.firstIndex { class_ in
      attribute.isOnlyLookedUp
        && tests.allSatisfy {
          Condition.Leaf(attribute, $0).truth(of: class_.representative, everyMember: true) == .no
        }
    }
    let unknown = other ?? partition.classes.count
    let leftOut = other ?? partition.classes.count + 1
    places =
      classes.map { partition.place(of: $0.representative) ?? unknown } + [unknown, leftOut]
    values = classes.map { .some($0.representative) } + [.some(nil), .none]
  }
}

extension Attribute {
  /// Whether answers look only whether its value is one of some, and not whether it is known.
  fileprivate var isOnlyLookedUp: Bool {
    [.road, .expiresAfter].contains(self)
  }
}
