import Devices
import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let files = Positional(.file("FILE"), .atLeastOne, help: "a profile on the device")
  private static let device = Option(
    "device", short: "d", .text("DEVICE"), required: true,
    help: "the device, such as platform=iOS,version=18.1; further facts: supervised, "
      + "enrollment, shared-ipad, channel, install")

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
      """,
    positionals: [files],
    options: [device, .catalog, .failOn],
    examples: [
      Example(
        "pbpolicy effective -d platform=iOS,version=18.1 a.mobileconfig b.mobileconfig",
        "what two profiles do to an iPhone")
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let target = try arguments.device(device) else { return .usage }
      let input = try ProfileInput(
        arguments.words(files), targets: [target], rules: allRules,
        catalog: try arguments.catalog(console), console)
      try input.requireProfiles(console)
      let inForce = RestrictionsInForce(
        input.validation.profiles, on: target, catalog: input.validation.catalog)
      let findings = inForce.findings(with: input.validation)
      if arguments.format == .json {
        let json = JSONValue.object(
          (inForce.json.members ?? []).map {
            $0.key == "findings" ? .init("findings", .array(findings.map(\.json))) : $0
          })
        try console.print(json.prettyText)
      } else {
        try console.write(inForce.text(width: console.width))
        if !findings.isEmpty {
          try console.print()
          try console.show(findings, sources: input.validation.sources)
        }
      }
      return arguments.status(of: findings)
    })
}

extension RestrictionsInForce {
  /// Its own findings, what the rules have to say about the clipboard on this device, and what may
  /// undo the answer: a file, a payload or a value that is taken otherwise than it looks.
  fileprivate func findings(with validation: Validation) -> [Finding] {
    let clipboard: Set<RuleID> = [
      "managed-pasteboard-not-required", "managed-pasteboard-without-direction",
      "managed-pasteboard-not-on-platform", "handoff-not-in-force",
    ]
    let undoing: Set<RuleID> = [
      "plist-refused-by-apple", "plist-key-as-value", "plist-silently-changed", "duplicate-key",
      "wrong-type", "unknown-key", "unknown-payload-type", "not-a-profile", "identifier-form",
    ]
    let others = validation.findings.filter {
      clipboard.contains($0.rule) || undoing.contains($0.rule) && $0.severity >= .warning
    }
    return Set(findings + others).sorted()
  }
}
