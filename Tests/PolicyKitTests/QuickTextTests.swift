import Devices
import TestSupport
import Testing

@testable import PolicyKit

/// Texts looked up by their bytes, beside dictionaries and the plain checks.
@Suite struct QuickTextTests {
  private static func text(_ random: inout SeededGenerator) -> String {
    // Few letters and alike ends, so that texts are nearly the same.
    let length = Int.random(in: 0...40, using: &random)
    let letters = (0..<length).map { _ in "abA.".randomElement(using: &random) ?? "a" }
    return (Bool.random(using: &random) ? "com.corp." : "") + String(letters)
      + (Bool.random(using: &random) ? ".browser" : "")
  }

  private static func find(_ text: String, _ table: TextTable) -> Int {
    Array(text.utf8 + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { table.find($0, bytes.count - 1) } ?? -2
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aTableIsADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 7, 300] {
      var values: [String: Int] = [:]
      while values.count < count { values[Self.text(&random)] = values.count }
      let memory = TableMemory()
      let table = TextTable(values, in: memory)
      for text in values.keys.map(\.self) + (0..<500).map({ _ in Self.text(&random) }) {
        #expect(Self.find(text, table) == values[text] ?? -1, "seed \(seed), `\(text)`")
      }
      withExtendedLifetime(memory) {}
    }
  }

  @Test func everyByteIsJudgedAtEveryPlace() {
    for length in 1...19 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = Array(repeating: UInt8(ascii: "x"), count: length)
          bytes[place] = byte
          let isIdentifier = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { Letters.areIdentifier($0, length) }
          }
          let isASCII = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { Letters.areASCII($0, length) }
          }
          let isPlain =
            byte < 0x80
            && Attribute.sourceBundleID.isIdentifier(String(decoding: [byte], as: UTF8.self))
          if isIdentifier != isPlain || isASCII != (byte < 0x80) {
            Issue.record("byte \(byte) at \(place) of \(length)")
          }
        }
      }
    }
  }

  /// What is set in one step must be what the reader of requests takes it for.
  @Test func whatIsSetIsWhatIsRead() throws {
    var generator = PolicyGenerator(seed: 7)
    generator.isWide = true
    let policy = try #require(PolicyCompiler(generator.layers()).compile().policy)
    let vocabulary = try #require(policy.masks.vocabulary)
    let texts = [
      "", "0", "00", "7", "-1", "+5", "-0", "1e3", "999", "1000", "9007199254740992",
      "9007199254740993", "99999999999999999999", "15", "15.1", "15.1.0", "15.", ".1", "1.2.3.4.5",
      "999999.999999.1", "1234567", "iOS", "ios", "yes", "credential", "credential.password",
      "com.corp.mail", "com.corp.mai", "com corp", "caf\u{e9}", "cafe\u{301}", "\u{212A}",
      "2026-11-30T18:27:00Z", "public.text", String(repeating: "a", count: 300),
    ]
    for attribute in Attribute.allCases where !attribute.isDerived {
      for text in texts {
        let value = try? attribute.value(of: [text])
        let finder = vocabulary.finders + attribute.place
        guard let token = finder.token(of: text) else { continue }
        let domain = vocabulary.domains[attribute.place].partition
        guard let value else {
          // A class that nobody knows is no value, however it is spelt.
          Issue.record("\(attribute) `\(text)` has a token and is no value")
          continue
        }
        let member: AttributeValue =
          if case .set(let names) = value { .text(names[0]) } else { value }
        #expect(domain.place(of: member).map(Token.of(class:)) == token, "\(attribute) `\(text)`")
      }
    }
  }

  /// Whoever asks first makes what is asked for; all must find the same.
  @Test func severalThreadsAskAtOnce() async throws {
    for seed in UInt64(1)...8 {
      var generator = PolicyGenerator(seed: seed)
      generator.isWide = true
      guard let policy = PolicyCompiler(generator.layers()).compile().policy else { continue }
      let requests = (0..<10).map { _ in generator.request() }
      let answers = await withTaskGroup(of: [Posture?].self) { group in
        for _ in 0..<4 {
          group.addTask {
            let decider = QuickDecider(policy)
            return requests.flatMap { request in
              [
                decide(request, policy: policy).outcome,
                policy.classified(request).flatMap { decider?.outcome(of: $0) },
              ]
            }
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(answers.count == 1, "seed \(seed)")
    }
  }
}
