/// Findings as they come: of one rule in one file only the first ones are kept, the rest are
/// counted.
///
/// Lists that were bounded may be added to each other: the hundred first of all are among the
/// hundred first of each.
public struct BoundedFindings {
  /// How many of one rule in one file are kept when nothing else is said.
  public static let most = 100

  /// A rule, the file it speaks about, and whether that counts.
  private struct Origin: Hashable {
    var path: String
    var rule: RuleID
    var kind: Dismissal.Kind?
  }

  private let most: Int
  private let isExempt: (RuleID, _ path: String) -> Bool
  private var buckets: [FindingBucket] = []
  private var origins: [Origin] = []
  /// Where those after the first few stand.
  private var places: [Origin: Int] = [:]
  private var last: (origin: Origin, place: Int)?

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - most: how many of one rule in one file are kept.
  ///   - isExempt: whether a rule in a file keeps all of its findings.
  public init(
    most: Int = most,
    exempt isExempt: @escaping (RuleID, _ path: String) -> Bool = { _, _ in false }
  ) {
    self.most = max(most, 0)
    self.isExempt = isExempt
  }

  /// Adds a finding.
  public mutating func add(_ finding: Finding) {
    let place = place(finding.rule, finding.location.path, finding.dismissal?.kind)
    buckets[place].add(finding)
  }

  /// Adds findings.
  public mutating func add(_ findings: some Sequence<Finding>) {
    for finding in findings { add(finding) }
  }

  /// Adds the finding that `make` makes, of that rule and severity and at that place; where it is
  /// only counted, it is not made.
  public mutating func add(
    _ rule: RuleID, _ severity: Severity, at location: SourceLocation, _ make: () -> Finding
  ) {
    let place = place(rule, location.path, nil)
    if buckets[place].isBeyond(location) {
      buckets[place].count(1, severity, from: location)
    } else {
      buckets[place].add(make())
    }
  }

  /// Adds a finding that is made where it is kept.
  public mutating func add(_ late: LateFinding) {
    add(late.rule, late.severity, at: late.location, late.make)
  }

  /// The findings in their stable order: of each rule in each file the first ones, then one that
  /// says how many more there are, at the first of those and as grave as the worst.
  public var findings: [Finding] {
    buckets.flatMap(\.findings).sorted()
  }

  private mutating func place(_ rule: RuleID, _ path: String, _ kind: Dismissal.Kind?) -> Int {
    if let last, last.origin.path == path, last.origin.rule == rule, last.origin.kind == kind {
      return last.place
    }
    let origin = Origin(path: path, rule: rule, kind: kind)
    let place = known(origin) ?? buckets.count
    if place == buckets.count {
      buckets.append(FindingBucket(most: isExempt(rule, path) ? Int.max : most))
      origins.append(origin)
      if origins.count > Self.few { places[origin] = place }
    }
    last = (origin, place)
    return place
  }

  /// The first are looked through: most lists have no others.
  private func known(_ origin: Origin) -> Int? {
    origins.prefix(Self.few).firstIndex(of: origin)
      ?? (origins.count > Self.few ? places[origin] : nil)
  }

  private static let few = 8
}

/// A finding of which no more than rule, weight and place are known before it is made.
public struct LateFinding {
  let rule: RuleID
  let severity: Severity
  let location: SourceLocation
  let make: () -> Finding

  /// What `make` makes must be of that rule and severity and at that place.
  public init(
    _ rule: RuleID, _ severity: Severity, at location: SourceLocation,
    _ make: @escaping () -> Finding
  ) {
    self.rule = rule
    self.severity = severity
    self.location = location
    self.make = make
  }
}

/// What one rule says of one file.
private struct FindingBucket {
  /// How many are kept.
  let most: Int
  private var kept: [Finding] = []
  /// The place after which findings are only counted, once there are enough.
  private var bound: SourceLocation?
  private var rest: Rest?

  /// What is not kept.
  private struct Rest {
    var count: Int
    var worst: Severity
    var first: SourceLocation
    /// One of them, for all that they share.
    var sample: Finding?
  }

  init(most: Int) { self.most = most }

  /// Whether a finding at `location` is certainly none of the first.
  func isBeyond(_ location: SourceLocation) -> Bool { bound.map { $0 < location } ?? false }

  mutating func add(_ finding: Finding) {
    if let more = finding.more {
      count(more, finding.severity, from: finding.location, finding)
    } else if isBeyond(finding.location) {
      count(1, finding.severity, from: finding.location, finding)
    } else {
      kept.append(finding)
      if most < Int.max / 2, kept.count > max(2 * most, most + 16) { prune() }
    }
  }

  mutating func count(
    _ count: Int, _ severity: Severity, from location: SourceLocation, _ sample: Finding? = nil
  ) {
    guard let known = rest else {
      rest = Rest(count: count, worst: severity, first: location, sample: sample ?? kept.last)
      return
    }
    let sum = known.count.addingReportingOverflow(count)
    rest = Rest(
      count: sum.overflow ? Int.max : sum.partialValue, worst: max(known.worst, severity),
      first: min(known.first, location), sample: known.sample ?? sample)
  }

  /// Keeps the first ones and counts the others.
  private mutating func prune() {
    kept.sort()
    guard kept.count > most else { return }
    for finding in kept[most...].reversed() {
      count(1, finding.severity, from: finding.location, finding)
    }
    kept.removeSubrange(most...)
    bound = kept.last?.location ?? SourceLocation(path: "")
  }

  var findings: [Finding] {
    var whole = self
    whole.prune()
    guard let rest = whole.rest, let sample = rest.sample else { return whole.kept }
    var more = Finding(sample.rule, rest.worst, at: rest.first, "").counting(rest.count)
    more.targets = sample.targets
    more.dismissal = sample.dismissal
    return whole.kept + [more]
  }
}

extension Finding {
  /// The same place, standing for `count` findings.
  func counting(_ count: Int) -> Finding {
    var result = self
    result.more = count
    result.message = Self.words(ofMore: count)
    return result
  }

  /// How a finding says that it stands for `count`.
  static func words(ofMore count: Int) -> String {
    "and \(count) more like these in this file, from here on"
  }
}

extension Sequence<Finding> {
  /// The findings in their stable order, at most `most` of one rule in one file: the first ones,
  /// then one that says how many more there are, at the first of those and as grave as the worst.
  /// What is dismissed is counted apart.
  public func capped(_ most: Int = BoundedFindings.most) -> [Finding] {
    var bounded = BoundedFindings(most: most)
    bounded.add(self)
    return bounded.findings
  }
}
