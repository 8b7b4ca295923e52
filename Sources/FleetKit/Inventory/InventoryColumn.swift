/// What an inventory says of a device, and by which names of a column.
enum InventoryColumn: Int, CaseIterable, Sendable {
  case device, platform, version, supervised, enrollment, sharedIPad, channel, install, profiles

  /// The name to write.
  var name: String { names[0] }

  /// The names understood, the one to write first; compared without case, spaces and hyphens. The
  /// others are what exports of management servers call it.
  var names: [String] {
    switch self {
    case .device:
      ["device", "device name", "computer name", "display name", "name", "serial number", "udid"]
    case .platform: ["platform", "os", "operating system", "os type"]
    case .version: ["version", "os version", "operating system version"]
    case .supervised: ["supervised", "is supervised"]
    case .enrollment: ["enrollment", "enrollment type", "enrolment"]
    case .sharedIPad: ["shared-ipad", "is shared ipad", "shared"]
    case .channel: ["channel"]
    case .install: ["install", "installation"]
    case .profiles: ["profiles", "configuration profiles", "installed profiles"]
    }
  }

  /// Whether an inventory without it is of no use.
  var isNeeded: Bool { self == .device || self == .platform || self == .profiles }

  /// The column called `title`, and how near its name is to the one to write.
  static func named(_ title: String) -> (column: InventoryColumn, rank: Int)? {
    // As JSON writes it in every object; only other spellings are worth folding.
    byName[title] ?? byName[fold(title)]
  }

  /// The columns by the names to write and by every name folded.
  private static let byName: [String: (column: InventoryColumn, rank: Int)] = {
    var result: [String: (column: InventoryColumn, rank: Int)] = [:]
    for column in allCases {
      for (rank, name) in column.names.enumerated() { result[fold(name)] = (column, rank) }
      result[column.name] = (column, 0)
    }
    return result
  }()

  private static func fold(_ text: String) -> String {
    text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
  }
}

/// Which field of a row holds which column, by the inventory's header.
struct InventoryHeader: Sendable {
  /// The field of each column, by `InventoryColumn.rawValue`; -1 where there is none.
  private(set) var fields = [Int](repeating: -1, count: InventoryColumn.allCases.count)
  /// The titles of columns that mean nothing here, each with its place among the fields.
  private(set) var unused: [(field: Int, title: String)] = []
  /// Two columns of one name, if there are.
  private(set) var repeated: (field: Int, title: String)?
  /// How many fields a row has.
  let count: Int

  init(_ titles: [String]) {
    count = titles.count
    var ranks = [Int](repeating: Int.max, count: InventoryColumn.allCases.count)
    for (field, title) in titles.enumerated() {
      guard let (column, rank) = InventoryColumn.named(title) else {
        if !title.isEmpty { unused.append((field, title)) }
        continue
      }
      let place = column.rawValue
      if rank == ranks[place], repeated == nil { repeated = (field, title) }
      if rank < ranks[place] {
        // The better name is used; the other is left, and named.
        if fields[place] >= 0 { unused.append((fields[place], titles[fields[place]])) }
        ranks[place] = rank
        fields[place] = field
      } else if rank > ranks[place] {
        unused.append((field, title))
      }
    }
  }

  /// The needed columns that are missing.
  var missing: [InventoryColumn] {
    InventoryColumn.allCases.filter { $0.isNeeded && fields[$0.rawValue] < 0 }
  }
}
