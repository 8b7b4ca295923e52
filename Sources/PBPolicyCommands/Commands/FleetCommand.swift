import Findings
import FleetKit
import PolicyKit
import ProfileKit
import StrictJSON

extension Command {
  private static let inventory = Positional(
    .file("INVENTORY"),
    help: "the devices, as CSV, a JSON array or JSON Lines; - for standard input")
  private static let profiles = Option(
    "profiles", .directory("DIR"), repeatable: true, required: true,
    help: "the profiles that the inventory names: a directory or a file")
  private static let policy = Option(
    "policy", short: "p", .file("FILE"), repeatable: true,
    help: "a policy to ask the same questions; several are layers")
  private static let contentClass = Option(
    "content-class", .text("CLASS"),
    help: "what is copied and pasted when the policy is asked; not known where not given")
  private static let requirement = Option(
    "require", .text("NAME=STATE"), repeatable: true,
    help: "what every device must meet, such as universal-clipboard=closed, or a restriction key "
      + "such as allowAirDrop=closed")
  private static let devices = Option(
    "devices", help: "with --format json, one line for each device instead of the summary")
  private static let all = Option("all", help: "show every class of devices, not the first 40")

  /// `pbpolicy fleet`
  static let fleet = Command(
    path: ["fleet"],
    summary: "say which devices of an inventory can still let content out, and why",
    discussion: """
      Reads an inventory and the profiles that it names, and answers for every device: can a clip \
      still be sent to the user's other devices, can managed data be pasted in unmanaged apps and \
      the reverse, which other roads are open, where profiles disagree, and which have no effect. \
      Devices that are alike are worked out once; an inventory of any length is read as it comes.

      The first line of a CSV names its columns: device, platform, version, supervised, enrollment, \
      shared-ipad, channel, install, profiles; device, platform and profiles must be there. A \
      profile is named by its file, with or without the ending, or by its PayloadIdentifier; several \
      are parted by `;` or `|`, or by blanks. An empty field says that a fact is not known, except \
      in profiles, where it says that there are none, as `none` does; `-`, `n/a` and `unknown` say \
      that they are not known. JSON has the same names in each object.

      A name that stands for no profile makes the answers for its devices uncertain. Rows that \
      cannot be read are counted and reported. With --require the command is a check: it ends with \
      1 where a device does not meet it, and where there is no device; what is uncertain meets \
      nothing. What a device does not have at all counts as closed: a watch has no pasteboard. A way \
      that it has, and that no restriction closes there, is open: a Mac has no managed pasteboard, \
      and pastes managed data.
      """,
    positionals: [inventory],
    options: [
      profiles, policy, .policyKey, contentClass, requirement, devices, all, .failOn, .trust,
      .decryptionKey,
    ],
    formats: [.text, .csv, .json, .html],
    examples: [
      Example(
        "pbpolicy fleet inventory.csv --profiles Profiles/", "the answers by class of device"),
      Example(
        "pbpolicy fleet inventory.csv --profiles Profiles/ --format html > fleet.html",
        "the same as a page"),
      Example(
        "pbpolicy fleet inventory.csv --profiles Profiles/ --require universal-clipboard=closed",
        "a check for CI"),
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let requirements = try arguments.values(requirement).map { try read($0, arguments) }
      if arguments.isSet(devices), arguments.format != .json {
        throw arguments.wrong(
          "`--devices` goes with `--format json`; `--format csv` has every device")
      }
      let folder = try ProfileFolder(
        arguments.values(profiles), try console.readingOptions(arguments), console)
      let path = arguments.word(inventory) ?? "-"
      let library = FleetProfiles(folder.profiles, unread: folder.unread)
      var fleet = Fleet(path: path, profiles: library, policy: try decider(arguments, console))
      let show = try showing(library, arguments, console)
      let progress = Progress("reading the inventory, piece", on: console)
      try console.stream(path) { bytes in
        try fleet.feed(bytes, show: show)
        progress.step()
      }
      progress.end()
      let report = try fleet.report(show: show)
      let findings = (folder.findings + report.findings).sorted()
      try write(report, findings, requirements, arguments, console)
      if report.isUnfinished { return .notFinished }
      return requirements.contains { !report.isMet($0) }
        ? .findings : arguments.status(of: findings)
    })

  private static func read(_ text: String, _ arguments: Arguments) throws -> FleetRequirement {
    do { return try FleetRequirement(parsing: text) } catch {
      throw UsageError(
        .badValue(what: "option `--require`", found: text, why: error.description),
        at: arguments.command.path)
    }
  }

  private static func decider(_ arguments: Arguments, _ console: Console) throws -> FleetPolicy? {
    guard arguments.isSet(policy) else {
      if arguments.isSet(contentClass) {
        throw arguments.wrong(
          "`--content-class` says what a policy is asked about: give `--policy`")
      }
      return nil
    }
    let compiled = try PolicyInput(arguments.values(policy), arguments, console).compiled(console)
    let decider = FleetPolicy(compiled, contentClass: arguments.value(contentClass))
    if let problem = decider.problem { throw arguments.wrong(problem) }
    return decider
  }

  /// What is written of each device as it is read; nil where only the summary is.
  private static func showing(
    _ library: FleetProfiles, _ arguments: Arguments, _ console: Console
  ) throws -> Fleet.Showing? {
    if arguments.format == .csv {
      var csv = FleetCSV(library, decides: arguments.isSet(policy))
      try console.write(bytes: csv.header)
      return { row in try console.write(bytes: csv.line(row)) }
    }
    guard arguments.isSet(devices) else { return nil }
    return { row in try console.print(row.json().compactText) }
  }

  private static func write(
    _ report: FleetReport, _ findings: [Finding], _ requirements: [FleetRequirement],
    _ arguments: Arguments, _ console: Console
  ) throws {
    switch arguments.format {
    case .json where !arguments.isSet(devices):
      let json = JSONValue.object(
        (report.json(requirements).members ?? []).map {
          $0.key == "findings" ? .init("findings", .array(findings.map(\.json))) : $0
        })
      try console.print(json.prettyText)
    case .html:
      try console.write(bytes: report.page(requirements))
      console.warn(findings, sources: [:])
    case .csv, .json:
      console.warn(findings, sources: [:])
      tell(requirements, report, console)
    default:
      let most = arguments.isSet(all) ? Int.max : 40
      try console.write(
        report.text(width: console.width, most: most, colour: console.usesColour(), requirements))
      if !findings.isEmpty {
        try console.print()
        try console.show(findings, sources: [:])
      }
    }
  }

  private static func tell(
    _ requirements: [FleetRequirement], _ report: FleetReport, _ console: Console
  ) {
    for requirement in requirements {
      if let failing = report.failing(requirement) {
        console.complain("not met: \(requirement), \(failing)")
      }
    }
  }
}
