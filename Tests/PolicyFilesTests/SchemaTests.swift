import Findings
import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// The published JSON Schema: what it is made of, and that it takes what the reader takes.
@Suite struct SchemaTests {
  @Test func theFileIsWhatTheTablesGive() throws {
    let path = Repository.root + "Docs/policy.schema.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text == PolicySchema.json.prettyText + "\n",
      "write it anew: pbpolicy policy schema > Docs/policy.schema.json")
  }

  /// A key without a form of its own would take anything.
  @Test func everyKeyHasAForm() {
    func check(_ value: JSONValue, _ path: String) {
      for member in value.members ?? [] {
        if path.hasSuffix("/properties") { #expect(member.value != true, "\(path)/\(member.key)") }
        check(member.value, "\(path)/\(member.key)")
      }
      for element in value.array ?? [] { check(element, path + "[]") }
    }
    check(PolicySchema.json, "")
  }

  private static let python = "/usr/bin/python3"
  private static let hasValidator: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? verdicts([])) != nil
  }()

  /// For each JSON text, whether the schema takes it, by python3-jsonschema.
  private static func verdicts(_ texts: [String]) throws -> [Bool] {
    let folder = FileManager.default.temporaryDirectory.path + "/pbpolicy-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      v = V(json.loads(open(sys.argv[1] + "/schema").read()))
      V.check_schema(v.schema)
      for line in open(sys.argv[1] + "/texts"):
          print(1 if v.is_valid(json.loads(line)) else 0)
      """
    try PolicySchema.json.compactText.write(
      toFile: folder + "/schema", atomically: true, encoding: .utf8)
    try (texts.map { $0 + "\n" }.joined()).write(
      toFile: folder + "/texts", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script, folder]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0 == "1" }
  }

  /// What only the reader can know: what two places of a file say together, or this world's facts.
  private static let readersAlone: Set<String> = [
    "policy-unknown-reference", "request-invalid", "policy-limit",
  ]

  private static func isReadersAlone(_ finding: Finding) -> Bool {
    readersAlone.contains(finding.rule.name)
      || finding.message.hasPrefix("unknown content class")
      || finding.message.hasPrefix("no value of `")
      || finding.message.contains("cannot be expected of")
      || finding.message.hasPrefix("expected an end after")
      || finding.message.hasPrefix("expected an instant")
      || finding.message.hasPrefix("an emergency lasts")
  }

  @Test(.enabled(if: hasValidator)) func itTakesWhatTheReaderTakes() throws {
    var random = SeededGenerator("policies held against the schema")
    var texts: [(text: String, findings: [Finding])] = []
    for name in ShippedPolicies.names {
      let path = Repository.root + "Policies/\(name)/policy.yaml"
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let whole = try #require(PolicyText.read(bytes, path: path).node).json()
      texts.append((whole.compactText, []))
      for _ in 0..<250 {
        let value = SchemaMutator.mutated(whole, &random)
        let text = value.compactText
        let findings = PolicyReader(path: "p.json").read(Array(text.utf8)).findings
        texts.append((text, findings.filter { $0.severity == .error }))
      }
    }
    let verdicts = try Self.verdicts(texts.map(\.text))
    try #require(verdicts.count == texts.count)
    var refused = 0
    for (verdict, (text, findings)) in zip(verdicts, texts) {
      if findings.isEmpty {
        #expect(verdict, "the reader takes it, seed \(random.seed): \(text)")
      } else if findings.contains(where: { !Self.isReadersAlone($0) }) {
        #expect(!verdict, "the reader refuses it, seed \(random.seed): \(findings)")
        refused += verdict ? 0 : 1
      }
    }
    #expect(refused > 200)
  }
}

/// Small changes to a policy, some of which make it none.
private enum SchemaMutator {
  private static let strangers: [JSONValue] = [
    "yes", "deny", "nowhere", 7, 0, true, .null, .array([]), .object([]), ["copy"], ["a": "b"], "",
    "15.0", ["from": "1.0"], ["is": "own", "known": "yes"], ["not": ["own", "others"]],
    "2026-11-30T18:27:00Z", -1, ["prefix": "a"],
  ]
  private static let keys = [
    "effect", "when", "mode", "valid", "id", "operation", "owner", "any", "not", "group",
    "nonsense",
    "time", "os-version", "from", "until", "seconds", "never", "always", "exposure", "would-be",
  ]

  static func mutated(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    var value = value
    for _ in 0..<Int.random(in: 1...2, using: &random) { value = changed(value, &random, 0) }
    return value
  }

  private static func changed(_ value: JSONValue, _ random: inout SeededGenerator, _ depth: Int)
    -> JSONValue
  {
    if depth > 0, random.percent(15) { return random.pick(strangers) }
    if let members = value.members, !members.isEmpty {
      var members = members
      let index = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: members.remove(at: index)
      case 1:
        let key = random.pick(keys)
        if !members.contains(where: { $0.key == key }) {
          members.append(.init(key, random.pick(strangers)))
        }
      case 2:
        let key = random.pick(keys)
        if !members.contains(where: { $0.key == key }) { members[index].key = key }
      default: members[index].value = changed(members[index].value, &random, depth + 1)
      }
      return .object(members)
    }
    if let elements = value.array, !elements.isEmpty {
      var elements = elements
      let index = Int.random(in: 0..<elements.count, using: &random)
      elements[index] = changed(elements[index], &random, depth + 1)
      return .array(elements)
    }
    return random.pick(strangers)
  }
}
