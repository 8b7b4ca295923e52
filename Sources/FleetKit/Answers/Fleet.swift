import Devices
import Findings
import ProfileKit

/// Answers about every device of an inventory, which is read once and not kept.
///
/// Each class of devices that are alike is worked out when its first device comes, so that time and
/// memory grow with the classes.
public struct Fleet: ~Copyable {
  /// How much is kept and read.
  public struct Limits: Sendable {
    /// Classes of devices; an inventory with more is not answered to its end.
    public var classes = 20_000
    /// Names of devices kept with each class.
    public var examples = 5
    /// Findings kept of one kind; all are counted.
    public var findings = 20

    /// The defaults.
    public init() {}
  }

  /// One device, as it is answered.
  public struct Row {
    /// Its name.
    public let device: String
    /// The line it stands on.
    public let line: Int
    /// Its class and the class's place; nil where the row could not be read.
    public let group: (place: Int, value: FleetClass)?
    /// Why it could not be read.
    public let problem: InventoryProblem?
  }

  /// What is done with each device, in the order of the inventory.
  public typealias Showing = (Row) throws -> Void

  let path: String
  let library: FleetProfiles
  let policy: FleetPolicy?
  let limits: Limits
  private var reader = InventoryReader()
  private var classes: [FleetClass] = []
  private var places: [FleetClass.Key: Int] = [:]
  /// The class of each spelling seen: rows that say the same in the same bytes are not read again.
  private var spellings: [[UInt8]: Int] = [:]
  private var spelling: [UInt8] = []
  private var notes: FleetNotes
  private static let spellingLimit = 65_536

  /// Makes ready to read.
  /// - Parameters:
  ///   - path: the inventory as the user named it.
  ///   - profiles: the profiles at hand.
  ///   - policy: what decides beside the restrictions, if anything.
  public init(
    path: String, profiles: FleetProfiles, policy: FleetPolicy? = nil, limits: Limits = Limits()
  ) {
    self.path = path
    library = profiles
    self.policy = policy
    self.limits = limits
    notes = FleetNotes(path: path, limit: limits.findings)
  }

  /// Reads some bytes of the inventory.
  /// - Throws: what `show` throws. What is wrong with the inventory is a finding of the report.
  public mutating func feed(_ bytes: [UInt8], show: Showing? = nil) throws {
    try reading { reader, take in
      try reader.feed(bytes, take)
    } show: {
      show
    }
  }

  /// Ends the inventory and says what came of it.
  /// - Throws: what `show` throws.
  public consuming func report(show: Showing? = nil) throws -> FleetReport {
    try reading { reader, take in
      try reader.finish(take)
    } show: {
      show
    }
    for remark in reader.remarks {
      notes.add("inventory-column-unused", .notice, remark)
    }
    if notes.devices == 0, !notes.isStopped {
      notes.add(
        "inventory-without-devices", .warning,
        InventoryProblem(0, 0, "the inventory has no device: there is nothing to answer"))
    }
    return FleetReport(
      inventory: path, library: library, policy: policy, classes: classes, notes: notes)
  }

  private mutating func reading(
    _ body: (inout InventoryReader, InventoryReader.Taking) throws -> Void, show: () -> Showing?
  ) throws {
    guard !notes.isStopped else { return }
    var reader = reader
    self.reader = InventoryReader()
    let show = show()
    do {
      try body(&reader) { row, header, problem in try take(row, header, problem, show) }
    } catch let problem as InventoryProblem { notes.stop(problem) }
    self.reader = reader
  }

  private mutating func take(
    _ row: borrowing InventoryRow, _ header: InventoryHeader?, _ problem: InventoryProblem?,
    _ show: Showing?
  ) throws {
    notes.devices += 1
    let name = { (row: borrowing InventoryRow) in
      row.text(header?.fields[InventoryColumn.device.rawValue] ?? InventoryColumn.device.rawValue)
    }
    var problem = problem
    var place: Int?
    if problem == nil {
      do { place = try self.place(of: row, header) } catch { problem = error }
    }
    if let place {
      classes[place].count += 1
      if classes[place].examples.count < limits.examples {
        classes[place].examples.append(name(row))
      }
    } else {
      notes.wrong += 1
      if let problem { notes.add("inventory-row-not-read", .error, problem) }
    }
    if row.isDamaged { notes.damaged(row.line) }
    guard let show else { return }
    try show(
      Row(
        device: name(row), line: row.line, group: place.map { ($0, classes[$0]) }, problem: problem)
    )
  }

  /// The class that a row belongs to, worked out if it is the first of it.
  private mutating func place(of row: borrowing InventoryRow, _ header: InventoryHeader?)
    throws(InventoryProblem) -> Int
  {
    spelling.removeAll(keepingCapacity: true)
    for column in InventoryColumn.allCases where column != .device {
      let field = header.map { $0.fields[column.rawValue] } ?? column.rawValue
      if row.fields.indices.contains(field) { spelling += row.bytes[row.fields[field].range] }
      spelling.append(0x1E)
    }
    if let known = spellings[spelling] {
      notes.repeatNames(of: classes[known])
      return known
    }
    let key = try key(of: row, header)
    let place: Int
    if let known = places[key] { place = known } else { place = try work(out: key, row.line) }
    notes.repeatNames(of: classes[place])
    if spellings.count >= Self.spellingLimit { spellings.removeAll() }
    spellings[spelling] = place
    return place
  }

  private mutating func work(out key: FleetClass.Key, _ line: Int) throws(InventoryProblem) -> Int {
    guard classes.count < limits.classes else {
      notes.isUnfinished = true
      throw InventoryProblem(
        line, 0,
        "more than \(limits.classes) different classes of devices: this one is not answered",
        help: "divide the inventory")
    }
    let place = classes.count
    classes.append(FleetClass(key: key, answers: FleetAnswers(key, library, policy)))
    places[key] = place
    return place
  }

  private mutating func key(of row: borrowing InventoryRow, _ header: InventoryHeader?)
    throws(InventoryProblem) -> FleetClass.Key
  {
    var device = Device(.iOS)
    var names: [String] = []
    for column in InventoryColumn.allCases {
      let field = header.map { $0.fields[column.rawValue] } ?? column.rawValue
      guard row.fields.indices.contains(field) else { continue }
      let place = row.fields[field]
      let text = row.text(field)
      if column == .device, trimmed(text).isEmpty {
        throw InventoryProblem(place.line, place.column, "the device has no name")
      }
      if column == .profiles { names = library.names(in: text) }
      if let message = InventoryValues.apply(text, column, to: &device) {
        throw InventoryProblem(
          place.line, place.column, message,
          help: column == .platform ? nil : "leave the field empty where it is not known")
      }
    }
    var profiles: Set<Int> = []
    var unknown: Set<String> = []
    for name in names {
      switch library.meaning(of: name) {
      case .profile(let place): profiles.insert(place)
      case .nothing, .several: unknown.insert(name)
      }
      notes.name(name, library, at: SourceLocation(path: path, line: row.line))
    }
    return FleetClass.Key(
      device: device, profiles: profiles.sorted(), unknown: unknown.sorted())
  }
}
