import AuditKit
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

/// Keys, recording, finding and proving, through the command line.
@Suite("the log by command") struct LogCommandTests {
  /// A folder with a key and a log of three decisions.
  func withLog(_ body: (_ folder: String) throws -> Void) throws {
    try withFolder { folder in
      let made = run("log keygen --name test.example.org \(folder)/log.key")
      #expect(made.status == .success, "\(made.error)")
      for owner in ["own", "others", "?"] {
        let outcome = run([
          "decide", "-p", DecideCommandTests.balanced, "--log", folder + "/log", "--key",
          folder + "/log.key", "operation=copy", "platform=iOS", "os-version=17.0",
          "pasteboard=general", "trigger=user", "content-class=own-content", "owner=\(owner)",
        ])
        #expect(outcome.output.contains("recorded  record "), "\(outcome.error)")
      }
      try body(folder)
    }
  }

  @Test func verifiedOnlyWithAKeyAndAnchoredOnlyWithAnAnchor() throws {
    try withLog { folder in
      let verified = run("log verify --key \(folder)/log.key.pub \(folder)/log")
      #expect(verified.status == .success)
      #expect(verified.output.contains("unanchored"))
      let keyless = run("log verify \(folder)/log")
      #expect(keyless.status == .cannotTell)
      #expect(!keyless.output.contains("verified to"))
      let required = run("log verify --key \(folder)/log.key.pub --require-anchor \(folder)/log")
      #expect(required.status != .success)
      let head = run("log head \(folder)/log")
      try Data(head.output.utf8).write(to: URL(fileURLWithPath: folder + "/head"))
      let anchored = run(
        "log verify --key \(folder)/log.key.pub --anchor \(folder)/head --require-anchor \(folder)/log"
      )
      #expect(anchored.status == .success, "\(anchored.output)")
      #expect(anchored.output.contains("anchored at 3"))
    }
  }

  @Test func theTailCutPastAnAnchorIsMissed() throws {
    try withLog { folder in
      try FileManager.default.copyItem(atPath: folder + "/log", toPath: folder + "/old")
      let more = run([
        "decide", "-p", DecideCommandTests.balanced, "--log", folder + "/log", "--key",
        folder + "/log.key", "operation=copy", "platform=watchOS", "owner=own",
      ])
      #expect(more.status == .deny)
      try Data(run("log head \(folder)/log").output.utf8).write(
        to: URL(fileURLWithPath: folder + "/head"))
      let outcome = run(
        "log verify --key \(folder)/log.key.pub --anchor \(folder)/head \(folder)/old")
      #expect(outcome.status == .incomplete, "\(outcome.output)")
    }
  }

  @Test func queriesFindAndKeepTheBytes() throws {
    try withLog { folder in
      let allowed = run("log query --where outcome=allow --format json \(folder)/log")
      let record = try JSONValue(parsing: allowed.output.utf8)
      #expect(record["seq"] == 0)
      #expect(record["request"]?["owner"] == "own")
      let all = run("log query --newest --limit 2 \(folder)/log")
      #expect(all.output.split(separator: "\n").map { $0.prefix(1) } == ["2", "1"])
      #expect(run("log query --where color=red \(folder)/log").status == .usage)
    }
  }

  @Test func nothingIsAnsweredThatCannotBeRecorded() throws {
    try withLog { folder in
      let inside = run([
        "decide", "-p", DecideCommandTests.balanced, "--log", folder, "--key",
        folder + "/log.key", "operation=copy", "platform=iOS", "owner=own",
      ])
      #expect(inside.status == .file)
      #expect(inside.output.isEmpty)
      let keyless = run([
        "decide", "-p", DecideCommandTests.balanced, "--log", folder + "/log",
        "operation=copy", "platform=iOS", "owner=own",
      ])
      #expect(keyless.status == .usage)
      #expect(keyless.output.isEmpty)
    }
  }

  @Test func aNewLogIsRemarkedAndALostOneIsNotBegunAnew() throws {
    try withLog { folder in
      let words = [
        "decide", "-p", DecideCommandTests.balanced, "--key", folder + "/log.key",
        "operation=copy", "platform=iOS", "owner=own", "--log",
      ]
      let first = run(words + [folder + "/other"])
      #expect(first.error.contains("started a new log in `\(folder)/other`"))
      let second = run(words + [folder + "/other"])
      #expect(!second.error.contains("new log"))
      try FileManager.default.removeItem(atPath: folder + "/other/log.sqlite")
      let third = run(words + [folder + "/other"])
      #expect(third.status == .file && third.output.isEmpty)
      #expect(third.error.contains("put the file back"))
    }
  }

