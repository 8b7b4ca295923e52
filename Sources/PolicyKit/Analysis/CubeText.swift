import Devices

/// A cube in words: of each attribute what it must be, where some request could have it otherwise.
struct CubeText {
  private let universe: Universe
  /// How many content classes are named before the rest is counted.
  private var most = 4
  /// By level, the states that some request of the cube has.
  private let allowed: [[Bool]]
  /// By level, the states that requests have which are otherwise as the cube says.
  private let possible: [[Bool]]

  init(_ cube: Cube, in domain: Diagram) {
    universe = cube.universe
    let possible = cube.allowed.indices.map { cube.possible($0, in: domain) }
    self.possible = possible
    allowed = zip(cube.allowed, possible).map { zip($0, $1).map { $0 && $1 } }
  }

  /// The same with every content class named.
  var whole: CubeText {
    var text = self
    text.most = .max
    return text
  }

  /// What each attribute that matters must be.
  var terms: [RegionCover.Term] {
    universe.variables.enumerated().compactMap { level, variable in
      switch variable {
      case .member: nil
      case .equal(let attribute):
        allowed[level] == possible[level]
          ? nil : RegionCover.Term(attribute: attribute, words: allowed[level][1] ? "yes" : "no")
      case .state(let attribute):
        (attribute.isSet ? set(attribute, level) : single(attribute, level)).map {
          RegionCover.Term(attribute: attribute, words: $0)
        }
      }
    }
  }

  private func single(_ attribute: Attribute, _ level: Int) -> String? {
    let (allowed, possible) = (allowed[level], possible[level])
    guard allowed != possible else { return nil }
    let count = universe.unknown(attribute)
    let known = (0..<count).filter { allowed[$0] }
    let missing = (0..<count).filter { possible[$0] && !allowed[$0] }
    let hasOthers = [count, count + 1].allSatisfy { allowed[$0] == possible[$0] }
    if hasOthers, !missing.isEmpty, missing.count < known.count, !attribute.isOrdered {
      return "not " + ranges(attribute, missing).joined(separator: " or ")
    }
    var words = missing.isEmpty && known.count > 1 ? ["any known"] : ranges(attribute, known)
    if allowed[count] { words.append("unknown") }
    if allowed[count + 1] { words.append("left out") }
    return words.joined(separator: " or ")
  }

  private func ranges(_ attribute: Attribute, _ places: [Int]) -> [String] {
    attribute.isOrdered
      ? spans(attribute, places) : places.map { universe.label(attribute, $0, most: most) }
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
    let classes = universe.classes(attribute).indices
    let members = classes.map { allowed[level + 1 + $0] }
    let isFree = classes.allSatisfy { members[$0] == possible[level + 1 + $0] }
    guard allowed[level] != possible[level] || !isFree else { return nil }
    var others: [String] = []
    if allowed[level][1] { others.append("unknown") }
    if allowed[level][2] { others.append("left out") }
    var words: [String] = []
    if allowed[level][0] {
      words = isFree ? ["known"] : [self.members(attribute, members)]
    }
    return (words + others).joined(separator: " or ")
  }

  /// What a known set must have, or must not.
  private func members(_ attribute: Attribute, _ members: [[Bool]]) -> String {
    let with = members.indices.filter { members[$0] == [false, true] }
    let without = members.indices.filter { members[$0] == [true, false] }
    let open = members.indices.filter { members[$0] == [true, true] }
    func labels(_ places: [Int], _ between: String) -> String {
      let words = places.map { universe.label(attribute, $0, most: most) }
      // Several names of one class are one of them, not all.
      return words.map { $0.contains(", ") ? "(\($0))" : $0 }.joined(separator: between)
    }
    if with.isEmpty, open.isEmpty { return "none" }
    guard without.count > open.count else {
      let parts = [
        with.isEmpty ? nil : "with " + labels(with, " and "),
        without.isEmpty ? nil : "without " + labels(without, " or "),
      ]
      return parts.compactMap(\.self).joined(separator: ", ")
    }
    return "only " + labels(with + open, " or ")
      + (open.isEmpty || with.isEmpty ? "" : ", with " + labels(with, " and "))
  }
}

extension Universe {
  /// A class in words; content classes by the classes that they lie under, at most `most` of them.
  func label(_ attribute: Attribute, _ place: Int, most: Int = 4) -> String {
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
    guard words.count > most else { return words.joined(separator: ", ") }
    return "\(words.prefix(3).joined(separator: ", ")) and \(words.count - 3) more"
  }
}
