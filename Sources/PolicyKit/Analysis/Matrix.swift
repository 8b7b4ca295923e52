public import Devices

/// A table of answers: content classes down, platforms and versions across.
///
/// Every cell is one request, put to `decide`: rows and columns stand for all classes and versions
/// that the policy and the platforms can tell apart, and whatever else a request says is the same in
/// all cells.
public struct PolicyMatrix: Sendable {
  /// A column: platforms and versions that are answered alike.
  public struct Column: Sendable, Hashable {
    /// The platforms; several where all their versions are answered alike.
    public let platforms: [Platform]
    /// The versions, such as `10.0 to below 26.0`; nil where all are alike.
    public let versions: String?
    /// The version that stands for them.
    public let version: OSVersion

    /// Both in words.
    public var title: String { name + (versions.map { " \($0)" } ?? "") }

    /// The platforms in words.
    public var name: String { platforms.map(\.rawValue).joined(separator: ", ") }
  }

  /// A row: content classes that are answered alike, and whose content it is.
  public struct Row: Sendable {
    /// The classes, such as `credential.*`.
    public let content: String
    /// Whose content it is; nil where the policy does not look at it.
    public let owner: String?
    /// The answers, one a column.
    public let cells: [AnsweredRequest]
  }

  /// What is asked for.
  public let operation: Operation
  /// What every cell says beside class, owner, platform and version.
  public let given: [(attribute: Attribute, value: AttributeValue)]
  /// The columns.
  public private(set) var columns: [Column] = []
  /// The rows.
  public private(set) var rows: [Row] = []

  /// Asks `policy` about every content class on every platform.
  /// - Parameters:
  ///   - operation: what is asked for.
  ///   - given: what requests say beside; what does not apply to a cell's platform is left out
  ///     there.
  ///   - situations: where to ask; of several on one platform each has its columns.
  public init(
    _ policy: CompiledPolicy, operation: Operation = .copy,
    given: [Attribute: AttributeValue] = [:], asker: Request.Asker = .app,
    situation: Situation = Situation()
  ) throws(NotFinished) {
    self.operation = operation
    var stated: [Attribute: AttributeValue] = given
    for (attribute, word) in Self.usual where stated[attribute] == nil {
      let circumstances = Attribute.Circumstances(
        isMac: true, askedByApp: true, profilesGiven: false)
      if attribute.applicability(operation, circumstances) == .expected {
        stated[attribute] = .text(word)
      }
    }
    self.given = stated.map { ($0.key, $0.value) }.sorted {
      $0.attribute.rawValue < $1.attribute.rawValue
    }
    let universe = try Universe(
      [Judge(policy: policy, restrictions: situation.restrictions)], fixed: situation.fixed)
    let all = Self.columns(universe, situation)
    let owners = Self.owners(universe, stated, operation)
    var rows: [Row] = []
    let hasContent = Self.hasContent(operation, asker)
    for place in universe.classes(.contentClass).indices where hasContent || place == 0 {
      for owner in owners {
        let cells = all.map { column in
          Self.request(
            column, place, owner, stated, operation, asker, universe, policy, situation)
        }
        rows.append(
          Row(
            content: hasContent ? universe.label(.contentClass, place, most: .max) : "any content",
            owner: owner,
            cells: cells.compactMap(\.self)))
      }
    }
    rows = rows.filter { $0.cells.count == all.count }
    (columns, self.rows) = Self.merged(all, rows)
  }

  private static let usual: [(Attribute, String)] = [
    (.pasteboard, "general"), (.trigger, "user"), (.destinationKind, "app"), (.method, "types"),
    (.by, "own"), (.road, "history-sync"), (.surface, "lock-screen"), (.fromHistory, "yes"),
    (.storedPosture, "allow"), (.ours, "yes"),
  ]

  private static func columns(_ universe: Universe, _ situation: Situation) -> [Column] {
    var platforms = universe.platforms
    if case .text(let name)?? = situation.fixed[.platform] {
      platforms = Platform.allCases.filter { $0.rawValue == name }
    } else {
      platforms = Platform.allCases
    }
    let classes = universe.classes(.osVersion).indices
    return platforms.flatMap { platform -> [Column] in
      if case .version(let version)?? = situation.fixed[.osVersion] {
        return [Column(platforms: [platform], versions: version.description, version: version)]
      }
      return classes.compactMap { place in
        guard case .version(let version) = universe.example(.osVersion, place) else { return nil }
        return Column(
          platforms: [platform], versions: universe.classes(.osVersion)[place].label,
          version: version)
      }
    }
  }

