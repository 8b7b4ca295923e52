import Devices
import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne,
    help: "a profile, a declaration that carries one, or the device's ProfileList response")
  private static let device = Option(
    "device", short: "d", .text("DEVICE"), required: true,
    help: "the device, such as platform=iOS,version=18.1; further facts: supervised, "
      + "enrollment, shared-ipad, channel, install")
  private static let compare = Option(
    "compare", .file("RESPONSE"),
    help: "the device's answer to the Restrictions query: say what differs, and take its word")
  private static let profiles = Option(
    "profiles", .directory("DIR"), repeatable: true,
    help: "where the profiles that a ProfileList response or a declaration names are looked up")
  private static let another = Option(
    "and-device", .text("CHANGES"), repeatable: true,
    help: "say what is different on another device: facts that differ, such as version=17.0 or "
      + "enrollment=user; `?` for one that is not known")

  /// `pbpolicy effective`
  static let effective = Command(
    path: ["effective"],
    summary: "say what profiles together put in force on a device",
    discussion: """
      Joins the restrictions of several profiles and says for each key whether it is in force on \
      the device, and if not why; who set it, with file and line; where profiles disagree; and \
      what follows for the clipboard.

      Files are not devices: the answer is what would be in force if the profiles were installed. \
      Where Apple leaves it open, or a fact about the device is not given, a restriction has two \
      readings; nothing is called closed that only one of them closes.

      Given a ProfileList response, only the profiles that it lists count, by identifier and UUID; \
      one of which no file is given may restrict anything. Given a Restrictions response with \
      --compare, the device's own word holds, and every difference is told. Of a declaration of \
      type com.apple.configuration.legacy or .legacy.interactive the profile is the file that its \
      address ends in; nothing is ever fetched.
      """,
    positionals: [files],
    options: [
      device, compare, profiles, another, .catalog, .failOn, .trust, .decryptionKey,
    ],
    examples: [
      Example(
        "pbpolicy effective -d platform=iOS,version=18.1 a.mobileconfig b.mobileconfig",
        "what two profiles do to an iPhone"),
      Example(
        "pbpolicy effective -d platform=iOS,version=18.1 --profiles Profiles/ list.plist",
        "what the profiles that a device lists do to it"),
      Example(
        "pbpolicy effective -d platform=iOS,version=18.1 --and-device version=14.8 a.mobileconfig",
        "what is different on an older version"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let target = try arguments.device(device) else { return .usage }
      let others = try arguments.values(another).map { try changed(target, by: $0, arguments) }
      let catalog = try arguments.catalog(console)
      let response = try response(from: target, catalog, arguments, console)
      let input = try DeviceInput(
        arguments.words(files), pool: arguments.values(profiles), response: response, on: target,
        options: try console.readingOptions(arguments),
        catalog: catalog, arguments, console)
      let report = EffectiveReport(input, on: target, others)
      if arguments.format == .json {
        try console.print(report.json.prettyText)
      } else {
        try console.write(report.text(width: console.width))
        if !report.findings.isEmpty {
          try console.print()
          try console.show(report.findings, sources: input.sources)
        }
      }
      return arguments.status(of: report.findings)
    })

  private static func changed(_ target: Device, by text: String, _ arguments: Arguments) throws
    -> Device
  {
    do { return try target.changed(by: text) } catch {
      throw UsageError(
        .badValue(what: "option `--and-device`", found: text, why: error.description),
        at: arguments.command.path)
    }
  }

  private static func response(
    from target: Device, _ catalog: Catalog, _ arguments: Arguments, _ console: Console
  ) throws -> (file: PlistFile, word: RestrictionsResponse)? {
    guard let path = arguments.value(compare) else { return nil }
    let file = PlistFile(reading: try console.read(path), path: path)
    if let word = RestrictionsResponse(file, from: target, catalog: catalog) { return (file, word) }
    throw InvalidInput(
      message: "`\(path)` is no Restrictions response: it has no `GlobalRestrictions`",
      findings: file.findings, sources: [path: file.lines])
  }
}
