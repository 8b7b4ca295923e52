import Devices

/// Which combinations of states are requests at all, by the rules that requests are checked by.
extension Universe {
  /// What of an attribute some circumstances leave.
  struct Allowed: Hashable {
    var known = true
    var unknown = true
    var leftOut = true
    /// Only this class, where it is not nil.
    var only: Int?
  }

  struct LeftOutKey: Hashable {
    let attribute: Attribute
    let reading: Int
  }

  /// Yes for every combination of `region` that is a request, no elsewhere.
  func domain(within region: Diagram = .yes) throws(NotFinished) -> Diagram {
    var all = region
    for variable in variables.reversed() {
      switch variable {
      case .state(let attribute): all = try diagrams.and(try shape(of: attribute), all)
      case .equal(let attribute): all = try diagrams.and(try consistency(of: attribute), all)
      case .member: break
      }
    }
    return all
  }

  /// The words of an attribute's classes.
  private func words<Word>(_ attribute: Attribute, _ make: (String) -> Word?) -> [Word] {
    classes(attribute).compactMap { class_ in
      guard case .text(let text) = class_.representative else { return nil }
      return make(text)
    }
  }

  var operations: [Operation] { words(.operation, Operation.init(rawValue:)) }
  var platforms: [Platform] { words(.platform, Platform.init(rawValue:)) }
  var askers: [Request.Asker] { words(.askedBy, Request.Asker.init(rawValue:)) }

  /// The attribute whose value decides whether another may be given, or what leaving it out means.
  private func dependency(of attribute: Attribute) -> Attribute? {
    switch attribute {
    case .trigger: level(of: .method) == nil ? nil : .method
    case .storedPosture: .fromHistory
    default: nil
    }
  }

  private struct Circumstances: Hashable {
    let operation: Operation
    let isMac: Bool
    let byApp: Bool
    /// The state of what it depends on.
    let state: Int?
  }

  /// One attribute's states, wherever it may have them.
  private func shape(of attribute: Attribute) throws(NotFinished) -> Diagram {
    guard let level = level(of: attribute) else { return .yes }
    if [.operation, .platform, .askedBy].contains(attribute) {
      let only = fixed[attribute].flatMap { value in
        value.flatMap { partitions[attribute]?.place(of: $0) }
      }
      return try node(of: attribute, Allowed(unknown: false, leftOut: false, only: only), level)
    }
    var known: [Circumstances: Diagram] = [:]
    return try overCircumstances(attribute) { circumstances, platform, asker throws(NotFinished) in
      if let found = known[circumstances] { return found }
      let node = try self.node(
        of: attribute, self.allowed(attribute, circumstances, platform, asker), level)
      known[circumstances] = node
      return node
    }
  }

  /// A diagram over what an attribute's applicability depends on.
  private func overCircumstances(
    _ attribute: Attribute,
    _ leaf: (Circumstances, Platform, Request.Asker) throws(NotFinished) -> Diagram
  ) throws(NotFinished) -> Diagram {
    let (operations, platforms, askers) = (operations, platforms, askers)
    let dependency = dependency(of: attribute)
    let count = dependency.map { leftOut($0) + 1 } ?? 1
    var byOperation: [Diagram] = []
    for operation in operations {
      var byPlatform: [Diagram] = []
      for platform in platforms {
        var byAsker: [Diagram] = []
        for asker in askers {
          var leaves: [Diagram] = []
          for state in 0..<count {
            leaves.append(
              try leaf(
                Circumstances(
                  operation: operation, isMac: platform == .macOS, byApp: asker == .app,
                  state: dependency == nil ? nil : state), platform, asker))
          }
          guard let level = dependency.flatMap(level(of:)) else {
            byAsker.append(leaves[0])
            continue
          }
          byAsker.append(try diagrams.node(level, leaves))
        }
        byPlatform.append(try branch(.askedBy, byAsker))
      }
      byOperation.append(try branch(.platform, byPlatform))
    }
    return try branch(.operation, byOperation)
  }

  /// Branches for the classes of a mandatory attribute; nothing where it is unknown or left out.
  private func branch(_ attribute: Attribute, _ branches: [Diagram]) throws(NotFinished) -> Diagram
  {
    guard let level = level(of: attribute) else { return branches[0] }
    return try diagrams.node(level, branches + [.no, .no])
  }

