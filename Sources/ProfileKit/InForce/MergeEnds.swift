extension MergeRule {
  /// One end of `values`, of which nil is a device without the setting and without a default.
  func end(of values: [RestrictionValue?], restrictive: Bool) -> RestrictionValue? {
    let present = values.compactMap { $0 }
    guard let first = present.first else { return nil }
    if present.count < values.count, !restrictive { return nil }
    switch self {
    case .and: return Self.boolean(present, all: restrictive)
    case .or: return Self.boolean(present, all: !restrictive)
    case .least: return Self.number(present, least: restrictive)
    case .greatest: return Self.number(present, least: !restrictive)
    case .intersection: return Self.list(present, intersect: restrictive)
    case .union: return Self.list(present, intersect: !restrictive)
    case .unordered: return present.allSatisfy { $0 == first } ? first : restrictive ? first : nil
    }
  }

  private static func boolean(_ values: [RestrictionValue], all: Bool) -> RestrictionValue? {
    let flags = values.compactMap(\.boolean)
    guard !flags.isEmpty else { return values.first }
    return .boolean(all ? flags.allSatisfy { $0 } : flags.contains(true))
  }

  private static func number(_ values: [RestrictionValue], least: Bool) -> RestrictionValue? {
    let numbers = values.compactMap { value -> Double? in
      guard case .number(let number) = value else { return nil }
      return number
    }
    return (least ? numbers.min() : numbers.max()).map { .number($0) } ?? values.first
  }

  private static func list(_ values: [RestrictionValue], intersect: Bool) -> RestrictionValue? {
    let lists = values.compactMap { value -> [String]? in
      guard case .list(let texts) = value else { return nil }
      return texts
    }
    guard let first = lists.first else { return values.first }
    var seen: Set<String> = []
    if intersect {
      let sets = lists.map(Set.init)
      return .list(
        first.filter { text in sets.allSatisfy { $0.contains(text) } && seen.insert(text).inserted }
      )
    }
    return .list(lists.joined().filter { seen.insert($0).inserted })
  }
}
