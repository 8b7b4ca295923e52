import Devices

/// A cube in words.
struct CubeText {
  private let cube: Cube
  private let universe: Universe

  init(_ cube: Cube) {
    self.cube = cube
    universe = cube.universe
  }

  /// What each attribute that matters must be.
  var terms: [RegionCover.Term] {
    universe.variables.enumerated().compactMap { level, variable in
      switch variable {
      case .member: nil
      case .equal(let attribute):
        cube.allowed[level].allSatisfy { $0 }
          ? nil
          : RegionCover.Term(attribute: attribute, words: cube.allowed[level][1] ? "yes" : "no")
      case .state(let attribute):
        (attribute.isSet ? set(attribute, level) : single(attribute, level)).map {
          RegionCover.Term(attribute: attribute, words: $0)
        }
      }
    }
  }

  private func single(_ attribute: Attribute, _ level: Int) -> String? {
    let allowed = cube.allowed[level]
    let count = universe.unknown(attribute)
    let isMandatory = [.operation, .platform, .askedBy].contains(attribute)
    // Two states of what is mandatory can never be.
    guard !allowed.prefix(isMandatory ? count : count + 2).allSatisfy({ $0 }) else { return nil }
    let known = (0..<count).filter { allowed[$0] }
    var words = known.count == count && count > 1 ? ["any known"] : ranges(attribute, known)
    if !isMandatory {
      if allowed[count] { words.append("unknown") }
      if allowed[count + 1] { words.append("left out") }
      let missing = (0..<count).filter { !allowed[$0] }
      if allowed[count], allowed[count + 1], missing.count < known.count {
        return "not " + ranges(attribute, missing).joined(separator: " or ")
      }
    }
    return words.joined(separator: " or ")
  }

  private func ranges(_ attribute: Attribute, _ places: [Int]) -> [String] {
    switch attribute.kind {
    case .number, .version, .instant: spans(attribute, places)
    default: places.map { universe.label(attribute, $0) }
    }
  }

  /// Neighbours of an ordered attribute as one span.
  private func spans(_ attribute: Attribute, _ places: [Int]) -> [String] {
    let classes = universe.classes(attribute)
    var spans: [(Int, Int)] = []
    for place in places {
      if let last = spans.last, last.1 + 1 == place {
        spans[spans.count - 1].1 = place
      } else {
        spans.append((place, place))
      }
    }
    return spans.map { first, last in
      let start = first == 0 ? nil : "\(classes[first].representative)"
      let end = last + 1 == classes.count ? nil : "\(classes[last + 1].representative)"
      return switch (start, end) {
      case (nil, nil): "any known"
      case (nil, let end?): "below \(end)"
      case (let start?, nil): "\(start) and above"
      case (let start?, let end?): "\(start) to below \(end)"
      }
    }
  }

  private func set(_ attribute: Attribute, _ level: Int) -> String? {
    let states = cube.allowed[level]
    let classes = universe.classes(attribute).indices
    let members = classes.map { cube.allowed[level + 1 + $0] }
    let isFree = members.allSatisfy { $0[0] && $0[1] }
    var others: [String] = []
    if states[1] { others.append("unknown") }
    if states[2] { others.append("left out") }
    if isFree, states[0] {
      return others.count == 2 ? nil : (["known"] + others).joined(separator: " or ")
    }
    guard states[0] else { return others.joined(separator: " or ") }
    let with = classes.filter { members[$0][1] && !members[$0][0] }
    let without = classes.filter { members[$0][0] && !members[$0][1] }
    let open = classes.filter { members[$0][0] && members[$0][1] }
    var words: [String] = []
    if without.isEmpty || (without.count <= open.count && !open.isEmpty) {
      if !with.isEmpty { words.append("with " + labels(attribute, with, " and ")) }
      if !without.isEmpty { words.append("without " + labels(attribute, without, " and ")) }
    } else if with.count + open.count == 0 {
      words.append("none")
    } else {
      words.append("only " + labels(attribute, with + open, ", "))
      if !open.isEmpty, !with.isEmpty { words.append("with " + labels(attribute, with, " and ")) }
    }
    return words.joined(separator: " ")
      + (others.isEmpty ? "" : " or " + others.joined(separator: " or "))
  }

  private func labels(_ attribute: Attribute, _ places: [Int], _ between: String) -> String {
    places.map { universe.label(attribute, $0) }.joined(separator: between)
  }
}

extension Universe {
  /// A class in words; content classes by the classes that they lie under.
  func label(_ attribute: Attribute, _ place: Int) -> String {
    guard attribute == .contentClass, let partition = partitions[attribute] else {
      return classes(attribute)[place].label
    }
    let all = readings.reduce(into: Set<String>()) { $0.formUnion($1.policy.classes) }
    let own = all.filter { partition.place(of: .text($0)) == place }.sorted()
    var words: [String] = []
    for name in own {
      if words.contains(where: { $0.hasSuffix(".*") && name.hasPrefix($0.dropLast()) }) { continue }
      let below = all.filter { $0.hasPrefix(name + ".") }
      words.append(!below.isEmpty && below.isSubset(of: own) ? name + ".*" : name)
    }
    guard words.count > 4 else { return words.joined(separator: ", ") }
    return "\(words.prefix(3).joined(separator: ", ")) and \(words.count - 3) more"
  }
}
