import Devices

/// From assignments of the variables to requests, and back.
extension Universe {
  /// A request of `region`, which holds requests alone: the plainest there is; nil where there is
  /// none.
  func witness(in region: Diagram) -> Request? {
    guard !region.isZero else { return nil }
    var diagram = region
    var chosen = [Int](repeating: 0, count: variables.count)
    for (level, variable) in variables.enumerated() {
      let order = preference(variable, chosen)
      guard
        let state = order.first(where: { !diagrams.child(diagram, $0, at: level).isZero })
      else { return nil }
      chosen[level] = state
      diagram = diagrams.child(diagram, state, at: level)
    }
    return request(chosen)
  }

  /// The states of a variable, the plainest first.
  private func preference(_ variable: Variable, _ chosen: [Int]) -> [Int] {
    switch variable {
    case .member, .equal: return [0, 1]
    case .state(let attribute):
      let known = Array(0..<unknown(attribute))
      let usual =
        attribute.isSet
        ? [] : Self.usual(attribute).compactMap { partitions[attribute]?.place(of: $0) }
      let first = usual.uniqued()
      return [leftOut(attribute)] + first + known.filter { !first.contains($0) } + [
        unknown(attribute)
      ]
    }
  }

  /// The request that an assignment stands for; nil where it stands for none.
  func request(_ states: [Int]) -> Request? {
    guard let (operation, platform, asker) = mandatory(states) else { return nil }
    var builder = RequestBuilder(askedBy: asker)
    builder.values[.operation] = .text(operation.rawValue)
    builder.values[.platform] = .text(platform.rawValue)
    for (level, variable) in variables.enumerated() {
      guard case .state(let attribute) = variable,
        ![.operation, .platform, .askedBy].contains(attribute)
      else { continue }
      if attribute == .framework, platform != .macOS { continue }
      if states[level] == leftOut(attribute) { continue }
      if states[level] == unknown(attribute) {
        builder.values[attribute] = .some(nil)
      } else {
        let value = value(of: attribute, states, level)
        if attribute.needsMember, value == .set([]) { return nil }
        builder.values[attribute] = .some(value)
      }
    }
    distinguish(&builder, states)
    // Where content certainly comes from no history nobody may say how it was kept there.
    if builder.values[.storedPosture] == .some(nil),
      builder.values[.fromHistory] == nil || builder.values[.fromHistory] == .text("no")
    {
      builder.values[.storedPosture] = nil
    }
    return try? builder.request(classes: contentClasses)
  }

  private func mandatory(_ states: [Int]) -> (Operation, Platform, Request.Asker)? {
    func word(_ attribute: Attribute) -> String? {
      guard let level = level(of: attribute), classes(attribute).indices.contains(states[level])
      else { return nil }
      return classes(attribute)[states[level]].representative.description
    }
    guard let operation = word(.operation).flatMap(Operation.init(rawValue:)),
      let platform = word(.platform).flatMap(Platform.init(rawValue:)),
      let asker = word(.askedBy).flatMap(Request.Asker.init(rawValue:))
    else { return nil }
    return (operation, platform, asker)
  }

  private func value(of attribute: Attribute, _ states: [Int], _ level: Int) -> AttributeValue {
    let classes = classes(attribute)
    guard attribute.isSet else {
      if let fixed = fixed[attribute], let value = fixed { return value }
      return example(attribute, states[level])
    }
    return .names(
      classes.indices.filter { states[level + 1 + $0] == 1 }
        .map { example(attribute, $0).description })
  }

  /// Gives what must differ, although of one class, two values.
  private func distinguish(_ builder: inout RequestBuilder, _ states: [Int]) {
    for case .equal(let attribute) in variables {
      guard let (source, destination) = attribute.derivation, let from = level(of: source),
        let to = level(of: destination), let equal = levelOfEqual(attribute),
        states[from] < unknown(source), states[to] < unknown(destination), states[equal] == 0,
        builder.values[source] == builder.values[destination],
        case .text(let text)?? = builder.values[source]
      else { continue }
      builder.values[destination] = another(source, states[from], than: text).map { .text($0) }
    }
  }

  /// Another text of the same class.
  private func another(_ attribute: Attribute, _ place: Int, than text: String) -> String? {
    let named = (tests[attribute] ?? []).flatMap { test -> [String] in
      guard case .oneOf(let texts) = test else { return [] }
      return texts
    }
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789".map(String.init)
    let longer = letters.map { text + $0 }
    let longest = longer.lazy.flatMap { start in letters.map { start + $0 } }
    let isOurs = { (candidate: String) in
      candidate != text && self.partitions[attribute]?.place(of: .text(candidate)) == place
    }
    return named.first(where: isOurs) ?? longer.first(where: isOurs) ?? longest.first(where: isOurs)
  }

  /// A value of a class: one that a person would write, where there is one.
  func example(_ attribute: Attribute, _ place: Int) -> AttributeValue {
    let fitting = Self.usual(attribute).first { partitions[attribute]?.place(of: $0) == place }
    if let fitting { return fitting }
    let class_ = classes(attribute)[place]
    guard case .instant(.min) = class_.representative, place + 1 < classes(attribute).count,
      case .instant(let next) = classes(attribute)[place + 1].representative
    else { return class_.representative }
    return .instant(next - 1)
  }

  private static func usual(_ attribute: Attribute) -> [AttributeValue] {
    switch attribute.kind {
    case .version:
      ["17.0", "15.1", "26.0", "18.0", "16.0", "14.0", "12.0", "10.0", "9.0"].compactMap {
        OSVersion($0).map { .version($0) }
      }
    case .text:
      switch attribute {
      case .sourceBundleID, .destinationBundleID: [.text("org.example.app")]
      case .sourceTeamID, .destinationTeamID: [.text("EXAMPLE123")]
      default: [.text("example")]
      }
    case .types: [.text("public.utf8-plain-text")]
    case .instant: [.instant(1_796_083_200_000), .instant(0)]
    case .number: [.number(100)]
    case .word: plain[attribute].map { [.text($0)] } ?? []
    default: []
    }
  }

  private static let plain: [Attribute: String] = [
    .askedBy: "app", .pasteboard: "general", .trigger: "user", .framework: "native",
  ]

  /// The assignment that one item of a request stands for, as the first reading has it; nil where a
  /// value has no class.
  func states(of request: Request, item: Int? = nil, reading: Int = 0) -> [Int]? {
    let stated = readings[reading]
    let facts = RequestFacts(
      request, item: item, expects: stated.policy.expects[request.operation] ?? [],
      profilesGiven: stated.restrictions != nil)
    var states = [Int](repeating: 0, count: variables.count)
    for (level, variable) in variables.enumerated() {
      switch variable {
      case .member: break
      case .equal(let attribute):
        states[level] = facts.state(attribute) == .known(.text("yes")) ? 1 : 0
      case .state(let attribute):
        switch facts.state(attribute) {
        case .unknown: states[level] = unknown(attribute)
        case .notApplicable: states[level] = leftOut(attribute)
        case .known(.set(let members)):
          for member in members {
            guard let place = partitions[attribute]?.place(of: .text(member)) else { return nil }
            states[level + 1 + place] = 1
          }
        case .known(let value):
          guard let place = partitions[attribute]?.place(of: value) else { return nil }
          states[level] = place
        }
      }
    }
    return states
  }
}
