import AuditKit
import DecisionService
import Devices
import Findings
import Foundation
import PolicyFiles
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

  private func recorded(_ answer: DecisionPath.Answer, _ folder: String) throws -> JSONValue {
    let seq = try #require(answer.receipt).seq
    let record = try #require(try SQLiteLogReader(directory: folder).record(seq))
    return try JSONValue(parsing: record.bytes)
  }

  /// Groups are named after people and teams, profiles and their files as well.
  @Test func groupsAndFilesAreNotRecorded() throws {
    try withWriter { writer, folder in
      var builder = RequestBuilder(askedBy: .app)
      builder.values = [
        .operation: .text("copy"), .platform: .text("iOS"), .userGroups: .names(["alice.secret"]),
        .deviceGroups: .names(["alices-phone"]),
      ]
      builder.values[.pasteboard] = .text("general")
      let setter = DeviceRestriction.Setter(
        location: SourceLocation(path: "/Users/alice/alice's phone.mobileconfig", line: 7),
        profile: "org.example.alice", payload: "org.example.alice.p", value: "false")
      let key = "allowActivityContinuation"
      let question = DecisionPath.Question(
        try builder.request(),
        restrictions: DeviceRestrictions([
          DeviceRestriction(key: key, requires: true, reliesOn: true, setBy: [setter])
        ]))
      let policy = try policy(Self.sized)
      let answer = try #require(
        try DecisionPath(policy: policy, writer: writer).answer([question]).first)
      let record = try recorded(answer, folder)
      #expect(record["request"]?["user-groups"] == "withheld")
      #expect(record["request"]?["device-groups"] == "withheld")
      let reasons = (record["reasons"]?.array ?? []) + (record["overruled"]?.array ?? [])
      #expect(
        reasons.contains { $0["id"]?.string == key && $0["line"] == 7 }, "\(record.prettyText)")
      #expect(!record.compactText.contains("alice"))
    }
  }

  @Test func aRulesPolicyIsRecordedByItsName() throws {
    try withWriter { writer, folder in
      let path = DecisionPath(policy: try policy(Self.sized), writer: writer)
      let answer = try #require(
        try path.answer([.init(try request([.contentBytes: "2000"]))]).first)
      let reasons = try #require(try recorded(answer, folder)["reasons"]?.array)
      let big = try #require(reasons.first { $0["id"] == "big" })
      #expect(big["policy"] == "sized" && big["line"] == 4)
      #expect(!reasons.contains { $0["file"] != nil })
    }
  }

  /// The largest request that is read, under a policy with long reasons.
  @Test func theLargestRequestFitsARecord() throws {
    let id = String(repeating: "rule", count: 15)
    let rules = (0..<150).map {
      "  - { id: \(id)-\($0), effect: deny, when: { operation: paste } }"
    }
    let text = "pasteboard-policy: 1\nname: long\nrules:\n" + rules.joined(separator: "\n")
    let quotes = String(repeating: "\"", count: 80)
    let item: JSONValue = [
      "content-class": "public", "owner": "others", "content-bytes": 12345,
      "content-characters": 12345, "marker": ["concealed", "transient", "other"],
    ]
    let json: JSONValue = [
      "operation": "paste", "platform": "macOS",
      "content-type": .array((0..<97).map { .string("\($0)" + quotes) }),
      "items": .array(Array(repeating: item, count: 100)),
    ]
    let (node, _) = PolicyText.read(Array(json.compactText.utf8), path: "r.json", as: .json)
    let request = try RequestReader(
      asker: .app, mayChooseAsker: false, classes: Set(ContentClass.builtIn)
    ).request(try #require(node))
    try withWriter { writer, folder in
      let path = DecisionPath(policy: try policy(text), writer: writer)
      let answer = try #require(try path.answer([.init(request)]).first)
      let record = try recorded(answer, folder)
      #expect(record["items"]?.array?.count == 100)
      #expect(record["reasons"]?.array?.isEmpty == false)
    }
  }
}