  /// What is on the disk is never said not to be.
  @Test func aLogThatCannotBeClosedHasItsRecords() throws {
    try withLog { folder in
      let key = try SigningKey(contentsOf: folder + "/log.key")
      let writer = try LogWriter.open(directory: folder + "/other", key: key)
      _ = try writer.append(RecordDraft(.review))
      // Another writer, which only a deleted lock makes possible, leaves the first one nothing to
      // close.
      try FileManager.default.removeItem(atPath: folder + "/other/lock")
      let thief = try LogWriter.open(directory: folder + "/other", key: key)
      _ = try thief.append(RecordDraft(.review))
      let failure = #expect(throws: LogFailure.self) {
        try LogInput.close(writer, folder + "/other")
      }
      #expect(failure?.message.hasPrefix("everything is recorded and signed") == true)
      try thief.close()
      #expect(run("log query \(folder)/other").output.split(separator: "\n").count == 2)
      #expect(run("log verify --key \(folder)/log.key.pub \(folder)/other").status == .success)
    }
  }

  /// The search table is not signed: what it is made from is compared before it is believed.
  @Test func queriesOfALogThatIsIndexedOtherwiseAreRefused() throws {
    try withLog { folder in
      let other = try #require(Column("outcome", .text, path: ["outcome", "x"]))
      var options = LogWriterOptions()
      options.columns = [other]
      try LogWriter.open(
        directory: folder + "/log", key: try SigningKey(contentsOf: folder + "/log.key"),
        options: options
      ).close()
      let query = run("log query --where outcome=deny \(folder)/log")
      #expect(query.status == .file && query.output.isEmpty)
      #expect(query.error.contains("not indexed as it was made"))
      let verified = run("log verify --key \(folder)/log.key.pub \(folder)/log")
      #expect(verified.status == .altered)
    }
  }

  @Test func queriesOfALogThatLostRecordsAreRefused() throws {
    try withLog { folder in
      try "1\n7\n".write(toFile: folder + "/log/lock", atomically: false, encoding: .utf8)
      let query = run("log query \(folder)/log")
      #expect(query.status == .file && query.output.isEmpty)
      #expect(query.error.contains("7 records were committed, but only 3 are there"))
      let verified = run("log verify --key \(folder)/log.key.pub \(folder)/log")
      #expect(verified.status == .incomplete)
    }
  }

  @Test func aRecordHoldsNoIdentityAndNoFolder() throws {
    try withLog { folder in
      _ = run([
        "decide", "-p", DecideCommandTests.balanced, "--log", folder + "/log", "--key",
        folder + "/log.key", "operation=copy", "platform=iOS", "owner=own",
        "source.identity=jane@example.org", "content-bytes=12345",
      ])
      let record = run("log query --after 2 --format json \(folder)/log").output
      #expect(record.contains("withheld"))
      #expect(!record.contains("jane"))
      #expect(!record.contains("12345"))
      #expect(!record.contains(Repository.root))
    }
  }

  @Test func notesCanBeAppended() throws {
    try withLog { folder in
      let outcome = run(
        "log append --key \(folder)/log.key \(folder)/log",
        input: "{\"note\":\"a\"}\n{\"note\":\"b\"}\n")
      #expect(outcome.status == .success, "\(outcome.error)")
      #expect(outcome.output.split(separator: "\n").count == 2)
      let wrong = run("log append --key \(folder)/log.key \(folder)/log", input: "{\"a\":1}\n[1]\n")
      #expect(wrong.status == .findings)
      #expect(wrong.output.isEmpty)
      #expect(run("log verify --key \(folder)/log.key.pub \(folder)/log").status == .success)
    }
  }

  @Test func aNameThatIsNoneIsWrongUsage() throws {
    try withFolder { folder in
      let outcome = run(["log", "keygen", "--name", "a b", folder + "/log.key"])
      #expect(outcome.status == .usage)
      #expect(!FileManager.default.fileExists(atPath: folder + "/log.key"))
    }
  }
}