  /// Whether requests for the operation say what content it is.
  private static func hasContent(_ operation: Operation, _ asker: Request.Asker) -> Bool {
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: asker == .app, profilesGiven: false)
    return Attribute.contentClass.applicability(operation, circumstances) != .never
  }

  private static func owners(
    _ universe: Universe, _ given: [Attribute: AttributeValue], _ operation: Operation
  ) -> [String?] {
    let circumstances = Attribute.Circumstances(
      isMac: true, askedByApp: true, profilesGiven: false)
    guard universe.level(of: .owner) != nil, given[.owner] == nil,
      Attribute.owner.applicability(operation, circumstances) != .never
    else { return [nil] }
    return ["own", "others"]
  }

  private static func request(
    _ column: Column, _ place: Int, _ owner: String?, _ given: [Attribute: AttributeValue],
    _ operation: Operation, _ asker: Request.Asker, _ universe: Universe,
    _ policy: CompiledPolicy, _ situation: Situation
  ) -> AnsweredRequest? {
    var builder = RequestBuilder(askedBy: asker)
    let circumstances = Attribute.Circumstances(
      isMac: column.platforms[0] == .macOS, askedByApp: asker == .app, profilesGiven: false)
    func give(_ attribute: Attribute, _ value: AttributeValue?) {
      guard attribute.applicability(operation, circumstances) != .never else { return }
      if attribute == .framework, column.platforms != [.macOS] { return }
      builder.values[attribute] = .some(value)
    }
    for (attribute, value) in situation.fixed { give(attribute, value) }
    for (attribute, value) in given { give(attribute, value) }
    builder.values[.operation] = .text(operation.rawValue)
    builder.values[.platform] = .text(column.name)
    builder.values[.osVersion] = .version(column.version)
    give(.contentClass, .names([universe.classes(.contentClass)[place].representative.description]))
    if let owner { give(.owner, .text(owner)) }
    guard let request = try? builder.request(classes: policy.classes) else { return nil }
    return AnsweredRequest(request, policy, situation)
  }

  /// Neighbouring versions of a platform that are answered alike in every row are one column, and
  /// so are owners.
  private static func merged(_ columns: [Column], _ rows: [Row]) -> ([Column], [Row]) {
    func key(_ answer: AnsweredRequest) -> [String] {
      let decision = answer.decision
      return [decision.outcome.rawValue, decision.honoured.rawValue, decision.required.rawValue]
        + decision.exposures.map { "\($0.place.rawValue) \($0.via)" }
        + decision.promises.map { "\($0.kind.rawValue) \($0.mechanism ?? "") \($0.isMet)" }
        + decision.reasons.filter { $0.kind != .platform }.map { "\($0.kind.rawValue) \($0.id)" }
    }
    var groups: [[Int]] = []
    for index in columns.indices {
      if let last = groups.last?.last, columns[last].platforms == columns[index].platforms,
        rows.allSatisfy({ key($0.cells[last]) == key($0.cells[index]) })
      {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
    }
    var joined = groups.map { group -> (column: Column, cells: Int) in
      let (first, last) = (columns[group[0]], columns[group[group.count - 1]])
      let isWhole = group.count == columns.filter { $0.platforms == first.platforms }.count
      let column = Column(
        platforms: first.platforms,
        versions: isWhole && columns.count > 1 ? nil : span(first.versions, last.versions),
        version: last.version)
      return (column, group[group.count - 1])
    }
    func block(_ platforms: [Platform]) -> [(column: Column, cells: Int)] {
      joined.filter { $0.column.platforms == platforms }
    }
    for platform in Platform.allCases {
      let own = block([platform])
      let twin = joined.map(\.column.platforms).first { other in
        let others = block(other)
        return other != [platform] && !own.isEmpty
          && others.map(\.column.versions) == own.map(\.column.versions)
          && zip(own, others).allSatisfy { one, another in
            rows.allSatisfy { key($0.cells[one.cells]) == key($0.cells[another.cells]) }
          }
          && (joined.firstIndex { $0.column.platforms == other } ?? 0)
            < (joined.firstIndex { $0.column.platforms == [platform] } ?? 0)
      }
      guard let twin else { continue }
      joined.removeAll { $0.column.platforms == [platform] }
      joined = joined.map { entry in
        guard entry.column.platforms == twin else { return entry }
        let column = Column(
          platforms: twin + [platform], versions: entry.column.versions,
          version: entry.column.version)
        return (column, entry.cells)
      }
    }
    var kept: [Row] = []
    for row in rows {
      let cells = joined.map { row.cells[$0.cells] }
      if let last = kept.last, last.content == row.content, last.owner != row.owner,
        last.cells.map(key) == cells.map(key)
      {
        kept[kept.count - 1] = Row(content: row.content, owner: nil, cells: cells)
      } else {
        kept.append(Row(content: row.content, owner: row.owner, cells: cells))
      }
    }
    return (joined.map(\.column), kept)
  }

  /// From the start of one span of versions to the end of another.
  private static func span(_ first: String?, _ last: String?) -> String? {
    guard let first, let last, first != last else { return first }
    let start = first.hasPrefix("below ") ? nil : first.split(separator: " ").first.map(String.init)
    let words = last.split(separator: " ")
    let end = words.firstIndex(of: "below").map { words[($0 + 1)...].joined(separator: " ") }
    return switch (start, end) {
    case (nil, nil): nil
    case (nil, let end?): "below \(end)"
    case (let start?, nil): "\(start) and above"
    case (let start?, let end?): "\(start) to below \(end)"
    }
  }
}
