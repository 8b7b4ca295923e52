import DecisionService
import Findings
import PolicyFiles
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "a policy, however it is encoded; - for standard input")
  private static let target = Option(
    "to", .choice("ENCODING", ["yaml", "json", "plist"]), required: true, help: "what to write")

  /// `pbpolicy policy convert`
  static let policyConvert = Command(
    path: ["policy", "convert"],
    summary: "write a policy in another encoding",
    discussion: """
      Prints the same policy as YAML, JSON or an XML property list: all three read alike. The \
      property list can stand by itself, or under the key `pasteboard-policy` in a managed app's \
      configuration or in a payload of a profile, from where every command reads it too. Comments \
      are YAML's alone and go no further; a signature is about the canonical form and is not \
      carried along.
      """,
    positionals: [file],
    options: [target],
    examples: [
      Example("pbpolicy policy convert --to plist policy.yaml > policy.plist", "for a profile"),
      Example("pbpolicy policy convert --to yaml policy.json > policy.yaml", "to edit by hand"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let path = arguments.word(file) else { return .usage }
      let input = try PolicyDocumentInput(path, console)
      guard let node = try input.document().node else {
        throw InvalidInput(
          message: "`\(path)` is a compiled policy; convert the files that it was compiled from")
      }
      let text = try input.told {
        switch arguments.value(target) {
        case "json": Array(try PolicyFormatter.jsonText(node).utf8)
        case "plist": try node.plist()
        default: Array(try PolicyFormatter.yamlText(node).utf8)
        }
      }
      if input.encoding == .signed { console.remark("the signature was not carried along") }
      let written = String(decoding: text, as: UTF8.self)
      if arguments.format == .json {
        let encoding = arguments.value(target) ?? ""
        let json: JSONValue = ["encoding": .string(encoding), "text": .string(written)]
        try console.print(json.prettyText)
      } else {
        try console.write(written)
      }
      return .success
    })
}
