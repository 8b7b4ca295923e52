import Findings
import ProfileKit

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne,
    help: "a profile, a directory of profiles, a pattern such as 'Profiles/**/*.mobileconfig', or "
      + "- for standard input")

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

      Signed, encrypted and binary files are read, too; lines in them are those of what `pbpolicy \
      extract` prints.

      A comment in a profile, <!-- pbpolicy:ignore RULE: reason -->, takes findings about the next \
      element out of the count, ignore-file those of the file. With --write-baseline and \
      --baseline only what is new counts. A file that could not be read, that Apple's reader refuses \
      or that no key opens makes the run fail, whatever is left out. --config names a file with the keys targets, select, \
      ignore, severity, strict, fail-on, now and baseline; it is read only where it is named.
      """,
    positionals: [files],
    options: ValidateOption.all,
    formats: [.text, .json, .sarif, .junit, .github],
    examples: [
      Example("pbpolicy validate Profiles/", "check every profile of a directory"),
      Example(
        "pbpolicy validate -t platform=iOS,enrollment=user wifi.mobileconfig",
        "check one for iPhones in User Enrollment"),
      Example(
        "pbpolicy validate --write-baseline baseline.json Profiles/",
        "start today: note what is found now, to count only what is new"),
      Example(
        "pbpolicy validate --baseline baseline.json --format sarif Profiles/",
        "report to code scanning, and fail for what is new"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let settings = try ValidateSettings(arguments, console)
      let known = try settings.config.baseline.map { try BaselineFile.read($0, console) }
      let input = try ValidateInput(
        arguments.words(files), inputName: arguments.value(ValidateOption.stdinName),
        options: try console.readingOptions(arguments, now: settings.now), console)
      let working = workingDirectory()
      let whole = settings.validation(of: input.files)
      var validation = whole
      if let known, let path = settings.config.baseline {
        validation = whole.against(known, from: folder(of: path, working))
      }
      if let path = settings.writeBaseline {
        let base = folder(of: path, working)
        let baseline = Baseline(validation.all, from: base)
        try BaselineFile.write(baseline, to: path)
        // The new one alone: what the old one knows is in it.
        validation = whole.against(baseline, from: base)
        console.remark("wrote \(counted(baseline.total, "finding")) to `\(path)`")
      }
      let output = ValidateOutput(
        validation: validation, failures: input.failures, settings: settings,
        base: PathBase(working, working: working), console: console)
      try output.print(as: arguments.format)
      if let gone = validation.gone, gone > 0 {
        console.remark(
          "\(counted(gone, "finding")) of the baseline \(gone == 1 ? "is" : "are") gone; "
            + "write it anew with --write-baseline")
      }
      for failure in input.failures { console.complain("pbpolicy: \(failure.message)") }
      for sentence in UncheckedFiles(validation).sentences {
        console.complain("pbpolicy: \(sentence)")
      }
      if !input.failures.isEmpty { return .file }
      return validation.unchecked.isEmpty
        ? arguments.status(of: validation.findings, from: settings.threshold) : .findings
    })

  /// A baseline names files from the folder that it lies in.
  private static func folder(of path: String, _ working: String) -> PathBase {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return PathBase(folder, working: working)
  }
}
