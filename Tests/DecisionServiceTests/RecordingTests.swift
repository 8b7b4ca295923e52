import AuditKit
import DecisionService
import Devices
import Findings
import Foundation
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// What a decision leaves in the log, and that nothing is answered without it.
@Suite struct RecordingTests {
  /// A log in a folder that is gone when the body ends.
  func withWriter(_ body: (LogWriter, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pbpolicy-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = LogWriterOptions()
    options.columns = DecisionRecord.columns
    let writer = try LogWriter.open(
      directory: folder, key: try SigningKey.generate(name: "test.example.org"), options: options)
    defer { try? writer.close() }
    try body(writer, folder)
  }

  func policy(_ text: String) throws -> CompiledPolicy {
    let set = PolicySet([("p.yaml", Array(text.utf8))])
    #expect(set.findings.filter { $0.severity == .error }.isEmpty, "\(set.findings)")
    return try #require(set.policy)
  }

  func request(_ pairs: [Attribute: String]) throws -> Request {
    var builder = RequestBuilder(askedBy: .app)
    builder.values[.operation] = .text("copy")
    builder.values[.platform] = .text("iOS")
    for (attribute, text) in pairs { builder.values[attribute] = try attribute.value(of: [text]) }
    return try builder.request()
  }

  static let sized = """
    pasteboard-policy: 1
    name: sized
    rules:
      - { id: big, effect: deny, when: { operation: copy, content-bytes: { above: 1000 } } }
      - { id: middle, effect: local-only, when: { operation: copy, content-bytes: { from: 10, below: 500 } } }
      - { id: pasted, effect: deny, when: { operation: paste, content-bytes: { from: 700 } } }
    """

  @Test(arguments: [
    ("0", "from 0 below 10"), ("9", "from 0 below 10"), ("10", "from 10 below 500"),
    ("499", "from 10 below 500"), ("500", "from 500 below 1001"),
    ("1000", "from 500 below 1001"), ("1001", "from 1001"),
  ])
  func sizesAreRecordedAsFineAsThePolicyTellsThemApart(size: String, recorded: String) throws {
    try withWriter { writer, folder in
      let path = DecisionPath(policy: try policy(Self.sized), writer: writer)
      let answers = try path.answer([.init(try request([.contentBytes: size]))])
      let receipt = try #require(answers.first?.receipt)
      let reader = try SQLiteLogReader(directory: folder)
      let record = try JSONValue(parsing: try #require(try reader.record(receipt.seq)).bytes)
      #expect(record["request"]?["content-bytes"]?.string == recorded)
      #expect(record["outcome"]?.string == answers.first?.decision.outcome.rawValue)
      #expect(
        record["policy"]?.array?.first?["sha256"]?.string == SHA256.hex(Array(Self.sized.utf8)))
    }
  }

  @Test func nothingIsAnsweredOnceTheLogIsClosed() throws {
    try withWriter { writer, _ in
      let path = DecisionPath(policy: try policy(Self.sized), writer: writer)
      try writer.close()
      #expect(throws: LogStoreError.self) { _ = try path.answer([.init(try request([:]))]) }
    }
  }

  @Test func aPolicyWithAThousandRulesStillFitsARecord() throws {
    let rules = (0..<1000).map {
      "  - { id: rule-\($0), effect: deny, when: { operation: copy }, reason: \"\($0)\" }"
    }
    let text = "pasteboard-policy: 1\nname: many\nrules:\n" + rules.joined(separator: "\n")
    try withWriter { writer, folder in
      let path = DecisionPath(policy: try policy(text), writer: writer)
      let answer = try #require(try path.answer([.init(try request([:]))]).first)
      #expect(answer.decision.reasons.count >= 1000)
      let seq = try #require(answer.receipt).seq
      let record = try SQLiteLogReader(directory: folder).record(seq)
      let json = try JSONValue(parsing: try #require(record).bytes)
      #expect(json["reasons"]?.array?.count == 100)
      #expect(try #require(json["reasonsOmitted"]?.integer) >= 900)
    }
  }
}
