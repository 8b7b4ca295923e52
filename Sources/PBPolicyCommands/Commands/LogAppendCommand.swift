import AuditKit
import StrictJSON

extension Command {
  private static let directory = Positional(.directory("DIR"), help: "the log's folder")
  private static let file = Positional(
    .file("FILE"), .optional, help: "the records' bodies; - or nothing for standard input")
  private static let type = Option(
    "type", .choice("TYPE", RecordType.allCases.map(\.rawValue)), default: "review",
    help: "what the records are about")

  /// `pbpolicy log append`
  static let logAppend = Command(
    path: ["log", "append"],
    summary: "append records to a log",
    discussion: """
      Reads JSON objects, one a line or a single one, and appends each as the body of a record. \
      Each line is answered by a receipt once its record is on the disk, in order; the head is \
      signed at the end. A line that is no object appends nothing, and ends the command.
      """,
    positionals: [directory, file],
    options: [.key, type],
    examples: [
      Example(
        "pbpolicy log append --key log.key LOG notes.jsonl", "append a reviewer's notes")
    ],
    run: { arguments, console in
      guard let directory = arguments.word(directory),
        let type = arguments.value(type).flatMap(RecordType.init(rawValue:))
      else { return .usage }
      let path = arguments.word(file) ?? "-"
      let bodies = try bodies(try console.read(path), path)
      try LogInput.write(to: directory, arguments, console) { writer in
        for body in bodies {
          let receipt = try writer.append(RecordDraft(type, body))
          try show(receipt, arguments, console)
        }
      }
      return .success
    })

  private static func show(_ receipt: Receipt, _ arguments: Arguments, _ console: Console) throws {
    if arguments.format == .json {
      let json: JSONValue = [
        "log": .string(receipt.log), "seq": .integer(receipt.seq), "id": .string(receipt.id),
        "leaf": .string(receipt.leaf.hex),
      ]
      try console.print(json.compactText)
    } else {
      try console.print("record \(receipt.seq)  \(receipt.id)  leaf \(receipt.leaf.hex)")
    }
    try console.flush()
  }

  /// The objects of the text; all are read before the first is appended.
  private static func bodies(_ bytes: [UInt8], _ path: String) throws -> [JSONValue] {
    if let whole = try? JSONValue(parsing: bytes) {
      guard whole.members != nil else {
        throw InvalidInput(message: "`\(path)`: expected a JSON object, found another value")
      }
      return [whole]
    }
    var bodies: [JSONValue] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      do {
        let body = try JSONValue(parsing: line)
        guard body.members != nil else {
          throw InvalidInput(message: "\(path):\(index + 1): expected a JSON object")
        }
        bodies.append(body)
      } catch let error as JSONError {
        throw InvalidInput(
          message: "\(path):\(index + 1):\(error.position.column): \(error.message)")
      }
    }
    guard !bodies.isEmpty else { throw InvalidInput(message: "`\(path)` holds no record") }
    return bodies
  }
}
