import Findings
import Glibc
import SchemaImport

extension Command {
  private static let folder = Positional(
    .directory("DIR"), help: "a checkout of apple/device-management, or its mdm/profiles")
  private static let newer = Option(
    "newer", .file("FILE"), repeatable: true,
    help: "a table of facts newer than the schema; DIR's own newer-*.tsv where none is given")
  private static let output = Option(
    "output", short: "o", .file("FILE"), help: "where to write the catalogue; else standard output")
  private static let source = Option(
    "source", .text("TEXT"), help: "which state of the schema it is; else the commit of DIR")
  private static let newerSource = Option(
    "newer-source", .text("TEXT"), default: "2026", help: "which state the newer tables are")
  private static let layer = Option(
    "layer", .text("NAME"), default: "schema", help: "what the catalogue calls these facts")

  /// `pbpolicy schema import`
  static let schemaImport = Command(
    path: ["schema", "import"],
    summary: "turn Apple's published schema into a catalogue",
    discussion: """
      Reads the payload types of a checkout of apple/device-management and writes a catalogue: \
      their keys to any depth with types, ranges, platforms and versions, and none of Apple's \
      sentences. Use it with --catalog when Apple has published more than this program knows.

      What is not understood is said on standard error with file and line, and left out.
      """,
    positionals: [folder],
    options: [output, layer, source, newer, newerSource, .failOn],
    examples: [
      Example(
        "pbpolicy schema import device-management -o catalog.tsv", "write a catalogue file")
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let folder = arguments.word(folder) ?? ""
      let files = try schemaFiles(folder, console)
      let tables = arguments.isSet(newer) ? arguments.values(newer) : newerTables(folder)
      let progress = Progress("reading", of: files.count + tables.count, on: console)
      let result = SchemaImport(
        profiles: try files.map { SchemaImport.File(path: $0, bytes: try console.read($0)) },
        newer: try tables.map { SchemaImport.File(path: $0, bytes: try console.read($0)) },
        source: arguments.value(source) ?? commit(folder) ?? "",
        newerSource: arguments.value(newerSource) ?? "", layer: arguments.value(layer) ?? "",
        step: { progress.step($0) })
      progress.end()
      console.warn(result.findings, sources: [:])
      if let path = arguments.value(output) {
        try write(result.text, to: path)
        console.remark("\(counted(result.payloadTypes, "payload type")) written to \(path)")
      } else {
        try console.write(result.text)
      }
      return arguments.status(of: result.findings)
    })

  private static func schemaFiles(_ folder: String, _ console: Console) throws -> [String] {
    let inside = folder + "/mdm/profiles"
    let walk = FileWalk([access(inside, F_OK) == 0 ? inside : folder])
    if let error = walk.errors.first { throw error }
    let files = walk.files.map(\.path).filter { $0.hasSuffix(".yaml") }
    guard !files.isEmpty else { throw NoSchema(folder: folder) }
    return files
  }

  private static func newerTables(_ folder: String) -> [String] {
    ["newer-restrictions.tsv", "newer-payloads.tsv"].map { "\(folder)/\($0)" }
      .filter { access($0, F_OK) == 0 }
  }

  /// The commit that is checked out, where the folder says so.
  private static func commit(_ folder: String) -> String? {
    func line(_ name: String) -> String? {
      guard let bytes = try? readFile("\(folder)/.git/\(name)", limit: 4096, .found) else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }
    guard let head = line("HEAD") else { return nil }
    return head.hasPrefix("ref: ") ? line(String(head.dropFirst(5))) : head
  }

  private static func write(_ text: String, to path: String) throws(FileError) {
    let descriptor = retrying { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw FileError(path: path, reason: .system("open", SystemError(errno)))
    }
    defer { close(descriptor) }
    var left = Array(text.utf8)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        left = left.dropFirst(count)
      } else if errno != EINTR {
        throw FileError(path: path, reason: .system("write", SystemError(errno)))
      }
    }
  }
}

/// A folder without a single schema file.
private struct NoSchema: CommandFailure {
  var folder: String
  var status: ExitStatus { .file }
  var message: String { "no schema in `\(folder)`" }
  var advice: String? { "name a checkout of apple/device-management: mdm/profiles/*.yaml" }
}
