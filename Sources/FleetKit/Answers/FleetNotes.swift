import Findings
import ProfileKit

/// What is wrong with an inventory: everything counted, the first few of each kind kept.
struct FleetNotes: Sendable {
  private let path: String
  private let limit: Int
  private var kept: [Finding] = []
  private var counts: [RuleID: (count: Int, severity: Severity, line: Int)] = [:]
  private var names: [String: (finding: Finding, devices: Int)] = [:]
  /// Rows with a device.
  var devices = 0
  /// Rows that could not be read.
  var wrong = 0
  /// Whether some devices were not answered, there being too many classes.
  var isUnfinished = false
  /// Whether the rest of the inventory means nothing.
  private(set) var isStopped = false
  private static let nameLimit = 1000

  init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  mutating func add(_ rule: RuleID, _ severity: Severity, _ problem: InventoryProblem) {
    let known = counts[rule]
    counts[rule] = ((known?.count ?? 0) + 1, severity, known?.line ?? problem.line)
    guard (known?.count ?? 0) < limit else {
      if known?.count == limit { counts[rule]?.line = problem.line }
      return
    }
    kept.append(
      Finding(
        rule, severity,
        at: SourceLocation(path: path, line: problem.line, column: problem.column), problem.message,
        help: problem.help))
  }

  mutating func stop(_ problem: InventoryProblem) {
    isStopped = true
    add("inventory-not-read", .error, problem)
  }

  mutating func damaged(_ line: Int) {
    add(
      "inventory-not-utf8", .warning,
      InventoryProblem(
        line, 0, "bytes that are not UTF-8 are shown as `�`", help: "save the inventory as UTF-8"))
  }

  /// Takes note of a name that stands for no profile, or for several.
  mutating func name(_ name: String, _ library: FleetProfiles, at place: SourceLocation) {
    guard names[name] == nil, names.count < Self.nameLimit else { return }
    let finding: Finding
    switch library.meaning(of: name) {
    case .profile: return
    case .nothing where InventoryValues.isUnknown(name):
      finding = Finding(
        "inventory-profile-unknown", .warning, at: place,
        "`\(shown(name))` says that the profiles are not known: whatever they may restrict is uncertain",
        help: "leave the field empty where there are none")
    case .nothing:
      finding = Finding(
        "inventory-profile-unknown", .warning, at: place,
        "no profile given is called `\(shown(name))`: whatever it may restrict is uncertain",
        help: library.nearest(to: name).map { "did you mean `\($0)`?" }
          ?? "give its file with --profiles")
    case .several(let paths): finding = Self.ambiguous(name, paths, library, at: place)
    }
    names[name] = (finding, 0)
  }

  private static func ambiguous(
    _ name: String, _ paths: [String], _ library: FleetProfiles, at place: SourceLocation
  ) -> Finding {
    let unread = Set(library.unread)
    let related = paths.map { path in
      Finding.Related(
        SourceLocation(path: path),
        unread.contains(path) ? "a file of this name, not read" : "a profile of this name")
    }
    guard paths.count > 1 else {
      return Finding(
        "inventory-profile-unread", .warning, at: place,
        "`\(shown(name))` is a file that is not read as a profile: whatever it may restrict is uncertain",
        help: "give the profile as it was pushed", related: related)
    }
    return Finding(
      "inventory-profile-ambiguous", .warning, at: place,
      "`\(shown(name))` may be any of \(paths.count) files: which of them is not known",
      help: "call it by its file's name or path", related: related)
  }

  /// Counts a device of a class with names that stand for nothing.
  mutating func repeatNames(of group: FleetClass) {
    for name in group.unknown { names[name]?.devices += 1 }
  }

  /// All findings in a stable order, with one that says how many more there are of each kind.
  var findings: [Finding] {
    var result = kept
    for (rule, note) in counts where note.count > limit {
      result.append(
        Finding(
          rule, note.severity, at: SourceLocation(path: path, line: note.line),
          "and \(note.count - limit) more like these, from here on"))
    }
    let unknown = names.values.sorted { ($1.devices, $0.finding) < ($0.devices, $1.finding) }
    for (finding, devices) in unknown.prefix(limit) {
      var finding = finding
      finding.message += " on \(counted(devices, "device"))"
      result.append(finding)
    }
    if unknown.count > limit {
      result.append(
        Finding(
          "inventory-profile-unknown", .warning, at: SourceLocation(path: path),
          "and \(unknown.count - limit)\(names.count == Self.nameLimit ? " or more" : "") more names"
            + " that stand for no profile"))
    }
    return result.sorted()
  }
}

/// A name from outside, for a message: one line of bounded length.
private func shown(_ name: String) -> String {
  let text = printable(name)
  return text.count <= 80 ? text : text.prefix(79) + "…"
}
