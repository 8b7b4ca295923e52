import DecisionService
import StrictJSON

extension Command {
  /// `pbpolicy version`
  static let version = Command(
    path: ["version"],
    summary: "print the version",
    discussion: """
      Prints the tool's name and version on one line. The same as `pbpolicy --version`.
      """,
    examples: [Example("pbpolicy version", "print the version")],
    run: { arguments, console in
      if arguments.format == .json {
        let value: JSONValue = ["name": "pbpolicy", "version": .string(Release.version)]
        try console.print(value.prettyText)
      } else {
        try console.print("pbpolicy \(Release.version)")
      }
      return .success
    })
}

/// What this build is.
enum Release {
  /// The version, by semantic versioning.
  static let version = engineVersion
  /// The day of the release, as the manual page shows it.
  static let date = "November 30, 2026"
}
