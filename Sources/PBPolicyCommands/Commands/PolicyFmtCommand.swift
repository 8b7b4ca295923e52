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
      let files = try arguments.words(files).map { try file($0, console) }
      var results: [Result] = []
      var findings: [Finding] = []
      for file in files {
        let (text, found) = PolicyFormatter.format(
          file.bytes, path: file.path, as: file.format,
          dropsComments: arguments.isSet(dropComments))
        findings += found
        if arguments.format != .json {
          console.warn(found, sources: [file.path: SourceLines(utf8: file.bytes)])
        }
        guard let text else { continue }
        let result = Result(path: file.path, isChanged: Array(text.utf8) != file.bytes, text: text)
        results.append(result)
        if !arguments.isSet(check), result.isChanged, !result.isPiped {
          try writeFile(Array(text.utf8), to: file.path)
        }
      }
      try show(results, findings, arguments, console)
      let isUnformed = arguments.isSet(check) && results.contains { $0.isChanged }
      return results.count < files.count || isUnformed ? .findings : .success
    })

  private struct Result {
    var path: String
    var isChanged: Bool
    var text: String
    var isPiped: Bool { path == "-" }
  }

  /// What a file holds, before any file is written.
  private static func file(_ path: String, _ console: Console) throws -> (
    path: String, bytes: [UInt8], format: PolicyFormat
  ) {
    let bytes = try console.read(path)
    switch PolicyDocument.Encoding(path: path, bytes: bytes) {
    case .yaml: return (path, bytes, .yaml)
    case .json: return (path, bytes, .json)
    case .plist, .signed, .compiled:
      throw InvalidInput(
        message: "`\(path)` is not written by hand; see `pbpolicy policy convert`")
    }
  }

  private static func show(
    _ results: [Result], _ findings: [Finding], _ arguments: Arguments, _ console: Console
  ) throws {
    let isCheck = arguments.isSet(check)
    if arguments.format == .json {
      let files = results.map { result -> JSONValue in
        let text =
          result.isPiped && !isCheck ? [JSONValue.Member("text", .string(result.text))] : []
        return .object(
          [
            JSONValue.Member("path", .string(result.path)),
            JSONValue.Member("changed", .bool(result.isChanged)),
          ] + text)
      }
      let report = [JSONValue.Member("files", .array(files))] + findings.report
      return try console.print(JSONValue.object(report).prettyText)
    }
    for result in results where isCheck ? result.isChanged : result.isPiped || result.isChanged {
      if result.isPiped, !isCheck {
        try console.write(result.text)
      } else {
        try console.print("\(isCheck ? "not laid out" : "laid out"): \(printable(result.path))")
      }
    }
  }
}