  private func allowed(
    _ attribute: Attribute, _ circumstances: Circumstances, _ platform: Platform,
    _ asker: Request.Asker
  ) -> Allowed {
    var given = AttributeValues()
    var mayGive =
      attribute.applicability(
        circumstances.operation,
        .init(
          isMac: circumstances.isMac, askedByApp: circumstances.byApp, profilesGiven: false))
      != .never
    if let dependency = dependency(of: attribute), let state = circumstances.state {
      if state < unknown(dependency) {
        given[dependency] = classes(dependency)[state].representative
      } else if state == unknown(dependency) {
        given[dependency] = .some(nil)
      }
      if attribute == .storedPosture, state != unknown(dependency),
        given[dependency] != .text("yes")
      {
        mayGive = false
      }
    }
    let left = readings.map {
      $0.leftOut(attribute, circumstances.operation, platform, asker, given: given)
    }
    if attribute == .framework {
      let native = partitions[attribute]?.place(of: .text("native"))
      return circumstances.isMac
        ? Allowed(leftOut: false) : Allowed(unknown: false, leftOut: false, only: native)
    }
    let isUnknown = left.allSatisfy { $0 == .unknown }
    var allowed = Allowed(
      known: mayGive, unknown: mayGive || isUnknown, leftOut: !isUnknown, only: nil)
    if mayGive, let fixed = fixed[attribute] {
      guard let value = fixed else {
        return Allowed(known: false, unknown: true, leftOut: false)
      }
      allowed = Allowed(unknown: false, leftOut: false)
      allowed.only = partitions[attribute]?.place(of: value)
    }
    return allowed
  }

  /// A node that lets through what is allowed of an attribute.
  private func node(of attribute: Attribute, _ allowed: Allowed, _ level: Int) throws(NotFinished)
    -> Diagram
  {
    let none = try members(of: attribute, level, needed: false, none: true)
    var branches: [Diagram] = []
    if attribute.isSet {
      let some = try members(of: attribute, level, needed: attribute.needsMember, none: false)
      branches.append(allowed.known ? some : .no)
    } else {
      for index in classes(attribute).indices {
        branches.append(allowed.known && allowed.only.map { $0 == index } ?? true ? .yes : .no)
      }
    }
    branches.append(allowed.unknown ? none : .no)
    branches.append(allowed.leftOut ? none : .no)
    return try diagrams.node(level, branches)
  }

  /// The variables for members of a set: all no, or any, or at least one of them.
  private func members(of attribute: Attribute, _ level: Int, needed: Bool, none: Bool)
    throws(NotFinished) -> Diagram
  {
    guard attribute.isSet, needed || none else { return .yes }
    var below = needed ? Diagram.no : .yes
    for index in classes(attribute).indices.reversed() {
      below = try diagrams.node(level + 1 + index, [below, needed ? .yes : .no])
    }
    return below
  }

  /// Two values are equal only if they are of one class, and then surely if it has only one value.
  private func consistency(of attribute: Attribute) throws(NotFinished) -> Diagram {
    guard let (source, destination) = attribute.derivation, let equal = levelOfEqual(attribute),
      let from = level(of: source), let to = level(of: destination)
    else { return .yes }
    let different = try diagrams.node(equal, [.yes, .no])
    let same = try diagrams.node(equal, [.no, .yes])
    var branches: [Diagram] = []
    for (index, class_) in classes(source).enumerated() {
      var inner = [Diagram](repeating: different, count: leftOut(destination) + 1)
      inner[index] = class_.isSingle ? same : .yes
      branches.append(try diagrams.node(to, inner))
    }
    return try diagrams.node(from, branches + [different, different])
  }

  /// Yes where leaving `attribute` out leaves it unknown to one of several who are asked, although
  /// to another it does not apply.
  func whereLeftOutIsUnknown(_ attribute: Attribute, _ reading: Int) throws(NotFinished) -> Diagram
  {
    guard readings.count > 1 else { return .no }
    let key = LeftOutKey(attribute: attribute, reading: reading)
    if let found = leftOutUnknown[key] { return found }
    let result = try overCircumstances(attribute) { circumstances, platform, asker in
      var given = AttributeValues()
      if let dependency = self.dependency(of: attribute), let state = circumstances.state {
        if state < self.unknown(dependency) {
          given[dependency] = self.classes(dependency)[state].representative
        } else if state == self.unknown(dependency) {
          given[dependency] = .some(nil)
        }
      }
      let state = self.readings[reading].leftOut(
        attribute, circumstances.operation, platform, asker, given: given)
      return state == .unknown ? .yes : .no
    }
    leftOutUnknown[key] = result
    return result
  }
}
