/// Settings of one key that count and have different values.
enum Conflict: Sendable {
  /// In profiles that may be installed together.
  case profiles
  /// In payloads of one profile.
  case payloads

  /// Looks at what each setting says and where it stands; nil where those that can be in force
  /// together agree. Profiles of one group replace each other; what one payload says twice is no
  /// conflict but a slip.
  init?(_ settings: [(value: RestrictionValue, group: Int, profile: Int, payload: Int)]) {
    guard Set(settings.map(\.value)).count > 1 else { return nil }
    // Of several groups with more than one value among them two always differ.
    if Set(settings.map(\.group)).count > 1 {
      self = .profiles
      return
    }
    let byProfile = Dictionary(grouping: settings, by: \.profile)
    let isWithin = byProfile.values.contains { same in
      Set(same.map(\.payload)).count > 1 && Set(same.map(\.value)).count > 1
    }
    guard isWithin else { return nil }
    self = .payloads
  }

  /// Who disagrees, and what Apple's own pages, which disagree as well, say comes of it.
  var reason: String {
    "\(text), and so do Apple's pages on which value holds: it is undefined (fact M6); on iPhone "
      + "and iPad the more restrictive one, says an older page (fact M7)"
  }

  /// Who disagrees.
  private var text: String {
    switch self {
    case .profiles: "profiles disagree"
    case .payloads: "payloads of one profile disagree"
    }
  }
}
