import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "the other product's settings; - for standard input")
  private static let origin = Option(
    "from", .choice("PRODUCT", PolicyImport.Source.allCases.map(\.rawValue)),
    help: "where the settings come from, where it cannot be told by what stands in them")
  private static let target = Option(
    "to", .choice("ENCODING", ["yaml", "json"]), help: "what to write; yaml where it is left out")

  /// `pbpolicy policy import`
  static let policyImport = Command(
    path: ["policy", "import"],
    summary: "make a policy of another product's clipboard settings",
    discussion: """
      Reads Chrome's DataControlsRules, Intune app protection as Microsoft Graph gives it, Android's \
      crossProfileCopyPaste, Remote Desktop's .rdp files and policy values, or Citrix's clipboard \
      settings, and prints a layer that asks for the same as far as it can be said here. Standard \
      error says of each setting what became of it: carried over, carried over stricter, or left \
      out and why. With `--fail-on warning` the command ends with status 1 where something was left \
      out or means something else.
      """,
    positionals: [file],
    options: [origin, target, .failOn],
    examples: [
      Example("pbpolicy policy import intune.json > app-protection.yaml", "app protection"),
      Example("pbpolicy policy import --from remote-desktop session.rdp", "one connection"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let path = arguments.word(file) else { return .usage }
      let bytes = try console.read(path)
      let sources = [path: SourceLines(String(decoding: bytes, as: UTF8.self))]
      let chosen = arguments.value(origin).flatMap(PolicyImport.Source.init)
      let (result, problems) = PolicyImport.read(bytes, path: path, from: chosen)
      guard let result else {
        throw InvalidInput(
          message: "`\(path)` cannot be imported", findings: problems, sources: sources)
      }
      let node = try PolicyNode(result.policy)
      let text =
        arguments.value(target) == "json"
        ? try PolicyFormatter.jsonText(node) : try PolicyFormatter.yamlText(node)
      if arguments.format == .json {
        let json: JSONValue = [
          "source": .string(result.source.rawValue), "text": .string(text),
          "findings": .array(result.findings.map(\.json)),
        ]
        try console.print(json.prettyText)
      } else {
        let told = result.findings.filter { !arguments.isQuiet || $0.severity > .notice }
        console.warn(told, sources: sources)
        try console.write(text)
      }
      return arguments.status(of: result.findings)
    })
}
