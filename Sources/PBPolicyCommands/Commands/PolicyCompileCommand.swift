import DecisionService
import Findings
import Glibc
import PolicyKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne,
    help: "a policy; several are layers that only tighten, emergency files among them")
  private static let output = Option(
    "output", short: "o", .file("FILE"), help: "where to write; standard output otherwise")

  /// `pbpolicy policy compile`
  static let policyCompile = Command(
    path: ["policy", "compile"],
    summary: "write policies as one checked JSON file that apps load without reading YAML",
    discussion: """
      Reads and checks policy files as they would be loaded, and writes them as one line of JSON: \
      every rule with its place in its file, the SHA-256 of each file, and what wrote it. It is \
      read wherever a policy is, gives the same answers with the same reasons, and is all that an \
      app needs which links PolicyKit alone. Every check is made again where it is loaded.

      It carries no signature of its own: sign it with `policy sign`. Emergency files go into it \
      only with --policy-key, and count from there only under a signature that is checked again.
      """,
    positionals: [files],
    options: [.policyKey, output],
    examples: [
      Example("pbpolicy policy compile policy.yaml -o policy.json", "for an app"),
      Example(
        "pbpolicy policy compile policy.yaml -o policy.json && "
          + "pbpolicy policy sign --key policy.key policy.json > policy.signed", "and sign it"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let input = try PolicyInput(arguments.words(files), arguments, console)
      _ = try input.compiled(console)
      let saved = SavedPolicies(
        input.set.policies, emergencies: input.set.emergencies,
        writer: "pbpolicy \(Release.version)")
      let bytes = saved.bytes
      try check(bytes, saved)
      let path = arguments.value(output)
      if let path, arguments.words(files).contains(where: { isOne($0, path) }) {
        throw arguments.wrong("`\(path)` is one of the files to compile: write to another")
      }
      if let path { try writeFile(bytes + [UInt8(ascii: "\n")], to: path) }
      if arguments.format == .json {
        try console.print(json(saved, bytes, writtenTo: path).prettyText)
      } else if path == nil {
        try console.print(String(decoding: bytes, as: UTF8.self))
      } else {
        let rules = saved.policies.map(\.rules.count).reduce(0, +)
        let files = counted(saved.policies.count + saved.emergencies.count, "file")
        console.remark("compiled \(files) with \(counted(rules, "rule"))")
      }
      return .success
    })

  /// Whether both paths lead to one file.
  private static func isOne(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino && one.st_mode & S_IFMT == S_IFREG
  }

  /// What is written must load as the same, whatever it was made from.
  private static func check(_ bytes: [UInt8], _ saved: SavedPolicies) throws {
    let failure = "these policies cannot be compiled into one file"
    do throws(SavedPolicyError) {
      if try SavedPolicies(bytes) == saved { return }
    } catch {
      throw InvalidInput(message: "\(failure): \(error)")
    }
    throw InvalidInput(message: "\(failure): read again, they would not be the same")
  }

  private static func json(_ saved: SavedPolicies, _ bytes: [UInt8], writtenTo path: String?)
    -> JSONValue
  {
    let files =
      saved.policies.map { ($0.path, $0.name, $0.version, $0.sha256) }
      + saved.emergencies.map { ($0.path, $0.name, $0.version, $0.sha256) }
    let text: JSONValue = path == nil ? .string(String(decoding: bytes, as: UTF8.self)) : .null
    return [
      "sources": .array(
        files.map { path, name, version, sha256 in
          [
            "path": .string(path), "name": .string(name), "version": .string(version),
            "sha256": .string(sha256),
          ]
        }),
      "rules": .integer(Int64(saved.policies.map(\.rules.count).reduce(0, +))),
      "writtenBy": .string(saved.writer), "output": path.map { .string($0) } ?? .null,
      "text": text,
    ]
  }
}
