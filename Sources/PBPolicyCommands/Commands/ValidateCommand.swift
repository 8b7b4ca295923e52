import Devices
import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a profile, a directory of profiles, or - for standard input")
  private static let target = Option(
    "target", short: "t", .text("DEVICE"), repeatable: true,
    help: "a device the profiles are meant for, such as platform=iOS,version=18.1")
  private static let strict = Option("strict", help: "count warnings as errors")
  private static let select = Option(
    "select", .text("RULE"), repeatable: true, help: "report these rules only")
  private static let ignore = Option(
    "ignore", .text("RULE"), repeatable: true, help: "leave these rules out")

  /// `pbpolicy validate`
  static let validate = Command(
    path: ["validate"],
    summary: "check configuration profiles before they are pushed",
    discussion: """
      Reads configuration profiles and says what is wrong with them, or will not do what it looks \
      like, with file and line: malformed property lists, unknown or mistyped keys, missing and \
      repeated identifiers, keys that a target does not have, and restrictions that leave the \
      clipboard open.

      In a directory, files ending in .mobileconfig, .plist and .xml are read. With --target, keys \
      are also held against that device; give several to check for each.
      """,
    positionals: [files],
    options: [target, strict, select, ignore, .catalog, .failOn],
    examples: [
      Example("pbpolicy validate Profiles/", "check every profile of a directory"),
      Example(
        "pbpolicy validate -t platform=iOS,enrollment=user wifi.mobileconfig",
        "check one for iPhones in User Enrollment"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let rules = try chosenRules(arguments)
      let targets = try arguments.values(target).map { try device($0, arguments) }
      let catalog = try arguments.catalog(console)
      let (files, failures) = try read(arguments.words(files), console)
      let plain = Validation(files, targets: targets, rules: rules, catalog: catalog)
      let validation = arguments.isSet(strict) ? plain.strict : plain
      if arguments.format == .json {
        try console.print(validation.json.prettyText)
      } else {
        try console.show(validation.findings, sources: validation.sources)
        let unread = validation.unread.count
        try console.print(
          "\(counted(files.count, "file"))\(unread > 0 ? ", \(unread) not read" : ""):"
            + " \(validation.summary.description)")
      }
      for failure in failures { console.complain("pbpolicy: \(failure.message)") }
      return failures.isEmpty ? arguments.status(of: validation.findings) : .file
    })

  private static func device(_ text: String, _ arguments: Arguments) throws -> Device {
    do { return try Device(parsing: text) } catch {
      throw UsageError(
        .badValue(what: "option `--target`", found: text, why: error.description),
        at: arguments.command.path)
    }
  }

  private static func chosenRules(_ arguments: Arguments) throws -> [Rule] {
    let known = allRules.map(\.id.name)
    let selected = arguments.values(select)
    let ignored = arguments.values(ignore)
    for name in selected + ignored where !known.contains(name) {
      let near = nearestName(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
      throw arguments.wrong("there is no rule `\(name)`\(near)")
    }
    return allRules.filter {
      (selected.isEmpty || selected.contains($0.id.name)) && !ignored.contains($0.id.name)
    }
  }

  private static let endings = [".mobileconfig", ".plist", ".xml"]

  private static func read(_ paths: [String], _ console: Console) throws -> (
    files: [PlistFile], failures: [FileError]
  ) {
    let walk = FileWalk(paths)
    let chosen = walk.files.filter { file in
      file.acceptance == .named || endings.contains { file.path.lowercased().hasSuffix($0) }
    }
    let passedOver = walk.files.count - chosen.count + walk.passedOver.count
    if passedOver > 0 {
      console.remark(
        "passed over \(counted(passedOver, "file")) not ending in \(endings.joined(separator: ", "))"
      )
    }
    if chosen.isEmpty, walk.errors.isEmpty { throw NothingToCheck(paths: paths, endings: endings) }
    let progress = Progress("reading", of: chosen.count, on: console)
    defer { progress.end() }
    var files: [PlistFile] = []
    var failures = walk.errors
    for file in chosen {
      progress.step(file.path)
      do {
        let bytes = try console.read(file.path, file.acceptance)
        files.append(PlistFile(reading: bytes, path: file.path))
      } catch {
        failures.append(error)
      }
    }
    return (files, failures)
  }
}

/// Folders without a single profile: a mistyped path must not look like a clean one.
private struct NothingToCheck: CommandFailure {
  var paths: [String]
  var endings: [String]

  var status: ExitStatus { .file }
  var message: String {
    "no profile in \(paths.map { "`\($0)`" }.joined(separator: ", "))"
  }
  var advice: String? {
    "in a directory, files ending in \(endings.joined(separator: ", ")) are read; name others"
  }
}
