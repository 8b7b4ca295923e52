import DecisionService
import Findings
import PolicyFiles
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a policy in YAML or JSON; - for standard input")
  private static let check = Option(
    "check", help: "write nothing, and end with status 1 where something would change")
  private static let dropComments = Option(
    "drop-comments", help: "write a file although comments in it would be lost, without any")

  /// `pbpolicy policy fmt`
  static let policyFmt = Command(
    path: ["policy", "fmt"],
    summary: "lay policies out in the one way",
    discussion: """
      Rewrites each file in place: two spaces a level, quotes where they are needed, lines of at \
      most 100 columns. Keys keep their order and comments their place; whether a list or map is \
      written as a block or in brackets is the author's choice. What is written is read again and \
      must be the same policy with the same comments, else the file stays as it was. Standard \
      input is written to standard output.
      """,
    positionals: [files],
    options: [check, dropComments],
    examples: [
      Example("pbpolicy policy fmt policy.yaml", "lay one policy out"),
      Example("pbpolicy policy fmt --check Policies/*/policy.yaml", "say which are not laid out"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      var results: [(path: String, isChanged: Bool)] = []
      var isRefused = false
      for path in arguments.words(files) {
        let bytes = try console.read(path)
        guard let text = try text(bytes, path, arguments, console) else {
          isRefused = true
          continue
        }
        let isChanged = Array(text.utf8) != bytes
        results.append((path, isChanged))
        guard !arguments.isSet(check) else { continue }
        if path == "-" {
          try console.write(text)
        } else if isChanged {
          try writeFile(Array(text.utf8), to: path)
        }
      }
      try show(results, arguments, console)
      let isUnformed = arguments.isSet(check) && results.contains { $0.isChanged }
      return isRefused || isUnformed ? .findings : .success
    })

  private static func text(
    _ bytes: [UInt8], _ path: String, _ arguments: Arguments, _ console: Console
  ) throws -> String? {
    let format: PolicyFormat
    switch PolicyDocument.Encoding(path: path, bytes: bytes) {
    case .yaml: format = .yaml
    case .json: format = .json
    case .plist, .signed:
      throw InvalidInput(
        message: "`\(path)` is not written by hand; see `pbpolicy policy convert`")
    }
    let (text, findings) = PolicyFormatter.format(
      bytes, path: path, as: format, dropsComments: arguments.isSet(dropComments))
    console.warn(findings, sources: [path: SourceLines(utf8: bytes)])
    return text
  }

  private static func show(
    _ results: [(path: String, isChanged: Bool)], _ arguments: Arguments, _ console: Console
  ) throws {
    let changed = results.filter { $0.isChanged && $0.path != "-" }
    if arguments.format == .json {
      let files = results.map { result -> JSONValue in
        ["path": .string(result.path), "changed": .bool(result.isChanged)]
      }
      if !results.contains(where: { $0.path == "-" }) || arguments.isSet(check) {
        try console.print((["files": .array(files)] as JSONValue).prettyText)
      }
      return
    }
    let verb = arguments.isSet(check) ? "not laid out" : "laid out"
    for result in changed { try console.print("\(verb): \(printable(result.path))") }
  }
}
