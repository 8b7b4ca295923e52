import AuditKit
import StrictJSON

extension Command {
  private static let directory = Positional(.directory("DIR"), help: "the log's folder")

  /// `pbpolicy log head`
  static let logHead = Command(
    path: ["log", "head"],
    summary: "print the newest signed head of a log",
    discussion: """
      Prints the signed note as it is. Keep it somewhere else: with `pbpolicy log verify --anchor` \
      it proves later that nothing before it was changed or removed.
      """,
    positionals: [directory],
    examples: [Example("pbpolicy log head LOG > today.checkpoint", "keep today's head")],
    statuses: [.success, .incomplete],
    run: { arguments, console in
      guard let directory = arguments.word(directory) else { return .usage }
      let head = try LogInput.read(directory) { try $0.head() }
      guard !head.note.isEmpty else {
        console.complain("pbpolicy: the head of this log is not signed")
        return .incomplete
      }
      if arguments.format == .json {
        let json: JSONValue = ["size": .integer(head.size), "note": .string(head.note)]
        try console.print(json.prettyText)
      } else {
        try console.write(head.note)
      }
      return .success
    })
}
